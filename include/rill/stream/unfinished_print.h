// rill/stream/unfinished_print.h: the prints whose hooks have not returned.
//
// Floor 4. Throws nothing, allocates nothing. Such a print holds its pieces
// back from the stream. If its hook throws or ends the program (exit,
// quick_exit, std::terminate), the stream still gets them; if the thread is
// cancelled, only where that does not block. Tests:
// test/system/ending_test.py, test/system/cancel_test.py.
#ifndef RILL_STREAM_UNFINISHED_PRINT_H
#define RILL_STREAM_UNFINISHED_PRINT_H

#include "../os/hooks.h"
#include "standard_state.h"

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

class unfinished_print;

// The last of this thread: they are a stack. Without thread-local storage none
// is kept, and such a print is lost if its hook ends the program.
#if RILL_THREAD_LOCAL
RILL_STATE inline constinit thread_local unfinished_print* innermost_print =
    nullptr;
#else
inline constexpr unfinished_print* innermost_print = nullptr;
#endif

class unfinished_print {
 public:
  unfinished_print(unfinished_print const&) = delete;
  unfinished_print& operator=(unfinished_print const&) = delete;

  /// Finishes those of this thread, the innermost first; not in a child that
  /// was forked meanwhile, whose parent has them too.
  [[gnu::cold]] static void finish_all() {
    while (unfinished_print* const last = innermost_print) {
      set_innermost(last->outer_);
      last->is_left_ = true;
      if (last->fork_count_ == standard_output.fork_count) last->finish_(*last);
    }
  }

 protected:
  /// `finish` hands the pieces over.
  [[gnu::noinline]] unfinished_print(c_stream_writer& out,
                                     void (*finish)(unfinished_print&))
      : out_(out),
        finish_(finish),
        outer_(innermost_print),
        fork_count_(standard_output.fork_count) {
    set_innermost(this);
    if (RILL_THREAD_LOCAL &&
        !__atomic_load_n(&standard_output.finish_prints, __ATOMIC_ACQUIRE))
      register_once();
    os::if_cancelled(cancelled_, cancel, this);
  }

  /// The hook has returned, has thrown, or was cancelled. False when nothing
  /// is to be handed over any more.
  [[gnu::noinline]] bool leave() {
    if (!is_cancelled_) os::not_cancelled(cancelled_);
    if (is_left_) return false;
    set_innermost(outer_);
    return !is_cancelled_ || out_.can_finish_at_once();
  }

  c_stream_writer& out_;

 private:
  static void set_innermost([[maybe_unused]] unfinished_print* now) noexcept {
#if RILL_THREAD_LOCAL
    innermost_print = now;
#endif
  }
  static void cancel(void* self) {
    static_cast<unfinished_print*>(self)->is_cancelled_ = true;
  }
  [[gnu::cold]] static void register_once() {
    void (*const ours)() = finish_all;
    if (!__atomic_exchange_n(&standard_output.finish_prints, ours,
                             __ATOMIC_ACQ_REL))
      os::at_exit(finish_all);
  }

  void (*finish_)(unfinished_print&);
  unfinished_print* outer_;
  int fork_count_;
  bool is_left_ = false;
  bool is_cancelled_ = false;
  os::cancel_action cancelled_;
};

}  // namespace RILL_OF_THIS_MODULE detail
}  // namespace rill::inline RILL_BUILD

#endif

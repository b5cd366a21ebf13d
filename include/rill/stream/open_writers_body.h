// rill/stream/open_writers_body.h: the bodies of open_writers.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_OPEN_WRITERS_BODY_H
#define RILL_STREAM_OPEN_WRITERS_BODY_H

#include "open_writers.h"

#if RILL_HOSTED && RILL_PROCESS_HOOKS
#include "../os/hooks.h"
#include "../os/mutex.h"
#endif

namespace rill::inline RILL_BUILD {

#if RILL_HOSTED && RILL_PROCESS_HOOKS

namespace RILL_OF_THIS_MODULE detail {

// The states of a list's lock. A thread holds it for some nanoseconds, so that
// others spin and an unlock is a store. Only the end of the program holds it
// for long; then they sleep.
enum : unsigned { list_is_free, list_is_changed, list_is_ended };

[[gnu::cold, gnu::noinline]] inline void wait_for_list(
    open_writer_list& list) noexcept {
  os::wait_while(list.state, list_is_ended);
  os::yield();
}

// Holds the lock of a list, unless this thread ends the program, and holds it
// already: the lost-output handler may open files.
class list_lock {
 public:
  explicit list_lock(open_writer_list& list) noexcept
      : list_(list),
        is_ending_(__atomic_load_n(&list.ending, __ATOMIC_RELAXED) ==
                   os::this_thread()) {
    if (is_ending_) return;
    for (unsigned found = list_is_free; !__atomic_compare_exchange_n(
             &list.state, &found, unsigned{list_is_changed}, false,
             __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
         found = list_is_free)
      wait_for_list(list);
  }
  list_lock(list_lock const&) = delete;
  list_lock& operator=(list_lock const&) = delete;
  ~list_lock() {
    if (!is_ending_)
      __atomic_store_n(&list_.state, unsigned{list_is_free}, __ATOMIC_RELEASE);
  }

 private:
  open_writer_list& list_;
  bool is_ending_;
};

RILL_COLD RILL_CORE void finish_open_writers() {
  open_writer_list& list = open_writers;
  void const* const self = os::this_thread();
  if (__atomic_load_n(&list.ending, __ATOMIC_RELAXED) == self) return;
  {
    list_lock const lock(list);
    __atomic_store_n(&list.ending, self, __ATOMIC_RELAXED);
    __atomic_store_n(&list.state, unsigned{list_is_ended}, __ATOMIC_RELAXED);
    while (open_writer* const one = list.first) {
      bool const is_ours =
          __atomic_load_n(&one->owner_, __ATOMIC_RELAXED) == self;
      // Another thread's writer stays in the list, so that its thread waits for
      // the lock before it closes the file.
      if (is_ours) one->unlink();
      one->finish_(*one, is_ours);
      if (!is_ours) one->unlink();
    }
    __atomic_store_n(&list.ending, nullptr, __ATOMIC_RELAXED);
  }
  os::wake(list.state);
}

RILL_COLD RILL_CORE void finish_at_quick_exit(void*) {
  finish_open_writers();
  if (output_was_lost) os::exit_after_flush(1);
}

RILL_COLD RILL_CORE void forget_open_writers() {
  open_writers.first = nullptr;
  open_writers.state = 0;
  open_writers.ending = nullptr;
  ++open_writers.fork_count;
}

RILL_COLD RILL_CORE void register_open_writers() {
  if (open_writers.is_registered) return;
  open_writers.is_registered = true;
  if (!os::refuses_handlers())
    os::around_each_fork(nullptr, forget_open_writers);
  os::at_quick_exit(finish_at_quick_exit);
  os::watch_end();
  os::at_last_write(finish_open_writers);
}

// By the pointer that the first writer has set: a file that includes this
// header and opens no writer has no code of finish_open_writers.
RILL_CORE void finish_at_end() {
  if (open_writers.first) os::before_exit::call(os::before_exit::finish);
}

}  // namespace RILL_OF_THIS_MODULE detail

namespace detail {

RILL_CORE void open_writer::enter() noexcept {
  open_writer_list& list = open_writers;
  own();
  list_lock const lock(list);
  if (!list.is_registered) register_open_writers();
  fork_count_ = list.fork_count;
  next_ = list.first;
  link_ = &list.first;
  if (next_) next_->link_ = &next_;
  list.first = this;
  __atomic_store_n(&list_, &list, __ATOMIC_RELAXED);
}

// Requires the lock, and that the entry is in the list.
RILL_CORE void open_writer::unlink() noexcept {
  *link_ = next_;
  if (next_) next_->link_ = link_;
  __atomic_store_n(&list_, nullptr, __ATOMIC_RELAXED);
}

RILL_CORE void open_writer::leave_list() noexcept {
  list_lock const lock(*list_);
  if (!list_) return;  // the end of the program has finished it meanwhile
  if (fork_count_ == list_->fork_count)
    unlink();
  else
    list_ = nullptr;
}

RILL_CORE void open_writer::move_entry(open_writer& other) noexcept {
  leave();
  open_writer_list* const list =
      __atomic_load_n(&other.list_, __ATOMIC_RELAXED);
  if (!list) return;
  own();
  list_lock const lock(*list);
  if (!other.list_) return;
  next_ = other.next_;
  link_ = other.link_;
  fork_count_ = other.fork_count_;
  if (fork_count_ == list->fork_count) {
    *link_ = this;
    if (next_) next_->link_ = &next_;
  }
  __atomic_store_n(&other.list_, nullptr, __ATOMIC_RELAXED);
  __atomic_store_n(&list_, list, __ATOMIC_RELAXED);
}

}  // namespace detail

#endif

namespace detail {

RILL_COLD RILL_CORE void report_unwritten(text path,
                                          std::size_t size) noexcept {
  error_text_builder words;
  words.add(static_cast<unsigned long long>(size));
  words.add(size == 1 ? " byte" : " bytes");
  on_lost_output(rill::error(library_problem::used_elsewhere, "write", path,
                             words.so_far()));
}

}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif

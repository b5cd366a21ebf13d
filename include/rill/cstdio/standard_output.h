// rill/cstdio/standard_output.h: C's stdout and stderr as rill prints to them,
// and their last flush.
//
// Layer 4. Tests: test/system/ending_test.py, test/system/cancel_test.py.
#ifndef RILL_CSTDIO_STANDARD_OUTPUT_H
#define RILL_CSTDIO_STANDARD_OUTPUT_H

#include <stdlib.h>  // malloc

#include "../base/text.h"
#include "../os/hooks.h"
#include "c_stream_writer.h"

// What happens to the standard streams when the program forks or ends.
//
// Throws nothing, allocates nothing. Other threads may be in the middle of a
// print, in a hook that takes long or stuck in a full pipe: the end waits for
// a lock of theirs only while the other side reads, and fork a second at most
// (docs/threads.md).

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

[[gnu::cold]] bool lock_output_at_end();

// Writes what the standard streams hold when the program ends. A thread
// may keep the lock of stdout: then the bytes are written without it, as by the
// C library at its own end.
[[gnu::cold]] error_code drain_at_end();
[[gnu::cold]] void drain_at_terminate();

// From here on each print is written before it returns. Static objects of
// other libraries flush stdout when they go (std::ios_base::Init does), by
// the library's means: what they find there may be lost without a message.
[[gnu::cold]] void write_from_now_on();

// The end of a standard stream: a message, except for a pipe whose reader has
// left, and exit status 1.
[[gnu::cold]] void report_standard_output(error_code error);

// Of a stream whose lock the caller has. What could not be written in time
// stays, and the next stream is not waited for.
[[gnu::cold]] void drain_before_fork(FILE* stream);

// Runs in the parent before fork, so that the child's copy of the buffer is
// empty and what was printed comes before what the child prints. Not waited
// for longer than a second: the child may be the one that is to read.
[[gnu::cold]] void drain_all_before_fork();

// Runs in the child: what other threads printed since then, and what could
// not be written, is the parent's. (To hold the lock of stdout from the one
// to the other could wait for ever for a thread in fflush(nullptr), which
// takes the locks of glibc in another order than fork.)
[[gnu::cold]] void forget_after_fork();

// What others lost while they flushed stdout has no reason any more, only a
// mark.
[[gnu::cold]] error_code final_error();

// What was read ahead of a file goes back to it, for whoever reads on.
RILL_ALWAYS_INLINE void end_standard_input() {
  if (standard_output.return_input) standard_output.return_input();
  if (standard_output.return_native_input)
    standard_output.return_native_input();
}

[[gnu::cold]] void end_quickly(void*);

// The last that happens to the standard streams: of the program, or of the
// shared library that this code is in. Then the program goes on, and handlers
// of atexit and destructors of static objects run after this.
[[gnu::cold]] void end_standard_streams();

// Runs after the destructors of static objects (an atexit handler would run
// before some of them); the C library closes its streams after this. Through a
// pointer, so that a file that includes this and prints nothing has nothing of
// it.
#if RILL_PROCESS_HOOKS
[[gnu::destructor]] void end_of_program();
#endif

// The program ends in the middle, after an error whose message is written.
[[gnu::cold]] void drain_before_exit();

// Once, before a standard stream is first used.
[[gnu::cold]] void register_endings();

// C's stdout and stderr as rill prints to them.
//
// Throws nothing, and allocates only the buffer that a user asks for or that a
// shared library needs: an error of the standard streams is kept, flush()
// reports it, and the end of the program does (docs/decisions/0005-errors.md).
// No path from here leads to a throw: one would add 62 KB to a static "Hello
// World".

// Room for stdout's bytes when nobody has given it a buffer: stdio's own
// 4 KiB cost twice the time of a 64 KiB buffer (docs/measured.md).
inline constexpr std::size_t standard_buffer_size =
    RILL_BUFFER_SIZE < 65536 ? 1024 : 65536;
RILL_STATE inline char standard_buffer[standard_buffer_size];

// A buffer for a C stream: `own`, where that will do. A library that is
// unloaded takes its memory with it, but not what it had from malloc. Kept for
// a stream that is opened anew, and never freed: the stream may use it. So it
// is no storage (memory/storage.h), which frees its block and throws; and
// static storage with a destructor would register one with the C library.
struct stream_memory {
  char* own;
  std::size_t own_size;
  char* large = nullptr;
  std::size_t large_size = 0;

  RILL_ALWAYS_INLINE char* take(std::size_t wanted) {
    if (wanted <= own_size && !os::may_be_unloaded()) return own;
    if (wanted <= large_size) return large;
    large = static_cast<char*>(::malloc(wanted));
    large_size = large ? wanted : 0;
    return large;
  }
};
RILL_STATE inline stream_memory memory_of_output{standard_buffer,
                                                 sizeof standard_buffer};
RILL_STATE inline stream_memory memory_of_error{nullptr, 0};

// Gives an unused stream the buffer that its user wants.
[[gnu::cold]] void buffer_c_stream(FILE* stream, os::buffering wanted,
                                   stream_memory& memory,
                                   std::size_t usual_size);

// A buffer for a stdout that nobody has used.
[[gnu::cold]] void buffer_standard_output();

// Once, before the first byte goes to a standard stream.
[[gnu::cold]] void prepare_standard_output();

[[gnu::cold]] void register_endings_once();

// Streams other than stdout hold other locks: the first of them to come takes
// that of stdout for it.
void ensure_standard_output();

// Before each print to stderr, whose lock the caller holds. It has no buffer
// unless its user wants one.
[[gnu::cold]] void prepare_standard_error();

// Before each print that does not go straight into the buffer. The caller
// holds the stream's lock. A stdout that was opened anew has no buffer again.
[[gnu::cold]] void prepare_c_stream(FILE* stream);

void accept_and_keep(writer& base, char const* data, std::size_t size);
void flush_and_keep(writer&);

// Hands the bytes over and keeps the error.
[[gnu::cold]] void finish_standard(c_stream_writer& out);

// For the hooks of a call, and what else may throw.
inline constexpr writer_device keeping_device{accept_and_keep, flush_and_keep,
                                              c_stream_writer::ask_stream};

// A call of print whose pieces run no code of the program's. It holds the
// stream's lock from begin() to end() without an object whose destructor would
// give it back: that would draw the machinery of exceptions into the program.
// Nothing in between throws, and where a thread may be cancelled, the slow
// functions give it back.
class RILL_OF_THIS_MODULE standard_call : c_stream_writer {
 public:
  /// In memory of the caller's, sizeof(standard_call) bytes. What may not be
  /// that short is another function: this one saves no registers.
  static writer& begin(void* memory, FILE* stream);

  static void end(writer& base, char* cursor);
  /// The same, with a newline.
  static void end_line(writer& call, char* cursor);

 private:
  standard_call(FILE* stream, FILE* locked, libc::put_area area) noexcept
      : c_stream_writer(stream, area, device, locked) {}
  standard_call(FILE* stream, FILE* locked)
      : c_stream_writer(stream, nullptr, device, kept_error(stream), locked) {}

  static writer& begin_locked(void* memory, FILE* stream);

  // The first use, a full buffer or none, an error before, the end of the
  // program.
  [[gnu::cold]] static writer& begin_slowly(void* memory, FILE* stream,
                                            FILE* locked);

  /// What end() does where the call is not in the stream's buffer.
  [[gnu::cold]] static void end_slowly(writer& base, char* cursor);

  static void put_slowly(writer& out, any_arg arg);
  static void put_newline(writer& out, void const*);
  [[gnu::cold]] static char* put_newline_slowly(writer& out, char* cursor);
  static constexpr writer_device device{accept_and_keep, flush_and_keep,
                                        ask_stream, put_slowly};
};

// More room than `size`, so that an area without room, which has no address,
// is never written to, not even 0 bytes. As numbers, because the cursor may be
// beyond the end.
RILL_ALWAYS_INLINE bool has_room(libc::put_area area, std::uint64_t size) {
  auto const begin = reinterpret_cast<std::uintptr_t>(area.cursor);
  auto const end = reinterpret_cast<std::uintptr_t>(area.end);
  return begin + size < end;
}

// Text, and perhaps a character behind it, which is negative where there is
// none: where the buffer has no room, on first use, after an error. As by a
// c_stream_writer; a program that prints texts alone is not to compile one.
// The caller holds the lock.
[[gnu::cold]] void print_text_held(FILE* stream, char const* data,
                                   std::size_t size, int last);

// The same, and the lock is given back when the thread is cancelled.
[[gnu::cold]] void print_text_slowly(FILE* stream, char const* data,
                                     std::size_t size, int last);

// While other threads may print.
void print_text_locked(char const* data, std::size_t size, int last);
constexpr int last_of() noexcept { return -1; }
constexpr int last_of(char last) noexcept {
  return static_cast<unsigned char>(last);
}

// The same out of line: the cheapest call there is. The copy comes last, so
// that the call of memcpy returns to the caller.
template <class... Last>
[[gnu::noinline]] void print_text_to_standard_output(char const* data,
                                                     std::size_t size,
                                                     Last... last) {
  std::size_t const needed = size + sizeof...(last);
  if (RILL_UNLIKELY(!libc::is_single_threaded()) ||
      RILL_UNLIKELY(!standard_output.has_fast_path))
    return print_text_locked(data, size, last_of(last...));
  FILE* const stream = stdout;
  libc::put_area const area = libc::writable_or_passed(stream);
  if (RILL_UNLIKELY(!has_room(area, needed)))
    return print_text_locked(data, size, last_of(last...));
  libc::put_up_to(stream, area.cursor + needed);
  char* behind = area.cursor + size;
  ((*behind++ = last), ...);
  copy_short(area.cursor, data, size);
}

#if RILL_COMPILED
RILL_EXTERN template void print_text_to_standard_output<>(char const*,
                                                          std::size_t);
RILL_EXTERN template void print_text_to_standard_output<char>(char const*,
                                                              std::size_t,
                                                              char);
#endif

}  // namespace RILL_OF_THIS_MODULE detail

/// Says whether the end of the program checks standard output (it does,
/// unless told otherwise), gives a message and status 1 when bytes were
/// lost.
void flush_stdout_at_exit(bool check);

// The prints whose hooks have not returned.
//
// Throws nothing, allocates nothing. Such a print holds its pieces back from
// the stream. If its hook throws or ends the program (exit, quick_exit,
// std::terminate), the stream still gets them; if the thread is cancelled,
// only where that does not block.

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

#if RILL_BODIES
#include "standard_output_body.h"
#endif

#endif

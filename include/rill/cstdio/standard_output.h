// rill/cstdio/standard_output.h: prints to C's stdout and stderr, and their
// last flush.
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
// Throws nothing, allocates nothing. Another thread may hold a lock for long:
// in a print with a slow hook, or in a write to a full pipe. The end of the
// program waits for it at most a second, not counting the time in which the
// pipe takes no bytes. fork waits at most a second in all (docs/threads.md).

namespace rill::inline RILL_BUILD {

namespace RILL_OF_THIS_MODULE detail {

[[gnu::cold]] bool lock_output_at_end();

// Writes what the standard streams hold when the program ends. If a thread
// keeps the lock of stdout, the bytes are written without it, as the C library
// does at its own end.
[[gnu::cold]] standard_errors drain_at_end();
[[gnu::cold]] void drain_at_terminate();

// From here on each print is written before it returns. Destructors of static
// objects in other libraries (std::ios_base::Init) flush stdout through the C
// library: bytes that they find there could be lost without a message.
[[gnu::cold]] void write_from_now_on();

// Reports an error of standard output at the end: writes a message, unless the
// reader of a pipe has closed it, and ends with exit status 1. If the program
// goes on, because it unloads this library, the bytes stay in the buffer of
// stdout, among those of other modules.
[[gnu::cold]] void report_standard_output(error_code error);

// Writes a stream whose lock the caller holds. Bytes that could not be written
// in time stay in the buffer, and the next stream is not waited for.
[[gnu::cold]] void drain_before_fork(FILE* stream);

// Runs in the parent before fork, so that the child's copy of the buffer is
// empty and earlier prints come before those of the child. Waits at most one
// second, because the child may be the reader of the pipe.
[[gnu::cold]] void drain_all_before_fork();

// Runs in the child. Drops what other threads printed since
// drain_all_before_fork, and what could not be written: the parent writes it.
// (Holding the lock of stdout across fork could deadlock with a thread in
// fflush(nullptr), which takes the locks of glibc in another order than fork.)
[[gnu::cold]] void forget_after_fork();

// Writes what the streams hold and returns the errors. EIO if only the error
// indicator of stdout is set: then another library lost bytes in a flush.
[[gnu::cold]] standard_errors final_errors();

// Gives bytes that were read ahead from a file back to it, for the next reader
// of the file.
RILL_ALWAYS_INLINE void end_standard_input() {
  if (standard_output.return_input) standard_output.return_input();
  if (standard_output.return_native_input)
    standard_output.return_native_input();
}

[[gnu::cold]] void end_quickly(void*);

// Ends the standard streams of the program, or of the shared library that this
// code is in. In the latter case the program continues, and atexit handlers and
// destructors of static objects run after this.
[[gnu::cold]] void end_standard_streams();

// Runs after the destructors of static objects (an atexit handler would run
// before some of them), and before the C library closes its streams. Calls
// through a pointer, so that a file that includes this header and prints
// nothing links none of that code.
#if RILL_PROCESS_HOOKS
[[gnu::destructor]] void end_of_program();
#endif

// Called when rill ends the program, after an error whose message is written.
[[gnu::cold]] void drain_before_exit();

// Called once, before a standard stream is first used.
[[gnu::cold]] void register_endings();

// Prints to C's stdout and stderr.
//
// Throws nothing, and allocates only the buffer that a user asks for or that a
// shared library needs: an error of the standard streams is kept, flush()
// reports it, and the end of the program does (docs/decisions/0005-errors.md).
// No path from here leads to a throw: one would add 62 KB to a static "Hello
// World".

// The buffer of stdout when the program has given it none: stdio's own 4 KiB
// cost twice the time of a 64 KiB buffer (docs/measured.md).
inline constexpr std::size_t standard_buffer_size =
    RILL_BUFFER_SIZE < 65536 ? 1024 : 65536;
RILL_STATE inline char standard_buffer[standard_buffer_size];

// A buffer for a C stream: `own` if it is large enough, otherwise a block from
// malloc. In a module that can be unloaded always a block, because unloading
// frees `own`. A reopened stream gets the same block. The block is never freed,
// because the stream may still use it. So it is not a storage
// (memory/storage.h): that frees its block and throws, and a static one
// registers its destructor with the C library.
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

// Gives an unused stream the buffer that its user asks for.
[[gnu::cold]] void buffer_c_stream(FILE* stream, os::buffering wanted,
                                   stream_memory& memory,
                                   std::size_t usual_size);

// Gives an unused stdout a buffer.
[[gnu::cold]] void buffer_standard_output();

// Called once, before the first byte goes to a standard stream.
[[gnu::cold]] void prepare_standard_output();

[[gnu::cold]] void register_endings_once();

// Prepares stdout on first use, under its lock. The caller may hold the lock of
// any stream.
void ensure_standard_output();

// Called before each print to stderr, with its lock held. Gives it a buffer
// only if its user asks for one.
[[gnu::cold]] void prepare_standard_error();

// Called before each print that does not go directly into the buffer, with the
// stream's lock held. A reopened stdout gets its buffer again.
[[gnu::cold]] void prepare_c_stream(FILE* stream);

void accept_and_keep(writer& base, char const* data, std::size_t size);
void flush_and_keep(writer&);

// Passes the bytes to the stream and keeps the error.
[[gnu::cold]] void finish_standard(c_stream_writer& out);

// The device for calls with hooks, and other code that may throw.
inline constexpr writer_device keeping_device{accept_and_keep, flush_and_keep,
                                              c_stream_writer::ask_stream};

// A call of print whose pieces run no code of the program. It holds the
// stream's lock from begin() to end() without a guard object, whose destructor
// would link exception handling into the program. Nothing in between throws; if
// the thread may be cancelled, the slow functions release the lock.
class RILL_OF_THIS_MODULE standard_call : c_stream_writer {
 public:
  /// Makes the call in `memory`, of sizeof(standard_call) bytes. Saves no
  /// registers, because all longer paths are functions of their own.
  static writer& begin(void* memory, FILE* stream);

  static void end(writer& base, char* cursor);
  /// Ends the call with a newline.
  static void end_line(writer& call, char* cursor);

 private:
  standard_call(FILE* stream, FILE* locked, libc::put_area area) noexcept
      : c_stream_writer(stream, area, device, locked) {}
  standard_call(FILE* stream, FILE* locked)
      : c_stream_writer(stream, nullptr, device, kept_error(stream), locked) {}

  static writer& begin_locked(void* memory, FILE* stream);

  // Handles the first use, a full buffer or none, an earlier error, and the end
  // of the program.
  [[gnu::cold]] static writer& begin_slowly(void* memory, FILE* stream,
                                            FILE* locked);

  /// end() for a call that is not in the stream's buffer.
  [[gnu::cold]] static void end_slowly(writer& base, char* cursor);

  static void put_slowly(writer& out, any_arg arg);
  static void put_newline(writer& out, void const*);
  [[gnu::cold]] static char* put_newline_slowly(writer& out, char* cursor);
  static constexpr writer_device device{accept_and_keep, flush_and_keep,
                                        ask_stream, put_slowly};
};

// True if there is more room than `size`. An area without room has null
// pointers, and must not be written to, not even 0 bytes. Compares integers,
// because the cursor may be beyond the end.
RILL_ALWAYS_INLINE bool has_room(libc::put_area area, std::uint64_t size) {
  auto const begin = reinterpret_cast<std::uintptr_t>(area.cursor);
  auto const end = reinterpret_cast<std::uintptr_t>(area.end);
  return begin + size < end;
}

// Prints a text, then `last` unless it is negative. The slow path: on first
// use, after an error, and when the buffer has no room. Does what a
// c_stream_writer does, so that a program that prints only texts does not
// compile one. Requires that the caller holds the lock.
[[gnu::cold]] void print_text_held(FILE* stream, char const* data,
                                   std::size_t size, int last);

// The same, and releases the lock when the thread is cancelled.
[[gnu::cold]] void print_text_slowly(FILE* stream, char const* data,
                                     std::size_t size, int last);

// Takes the lock if other threads may print.
void print_text_locked(char const* data, std::size_t size, int last);
constexpr int last_of() noexcept { return -1; }
constexpr int last_of(char last) noexcept {
  return static_cast<unsigned char>(last);
}

// Prints a text by a call with few instructions at the call site. The copy
// comes last, so that memcpy is a tail call.
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

/// Sets whether the end of the program checks standard output (default: true).
/// The check prints a message and sets exit status 1 when bytes were lost.
void flush_stdout_at_exit(bool check);

// The prints whose hooks have not returned.
//
// Throws nothing, allocates nothing. Such a print holds its pieces back from
// the stream. If its hook throws or ends the program (exit, quick_exit,
// std::terminate), the stream still gets them; if the thread is cancelled, only
// if that does not block.

namespace RILL_OF_THIS_MODULE detail {

class unfinished_print;

// The innermost print of this thread; they form a stack. Without thread-local
// storage none is kept, and such a print is lost if its hook ends the program.
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

  /// Finishes the prints of this thread, the innermost first. Skips them in a
  /// child that was forked meanwhile, because the parent has them too.
  [[gnu::cold]] static void finish_all() {
    while (unfinished_print* const last = innermost_print) {
      set_innermost(last->outer_);
      last->is_left_ = true;
      if (last->fork_count_ == standard_output.fork_count) last->finish_(*last);
    }
  }

 protected:
  /// `finish` passes the pieces to the stream.
  [[gnu::noinline]] unfinished_print(c_stream_writer& out,
                                     void (*finish)(unfinished_print&))
      : out_(out),
        finish_(finish),
        outer_(innermost_print),
        fork_count_(standard_output.fork_count) {
    set_innermost(this);
    if (RILL_THREAD_LOCAL && !standard_output.finish_prints) register_once();
    os::if_cancelled(cancelled_, cancel, this);
  }

  /// Called when the hook has returned, has thrown, or was cancelled. Returns
  /// false when no pieces may be passed on any more.
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
    if (!standard_output.finish_prints.exchange(finish_all))
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

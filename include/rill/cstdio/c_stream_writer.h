// rill/cstdio/c_stream_writer.h: a writer into the buffer of a FILE, and the
// buffering of the standard streams.
//
// Layer 4. Tests: test/cstdio/buffering_test.cpp,
// test/cstdio/c_stream_writer_test.cpp, test/print/call_test.cpp,
// test/cstdio/c_file_test.cpp.
#ifndef RILL_CSTDIO_C_STREAM_WRITER_H
#define RILL_CSTDIO_C_STREAM_WRITER_H

#include <stdio.h>   // FILE
#include <stdlib.h>  // getenv, strtoull

#include "../base/atomic.h"
#include "../base/result.h"
#include "../base/text.h"
#include "../os/libc.h"
#include "../os/c_stream.h"
#include "../stream/writer.h"

// The settings for the standard streams in the environment.
//
// Allocates nothing, throws nothing.

namespace rill::inline RILL_BUILD {
namespace os {

enum class buffer_mode : unsigned char { unset, line, block, none };

/// How to buffer a stream. `size` is in bytes; 0 when not set.
struct buffering {
  buffer_mode mode = buffer_mode::unset;
  std::size_t size = 0;
};

// 1 GiB: a larger setting counts as not set.
inline constexpr std::size_t largest_wanted_buffer = std::size_t{1} << 30;

// Parses a size with an optional suffix K, M or G (powers of 1024). Returns 0
// for any other text, and for a size that is too large.
RILL_ALWAYS_INLINE std::size_t wanted_size(char const* value) {
  if (*value < '0' || *value > '9') return 0;
  char* end = nullptr;
  unsigned long long const size = ::strtoull(value, &end, 10);
  int const shift = *end == 'K' || *end == 'k' ? 10
                    : *end == 'M'              ? 20
                    : *end == 'G'              ? 30
                                               : 0;
  if (shift != 0) ++end;
  if (*end != '\0' || size > largest_wanted_buffer >> shift) return 0;
  return static_cast<std::size_t>(size << shift);
}

// True if `value` is `word`, or only the letter.
[[gnu::cold]] bool is_word(char const* value, char const* word, char letter);

/// Parses `line`, `block`, `none` or a size, or stdbuf's L, B, 0 or a size. Any
/// other text, and null, counts as not set.
[[gnu::cold]] buffering buffering_of(char const* value);

/// Reads rill's own variable, and if that is not set, stdbuf's.
[[gnu::cold]] buffering wanted_buffering(char const* variable,
                                         char const* of_stdbuf);

}  // namespace os

// A writer into the buffer of a FILE.
//
// Allocates nothing. Made for one print call, while the stream's lock is held:
// the bytes go straight into the stream's own buffer, so they stay in order
// with printf and std::cout. Where the buffer shows no room (terminals,
// unbuffered streams, first use, other C libraries), and where foreign code
// runs that may print to the stream itself, they collect in a scratch of 4 KiB
// and go out in one call.

namespace detail {

// Holds the stream's lock while the object lives, for calls that may throw.
// Other calls lock without an object, whose destructor would link exception
// handling into the program. Around code of the program, which may start a
// thread, always takes the lock. Around rill's own code (`unless_alone`), takes
// it only if the program has several threads.
class stream_guard {
 public:
  static constexpr struct may_be_left_out {
  } unless_alone{};

  explicit stream_guard(FILE* stream) : locked_(stream) {
    os::lock_stream(stream);
  }
  stream_guard(FILE* stream, may_be_left_out) : locked_(libc::lock(stream)) {}
  stream_guard(stream_guard const&) = delete;
  stream_guard& operator=(stream_guard const&) = delete;
  ~stream_guard() { libc::unlock(locked_); }

 private:
  FILE* locked_;
};

// The bytes of an incomplete UTF-8 sequence, for a wide stream.
struct cut_sequence {
  char bytes[utf8_size];
  std::size_t size = 0;
};

// Writes ASCII from the beginning of `data`, up to 127 bytes, by one call of
// the C library, which is the fastest way. Returns the end of the written
// bytes.
[[gnu::cold]] char const* emit_ascii(FILE* stream, char const* data,
                                     char const* end, error_code& error);

// Writes to a wide stream. Characters other than ASCII one by one, because a
// faster loop would be compiled into every program that prints. Keeps an
// incomplete sequence at the end for the next bytes, unless `is_all`.
[[gnu::cold]] error_code emit_wide(FILE* stream, cut_sequence& cut,
                                   char const* data, std::size_t size,
                                   bool is_all);

// Gives bytes to a stream that is not wide, whatever its state. Writes a full
// buffer alone; the new bytes collect in it, unless they are larger than the
// buffer. Calls libc::wake() for a stream without pending bytes, which shows no
// room before.
[[gnu::cold]] error_code emit_bytes(FILE* stream, char const* data,
                                    std::size_t size);

// A thread's scratch, for calls that find no room in their stream. A nested
// call (from a function that was given to fopencookie) finds it taken.
struct scratch_of_calls {
  static constexpr std::size_t size = 4096;
  bool is_taken;
  char bytes[size];

  // Returns false if it is taken.
  bool take() noexcept {
    if constexpr (RILL_THREAD_LOCAL)
      return !is_taken && (is_taken = true);
    else
      return !__atomic_exchange_n(&is_taken, true, __ATOMIC_ACQUIRE);
  }
  void give_back() noexcept {
    if constexpr (RILL_THREAD_LOCAL)
      is_taken = false;
    else
      __atomic_store_n(&is_taken, false, __ATOMIC_RELEASE);
  }
};
#if RILL_THREAD_LOCAL
RILL_STATE RILL_OF_THIS_MODULE inline constinit thread_local scratch_of_calls
    thread_scratch{};
#else
// One for all threads.
RILL_STATE RILL_OF_THIS_MODULE inline constinit scratch_of_calls
    thread_scratch{};
#endif

class RILL_OF_THIS_MODULE c_stream_writer : public writer {
 public:
  /// Keeps the bytes out of the stream's buffer until finish().
  static constexpr struct via_scratch_tag {
  } via_scratch{};

  /// Writes into the room of the stream's buffer.
  RILL_ALWAYS_INLINE c_stream_writer(FILE* stream, libc::put_area area,
                                     writer_device const& device,
                                     FILE* locked) noexcept
      : writer(device, area.cursor,
               static_cast<std::size_t>(area.end - area.cursor)),
        stream_(stream),
        locked_(locked),
        in_stream_(true) {}
  /// For a stream whose buffer has no room. Writes into `scratch`, of 4 KiB, or
  /// if that is null, into the thread's scratch. `before` is the stream's
  /// earlier error, after which this writer accepts nothing.
  [[gnu::cold]] c_stream_writer(FILE* stream, char* scratch,
                                writer_device const& device, error_code before,
                                FILE* locked = nullptr);
  c_stream_writer(FILE* stream, char* scratch, via_scratch_tag,
                  writer_device const& device, error_code before);

  /// Passes the bytes to the stream.
  [[gnu::cold]] void finish();

  /// Called last. Gives the thread's scratch back if the call has taken it.
  [[gnu::cold]] void release_scratch() noexcept;

  /// Ends a call whose bytes are in the stream's buffer, and releases its lock.
  /// Returns false, and does nothing, if the writer does not use that buffer,
  /// or no longer (leave_stream).
  RILL_ALWAYS_INLINE bool end_in_stream(char* cursor) noexcept {
    if (RILL_UNLIKELY(!in_stream_)) return false;
    libc::put_up_to(stream_, cursor);
    libc::unlock(locked_);
    return true;
  }

  /// True if finish() would pass on bytes from the scratch without blocking.
  [[gnu::cold]] bool can_finish_at_once() const;

  FILE* stream() const noexcept { return stream_; }

  /// Asks whether the stream takes styles, for the devices.
  static style_question ask_stream(writer& base);

  /// Does the work of drain, for the devices.
  [[gnu::cold]] void accept(char const* data, std::size_t size);

 private:
  // Makes the writer use the stream's buffer if that has room, otherwise the
  // scratch, which is then empty.
  void acquire();

  // Called before every call of the C library that may be left by unwinding
  // with the stream's buffer changed. Drops all pointers into that buffer; the
  // bytes given to that call count as handed over.
  void leave_stream() noexcept;

  // Called when the room in the stream's buffer is used up. Writes the bytes
  // from before this call, so that the write ends where a call ends, and moves
  // the bytes of this call to the front of the buffer. If that write fails,
  // this call fails, and the stream has none of its bytes.
  [[gnu::cold]] void make_room(std::size_t size);

  [[gnu::cold]] void empty_stream();

  [[gnu::cold]] void emit_scratch(char const* data, std::size_t size);

  // `data` may point into the scratch.
  [[gnu::cold]] void pass_on(char const* data, std::size_t size);

  void note(error_code reason);

  FILE* stream_;

 protected:
  FILE* locked_ = nullptr;  // the lock that the call has taken

 private:
  char* scratch_ = nullptr;
  bool may_use_stream_ = true;
  bool in_stream_ = false;
  cut_sequence cut_;
};

}  // namespace detail

// The state of C's stdout and stderr in rill, and how their buffers are
// written.
//
// Throws nothing, allocates nothing: an error of the standard streams is kept,
// flush() reports it, and the end of the program does
// (docs/decisions/0005-errors.md).

namespace RILL_OF_THIS_MODULE detail {

// The kept error of a standard stream, which other threads may read. Those that
// set it hold the stream's lock.
class sticky_error {
 public:
  RILL_ALWAYS_INLINE operator error_code() const noexcept {
    error_source const source = source_;
    return source == error_source::none ? error_code()
                                        : error_code(source, number_);
  }
  RILL_ALWAYS_INLINE explicit operator bool() const noexcept {
    return source_ != error_source::none;
  }
  RILL_ALWAYS_INLINE void set(error_code error) noexcept {
    number_ = error.number;
    source_ = error.source;
  }

 private:
  atomic<error_source> source_ = error_source::none;
  atomic<int> number_ = 0;
};

// Why the bytes of the native standard streams are written, or dropped.
enum class draining : unsigned char {
  flush,        ///< rill::flush, a program that starts, a read at a terminal
  end,          ///< the program ends
  before_fork,  ///< in the parent
  after_fork,   ///< in the child: the parent writes them
};
using drain_native = error_code (*)(draining);

// The state of the standard streams. One for the program. Members that are not
// atomic change only with the lock of the stream, or in a child after fork.
struct standard_output_state {
  atomic<bool> is_prepared = false;
  bool is_error_prepared = false;
  bool is_registered = false;
  atomic<bool> is_ending = false;  // exit was called: prints write at once
  atomic<bool> is_over = false;    // errors of later prints are not reported
  atomic<bool> report_at_exit = true;
  sticky_error output_error;
  sticky_error error_error;
  bool has_fast_path = false;  // prepared, and no error yet: see put_directly
  atomic<void (*)()> drain_error;      // set when stderr is first printed to
  atomic<drain_native> native_output;  // set when out() is first used
  atomic<drain_native> native_error;   // set when err() is first used
  atomic<void (*)()> at_end;  // set when a standard stream is first used
  atomic<FILE*> output;       // stdout at its first use, see still_ours
  atomic<os::native_handle> output_handle = os::no_handle;  // its descriptor
  atomic<void (*)()> finish_prints;        // see unfinished_print
  bool is_child = false;                   // this process was made by fork
  int fork_count = 0;                      // the number of forks up to it
  atomic<void (*)()> return_input;         // set when stdin is first read
  atomic<void (*)()> return_native_input;  // set when in() is first used
  atomic<int> patience_at_end = os::longest_wait;  // see os::lock_soon
  // 0 after a fork whose wait timed out: the next fork does not wait again.
  atomic<int> patience_at_fork = os::longest_wait;
  atomic<bool> is_stuck_at_fork = false;
  RILL_ALWAYS_INLINE void wait_no_longer() noexcept {
    patience_at_fork = 0;
    is_stuck_at_fork = true;
  }
};
RILL_STATE inline constinit standard_output_state standard_output;

// The place where the errors of a standard stream are kept.
sticky_error& kept_error(FILE* stream);

// Keeps the error. The stream then accepts nothing more: text behind a missing
// piece must not be printed as if it were complete.
void keep_error(FILE* stream, error_code error);

// Writes what a standard stream holds. Returns the error, also an earlier one.
// Requires that the caller holds the lock.
[[gnu::cold]] error_code drain_held(FILE* stream);

// The same, but takes the lock.
[[gnu::cold]] error_code drain_c_stream(FILE* stream);

[[gnu::cold]] error_code drain_standard_output();

// True if stdout is the stream that it was at its first use. A program may
// point `stdout` at a stream of its own and close that. At the end of the
// program only the first one is known to be valid.
RILL_ALWAYS_INLINE bool still_ours() {
  FILE* const output = standard_output.output;
  return !output || output == stdout;
}

// Writes the bytes in the buffer of stderr, which has one only if its user
// asked for it. Does not wait for the lock, whose holder may be stuck in a
// write.
[[gnu::cold]] void drain_standard_error();

// The first errors of standard output and of standard error.
struct standard_errors {
  error_code output;
  error_code error;
};

// Writes what stderr, out() and err() hold, where they are in use; for a fork,
// only out() and err(). These leave a stream of another thread alone. Returns
// `output` if it is an error, or else that of out(); and that of stderr, or
// else that of err().
[[gnu::cold]] standard_errors drain_other_streams(error_code output,
                                                  draining reason);

// Writes what the standard streams hold, those of C and the native ones, except
// out() and err() if they belong to another thread (standard_streams.h).
[[gnu::cold]] standard_errors drain_standard_streams();

}  // namespace RILL_OF_THIS_MODULE detail

// A FILE for one call of print or scan, with its name in errors and the place
// where they are kept.
//
// Allocates nothing, throws nothing.

namespace detail {

// The state of an owned stream between calls. Changes only while the stream's
// lock is held.
struct c_file_state {
  FILE* fast_path =
      nullptr;       // the stream, while prints may go straight into it
  error_code error;  // sticks until it is cleared
  char const* operation = "write";  // the operation of error
  bool is_reported = false;         // a call has thrown or returned error
  bool has_read = false;            // the last slow call was a read
  bool has_written = false;         // the last slow call was a print

  void stop(error_code reason, char const* what) noexcept {
    if (error) return;
    error = reason;
    operation = what;
    fast_path = nullptr;
  }
};

inline constexpr text null_stream_name = "a null FILE*";
inline constexpr text stream_name = "a FILE";

// A stream for one call, with its name in errors and its state (null for a
// borrowed stream).
struct c_target {
  FILE* stream = nullptr;
  char const* given_name = nullptr;  // null: "a FILE"
  c_file_state* state = nullptr;

  constexpr text name() const noexcept {
    if (!stream) return state ? text("a closed c_file") : null_stream_name;
    return given_name ? text{given_name, length_of(given_name)} : stream_name;
  }
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "c_stream_writer_body.h"
#endif

#endif

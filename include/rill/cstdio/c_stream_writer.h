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

#include "../base/config.h"
#include "../base/result.h"
#include "../base/text.h"
#include "../os/libc.h"
#include "../os/c_stream.h"
#include "../stream/writer.h"

// The settings that a user's environment has for the standard streams.
//
// Allocates nothing, throws nothing.

namespace rill::inline RILL_BUILD {
namespace os {

enum class buffer_mode : unsigned char { unset, line, block, none };

/// How a stream is to be buffered; `size` in bytes, 0 when not said.
struct buffering {
  buffer_mode mode = buffer_mode::unset;
  std::size_t size = 0;
};

// No setting asks for more: one that does counts as not set.
inline constexpr std::size_t largest_wanted_buffer = std::size_t{1} << 30;

// The number that `value` is, K, M and G behind it counting 1024 and so on;
// 0 when it is none, or too large.
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

// The word, or its letter.
[[gnu::cold]] bool is_word(char const* value, char const* word, char letter);

/// What `line`, `block`, `none` or a size says, or as stdbuf writes it: L, B,
/// 0 or a size. Anything else, and null, counts as not set.
[[gnu::cold]] buffering buffering_of(char const* value);

/// What the environment says of a stream: rill's own variable, and where that
/// is not set, the one that stdbuf sets.
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

// The stream's lock for as long as the object lives. Only for calls that may
// throw: the clean-up of an object draws the machinery of exceptions into a
// program. Code of the program's own may start a thread, so around that the
// lock is always taken; around rill's own it is left out where a program has
// one thread (`unless_alone`).
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

// The bytes of a sequence that was cut, for a stream of wide characters.
struct cut_sequence {
  char bytes[utf8_size];
  std::size_t size = 0;
};

// The ASCII at `data`, some of it, by one call of the C library: the fastest
// that it has. Returns its end.
[[gnu::cold]] char const* emit_ascii(FILE* stream, char const* data,
                                     char const* end, error_code& error);

// To a stream of wide characters; other than ASCII one by one, because code
// for more at once is compiled into every program that prints. A sequence
// that is cut at the end waits for the bytes that come next, unless this is
// all.
[[gnu::cold]] error_code emit_wide(FILE* stream, cut_sequence& cut,
                                   char const* data, std::size_t size,
                                   bool is_all);

// Gives bytes to any other stream, whatever its state. A full buffer is
// written by itself, and what follows collects in it again unless it is as
// large; one without pending bytes shows no room until it is woken.
[[gnu::cold]] error_code emit_bytes(FILE* stream, char const* data,
                                    std::size_t size);

// Where the calls of a thread collect that find no room in their stream. A
// call inside of such a call (of a function that fopencookie was given) finds
// it taken.
struct scratch_of_calls {
  static constexpr std::size_t size = 4096;
  bool is_taken;
  char bytes[size];

  // False for a call that finds it taken.
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
  /// Asks for the bytes to stay out of the stream's buffer until finish().
  static constexpr struct via_scratch_tag {
  } via_scratch{};

  /// Into the room that the stream's buffer has.
  RILL_ALWAYS_INLINE c_stream_writer(FILE* stream, libc::put_area area,
                                     writer_device const& device,
                                     FILE* locked) noexcept
      : writer(device, area.cursor,
               static_cast<std::size_t>(area.end - area.cursor)),
        stream_(stream),
        locked_(locked),
        in_stream_(true) {}
  /// Where the buffer has no room, into `scratch`, of 4 KiB; without one, that
  /// of the thread. `before` is an error that has stopped the stream.
  [[gnu::cold]] c_stream_writer(FILE* stream, char* scratch,
                                writer_device const& device, error_code before,
                                FILE* locked = nullptr);
  c_stream_writer(FILE* stream, char* scratch, via_scratch_tag,
                  writer_device const& device, error_code before);

  /// Hands the bytes over to the stream.
  [[gnu::cold]] void finish();

  /// After the last of it. Only a call without a scratch of its own may have
  /// taken that of the thread.
  [[gnu::cold]] void release_scratch() noexcept;

  /// The end of a call in the stream's buffer, and of its lock. False when the
  /// call is not there, or not any more.
  RILL_ALWAYS_INLINE bool end_in_stream(char* cursor) noexcept {
    if (RILL_UNLIKELY(!in_stream_)) return false;
    libc::put_up_to(stream_, cursor);
    libc::unlock(locked_);
    return true;
  }

  /// True when finish() hands over bytes that were collected aside, without
  /// waiting for the other side.
  [[gnu::cold]] bool can_finish_at_once() const;

  FILE* stream() const noexcept { return stream_; }

  /// Whether the stream takes styles, for the devices.
  static style_question ask_stream(writer& base);

  /// The work of drain, for the devices.
  [[gnu::cold]] void accept(char const* data, std::size_t size);

 private:
  // Points the writer at the stream's buffer when that has room, otherwise
  // at the scratch, which is empty then.
  void acquire();

  // Before every call of the C library that may be left by unwinding, with the
  // stream's buffer changed: from here on there is no pointer into that, and
  // what the call was given counts as handed over.
  void leave_stream() noexcept;

  // The room in the stream's buffer is used up. What was printed before this
  // call is written, so that it ends where a call ends, and the bytes of this
  // one move to the front of the buffer. The error of that is told to a call
  // of which the stream has nothing.
  [[gnu::cold]] void make_room(std::size_t size);

  [[gnu::cold]] void empty_stream();

  [[gnu::cold]] void emit_scratch(char const* data, std::size_t size);

  // `data` may be the scratch.
  [[gnu::cold]] void pass_on(char const* data, std::size_t size);

  void check(error_code reason);

  FILE* stream_;

 protected:
  FILE* locked_ = nullptr;  // gives back the lock that a call has taken

 private:
  char* scratch_ = nullptr;
  bool may_use_stream_ = true;
  bool in_stream_ = false;
  cut_sequence cut_;
};

}  // namespace detail

// What rill knows of C's stdout and stderr, and how what they hold is written.
//
// Throws nothing, allocates nothing: an error of the standard streams is kept,
// flush() reports it, and the end of the program does
// (docs/decisions/0005-errors.md).

namespace RILL_OF_THIS_MODULE detail {

// What rill knows of the standard streams. One for the program.
struct standard_output_state {
  bool is_prepared = false;
  bool is_error_prepared = false;
  bool is_registered = false;
  bool is_ending = false;  // exit was called: each print is written at once
  bool is_over = false;    // what is printed now is checked no more
  bool report_at_exit = true;
  error_code output_error;
  error_code error_error;
  bool has_fast_path = false;  // prepared, and no error yet: see put_directly
  void (*drain_error)() = nullptr;  // set when stderr is first printed to
  error_code (*drain_native)() = nullptr;        // when out() is first used
  error_code (*drain_native_error)() = nullptr;  // and err()
  void (*fork_native)(bool is_child) = nullptr;  // out() when it forks
  void (*at_end)() = nullptr;  // set when a standard stream is first used
  FILE* output = nullptr;      // what stdout was then: see still_ours
  os::native_handle output_handle = os::no_handle;  // and its descriptor
  void (*finish_prints)() = nullptr;                // see unfinished_print
  bool is_child = false;                    // a fork has made this process
  int fork_count = 0;                       // and how many were before it
  void (*return_input)() = nullptr;         // set when stdin is first read
  void (*return_native_input)() = nullptr;  // and in()
  int patience_at_end = os::longest_wait;   // see os::lock_stream_soon
  // The next fork does not wait for what this one has waited for in vain.
  int patience_at_fork = os::longest_wait;
  bool is_stuck_at_fork = false;
  void wait_no_longer() noexcept {
    patience_at_fork = 0;
    is_stuck_at_fork = true;
  }
};
RILL_STATE inline standard_output_state standard_output;

// Where the errors of a standard stream are kept.
error_code& kept_error(FILE* stream);

// From now on nothing is accepted: what follows a piece that is missing must
// not be printed as if nothing were.
void keep_error(FILE* stream, error_code error);

// Writes what a standard stream holds. Returns the error, also one of before.
// The caller holds the lock.
[[gnu::cold]] error_code drain_held(FILE* stream);

// The same for a caller without it.
[[gnu::cold]] error_code drain_c_stream(FILE* stream);

[[gnu::cold]] error_code drain_standard_output();

// A program may point `stdout` at a stream of its own, and close that. At the
// end of the program only the stream that was there at first is known to be
// one still.
bool still_ours();

// Standard error holds bytes only where its user has given it a buffer. Not
// waited for: it is what a thread may be stuck in.
[[gnu::cold]] void drain_standard_error();

// Writes what all but stdout hold; the first error of standard output.
[[gnu::cold]] error_code drain_other_streams(error_code error);

// Writes what the standard streams hold, those of C and the native ones; the
// first error of standard output.
[[gnu::cold]] error_code drain_standard_streams();

}  // namespace RILL_OF_THIS_MODULE detail

// A FILE for one call of print or scan, with what errors call it and where
// they are kept.
//
// Allocates nothing, throws nothing.

namespace detail {

// Where the calls of a c_file leave what they have met. One for each stream
// that is owned; it changes while the stream's lock is held.
struct c_file_state {
  FILE* fast_path =
      nullptr;       // the stream, while prints may go straight into it
  error_code error;  // sticks until it is cleared
  char const* operation = "write";  // what error happened to
  bool is_reported = false;         // a call has thrown or returned error
  bool has_read = false;            // the last slow call was a read
  bool has_written = false;         // or a print

  void stop(error_code reason, char const* what) noexcept {
    if (error) return;
    error = reason;
    operation = what;
    fast_path = nullptr;
  }
};

inline constexpr text null_stream_name = "a null FILE*";
inline constexpr text stream_name = "a FILE";

// A stream for one call: with what errors call it, and where they are kept
// (nowhere for a stream that is borrowed).
struct c_target {
  FILE* stream = nullptr;
  char const* given_name =
      nullptr;  // null for one that is known by its pointer
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

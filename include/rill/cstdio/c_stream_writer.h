// rill/stream/c_stream_writer.h: a writer into the buffer of a FILE.
//
// Floor 4. Allocates nothing. Made for one print call, while the stream's
// lock is held: the bytes go straight into the stream's own buffer, so they
// stay in order with printf and std::cout. Where the buffer shows no room
// (terminals, unbuffered streams, first use, other C libraries), and where
// foreign code runs that may print to the stream itself, they collect in a
// scratch of 4 KiB and go out in one call. Tests:
// test/stream/c_stream_writer_test.cpp, test/print/call_test.cpp,
// test/system/.
#ifndef RILL_STREAM_C_STREAM_WRITER_H
#define RILL_STREAM_C_STREAM_WRITER_H

#include "../os/c_stream.h"
#include "../os/libc/libc.h"
#include "../os/libc/wide_stream.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

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
  static constexpr struct collect_aside {
  } aside{};

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
  c_stream_writer(FILE* stream, char* scratch, collect_aside,
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

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "c_stream_writer_body.h"
#endif

#endif

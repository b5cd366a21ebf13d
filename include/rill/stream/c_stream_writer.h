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
#include "../os/error.h"
#include "../os/libc/libc.h"
#include "../os/libc/wide_stream.h"
#include "../unicode/decode.h"
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
RILL_SELDOM_RUN inline char const* emit_ascii(FILE* stream, char const* data,
                                              char const* end,
                                              error_code& error) {
  wchar_t units[128];
  int count = 0;
  for (; data != end && static_cast<signed char>(*data) > 0 && count != 127;
       ++data)
    units[count++] = static_cast<wchar_t>(*data);
  units[count] = L'\0';
  if (count != 0) error = libc::put_wide_text(stream, units);
  return data;
}

// To a stream of wide characters; other than ASCII one by one, because code
// for more at once is compiled into every program that prints. A sequence
// that is cut at the end waits for the bytes that come next, unless this is
// all.
RILL_SELDOM_RUN [[gnu::noinline]] inline error_code emit_wide(FILE* stream,
                                                              cut_sequence& cut,
                                                              char const* data,
                                                              std::size_t size,
                                                              bool is_all) {
  error_code error;
  for (char const* const end = data + size; !error;) {
    if (cut.size == 0) {
      if (data == end) break;
      char const* const behind = emit_ascii(stream, data, end, error);
      if (behind != data) {
        data = behind;
        continue;
      }
      cut.bytes[cut.size++] = *data++;
    }
    decoded_utf8 const one = decode_utf8(cut.bytes, cut.bytes + cut.size);
    bool const is_cut = one.form == rill::utf8_form::cut;
    if (is_cut && data != end) {
      cut.bytes[cut.size++] = *data++;
      continue;
    }
    if (is_cut && !is_all) break;
    cut.size -= static_cast<std::size_t>(one.end - cut.bytes);
    ::memmove(cut.bytes, one.end, cut.size);
    error = libc::put_code_point(stream, one.code_point);
  }
  return error;
}

// Gives bytes to any other stream, whatever its state. A full buffer is
// written by itself, and what follows collects in it again unless it is as
// large; one without pending bytes shows no room until it is woken.
RILL_SELDOM_RUN [[gnu::noinline]] inline error_code emit_bytes(
    FILE* stream, char const* data, std::size_t size) {
  libc::put_area area = libc::writable(stream);
  auto room = static_cast<std::size_t>(area.end - area.cursor);
  if (size >= room) {
    if (libc::only_collects(stream, data, size) || !libc::can_drain(stream))
      return libc::write_through(stream, data, size).error;
    if (!libc::has_put_area || libc::is_eager(stream))
      return libc::drain(stream, data, size).error;
    error_code const error = libc::has_pending(stream)
                                 ? libc::drain(stream, nullptr, 0).error
                                 : libc::wake(stream);
    if (error) return error;
    area = libc::writable(stream);
    room = static_cast<std::size_t>(area.end - area.cursor);
    if (size > room) return libc::drain(stream, data, size).error;
  }
  libc::put_up_to(stream, copy_bytes(area.cursor, data, size));
  return {};
}

// Where the calls of a thread collect that find no room in their stream. A
// call inside of such a call (of a function that fopencookie was given) finds
// it taken.
struct scratch_of_calls {
  static constexpr std::size_t size = 4096;
  bool is_taken;
  char bytes[size];
};
RILL_OF_THIS_MODULE inline constinit thread_local scratch_of_calls
    thread_scratch{};

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
  RILL_SELDOM_RUN [[gnu::noinline]] c_stream_writer(FILE* stream, char* scratch,
                                                    writer_device const& device,
                                                    error_code before,
                                                    FILE* locked = nullptr)
      : writer(device, nullptr, 0),
        stream_(stream),
        locked_(locked),
        scratch_(scratch),
        may_use_stream_(true) {
    if (before)
      stop(before);
    else
      acquire();
  }
  c_stream_writer(FILE* stream, char* scratch, collect_aside,
                  writer_device const& device, error_code before)
      : writer(device, scratch, scratch_of_calls::size),
        stream_(stream),
        scratch_(scratch),
        may_use_stream_(false) {
    if (before) stop(before);
  }

  /// Hands the bytes over to the stream.
  RILL_SELDOM_RUN [[gnu::noinline]] void finish() {
    if (in_stream_) {
      libc::put_up_to(stream_, cursor_);
    } else if (!error_) {
      emit_scratch(nullptr, 0);
      if (cut_.size != 0) check(emit_wide(stream_, cut_, nullptr, 0, true));
    }
  }

  /// After the last of it. Only a call without a scratch of its own may have
  /// taken that of the thread.
  RILL_SELDOM_RUN void release_scratch() noexcept {
    if (scratch_ != thread_scratch.bytes) return;
    thread_scratch.is_taken = false;
    scratch_ = nullptr;
  }

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
  [[gnu::cold]] bool can_finish_at_once() const {
    if (in_stream_) return false;
    libc::put_area const area = libc::writable(stream_);
    return cursor_ - begin_ < area.end - area.cursor ||
           os::takes_bytes(libc::handle_of(stream_), 0);
  }

  FILE* stream() const noexcept { return stream_; }

  /// Whether the stream takes styles, for the devices.
  static style_question ask_stream(writer& base) {
    return {style_answer::unasked, nullptr,
            static_cast<c_stream_writer&>(base).stream_};
  }

  /// The work of drain, for the devices.
  RILL_SELDOM_RUN void accept(char const* data, std::size_t size) {
    if (error_) return;
    if (!in_stream_) return emit_scratch(data, size);
    make_room(size);
    if (error_) return;
    if (size <= room())
      cursor_ = copy_bytes(cursor_, data, size);
    else
      emit(data, size);
  }

 private:
  // Points the writer at the stream's buffer when that has room, otherwise
  // at the scratch, which is empty then.
  void acquire() {
    libc::put_area const area = libc::writable(stream_);
    in_stream_ = may_use_stream_ && area.cursor < area.end;
    if (!in_stream_) return leave_stream();
    release_scratch();
    begin_ = cursor_ = area.cursor;
    end_ = area.end;
  }

  // Before every call of the C library that may be left by unwinding, with the
  // stream's buffer changed: from here on there is no pointer into that, and
  // what the call was given counts as handed over.
  void leave_stream() noexcept {
    if (!scratch_ && !thread_scratch.is_taken) {
      thread_scratch.is_taken = true;
      scratch_ = thread_scratch.bytes;
    }
    in_stream_ = false;
    begin_ = cursor_ = scratch_;
    end_ = scratch_ ? scratch_ + scratch_of_calls::size : scratch_;
  }

  // The room in the stream's buffer is used up. What was printed before this
  // call is written, so that it ends where a call ends, and the bytes of this
  // one move to the front of the buffer. The error of that is told to a call
  // of which the stream has nothing.
  RILL_SELDOM_RUN [[gnu::noinline]] void make_room(std::size_t size) {
    std::size_t const held = pending().size;
    if (libc::has_pending(stream_) && libc::can_drain(stream_)) {
      if (error_code const reason = libc::write_pending(stream_))
        return check(reason);
      libc::put_area const area = libc::writable(stream_);
      if (area.end == end_ && area.cursor < begin_) {
        ::memmove(area.cursor, begin_, held);
        begin_ = area.cursor;
        cursor_ = begin_ + held;
        if (held + size <= static_cast<std::size_t>(end_ - begin_)) return;
      }
    }
    char const* const old = begin_;
    if (held + size <= scratch_of_calls::size) {
      leave_stream();
      may_use_stream_ = false;
      if (held <= room()) {
        cursor_ = copy_bytes(cursor_, old, held);
        return;
      }
    }
    libc::put_up_to(stream_, const_cast<char*>(old) + held);
    empty_stream();
  }

  RILL_SELDOM_RUN [[gnu::noinline]] void empty_stream() {
    leave_stream();
    check(libc::write_pending(stream_));
    if (!error_) acquire();
  }

  RILL_SELDOM_RUN void emit_scratch(char const* data, std::size_t size) {
    std::size_t const held = pending().size;
    cursor_ = begin_;
    if (held != 0) emit(begin_, held);
    if (error_) return;
    if (size <= room())
      cursor_ = copy_bytes(cursor_, data, size);
    else
      emit(data, size);
  }

  // `data` may be the scratch.
  RILL_SELDOM_RUN [[gnu::noinline]] void emit(char const* data,
                                              std::size_t size) {
    leave_stream();
    if (libc::is_wide(stream_))
      return check(emit_wide(stream_, cut_, data, size, false));
    check(emit_bytes(stream_, data, size));
    if (!error_) acquire();
  }

  void check(error_code reason) {
    if (!reason) return;
    in_stream_ = false;
    begin_ = cursor_ = scratch_;
    stop(reason);
  }

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

#endif

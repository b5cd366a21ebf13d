// rill/stream/c_stream_writer.h: a writer into the buffer of a FILE.
//
// Floor 4. Allocates nothing. Made for one print call, while the stream's
// lock is held: the bytes go straight into the stream's own buffer, so they
// stay in order with printf and std::cout. Where the buffer shows no room
// (terminals, unbuffered streams, first use, other C libraries), and where
// foreign code runs that may print to the stream itself, they collect in
// 4 KiB here and go out in one call. Tests:
// test/stream/c_stream_writer_test.cpp, test/system/.
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
  char bytes[utf8_size] = {};
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

class c_stream_writer : public writer {
 public:
  /// Asks for the bytes to stay out of the stream's buffer until finish().
  static constexpr struct collect_aside {
  } aside{};

  /// `needed` bytes are going to be written at once; when the stream's buffer
  /// has less room it is emptied first, so that what was written before ends
  /// where a print ended.
  RILL_SELDOM_RUN
  [[gnu::noinline]] c_stream_writer(FILE* stream, std::size_t needed,
                                    writer_device const& device,
                                    error_code before)
      : writer(device, scratch_, sizeof scratch_), stream_(stream) {
    if (before) stop(before);
    if (before) return;
    acquire();
    if (in_stream_ && room() < needed) empty_stream();
    if (room() < needed && room() < sizeof scratch_ && !error_) stay_aside();
  }
  c_stream_writer(FILE* stream, collect_aside, writer_device const& device,
                  error_code before)
      : writer(device, scratch_, sizeof scratch_),
        stream_(stream),
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

  /// True when finish() hands over bytes that were collected aside, without
  /// waiting for the other side.
  [[gnu::cold]] bool can_finish_at_once() const {
    if (in_stream_) return false;
    libc::put_area const area = libc::writable(stream_);
    return cursor_ - scratch_ < area.end - area.cursor ||
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
    if (in_stream_) {
      libc::put_up_to(stream_, cursor_);
      empty_stream();
      if (!error_ && size > room())
        emit(data, size);
      else if (!error_)
        cursor_ = copy_bytes(cursor_, data, size);
    } else {
      emit_scratch(data, size);
    }
  }

 private:
  // Points the writer at the stream's buffer when that has room, otherwise
  // at the scratch, which is empty then.
  void acquire() {
    libc::put_area const area = libc::writable(stream_);
    in_stream_ = may_use_stream_ && area.cursor < area.end;
    begin_ = cursor_ = in_stream_ ? area.cursor : scratch_;
    end_ = in_stream_ ? area.end : scratch_ + sizeof scratch_;
  }

  // The stream's buffer is too small for this call even when it is empty, and
  // smaller than the scratch: the call would go out in more pieces.
  RILL_SELDOM_RUN void stay_aside() {
    may_use_stream_ = false;
    acquire();
  }

  // Before every call of the C library that may be left by unwinding, with the
  // stream's buffer changed: from here on there is no pointer into that, and
  // what the call was given counts as handed over.
  void leave_stream() noexcept {
    in_stream_ = false;
    begin_ = cursor_ = scratch_;
    end_ = scratch_ + sizeof scratch_;
  }

  RILL_SELDOM_RUN [[gnu::noinline]] void empty_stream() {
    leave_stream();
    check(libc::write_pending(stream_));
    if (!error_) acquire();
  }

  RILL_SELDOM_RUN void emit_scratch(char const* data, std::size_t size) {
    auto const held = static_cast<std::size_t>(cursor_ - scratch_);
    cursor_ = scratch_;
    if (held != 0) emit(scratch_, held);
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
    cursor_ = scratch_;
    stop(reason);
  }

  FILE* stream_;
  bool may_use_stream_ = true;
  bool in_stream_ = false;
  cut_sequence cut_;
  char scratch_[4096];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

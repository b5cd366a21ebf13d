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

class c_stream_writer : public writer {
 public:
  /// Asks for the bytes to stay out of the stream's buffer until finish().
  static constexpr struct collect_aside {
  } aside{};

  /// `needed` bytes are going to be written at once; when the stream's buffer
  /// has less room it is emptied first, so that what was written before ends
  /// where a print ended.
  [[gnu::cold, gnu::noinline]] c_stream_writer(FILE* stream, std::size_t needed,
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
  [[gnu::cold, gnu::noinline]] void finish() {
    if (in_stream_) {
      libc::put_up_to(stream_, cursor_);
    } else if (!error_) {
      emit_scratch(nullptr, 0);
      if (cut_size_ != 0) emit_wide(nullptr, 0, true);
    }
  }

  FILE* stream() const noexcept { return stream_; }

  /// Whether the stream takes styles, for the devices.
  static style_question ask_stream(writer& base) {
    return {style_answer::unasked, nullptr,
            static_cast<c_stream_writer&>(base).stream_};
  }

  /// The work of drain, for the devices.
  [[gnu::cold]] void accept(char const* data, std::size_t size) {
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
  [[gnu::cold]] void stay_aside() {
    may_use_stream_ = false;
    acquire();
  }

  [[gnu::cold, gnu::noinline]] void empty_stream() {
    check(libc::write_pending(stream_));
    if (!error_) acquire();
  }

  [[gnu::cold]] void emit_scratch(char const* data, std::size_t size) {
    auto const held = static_cast<std::size_t>(cursor_ - scratch_);
    cursor_ = scratch_;
    if (held != 0) emit(scratch_, held);
    if (error_) return;
    if (size <= room())
      cursor_ = copy_bytes(cursor_, data, size);
    else
      emit(data, size);
  }

  // Gives bytes to the stream, whatever its state; `data` may be the scratch.
  [[gnu::cold, gnu::noinline]] void emit(char const* data, std::size_t size) {
    if (libc::is_wide(stream_)) return emit_wide(data, size, false);
    libc::put_area const area = libc::writable(stream_);
    if (size < static_cast<std::size_t>(area.end - area.cursor))
      libc::put_up_to(stream_, copy_bytes(area.cursor, data, size));
    else if (libc::only_collects(stream_, data, size) ||
             !libc::can_drain(stream_))
      check(libc::write_through(stream_, data, size).error);
    else if (!libc::has_put_area || libc::is_eager(stream_))
      check(libc::drain(stream_, data, size).error);
    else if (libc::has_pending(stream_))
      put_behind(data, size);
    else
      wake_stream(data, size);
    if (!error_) acquire();
  }

  // The ASCII at `data`, some of it, by one call of the C library: the fastest
  // that it has. Returns its end.
  char const* emit_ascii(char const* data, char const* end) {
    wchar_t units[128];
    int count = 0;
    for (; data != end && static_cast<signed char>(*data) > 0 && count != 127;
         ++data)
      units[count++] = static_cast<wchar_t>(*data);
    units[count] = L'\0';
    if (count != 0) check(libc::put_wide_text(stream_, units));
    return data;
  }

  // To a stream of wide characters; other than ASCII one by one, because code
  // for more at once is compiled into every program that prints. A sequence
  // that is cut at the end waits for the bytes that come next, unless this is
  // all.
  [[gnu::cold, gnu::noinline]] void emit_wide(char const* data,
                                              std::size_t size, bool is_all) {
    for (char const* const end = data + size; !error_;) {
      if (cut_size_ == 0) {
        if (data == end) return;
        if (char const* const behind = emit_ascii(data, end); behind != data) {
          data = behind;
          continue;
        }
        cut_[cut_size_++] = *data++;
      }
      decoded_utf8 const one = decode_utf8(cut_, cut_ + cut_size_);
      bool const is_cut = one.form == rill::utf8_form::cut;
      if (is_cut && data != end) {
        cut_[cut_size_++] = *data++;
        continue;
      }
      if (is_cut && !is_all) return;
      auto const taken = static_cast<std::size_t>(one.end - cut_);
      cut_size_ -= taken;
      ::memmove(cut_, one.end, cut_size_);
      check(libc::put_code_point(stream_, one.code_point));
    }
  }

  // A full buffer is written by itself, and what follows collects in it again
  // unless it is as large.
  [[gnu::cold]] void put_behind(char const* data, std::size_t size) {
    check(libc::drain(stream_, nullptr, 0).error);
    if (!error_) put_or_drain(data, size);
  }

  void put_or_drain(char const* data, std::size_t size) {
    libc::put_area const area = libc::writable(stream_);
    if (size <= static_cast<std::size_t>(area.end - area.cursor))
      libc::put_up_to(stream_, copy_bytes(area.cursor, data, size));
    else
      check(libc::drain(stream_, data, size).error);
  }

  // A buffered stream without pending bytes shows no room until it is woken.
  [[gnu::cold]] void wake_stream(char const* data, std::size_t size) {
    check(libc::wake(stream_));
    if (!error_) put_or_drain(data, size);
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
  char cut_[utf8_size] = {};  // of a sequence, for a stream of wide characters
  std::size_t cut_size_ = 0;
  char scratch_[4096];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

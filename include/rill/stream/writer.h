// rill/stream/writer.h: the buffer that everything is printed into.
//
// Floor 4. A writer is three pointers into a buffer and a device that is
// called when the buffer is full; all printing code is written against it,
// once (docs/decisions/0003-buffer-above-the-device.md). The writer itself
// allocates nothing and throws nothing; a device may. Tests:
// test/stream/writer_test.cpp.
#ifndef RILL_STREAM_WRITER_H
#define RILL_STREAM_WRITER_H

#include "../base/error_code.h"
#include "../base/text.h"
#include "style_question.h"

#if RILL_HOSTED
#include "standard_styles.h"
#endif

namespace rill::inline RILL_BUILD {

class writer;

namespace detail {

constexpr style_question no_styles(writer&) { return {}; }

class style_access;  // of stream/styling_writer.h

}  // namespace detail

/// What stands behind a writer's buffer.
///
/// `drain` is called when there is no room: it moves the buffer's bytes on,
/// then `data`, which may be any size, also 0. Afterwards there is room
/// again, or error() is set and what came in `data` counts as not printed.
/// `flush` moves every byte on, as far as the device goes.
/// Neither writes a byte twice, and after an error neither writes at all
/// until the error is cleared (file_writer::clear_error).
/// `takes_styles` says whether a terminal that shows styles is behind it; it
/// is asked once, when the first styled value comes.
struct writer_device {
  void (*drain)(writer&, char const* data, std::size_t size);
  void (*flush)(writer&);
  detail::style_question (*takes_styles)(writer&) = detail::no_styles;
};

/// A buffer over a device. Printing writes at the cursor; the device is
/// called when the room is used up.
///
/// Errors stick: the call whose bytes cannot be moved on reports it (writers
/// over files throw rill::error; those over standard output keep it), bytes
/// that were accepted before stay in the buffer, and nothing more is
/// accepted, so that no piece in the middle is ever missing.
class writer {
 public:
  writer(writer const&) = delete;
  writer& operator=(writer const&) = delete;

  /// Writes the bytes. Cost: a copy, or when they do not fit, the device.
  constexpr void write(char const* data, std::size_t size) {
    if (size <= room()) [[likely]]
      cursor_ = detail::copy_bytes(cursor_, data, size);
    else
      device_->drain(*this, data, size);
  }
  constexpr void write(text bytes) { write(bytes.data, bytes.size); }

  /// Writes one byte.
  constexpr void put(char byte) {
    if (cursor_ != end_) [[likely]]
      *cursor_++ = byte;
    else
      device_->drain(*this, &byte, 1);
  }

  /// Moves every byte on to the device.
  constexpr void flush() { device_->flush(*this); }

  /// The first error, until it is cleared.
  constexpr error_code error() const noexcept { return error_; }

  /// The put area, for code that formats straight into the buffer: bytes
  /// from cursor() on, room() of them, become part of the output by
  /// advance_to(their end).
  constexpr char* cursor() const noexcept { return cursor_; }
  constexpr std::size_t room() const noexcept {
    return static_cast<std::size_t>(end_ - cursor_);
  }
  constexpr void advance_to(char* end) noexcept {
    RILL_ASSERT(end >= begin_ && end <= end_);
    cursor_ = end;
  }

  /// Makes room for `size` bytes, if the buffer can ever have so much.
  /// Returns the cursor, or null when the room is smaller all the same.
  constexpr char* reserve(std::size_t size) {
    if (room() < size) [[unlikely]] {
      device_->drain(*this, nullptr, 0);
      if (room() < size) return nullptr;
    }
    return cursor_;
  }

  /// Returns true when styled values get their escape sequences here, as it
  /// was set or, before that, as the device knows.
  constexpr bool takes_styles() {
    if (styles_ == detail::style_answer::unasked) [[unlikely]] {
      detail::style_question const asked = device_->takes_styles(*this);
      styles_ = asked.answer != detail::style_answer::unasked
                    ? asked.answer
                    : detail::settle(asked);
    }
    return styles_ != detail::style_answer::no;
  }
  constexpr void set_styles(style_mode mode) noexcept {
    styles_ = detail::answer_for(mode);
  }

  /// The bytes in the buffer that the device has not taken yet.
  constexpr text pending() const noexcept {
    return {begin_, static_cast<std::size_t>(cursor_ - begin_)};
  }

 protected:
  constexpr writer(writer_device const& device, char* begin,
                   std::size_t size) noexcept
      : cursor_(begin), end_(begin + size), begin_(begin), device_(&device) {}
  // Takes over the other's state, for derived classes that can move; the
  // buffer's bytes must not move with it.
  constexpr writer(writer&& other) noexcept
      : cursor_(other.cursor_),
        end_(other.end_),
        begin_(other.begin_),
        device_(other.device_),
        error_(other.error_),
        styles_(other.styles_) {
    other.forget();
  }
  ~writer() = default;

  constexpr void take(writer& other) noexcept {
    cursor_ = other.cursor_;
    end_ = other.end_;
    begin_ = other.begin_;
    device_ = other.device_;
    error_ = other.error_;
    styles_ = other.styles_;
    other.forget();
  }
  constexpr void forget() noexcept {
    cursor_ = end_ = begin_ = nullptr;
    error_ = library_problem::closed;
  }
  // From now on there is no room, so every write asks the device, which says
  // no: nothing can be skipped over.
  constexpr void stop(error_code reason) noexcept {
    error_ = reason;
    end_ = cursor_;
  }

  char* cursor_;
  char* end_;
  char* begin_;
  writer_device const* device_;
  error_code error_;

 private:
  friend class detail::style_access;
  detail::style_answer styles_ = detail::style_answer::unasked;
};

}  // namespace rill::inline RILL_BUILD

#endif

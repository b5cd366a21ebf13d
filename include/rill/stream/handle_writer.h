// rill/stream/handle_writer.h: how a buffer is emptied into a native handle.
//
// Floor 4. Allocates nothing, throws nothing: what file_writer and the
// standard streams share. Tests: test/stream/file_writer_test.cpp.
#ifndef RILL_STREAM_HANDLE_WRITER_H
#define RILL_STREAM_HANDLE_WRITER_H

#include "../os/cancel.h"
#include "../os/output.h"
#include "handle_styles.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

/// When the bytes in a buffer are written.
enum class writing : unsigned char {
  by_block,  ///< when the buffer is full, in whole pages
  by_lines,  ///< when it is full, in whole lines (files opened to append)
  at_line,   ///< after each line (terminals)
  at_once,   ///< after each piece
};

// A writer over a handle. In the modes at_line and at_once it shows no room,
// so that every piece comes to accept(); the others are never asked about
// lines while there is room.
class handle_writer : public writer {
 protected:
  handle_writer(writer_device const& device, char* buffer, std::size_t capacity,
                os::native_handle handle, writing mode)
      : writer(device, buffer, capacity),
        mode_(mode),
        handle_(handle),
        capacity_(capacity) {
    open_room();
  }
  handle_writer(handle_writer&& other) noexcept
      : writer(static_cast<writer&&>(other)),
        mode_(other.mode_),
        handle_(other.handle_),
        capacity_(other.capacity_),
        operation_(other.operation_) {
    other.forget();
  }
  ~handle_writer() = default;

  void take(handle_writer& other) {
    writer::take(other);
    capacity_ = other.capacity_;
    handle_ = other.handle_;
    mode_ = other.mode_;
    operation_ = other.operation_;
    other.forget();
  }

  // After close, release and move there is nothing to write to.
  void forget() noexcept {
    writer::forget();
    capacity_ = 0;
    handle_ = os::no_handle;
  }

  static style_question ask_handle(writer& base) {
    return {style_answer::unasked, &static_cast<handle_writer&>(base).handle_};
  }

  void open_room() {
    bool const shown = mode_ == writing::by_block || mode_ == writing::by_lines;
    end_ = shown ? begin_ + capacity_ : cursor_;
  }

  std::size_t held() const noexcept {
    return static_cast<std::size_t>(cursor_ - begin_);
  }

  void write_everything() { write_out(held(), nullptr, 0); }
  void write_lines() { write_out(lines_in(begin_, held(), 0), nullptr, 0); }

  // Makes room and takes `data`. A piece as large as the buffer goes to the
  // file from where it is, behind the buffer's bytes.
  void accept(char const* data, std::size_t size) {
    if (error_) return;
    if (mode_ == writing::by_block && size != 0 && size < capacity_)
      fill_and_write(data, size);
    else if (mode_ == writing::by_block)
      write_and_take(data, size);
    else if (mode_ == writing::by_lines)
      take_by_lines(data, size);
    else
      take_and_write(data, size);
  }

  /// Writes the buffer before a fork, unless the other side takes nothing for
  /// `patience` milliseconds: false.
  bool write_within(int patience) {
    if (error_ || held() == 0) return true;
    transit state{this, held(), {}};
    os::write_on(handle_, begin_, held(), state.done, patience);
    transit::settle(&state);
    bool const has_waited = state.done.error == os::would_wait;
    if (state.done.error && !has_waited) stop(state.done.error);
    return !has_waited;
  }
  /// In a child, whose parent writes these bytes.
  void forget_held() {
    cursor_ = begin_;
    if (!error_) open_room();
  }

  /// Forgets the error; the bytes in the buffer are tried again by the next
  /// call that writes.
  void resume() {
    error_ = {};
    open_room();
  }

 private:
  // How many of a full buffer's bytes to write. Whole pages, because a file
  // system copies a page that starts in the middle more slowly.
  std::size_t full_size() const noexcept {
    std::size_t const size = held();
    constexpr std::size_t page = 4096;
    return size < page ? size : size - size % page;
  }

  // The bytes up to and with the last newline, or `otherwise`.
  static std::size_t lines_in(char const* data, std::size_t size,
                              std::size_t otherwise) {
    for (std::size_t lines = size; lines != 0; --lines)
      if (data[lines - 1] == '\n') return lines;
    return otherwise;
  }

  // The buffer's first bytes on their way to the file.
  struct transit {
    handle_writer* out;
    std::size_t first;
    os::transfer done;

    // Takes the written ones off: also when the thread was cancelled while it
    // wrote, so that the next flush does not write them again.
    static void settle(void* state) {
      auto const& self = *static_cast<transit*>(state);
      handle_writer& out = *self.out;
      std::size_t const gone = smaller(self.done.moved, self.first);
      std::size_t const left = out.held() - gone;
      if (left != 0) ::memmove(out.begin_, out.begin_ + gone, left);
      out.cursor_ = out.begin_ + left;
      out.open_room();
    }
  };

  // Writes the first bytes of the buffer, then `data`. What could not be
  // written of the buffer moves to its front; of `data` nothing is kept.
  void write_out(std::size_t first, char const* data, std::size_t size) {
    if (error_ || first + size == 0) return;
    os::part parts[2] = {os::make_part(begin_, first),
                         os::make_part(data, size)};
    transit state{this, first, {}};
    os::cancel_action settle;
    os::if_cancelled(settle, transit::settle, &state);
    os::write_on(handle_, parts, 2, state.done);
    os::not_cancelled(settle);
    transit::settle(&state);
    operation_ = "write";
    if (state.done.error) stop(state.done.error);
  }

  // Small pieces fill the buffer to its end before it is written, so that
  // every write starts and ends at a multiple of the buffer's size.
  void fill_and_write(char const* data, std::size_t size) {
    std::size_t const first = smaller(room(), size);
    cursor_ = copy_bytes(cursor_, data, first);
    write_out(held(), nullptr, 0);
    if (error_) {
      // The piece counts as not printed: what is left of it goes away.
      cursor_ -= smaller(first, held());
      end_ = cursor_;
    } else {
      cursor_ = copy_bytes(cursor_, data + first, size - first);
    }
  }

  void write_and_take(char const* data, std::size_t size) {
    if (size < capacity_) write_out(full_size(), nullptr, 0);
    if (error_) return;
    if (size <= room())
      cursor_ = copy_bytes(cursor_, data, size);
    else
      write_out(held(), data, size);
  }

  // Whole lines go out, of the buffer alone or with those of `data`; the
  // unfinished one stays, unless it is longer than the buffer. When room is
  // asked for (size 0) and no line is finished, nothing is written.
  void take_by_lines(char const* data, std::size_t size) {
    if (std::size_t const lines = lines_in(data, size, 0)) {
      write_out(held(), data, lines);
      data += lines;
      size -= lines;
    } else {
      write_out(lines_in(begin_, held(), 0), nullptr, 0);
    }
    if (error_) return;
    if (size <= room())
      cursor_ = copy_bytes(cursor_, data, size);
    else
      write_out(held(), data, size);
  }

  // The modes without visible room: keep what belongs to an unfinished line.
  void take_and_write(char const* data, std::size_t size) {
    if (size == 0) return;
    std::size_t const now =
        mode_ == writing::at_once ? size : lines_in(data, size, 0);
    if (now != 0 || held() + size > capacity_) {
      std::size_t const first = now != 0 ? now : size;
      write_out(held(), data, first);
      data += first;
      size -= first;
    }
    if (error_ || size == 0) return;
    if (size > capacity_) return write_out(0, data, size);
    cursor_ = end_ = copy_bytes(cursor_, data, size);
  }

 protected:
  writing mode_;  // in the padding of writer, with the handle
  os::native_handle handle_;
  std::size_t capacity_;
  char const* operation_ = "write";  // what error_ happened to
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/stream/handle_writer.h: how a buffer is emptied into a native handle.
//
// Layer 4. Allocates nothing, throws nothing. Shared by file_writer and the
// standard streams. Tests: test/stream/file_writer_test.cpp.
#ifndef RILL_STREAM_HANDLE_WRITER_H
#define RILL_STREAM_HANDLE_WRITER_H

#include "../os/output.h"
#include "writer.h"

namespace rill::inline RILL_BUILD::detail {

/// When the bytes in a buffer are written.
enum class writing : unsigned char {
  by_block,  ///< when the buffer is full, in whole calls
  by_lines,  ///< when it is full, in whole lines (files opened to append)
  at_line,   ///< after each line (terminals)
  at_once,   ///< after each piece
};

// A writer over a handle. In the modes at_line and at_once it shows no room, so
// every piece goes through accept(). The other modes do not look for line ends
// while there is room.
class handle_writer : public writer {
 protected:
  constexpr handle_writer(writer_device const& device, char* buffer,
                          std::size_t capacity, os::native_handle handle,
                          writing mode)
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
        operation_(other.operation_),
        written_(other.written_),
        later_(other.later_) {
    other.forget();
  }
  ~handle_writer() = default;

  void take(handle_writer& other) {
    writer::take(other);
    capacity_ = other.capacity_;
    handle_ = other.handle_;
    mode_ = other.mode_;
    operation_ = other.operation_;
    written_ = other.written_;
    later_ = other.later_;
    other.forget();
  }

  // After close, release and move: every write fails.
  void forget() noexcept {
    writer::forget();
    capacity_ = 0;
    handle_ = os::no_handle;
    later_ = {};
  }

  static style_question ask_handle(writer& base) {
    return {style_answer::unasked, &static_cast<handle_writer&>(base).handle_};
  }

  constexpr void open_room() {
    bool const shown = mode_ == writing::by_block || mode_ == writing::by_lines;
    end_ = shown && !later_ ? begin_ + capacity_ : cursor_;
  }

  std::size_t buffered() const noexcept {
    return static_cast<std::size_t>(cursor_ - begin_);
  }

  void write_everything() { write_out(buffered(), nullptr, 0); }
  void write_lines() {
    write_out(size_of_lines(begin_, buffered(), 0), nullptr, 0);
  }

  // Makes room and takes `data`. A piece as large as the buffer is written in
  // place, behind the buffer's bytes. Returns false, with an error set, if the
  // data is not accepted.
  bool accept(char const* data, std::size_t size) {
    if (later_) tell_later_error();
    if (error_) return false;
    if (mode_ == writing::by_block && size < capacity_)
      return take_in_call(data, size);
    if (mode_ == writing::by_block) return write_and_take(data, size, size);
    if (mode_ == writing::by_lines) return take_by_lines(data, size);
    return take_and_write(data, size);
  }

  /// Writes the buffer before a fork. Returns false if the other side accepts
  /// nothing for `patience` milliseconds.
  bool write_within(int patience) {
    if (error_ || buffered() == 0) return true;
    transit state{this, buffered(), {}};
    os::write_on(handle_, begin_, buffered(), state.done, patience);
    transit::settle(&state);
    bool const has_waited = state.done.error == os::would_wait;
    if (state.done.error && !has_waited) {
      take_call_back();
      stop(state.done.error);
    }
    return !has_waited;
  }
  /// Removes the buffer's first bytes, which were written without this writer.
  void drop_written(std::size_t size) {
    transit state{this, size, {size, {}}};
    transit::settle(&state);
  }
  /// Drops the buffered bytes in a child process; the parent writes them.
  void forget_held() {
    cursor_ = begin_;
    if (call_) call_ = begin_;
    if (!error_) open_room();
  }

  /// Clears the error. The next call that writes tries the bytes in the buffer
  /// again.
  void resume() {
    error_ = {};
    later_ = {};
    open_room();
  }

 public:
  /// Returns how many bytes have been accepted since the writer was made: they
  /// are in the file, or pending(). The growth of this count shows how much of
  /// a failed call that did not fit the buffer has been accepted.
  unsigned long long accepted() const noexcept { return written_ + buffered(); }

 private:
  // The number of bytes up to and including the last newline; `otherwise`
  // without a newline.
  static std::size_t size_of_lines(char const* data, std::size_t size,
                                   std::size_t otherwise) {
    for (std::size_t lines = size; lines != 0; --lines)
      if (data[lines - 1] == '\n') return lines;
    return otherwise;
  }

  // The buffer's first bytes while they are being written.
  struct transit {
    handle_writer* out;
    std::size_t first;
    os::transfer done;

    // Removes the written bytes from the buffer, also when the thread was
    // cancelled during the write, so that the next flush does not write them
    // again.
    static void settle(void* state) {
      auto const& self = *static_cast<transit*>(state);
      handle_writer& out = *self.out;
      std::size_t const gone = smaller(self.done.moved, self.first);
      std::size_t const left = out.buffered() - gone;
      out.written_ += self.done.moved;
      if (out.call_)
        out.call_ = gone <= out.held_before_call() ? out.call_ - gone : nullptr;
      if (left != 0) ::memmove(out.begin_, out.begin_ + gone, left);
      out.cursor_ = out.begin_ + left;
      out.open_room();
    }
  };

  [[gnu::cold]] void tell_later_error() noexcept {
    stop(later_);
    later_ = {};
  }

  // Writes the first `first` bytes of the buffer, then `data`; returns how many
  // bytes of `data` were written. Moves the rest of the buffer to its front.
  // After an error, removes the bytes of the current call of print from the
  // buffer if none of them were written.
  std::size_t write_out(std::size_t first, char const* data, std::size_t size) {
    if (later_) tell_later_error();
    if (error_ || first + size == 0) return 0;
    os::part parts[2] = {os::make_part(begin_, first),
                         os::make_part(data, size)};
    transit state{this, first, {}};
    os::cancel_action settle;
    os::if_cancelled(settle, transit::settle, &state);
    os::write_on(handle_, parts, 2, state.done);
    os::not_cancelled(settle);
    transit::settle(&state);
    operation_ = "write";
    if (state.done.error) {
      take_call_back();
      stop(state.done.error);
    }
    return state.done.moved - smaller(state.done.moved, first);
  }

  // For an error after the first bytes of a piece, or of a call, were written.
  // Keeps the rest of the piece if it fits: the piece counts as accepted, and
  // the next call reports the error.
  [[gnu::cold]] bool keep_rest(char const* data, std::size_t size) noexcept {
    if (size > capacity_ - buffered()) return false;
    cursor_ = end_ = copy_bytes(cursor_, data, size);
    later_ = error_;
    error_ = {};
    return true;
  }

  // Makes room for a piece, or when only room is requested (size 0). Writes the
  // bytes before the call, so that other writers of the same file see whole
  // calls, and no more than the buffer holds at once: a pipe keeps 4 KiB
  // together. Writes the bytes of the call itself only when it is longer than
  // the buffer.
  bool take_in_call(char const* data, std::size_t size) {
    write_out(held_before_call(), nullptr, 0);
    if (error_) return false;
    if (size <= room()) {
      cursor_ = copy_bytes(cursor_, data, size);
      return true;
    }
    return fill_and_write(data, size);
  }

  // Fills the buffer with a part of a call that is longer than it, writes it,
  // and keeps the rest of the piece.
  bool fill_and_write(char const* data, std::size_t size) {
    std::size_t const first = room();
    cursor_ = copy_bytes(cursor_, data, first);
    write_out(buffered(), nullptr, 0);
    if (!error_) {
      cursor_ = copy_bytes(cursor_, data + first, size - first);
      return true;
    }
    if (call_) return false;  // write_out has removed the whole call
    return keep_rest(data + first, size - first);
  }

  // Writes the buffer and the first `now` bytes of `data` in one call. Keeps
  // the rest of `data`, or writes it too when it is longer than the buffer.
  bool write_and_take(char const* data, std::size_t size, std::size_t now) {
    bool const is_in_call = call_ != nullptr;
    std::size_t const moved = write_out(buffered(), data, now);
    if (error_) {
      bool const has_begun = moved != 0 || (is_in_call && !call_);
      return has_begun && keep_rest(data + moved, size - moved);
    }
    data += now;
    size -= now;
    if (size > capacity_) return write_and_take(data, size, size);
    cursor_ = copy_bytes(cursor_, data, size);
    open_room();
    return true;
  }

  // Writes whole lines, of the buffer alone or including those of `data`. Keeps
  // the unfinished line unless it is longer than the buffer: then writes whole
  // calls. Writes nothing of the current call of print if the bytes before it
  // make enough room. When only room is requested (size 0) and no line is
  // finished, writes nothing.
  bool take_by_lines(char const* data, std::size_t size) {
    std::size_t const lines = size_of_lines(data, size, 0);
    if (call_ != nullptr || lines == 0)
      write_out(size_of_lines(begin_, held_before_call(), 0), nullptr, 0);
    if (call_ != nullptr && lines == 0 && size > room())
      write_out(held_before_call(), nullptr, 0);
    if (error_) return false;
    if (size <= room()) {
      cursor_ = copy_bytes(cursor_, data, size);
      return true;
    }
    return write_and_take(data, size, lines != 0 ? lines : size);
  }

  // For the modes without visible room: keeps the bytes of an unfinished line.
  bool take_and_write(char const* data, std::size_t size) {
    if (size == 0) return true;
    std::size_t const now =
        mode_ == writing::at_once ? size : size_of_lines(data, size, 0);
    if (now != 0) return write_and_take(data, size, now);
    if (buffered() + size > capacity_) return write_and_take(data, size, size);
    cursor_ = end_ = copy_bytes(cursor_, data, size);
    return true;
  }

 protected:
  writing mode_;  // in the padding of writer, with the handle
  os::native_handle handle_;
  std::size_t capacity_;
  char const* operation_ = "write";  // the operation that error_ is of
  unsigned long long written_ = 0;   // bytes that the file has
  error_code later_;  // for the next call: the bytes of this one are kept
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

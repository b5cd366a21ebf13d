// rill/stream/read_buffer.h: the buffer of a reader that allocates it.
//
// Layer 4. Allocates with operator new. Keeps some bytes before the unread
// ones, so that an error can show its line. Tests: test/stream/reader_test.cpp.
#ifndef RILL_STREAM_READ_BUFFER_H
#define RILL_STREAM_READ_BUFFER_H

#include "../memory/poison.h"
#include "../memory/storage.h"
#include "reader.h"

namespace rill::inline RILL_BUILD {

inline constexpr std::size_t default_read_size = RILL_BUFFER_SIZE;

namespace detail {

// How many bytes before the cursor stay in memory.
inline constexpr std::size_t history_size = 128;

// A reader with a buffer of its own: history, then room for one read of the
// device and for the unread rest of the one before. Under AddressSanitizer a
// use of room that the device has not filled is reported (memory/poison.h).
class buffered_reader : public reader {
 protected:
  buffered_reader(reader_device const& device, std::size_t read_size)
      : reader(device, nullptr, 0) {
    allocate(read_size);
  }
  // Has no memory until allocate() is called, before the first fill.
  explicit buffered_reader(reader_device const& device) noexcept
      : reader(device, nullptr, 0) {}
  buffered_reader(buffered_reader&& other) noexcept
      : reader(static_cast<reader&&>(other)),
        position_(other.position_),
        memo_(other.memo_),
        buffer_(static_cast<storage&&>(other.buffer_)) {
    exchange_room(other);
  }
  ~buffered_reader() { open_room(); }

  void allocate(std::size_t read_size) {
    buffer_ = storage(history_size + larger(read_size, std::size_t{1}));
    begin_ = cursor_ = end_ = buffer_.data();
    close_room(room_size());
  }
  bool has_memory() const noexcept { return buffer_.data() != nullptr; }

  void take(buffered_reader& other) noexcept {
    reader::take(other);
    position_ = other.position_;
    memo_ = other.memo_;
    buffer_ = static_cast<storage&&>(other.buffer_);
    exchange_room(other);
  }

  // Moves the history and the unread bytes to the front. A token that fills
  // half of the room doubles the buffer, and nothing moves until three quarters
  // are full: n bytes cost O(n) moves, even if the device returns single bytes.
  // Calls leave(text) with the bytes that are dropped, after the allocation: a
  // std::bad_alloc changes nothing. Under AddressSanitizer the bytes go to new
  // memory each time, so that a use of a line that was kept as a view is
  // reported as heap-use-after-free.
  template <class Leave>
  void make_room(Leave leave) {
    if (can_stay()) return;
    std::size_t const unread = available();
    std::size_t const kept =
        smaller(static_cast<std::size_t>(cursor_ - begin_), history_size);
    std::size_t const room = buffer_.size() - history_size;
    char const* const from = cursor_ - kept;
    text const dropped{begin_, static_cast<std::size_t>(from - begin_)};
    bool const grows = unread > room / 2;
    open_room();
    if (grows || (RILL_ADDRESS_SANITIZER && end_ != begin_)) {
      storage const before = buffer_.grow(
          history_size + (grows ? 2 * room : room), {from, kept + unread});
      leave(dropped);
    } else {
      leave(dropped);
      if (kept + unread != 0)
        __builtin_memmove(buffer_.data(), from, kept + unread);
    }
    begin_ = buffer_.data();
    cursor_ = begin_ + kept;
    end_ = cursor_ + unread;
    close_room(kept + unread);
  }

  void make_room() {
    make_room([](text) {});
  }
  // Counts the lines in the bytes that are dropped.
  void make_counted_room() {
    make_room(
        [this](text dropped) { count_leaving(memo_, position_, dropped); });
  }

  // Where the device puts its bytes, until add() is called, and how many fit.
  char* room_begin() noexcept {
    open_room();
    return const_cast<char*>(end_);
  }
  std::size_t room_size() const noexcept {
    return static_cast<std::size_t>(buffer_.data() + buffer_.size() - end_);
  }
  // Returns how many bytes to ask for. Whole pages, because a file system
  // copies a page more slowly from its middle, and the C library reads a
  // partial page in a call of its own.
  std::size_t asked_size() const noexcept {
    constexpr std::size_t page = 4096;
    std::size_t const room = room_size();
    return room < page ? room : room - room % page;
  }
  void add(std::size_t count) noexcept {
    end_ += count;
    close_room(count);
  }

  mutable source_position position_;  // of begin_, for devices that count lines
  mutable line_memo memo_{};

 private:
  bool can_stay() const noexcept {
    return cursor_ != end_ && room_size() > (buffer_.size() - history_size) / 4;
  }

#if RILL_ADDRESS_SANITIZER
  void open_room() noexcept { closed_.open(); }
  void close_room(std::size_t filled) noexcept {
    closed_.open();
    closed_.close(end_, room_size(), filled);
  }
  void exchange_room(buffered_reader& other) noexcept {
    poisoned_room const ours = closed_;
    closed_ = other.closed_;
    other.closed_ = ours;
  }
  poisoned_room closed_;
#else
  static void open_room() noexcept {}
  static void close_room(std::size_t) noexcept {}
  static void exchange_room(buffered_reader&) noexcept {}
#endif

  storage buffer_;
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif

// rill/process/pump_loop.h: reads and writes several pipes at once, in one
// thread.
//
// Layer 6. Throws std::bad_alloc, and what a callable that takes lines throws.
// Tests: test/process/pipe_test.cpp, test/process/run_test.cpp.
#ifndef RILL_PROCESS_PUMP_LOOP_H
#define RILL_PROCESS_PUMP_LOOP_H

#include "../os/process.h"
#include "../os/file.h"
#include "../os/pump.h"
#include "options.h"

namespace rill::inline RILL_BUILD::detail {

// Owns one pipe. Its bytes come from a text, or go to an output_taker.
struct pumped_stream {
  file pipe;
  output_taker* taker = nullptr;  // null for a pipe to write to
  bool ends_with_bytes = true;    // when writing: close after the text
};

// Reads and writes an array of pipes, as each is ready. Closes a pipe to read
// once it has no writer, and a pipe to write once its bytes are written. If the
// reader closes its end earlier, drops the remaining bytes without an error.
class pump_loop {
 public:
  pump_loop(pumped_stream* streams, os::pump_channel* channels,
            std::size_t count) noexcept
      : streams_(streams), channels_(channels), count_(count) {}
  pump_loop(pump_loop const&) = delete;
  pump_loop& operator=(pump_loop const&) = delete;
  ~pump_loop() { close_all(); }

  // Sets and opens pipe `i`.
  void open(std::size_t i, file pipe) noexcept {
    streams_[i].pipe = static_cast<file&&>(pipe);
    channels_[i].handle = streams_[i].pipe.native_handle();
    channels_[i].is_writing = streams_[i].taker == nullptr;
  }
  void close(std::size_t i) noexcept {
    if (!is_open(i)) return;
    os::abandon(channels_[i]);
    channels_[i].handle = os::no_handle;
    streams_[i].pipe = file();
    if (streams_[i].taker) streams_[i].taker->end_text();
  }
  // Call before reading the takers' texts: Windows may write to them until
  // then.
  void close_all() noexcept {
    for (std::size_t i = 0; i != count_; ++i) close(i);
  }
  bool is_open(std::size_t i) const noexcept {
    return channels_[i].handle != os::no_handle;
  }
  bool is_any_open() const noexcept {
    for (std::size_t i = 0; i != count_; ++i)
      if (is_open(i)) return true;
    return false;
  }

  // Sets the bytes to write next. They must stay valid until they are written.
  void offer(std::size_t i, text bytes) noexcept {
    channels_[i].data = const_cast<char*>(bytes.data);
    channels_[i].size = bytes.size;
    if (bytes.size == 0 && streams_[i].ends_with_bytes) close(i);
  }
  std::size_t left_to_write(std::size_t i) const noexcept {
    return is_open(i) ? channels_[i].size : 0;
  }

  // Waits until bytes move, at most for `nanoseconds`, and takes them. Returns
  // false if nothing has moved, or after an error.
  bool move_some(unsigned long long nanoseconds) {
    bool is_writing = false;
    for (std::size_t i = 0; i != count_; ++i) {
      if (!make_room(i)) return false;
      is_writing |= is_open(i) && channels_[i].is_writing;
    }
    if (pump(is_writing, nanoseconds).is_time_over) return false;
    for (std::size_t i = 0; i != count_; ++i)
      if (is_open(i)) take_moved(i);
    return !failure_;
  }

  // The first error of a pipe.
  error const& failure() const noexcept { return failure_; }
  // True if a taker has exceeded its limit.
  bool is_over_limit() const noexcept { return is_over_limit_; }

 private:
  os::pump_answer pump(bool is_writing, unsigned long long nanoseconds) {
    if (!is_writing)
      return os::pump_some(channels_, count_, nullptr, nanoseconds);
    os::no_broken_pipe_signal const quiet;
    return os::pump_some(channels_, count_, nullptr, nanoseconds);
  }

  bool make_room(std::size_t i) {
    output_taker* const taker = streams_[i].taker;
    if (!taker || !is_open(i)) return true;
    if (error_code const code = taker->make_room()) {
      failure_ = streams_[i].pipe.failure("read", code);
      return false;
    }
    channels_[i].data = taker->room_begin();
    channels_[i].size = taker->room_size();
    return true;
  }

  void take_moved(std::size_t i) {
    os::pump_channel& channel = channels_[i];
    pumped_stream& stream = streams_[i];
    if (channel.error) {
      failure_ = stream.pipe.failure(channel.is_writing ? "write" : "read",
                                     channel.error);
      return close(i);
    }
    bool is_over = channel.is_at_end;
    if (channel.is_writing) {
      channel.data += channel.moved;
      channel.size -= channel.moved;
      is_over |= channel.size == 0 && stream.ends_with_bytes;
    } else if (channel.moved != 0 && !stream.taker->take(channel.moved)) {
      // Only if bytes have moved: otherwise Windows may still be writing into
      // the room.
      is_over_limit_ = true;
    }
    if (!is_over) return;
    close(i);
    if (stream.taker) stream.taker->finish();
  }

  pumped_stream* streams_;
  os::pump_channel* channels_;
  std::size_t count_;
  error failure_;
  bool is_over_limit_ = false;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/process/pump_loop.h: bytes into and out of several pipes at the same
// time, in one thread.
//
// Layer 6. Throws std::bad_alloc and what a callable throws that takes lines.
// Tests: test/process/pipe_test.cpp, test/process/run_test.cpp.
#ifndef RILL_PROCESS_PUMP_LOOP_H
#define RILL_PROCESS_PUMP_LOOP_H

#include "../os/process.h"
#include "../os/file.h"
#include "../os/pump.h"
#include "options.h"

namespace rill::inline RILL_BUILD::detail {

// One pipe, which is its own: bytes go in from a text, or come out to a taker.
struct pumped_stream {
  file pipe;
  output_taker* taker = nullptr;  // null: it is written to
  bool ends_with_bytes = true;    // written: closed when the text is used up
};

// Reads and writes the pipes of an array, as each is ready. A pipe that is read
// is closed when no writer is left, one that is written when its bytes are used
// up. If its reader is closed before, the other bytes are dropped; that is no
// error.
class pump_loop {
 public:
  pump_loop(pumped_stream* streams, os::pump_channel* channels,
            std::size_t count) noexcept
      : streams_(streams), channels_(channels), count_(count) {}
  pump_loop(pump_loop const&) = delete;
  pump_loop& operator=(pump_loop const&) = delete;
  ~pump_loop() { close_all(); }

  // A pipe that is open from now on.
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
  // Before the takers are asked for what they have: until then Windows may be
  // writing there.
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

  // What a pipe is written next. The bytes stay where they are until they are
  // used up.
  void offer(std::size_t i, text bytes) noexcept {
    channels_[i].data = const_cast<char*>(bytes.data);
    channels_[i].size = bytes.size;
    if (bytes.size == 0 && streams_[i].ends_with_bytes) close(i);
  }
  std::size_t left_to_write(std::size_t i) const noexcept {
    return is_open(i) ? channels_[i].size : 0;
  }

  // Waits until something moves, at most for some nanoseconds, and takes it.
  // False when nothing has moved, or something has failed.
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
  // True when a taker has got more than its limit.
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
      // Where nothing has moved, Windows may be writing into the room.
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

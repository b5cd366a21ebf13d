// rill/os/pump.h: moves bytes through several pipes at once.
//
// Layer 3. Tests: test/os/pump_test.cpp, test/os/win32/pump_test.cpp.
#ifndef RILL_OS_PUMP_H
#define RILL_OS_PUMP_H

#include "process.h"

#if defined(__unix__) || defined(__APPLE__)
#include "../memory/small_vector.h"
#include "posix/output.h"
#elif defined(_WIN32)
#include "win32/output.h"  // is_end, is_closed_pipe
#endif

namespace rill::inline RILL_BUILD::os {

/// Why pump_some returned. If neither is set, a channel has moved bytes, ended
/// or failed.
struct pump_answer {
  bool is_time_over = false;
  bool has_ended = false;
};

// A process that cannot be waited for counts as ended: collect() returns the
// error.
inline bool is_over(child_process const& process) {
  awaited const now = await_end(process, 0);
  return now.has_ended || now.error;
}

#if defined(__unix__) || defined(__APPLE__)

// Waits for all pipes in one poll. Throws std::bad_alloc, and only for more
// than eight pipes.

/// One end of a pipe, read or written whenever that does not block. A writer's
/// descriptor is non-blocking (make_pipe).
struct pump_channel {
  native_handle handle = no_handle;  ///< no_handle: the channel is skipped
  bool is_writing = false;
  char* data = nullptr;    ///< where bytes are read to or written from
  std::size_t size = 0;    ///< the most bytes; 0: skipped for now
  std::size_t moved = 0;   ///< by the last call
  bool is_at_end = false;  ///< the other end of the pipe is closed
  error_code error = {};   ///< of the last call
};

// Makes one read or write on a channel that poll reports as ready.
inline void move_some(pump_channel& channel) {
  transfer const done =
      channel.is_writing
          ? write_some(channel.handle, channel.data, channel.size)
          : read_some(channel.handle, channel.data, channel.size);
  channel.moved = done.moved;
  if (channel.is_writing && is_closed_pipe(done.error))
    channel.is_at_end = true;
  else if (done.error != would_wait)
    channel.error = done.error;
  if (!channel.is_writing && !done.error && done.moved == 0)
    channel.is_at_end = true;
}

inline bool takes_part(pump_channel const& channel) {
  return channel.handle != no_handle && channel.size != 0;
}

// Moves what is ready. Returns true if a channel has moved bytes, ended or
// failed.
inline bool move_ready(pump_channel* channels, std::size_t count,
                       pollfd const* asked) {
  bool has_news = false;
  for (std::size_t i = 0; i != count; ++i) {
    pump_channel& channel = channels[i];
    if (!takes_part(channel) || asked[i].revents == 0) continue;
    move_some(channel);
    has_news |= channel.moved != 0 || channel.is_at_end || channel.error;
  }
  return has_news;
}

// Handles a failure of poll itself: EINVAL for more pipes than RLIMIT_NOFILE,
// or ENOMEM.
inline void fail_all(pump_channel* channels, std::size_t count,
                     error_code error) {
  for (std::size_t i = 0; i != count; ++i)
    if (takes_part(channels[i])) channels[i].error = error;
}

/// Waits until a channel has moved bytes, ended or failed, the given process
/// has ended, or the time is over. First moves the channels that are ready.
///
/// Requires: SIGPIPE does not end the program meanwhile.
inline pump_answer pump_some(pump_channel* channels, std::size_t count,
                             child_process const* watched,
                             unsigned long long nanoseconds) {
  unsigned long long const start = steady_nanoseconds();
  detail::small_vector<pollfd, 10> asked;
  for (std::size_t i = 0; i != count; ++i) {
    pump_channel& channel = channels[i];
    channel.moved = 0;
    bool const asks = takes_part(channel);
    short const event = channel.is_writing ? POLLOUT : POLLIN;
    asked.add({asks ? channel.handle : -1, event, 0});
  }
  asked.add({watched ? watched->handle : -1, POLLIN, 0});
  // Without a pidfd, checks between the waits whether the process has ended.
  bool const asks_for_end = watched && watched->handle == no_handle;
  constexpr int pause = 5;
  for (;;) {
    unsigned long long const left = time_left(nanoseconds, start);
    int wait = poll_milliseconds(left);
    if (asks_for_end && (wait < 0 || wait > pause)) wait = pause;
    int const ready =
        call.poll(asked.data(), static_cast<unsigned>(asked.size()), wait);
    if (ready < 0 && errno != EINTR) {
      fail_all(channels, count, last_error());
      return {};
    }
    if (ready > 0 && move_ready(channels, count, asked.data())) return {};
    if (ready > 0 && asked.back().revents != 0) return {false, true};
    if (asks_for_end && is_over(*watched)) return {false, true};
    if (left == 0) return {true, false};
  }
}

/// Stops pending calls, so that the handle can be closed; none are pending
/// here.
inline void abandon(pump_channel&) {}

#elif defined(_WIN32)

// Allocates nothing, throws nothing. Each pipe has one overlapped call pending,
// whose event is waited for. Pending calls belong to the thread: it must not
// end before they do.

/// The event of a channel. A copy starts without one.
class pump_event {
 public:
  pump_event() noexcept = default;
  pump_event(pump_event const&) noexcept {}
  pump_event& operator=(pump_event const&) noexcept { return *this; }
  ~pump_event() {
    if (handle_) (void)call.close_handle(handle_);
  }

  /// Creates the event on first use; null, with GetLastError, on failure.
  void* make() noexcept {
    if (!handle_)
      handle_ = process_call.create_event(nullptr, true, false, nullptr);
    return handle_;
  }
  void* handle() const noexcept { return handle_; }

 private:
  void* handle_ = nullptr;
};

/// One end of a pipe of make_pipe, and the memory for its bytes.
struct pump_channel {
  native_handle handle = no_handle;  ///< no_handle: skipped
  bool is_writing = false;
  char* data = nullptr;
  std::size_t size = 0;    ///< 0: skipped for now
  std::size_t moved = 0;   ///< by this call
  bool is_at_end = false;  ///< the other end is closed
  error_code error = {};   ///< of this call; ends the channel
  bool is_under_way = false;
  windows_offset place = {};
  pump_event event = {};
};

// The system copies a write that is longer than the pipe, so it is split.
inline std::size_t chunk_size_of(pump_channel const& channel) noexcept {
  return detail::smaller(channel.size, channel.is_writing
                                           ? std::size_t{pipe_size}
                                           : largest_transfer);
}

inline void end_channel(pump_channel& channel, error_code why) noexcept {
  channel.is_under_way = false;
  if (is_end(why) || (channel.is_writing && is_closed_pipe(why)))
    channel.is_at_end = true;
  else
    channel.error = why;
}

inline bool is_wanted(pump_channel const& channel) noexcept {
  return channel.handle && channel.size != 0 && !channel.is_at_end &&
         !channel.error;
}

// Starts a call. One that completes at once sets the event too.
inline void begin(pump_channel& channel) noexcept {
  windows_offset& place = channel.place = {};
  place.event = channel.event.make();
  if (!place.event) return end_channel(channel, last_error());
  auto const size = static_cast<windows_word>(chunk_size_of(channel));
  channel.is_under_way = true;
  windows_bool const is_done =
      channel.is_writing
          ? call.write_file(channel.handle, channel.data, size, nullptr, &place)
          : call.read_file(channel.handle, channel.data, size, nullptr, &place);
  if (is_done) return;
  error_code const why = last_error();
  if (why.number != windows_error::io_pending) end_channel(channel, why);
}

// Checks whether the call has completed, or waits for it. A read of 0 bytes
// means that the other side wrote 0 bytes; it is not the end.
inline void look(pump_channel& channel, bool waits) noexcept {
  windows_word moved = 0;
  if (rill_GetOverlappedResult(channel.handle, &channel.place, &moved, waits)) {
    channel.is_under_way = false;
    channel.moved = moved;
    return;
  }
  error_code const why = last_error();
  if (why.number != windows_error::io_incomplete) end_channel(channel, why);
}

// Starts calls on idle channels and checks the pending ones. Returns true if a
// channel has moved bytes, ended or failed.
inline bool turn(pump_channel* channels, std::size_t count) noexcept {
  bool has_news = false;
  for (std::size_t i = 0; i != count; ++i) {
    pump_channel& channel = channels[i];
    if (!is_wanted(channel)) continue;
    if (!channel.is_under_way) begin(channel);
    if (channel.is_under_way) look(channel, false);
    has_news |= channel.moved != 0 || channel.is_at_end || bool(channel.error);
  }
  return has_news;
}

// The objects to wait for: at most MAXIMUM_WAIT_OBJECTS.
struct wait_list {
  void* handles[64];
  windows_word count = 0;
  bool is_full = false;

  void add(void* handle) noexcept {
    is_full = is_full || count == 64;
    if (!is_full) handles[count++] = handle;
  }
};

inline void wait_for_any(pump_channel const* channels, std::size_t count,
                         child_process const* watched,
                         windows_word milliseconds) noexcept {
  wait_list list;
  if (watched) list.add(watched->handle);
  for (std::size_t i = 0; i != count; ++i)
    if (channels[i].is_under_way) list.add(channels[i].event.handle());
  // Objects that did not fit the list are polled often.
  constexpr windows_word look_again = 10;
  if (list.is_full) milliseconds = detail::smaller(milliseconds, look_again);
  if (list.count == 0)
    rill_Sleep(milliseconds);
  else
    (void)rill_WaitForMultipleObjects(list.count, list.handles, false,
                                      milliseconds);
}

/// Waits until a channel has moved bytes, ended or failed, the given process
/// has ended, or the time is over. The system also reads and writes the
/// channels' memory between the calls, until `moved`, `is_at_end` or `error` is
/// set; abandon() stops it. Skips channels that have ended or failed. Waits for
/// at most 63 channels; polls any others 100 times a second.
inline pump_answer pump_some(pump_channel* channels, std::size_t count,
                             child_process const* watched,
                             unsigned long long nanoseconds) noexcept {
  wait_time const time(nanoseconds);
  for (std::size_t i = 0; i != count; ++i) channels[i].moved = 0;
  for (;;) {
    bool const has_news = turn(channels, count);
    bool const has_ended = watched && is_over(*watched);
    if (has_news || has_ended) return {false, has_ended};
    windows_word const left = time.milliseconds();
    if (left == 0) return {true, false};
    wait_for_any(channels, count, watched, left);
  }
}

/// Cancels the pending call and waits until the system no longer uses the
/// memory. `moved` is the number of bytes moved until then. The caller closes
/// the handle.
inline void abandon(pump_channel& channel) noexcept {
  channel.moved = 0;
  if (!channel.is_under_way) return;
  (void)rill_CancelIoEx(channel.handle, &channel.place);
  look(channel, true);
  if (channel.error.number == windows_error::operation_aborted)
    channel.error = {};
}

#endif

}  // namespace rill::inline RILL_BUILD::os

#endif

// rill/os/posix/pump.h: bytes through several pipes at once, by one poll.
//
// Layer 3. Throws std::bad_alloc alone, for more than eight pipes. Tests:
// test/os/pump_test.cpp.
#ifndef RILL_OS_POSIX_PUMP_H
#define RILL_OS_POSIX_PUMP_H

#include "../../memory/small_vector.h"
#include "child.h"
#include "output.h"

namespace rill::inline RILL_BUILD::os {

/// One end of a pipe that is read or written as the other side allows. A
/// writer's descriptor is non-blocking (make_pipe).
struct pump_channel {
  native_handle handle = no_handle;  ///< none: the channel is left out
  bool is_writing = false;
  char* data = nullptr;    ///< where bytes go, or come from
  std::size_t size = 0;    ///< how many at most; 0: left out for now
  std::size_t moved = 0;   ///< by the last call
  bool is_at_end = false;  ///< the other end of the pipe is closed
  error_code error = {};   ///< of the last call
};

/// Why pump_some returned: neither when a channel has news.
struct pump_answer {
  bool is_time_over = false;
  bool has_ended = false;
};

// One read or write of a channel that poll has named.
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

// Moves what is ready; true when any channel has news.
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

// poll itself has failed: EINVAL for more pipes than RLIMIT_NOFILE, ENOMEM.
inline void fail_all(pump_channel* channels, std::size_t count,
                     error_code error) {
  for (std::size_t i = 0; i != count; ++i)
    if (takes_part(channels[i])) channels[i].error = error;
}

/// Waits until a channel has moved bytes, has come to its end or failed, until
/// the process has ended (where one is given), or the time is over. Channels
/// that are ready are moved first.
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
  // Without a pidfd the end of the process is asked for between the waits.
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
    if (asks_for_end && await_end(*watched, 0).has_ended) return {false, true};
    if (left == 0) return {true, false};
  }
}

/// Stops what is under way, so that the handle can be closed.
inline void abandon(pump_channel&) {}

}  // namespace rill::inline RILL_BUILD::os

#endif

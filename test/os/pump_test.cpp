// test/os/pump_test.cpp: pipes, transfers through several at once, and writes
// to a pipe whose reading end is closed.
// covers: rill/os/process.h
// covers: rill/os/posix/child.h
// platforms: posix native
#include <doctest/doctest.h>
#include <rill/os/process.h>
#include <rill/os/pump.h>
#include <rill/os/spawn.h>
#include <unistd.h>

#include <string>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/files.h"
#include "support/kept_calls.h"

namespace os = rill::os;
using os::pumped_end;

namespace {

struct own_pipe : os::pipe_ends {
  explicit own_pipe(pumped_end end = pumped_end::none)
      : pipe_ends(os::make_pipe(end)) {
    REQUIRE(!error);
  }
  own_pipe(own_pipe const&) = delete;
  ~own_pipe() {
    close_reader();
    close_writer();
  }
  void close_reader() { close(reader); }
  void close_writer() { close(writer); }

 private:
  static void close(int& handle) {
    if (handle != os::no_handle) (void)os::close(handle);
    handle = os::no_handle;
  }
};

constexpr unsigned long long a_second = 1'000'000'000;

}  // namespace

TEST_CASE("os/spawn: pipes are closed by exec and are no standard streams") {
  rill_test::descriptor_count const before;
  {
    own_pipe const pipe;
    for (int handle : {pipe.reader, pipe.writer}) {
      CHECK((::fcntl(handle, F_GETFD) & FD_CLOEXEC) != 0);
      CHECK((::fcntl(handle, F_GETFL) & O_NONBLOCK) == 0);
    }
    own_pipe const pumped(pumped_end::writer);
    CHECK((::fcntl(pumped.reader, F_GETFL) & O_NONBLOCK) == 0);
    CHECK((::fcntl(pumped.writer, F_GETFL) & O_NONBLOCK) != 0);
  }
  CHECK(before.same());
  CHECK(rill_test::status_of_child([] {
          ::close(0);
          ::close(1);
          os::pipe_ends const pipe = os::make_pipe(pumped_end::none);
          return pipe.reader > 2 && pipe.writer > 2 ? 0 : 1;
        }) == 0);
}

TEST_CASE("os/spawn: no descriptors are left for a pipe") {
  auto const before = os::process_call;
  os::process_call.pipe = [](int*) {
    errno = EMFILE;
    return -1;
  };
  CHECK(os::make_pipe(pumped_end::none).error.number == EMFILE);
  os::process_call = before;
}

TEST_CASE("os/spawn: a named pipe is made once") {
  rill_test::folder const folder;
  CHECK(!os::make_named_pipe((folder / "p").c_str(), 0600));
  CHECK(os::make_named_pipe((folder / "p").c_str(), 0600).number == EEXIST);
}

TEST_CASE("os/spawn: two pipes at once, in parts of any size") {
  std::string const sent = rill_test::pattern(1'000'003);
  for (std::size_t part :
       {std::size_t{1000}, std::size_t{65536}, std::size_t{2000000}}) {
    own_pipe first(pumped_end::writer);
    own_pipe second(pumped_end::writer);
    std::string got[2];
    std::string room(part, '\0');
    std::string other_room(part, '\0');
    os::pump_channel channels[4];
    std::string copy = sent;
    channels[0] = {first.writer, true, copy.data(), copy.size()};
    channels[1] = {second.writer, true, copy.data(), copy.size()};
    channels[2] = {first.reader, false, room.data(), part};
    channels[3] = {second.reader, false, other_room.data(), part};
    while (channels[2].handle != os::no_handle ||
           channels[3].handle != os::no_handle) {
      os::pump_answer const answer =
          os::pump_some(channels, 4, nullptr, 10 * a_second);
      REQUIRE(!answer.is_time_over);
      for (int i : {0, 1}) {
        channels[i].data += channels[i].moved;
        channels[i].size -= channels[i].moved;
        if (channels[i].size != 0) continue;
        channels[i].handle = os::no_handle;
        i == 0 ? first.close_writer() : second.close_writer();
      }
      for (int i : {2, 3}) {
        got[i - 2].append(channels[i].data, channels[i].moved);
        if (channels[i].is_at_end) channels[i].handle = os::no_handle;
      }
    }
    CHECK(got[0] == sent);
    CHECK(got[1] == sent);
  }
}

TEST_CASE("os/spawn: the time is over when nothing moves") {
  own_pipe const pipe;
  char room[10];
  os::pump_channel channel{pipe.reader, false, room, sizeof room};
  CHECK(os::pump_some(&channel, 1, nullptr, 0).is_time_over);
  CHECK(os::pump_some(&channel, 1, nullptr, 20'000'000).is_time_over);
  CHECK(channel.moved == 0);
  CHECK(!channel.is_at_end);
  REQUIRE(::write(pipe.writer, "abc", 3) == 3);
  CHECK(!os::pump_some(&channel, 1, nullptr, 0).is_time_over);
  CHECK(channel.moved == 3);
}

TEST_CASE("os/spawn: a channel without room or handle is left out") {
  own_pipe pipe;
  REQUIRE(::write(pipe.writer, "abc", 3) == 3);
  char room[2];
  os::pump_channel channels[2]{{pipe.reader, false, room, 0},
                               {os::no_handle, false, room, 2}};
  CHECK(os::pump_some(channels, 2, nullptr, 0).is_time_over);
  channels[0].size = 2;
  CHECK(!os::pump_some(channels, 2, nullptr, 0).is_time_over);
  CHECK(channels[0].moved == 2);
}

TEST_CASE("os/spawn: a pipe that is not read any more is at its end") {
  own_pipe pipe(pumped_end::writer);
  pipe.close_reader();
  char bytes[] = "abc";
  os::pump_channel channel{pipe.writer, true, bytes, 3};
  {
    os::no_broken_pipe_signal const quiet;
    CHECK(!os::pump_some(&channel, 1, nullptr, a_second).is_time_over);
  }
  CHECK(channel.is_at_end);
  CHECK(!channel.error);
  CHECK(channel.moved == 0);
}

TEST_CASE("os/spawn: the end of a process is told, with a pidfd and without") {
  for (bool has_pidfd : {true, false}) {
    os::child_handle const handles[] = {{0, 0}, {2, 2}};
    rill::text const arguments[] = {"sleep", "0.1"};
    os::spawn_request request;
    request.program = arguments[0];
    request.arguments = arguments;
    request.argument_count = 2;
    request.handles = handles;
    request.handle_count = 2;
    os::child_process child = os::spawn(request).process;
    if (!has_pidfd && child.handle != os::no_handle) {
      (void)os::close(child.handle);
      child.handle = os::no_handle;
    }
    own_pipe const pipe;
    char room[10];
    os::pump_channel channel{pipe.reader, false, room, sizeof room};
    CHECK(!os::pump_some(&channel, 1, &child, 1000).has_ended);
    CHECK(os::pump_some(&channel, 1, &child, 10 * a_second).has_ended);
    CHECK(os::collect(child).report.number == 0);
  }
}

TEST_CASE("os/spawn: errors of a read and interruptions") {
  rill_test::kept_calls const kept;
  own_pipe const pipe;
  REQUIRE(::write(pipe.writer, "abc", 3) == 3);
  static int calls;
  calls = 0;
  os::call.poll = [](pollfd* asked, nfds_t count, int wait) {
    if (++calls < 3) {
      errno = EINTR;
      return -1;
    }
    return ::poll(asked, count, wait);
  };
  char room[10];
  os::pump_channel channel{pipe.reader, false, room, sizeof room};
  CHECK(!os::pump_some(&channel, 1, nullptr, a_second).is_time_over);
  CHECK(channel.moved == 3);
  REQUIRE(::write(pipe.writer, "abc", 3) == 3);
  os::call.read = [](int, void*, size_t) -> ssize_t {
    errno = EIO;
    return -1;
  };
  CHECK(!os::pump_some(&channel, 1, nullptr, a_second).is_time_over);
  CHECK(channel.error.number == EIO);
}

TEST_CASE("os/spawn: SIGPIPE is kept away and what it was stays") {
  auto const works = [](auto prepare, bool is_pending_after) {
    return rill_test::status_of_child([=] {
      prepare();
      sigset_t before;
      ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
      int ends[2];
      if (::pipe(ends) != 0) return 1;
      ::close(ends[0]);
      {
        os::no_broken_pipe_signal const quiet;
        if (::write(ends[1], "x", 1) != -1 || errno != EPIPE) return 2;
        errno = 77;
      }
      if (errno != 77) return 3;
      sigset_t now;
      ::pthread_sigmask(SIG_SETMASK, nullptr, &now);
      if (::sigismember(&now, SIGPIPE) != ::sigismember(&before, SIGPIPE))
        return 4;
      sigset_t pending;
      ::sigpending(&pending);
      return ::sigismember(&pending, SIGPIPE) == is_pending_after ? 0 : 5;
    });
  };
  auto const block = [] {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  };
  CHECK(works([] { ::signal(SIGPIPE, SIG_DFL); }, false) == 0);
  CHECK(works([] { ::signal(SIGPIPE, SIG_IGN); }, false) == 0);
  CHECK(works(
            [=] {
              ::signal(SIGPIPE, SIG_DFL);
              block();
            },
            false) == 0);
  CHECK(works(
            [=] {
              ::signal(SIGPIPE, SIG_DFL);
              block();
              ::raise(SIGPIPE);
            },
            true) == 0);
}

TEST_CASE("os/spawn: an interrupted poll goes on, a failed one is told") {
  struct kept {
    os::system_calls before = os::call;
    ~kept() { os::call = before; }
  } const kept;
  static int number;
  static int calls;
  os::call.poll = [](pollfd* asked, nfds_t count, int wait) {
    if (++calls != 1) return ::poll(asked, count, wait);
    errno = number;
    return -1;
  };
  for (int each : {EINTR, EINVAL}) {
    os::pipe_ends const pipe = os::make_pipe(os::pumped_end::reader);
    char room[1];
    os::pump_channel channel;
    channel.handle = pipe.reader;
    channel.data = room;
    channel.size = 1;
    number = each;
    calls = 0;
    constexpr unsigned long long brief = 10'000'000;
    os::pump_answer const answer = os::pump_some(&channel, 1, nullptr, brief);
    CHECK(answer.is_time_over == (each == EINTR));
    CHECK(channel.error.number == (each == EINTR ? 0 : EINVAL));
    (void)os::close(pipe.reader);
    (void)os::close(pipe.writer);
  }
}

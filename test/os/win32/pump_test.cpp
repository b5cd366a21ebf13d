// test/os/win32/pump_test.cpp: pipes, and transfers through several at once.
// platforms: windows
// covers: rill/os/pump.h
// covers: rill/os/win32/child.h
// covers: rill/os/process.h
#include <doctest/doctest.h>

#include "support/windows_child.h"

#include <algorithm>
#include <thread>

#include "support/files.h"

namespace os = rill::os;
using os::pumped_end;
using rill_test::child_mode;
using rill_test::own_child;
using rill_test::pattern;
using rill_test::running_child;

namespace {

constexpr unsigned long long millisecond = 1'000'000;

void close_all(os::pipe_ends const& pipe) {
  (void)os::close(pipe.reader);
  (void)os::close(pipe.writer);
}

os::pump_channel reading(os::native_handle handle, std::string& room) {
  return {.handle = handle, .data = room.data(), .size = room.size()};
}
os::pump_channel writing(os::native_handle handle, std::string& bytes) {
  return {.handle = handle,
          .is_writing = true,
          .data = bytes.data(),
          .size = bytes.size()};
}

}  // namespace

TEST_CASE("os/win32/pump: 10 MB through each of three pipes at once") {
  child_mode const mode("copy");
  os::pipe_ends const in = os::make_pipe(pumped_end::writer);
  os::pipe_ends const out = os::make_pipe(pumped_end::reader);
  os::pipe_ends const err = os::make_pipe(pumped_end::reader);
  REQUIRE((!in.error && !out.error && !err.error));
  os::child_handle const handles[] = {
      {in.reader, 0}, {out.writer, 1}, {err.writer, 2}};
  running_child child = own_child({"p"}, [&](auto& request) {
    request.handles = handles;
    request.handle_count = 3;
  });
  REQUIRE(!child.made.error);
  for (os::child_handle const& each : handles) (void)os::close(each.source);
  std::string sent = pattern(10 << 20);
  std::string rooms[2] = {std::string(1 << 16, ' '), std::string(5000, ' ')};
  std::string got[2];
  os::pump_channel channels[] = {writing(in.writer, sent),
                                 reading(out.reader, rooms[0]),
                                 reading(err.reader, rooms[1])};
  while (!channels[1].is_at_end || !channels[2].is_at_end) {
    os::pump_answer const answer =
        os::pump_some(channels, 3, nullptr, 20'000 * millisecond);
    REQUIRE(!answer.is_time_over);
    for (os::pump_channel const& each : channels) REQUIRE(!each.error);
    channels[0].data += channels[0].moved;
    channels[0].size -= channels[0].moved;
    if (channels[0].handle && channels[0].size == 0) {
      os::abandon(channels[0]);
      (void)os::close(channels[0].handle);
      channels[0].handle = os::no_handle;
    }
    for (int i : {0, 1}) got[i].append(rooms[i], 0, channels[i + 1].moved);
  }
  CHECK((got[0] == sent));
  CHECK((got[1] == sent));
  CHECK(child.end().report.number == 0);
  (void)os::close(out.reader);
  (void)os::close(err.reader);
}

TEST_CASE("os/win32/pump: children inherit no end that is not theirs") {
  child_mode const mode("sleep");
  for (pumped_end end :
       {pumped_end::none, pumped_end::reader, pumped_end::writer}) {
    os::pipe_ends const pipe = os::make_pipe(end);
    REQUIRE(!pipe.error);
    DWORD flags = 1;
    for (void* handle : {pipe.reader, pipe.writer}) {
      CHECK(GetHandleInformation(handle, &flags));
      CHECK(flags == 0);
    }
    // A handle that another library has made inheritable.
    CHECK(SetHandleInformation(pipe.writer, 1, 1));
    running_child const child = own_child({"p"});
    REQUIRE(!child.made.error);
    (void)os::close(pipe.writer);
    char letter = 0;
    if (end == pumped_end::reader) {
      os::pump_channel channel{
          .handle = pipe.reader, .data = &letter, .size = 1};
      (void)os::pump_some(&channel, 1, nullptr, 10'000 * millisecond);
      CHECK(channel.is_at_end);
      os::abandon(channel);
    } else {
      os::transfer const read = os::read_available(pipe.reader, &letter, 1);
      CHECK(read.moved == 0);
      CHECK(!read.error);
    }
    CHECK(!os::await_end(child.made.process, 0).has_ended);
    (void)os::close(pipe.reader);
  }
}

TEST_CASE("os/win32/pump: bytes wait in a pipe whose writer has gone") {
  for (pumped_end end :
       {pumped_end::none, pumped_end::reader, pumped_end::writer}) {
    os::pipe_ends const pipe = os::make_pipe(end);
    std::string sent = pattern(30'000);
    if (end == pumped_end::writer) {
      os::pump_channel channel = writing(pipe.writer, sent);
      (void)os::pump_some(&channel, 1, nullptr, ~0ull);
      CHECK(channel.moved == sent.size());
    } else {
      CHECK(!os::write_all(pipe.writer, sent.data(), sent.size()).error);
    }
    (void)os::close(pipe.writer);
    std::string got;
    std::string room(7000, ' ');
    os::pump_channel channel = reading(pipe.reader, room);
    for (bool ends = false; !ends;) {
      if (end == pumped_end::reader) {
        (void)os::pump_some(&channel, 1, nullptr, ~0ull);
        ends = channel.is_at_end;
      } else {
        channel.moved =
            os::read_available(pipe.reader, room.data(), room.size()).moved;
        ends = channel.moved == 0;
      }
      got.append(room, 0, channel.moved);
    }
    CHECK((got == sent));
    CHECK(!channel.error);
    (void)os::close(pipe.reader);
  }
}

TEST_CASE("os/win32/pump: the time, the child, and nothing at all") {
  child_mode const mode("sleep");
  running_child child =
      own_child({"p"}, [](auto& request) { request.has_own_group = true; });
  os::pipe_ends const pipe = os::make_pipe(pumped_end::reader);
  std::string room(100, ' ');
  os::pump_channel channels[2] = {reading(pipe.reader, room), {}};
  auto const timed = [&](std::size_t count, unsigned long long limit) {
    unsigned long long const before = os::steady_nanoseconds();
    os::pump_answer const answer =
        os::pump_some(channels, count, &child.made.process, limit);
    CHECK(answer.is_time_over);
    CHECK(!answer.has_ended);
    unsigned long long const passed = os::steady_nanoseconds() - before;
    CHECK(passed >= limit);
    CHECK(passed < limit + 5'000 * millisecond);
  };
  timed(2, 0);
  timed(2, 50 * millisecond);
  timed(0, 30 * millisecond);
  CHECK(channels[0].moved == 0);
  CHECK(os::pump_some(nullptr, 0, nullptr, 20 * millisecond).is_time_over);
  // The read that the calls above started is still pending.
  CHECK(!os::write_all(pipe.writer, "hello", 5).error);
  CHECK(!os::pump_some(channels, 2, nullptr, ~0ull).is_time_over);
  CHECK(room.substr(0, channels[0].moved) == "hello");
  std::thread ender([&] {
    Sleep(30);
    (void)os::end_tree(child.made.process);
  });
  os::pump_answer const answer =
      os::pump_some(channels, 2, &child.made.process, ~0ull);
  ender.join();
  CHECK(answer.has_ended);
  CHECK(!answer.is_time_over);
  os::abandon(channels[0]);
  close_all(pipe);
}

TEST_CASE("os/win32/pump: what is abandoned leaves the memory alone") {
  os::pipe_ends const pipe = os::make_pipe(pumped_end::reader);
  std::string room(100, '.');
  {
    os::pump_channel channel = reading(pipe.reader, room);
    CHECK(os::pump_some(&channel, 1, nullptr, 0).is_time_over);
    CHECK(channel.is_under_way);
    os::abandon(channel);
    CHECK(!channel.is_under_way);
    CHECK(!channel.error);
    CHECK(channel.moved == 0);
    os::abandon(channel);  // no effect
  }
  CHECK(!os::write_all(pipe.writer, "later", 5).error);
  Sleep(20);
  CHECK(room == std::string(100, '.'));
  // A new channel reads the bytes.
  os::pump_channel channel = reading(pipe.reader, room);
  (void)os::pump_some(&channel, 1, nullptr, ~0ull);
  CHECK(room.substr(0, channel.moved) == "later");
  close_all(pipe);
}

TEST_CASE("os/win32/pump: a write of no bytes is no end") {
  os::pipe_ends const pipe = os::make_pipe(pumped_end::reader);
  std::string room(100, '.');
  os::pump_channel channel = reading(pipe.reader, room);
  DWORD count = 0;
  CHECK(os::pump_some(&channel, 1, nullptr, 0).is_time_over);
  CHECK(WriteFile(pipe.writer, "", 0, &count, nullptr));
  CHECK(os::pump_some(&channel, 1, nullptr, 50 * millisecond).is_time_over);
  CHECK(!channel.is_at_end);
  CHECK(WriteFile(pipe.writer, "x", 1, &count, nullptr));
  (void)os::pump_some(&channel, 1, nullptr, ~0ull);
  CHECK(channel.moved == 1);
  os::abandon(channel);
  close_all(pipe);
}

TEST_CASE("os/win32/pump: a reader that goes away ends a write") {
  child_mode const mode("close input");
  os::pipe_ends const pipe = os::make_pipe(pumped_end::writer);
  os::child_handle const handle{pipe.reader, 0};
  running_child const child = own_child({"p"}, [&](auto& request) {
    request.handles = &handle;
    request.handle_count = 1;
  });
  (void)os::close(pipe.reader);
  std::string bytes = pattern(1 << 20);
  os::pump_channel channel = writing(pipe.writer, bytes);
  for (int i = 0; i != 20 && !channel.is_at_end; ++i) {
    CHECK(!os::pump_some(&channel, 1, nullptr, 20'000 * millisecond)
               .is_time_over);
    channel.data += channel.moved;
    channel.size -= channel.moved;
  }
  CHECK(channel.is_at_end);
  CHECK(!channel.error);
  // Later calls skip a channel that is at its end.
  CHECK(os::pump_some(&channel, 1, nullptr, 0).is_time_over);
  (void)os::close(pipe.writer);
}

TEST_CASE("os/win32/pump: more pipes than one wait takes") {
  constexpr std::size_t count = 80;
  std::vector<os::pipe_ends> pipes;
  std::vector<os::pump_channel> channels(count);
  std::string rooms[count];
  for (std::size_t i = 0; i != count; ++i) {
    pipes.push_back(os::make_pipe(pumped_end::reader));
    REQUIRE(!pipes[i].error);
    rooms[i].assign(10, ' ');
    channels[i] = reading(pipes[i].reader, rooms[i]);
  }
  for (std::size_t i :
       {std::size_t{0}, std::size_t{62}, std::size_t{63}, count - 1}) {
    std::thread writer([&] {
      Sleep(20);
      (void)os::write_all(pipes[i].writer, "abc", 3);
    });
    CHECK(!os::pump_some(channels.data(), count, nullptr, ~0ull).is_time_over);
    writer.join();
    for (std::size_t k = 0; k != count; ++k)
      CHECK(channels[k].moved == (k == i ? 3 : 0));
  }
  for (std::size_t i = 0; i != count; ++i) {
    os::abandon(channels[i]);
    close_all(pipes[i]);
  }
}

TEST_CASE("os/win32/pump: which writers can be pumped") {
  for (pumped_end end :
       {pumped_end::none, pumped_end::reader, pumped_end::writer}) {
    os::pipe_ends const pipe = os::make_pipe(end);
    rill::error_code const wanted =
        end == pumped_end::writer
            ? rill::error_code{}
            : rill::error_code(rill::library_problem::unsupported);
    CHECK((os::make_pumped(pipe.writer) == wanted));
    close_all(pipe);
  }
  CHECK(os::make_pumped(nullptr).number == os::windows_error::invalid_handle);
  CHECK((os::make_named_pipe("name", 0666) ==
         rill::error_code(rill::library_problem::unsupported)));
  rill::os::opened const null = os::open(os::null_device, {.write = true});
  CHECK(!null.error);
  (void)os::close(null.handle);
}

// test/os/debug_output_test.cpp: the datagrams that the journal and syslog
// receive.
// covers: rill/os/debug_output.h
// covers: rill/os/process_types.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/debug_output.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/log_daemon.h"

namespace os = rill::os;
using rill::error_code;
using rill::error_source;
using rill_test::log_daemon;
using std::chrono::steady_clock;

namespace {

error_code system_error(int number) { return {error_source::system, number}; }

os::debug_message message_of(std::string const& bytes, int severity = 7,
                             rill::text identifier = "program") {
  return {bytes, severity, identifier};
}

// The header of a syslog message that is sent at `when`, made by strftime in
// the C locale.
std::string header_at(time_t when, int severity, std::string const& name) {
  char room[40];
  tm const parts = *localtime(&when);
  (void)strftime(room, sizeof room, "%b %e %H:%M:%S", &parts);
  return "<" + std::to_string(8 + severity) + ">" + room + " " + name + "[" +
         std::to_string(getpid()) + "]: ";
}

// The texts of the datagrams whose header is right; "?" for each other
// datagram.
std::vector<std::string> without_headers(
    std::vector<std::string> const& datagrams, int severity,
    std::string const& name = "program") {
  time_t const now = time(nullptr);
  std::vector<std::string> texts;
  for (std::string const& one : datagrams) {
    std::string text = "?";
    for (time_t when : {now, now - 1}) {
      std::string const header = header_at(when, severity, name);
      if (one.starts_with(header)) text = one.substr(header.size());
    }
    texts.push_back(text);
  }
  return texts;
}

using texts = std::vector<std::string>;

struct restored_sockets {
  os::log_sockets paths = os::log_socket_paths;
  os::socket_calls calls = os::socket_call;
  os::memory_file_calls files = os::memory_file_call;
  ~restored_sockets() {
    os::log_socket_paths = paths;
    os::socket_call = calls;
    os::memory_file_call = files;
  }
};

}  // namespace

TEST_CASE("os/debug_output: the journal gets fields, a line each") {
  log_daemon daemon;
  rill_test::descriptor_count const before;
  CHECK(!os::send_to_journal(daemon.path(), message_of("Grüße = 1", 4)));
  CHECK(daemon.next() ==
        "PRIORITY=4\nSYSLOG_IDENTIFIER=program\nMESSAGE=Grüße = 1\n");
  // A program's name with a newline cannot add a field to the message.
  CHECK(!os::send_to_journal(daemon.path(),
                             message_of("x", 0, "a b\nUSER=0:[\x7F]ü")));
  CHECK(daemon.next() ==
        "PRIORITY=0\nSYSLOG_IDENTIFIER=a_b_USER=0___]ü\nMESSAGE=x\n");
  std::string const long_name(100, 'n');
  CHECK(!os::send_to_journal(daemon.path(), message_of("x", 7, long_name)));
  CHECK(daemon.next() == "PRIORITY=7\nSYSLOG_IDENTIFIER=" +
                             std::string(48, 'n') + "\nMESSAGE=x\n");
  CHECK(before.same());
}

TEST_CASE("os/debug_output: a text with a newline has its size before it") {
  log_daemon daemon;
  for (std::size_t size : {1u, 255u, 256u, 65536u}) {
    std::string const bytes = "\n" + std::string(size - 1, 'x');
    CHECK(!os::send_to_journal(daemon.path(), message_of(bytes)));
    std::string number;
    for (int i = 0; i != 8; ++i)
      number += static_cast<char>(size >> (8 * i) & 0xFF);
    CHECK(daemon.next() == "PRIORITY=7\nSYSLOG_IDENTIFIER=program\nMESSAGE\n" +
                               number + bytes + "\n");
  }
}

TEST_CASE("os/debug_output: a large message is a sealed file") {
  log_daemon daemon;
  rill_test::descriptor_count const before;
  std::string const bytes(3'000'000, 'x');
  error_code const problem =
      os::send_to_journal(daemon.path(), message_of(bytes));
  CHECK(!problem);
  CHECK(daemon.next() ==
        "PRIORITY=7\nSYSLOG_IDENTIFIER=program\nMESSAGE=" + bytes + "\n");
  CHECK(daemon.seals == 0xF);
  CHECK(before.same());
  restored_sockets const restored;
  os::memory_file_call.create = [](char const*, unsigned) {
    errno = ENOSYS;
    return -1;
  };
  CHECK(os::send_to_journal(daemon.path(), message_of(bytes)) ==
        system_error(ENOSYS));
  CHECK(daemon.all().empty());
}

TEST_CASE("os/debug_output: syslog gets a datagram for each line") {
  log_daemon daemon;
  CHECK(!os::send_to_syslog(daemon.path(), message_of("eins", 3)));
  CHECK(without_headers(daemon.all(), 3) == texts{"eins"});
  CHECK(!os::send_to_syslog(daemon.path(), message_of("\na\n\nb \n", 6)));
  CHECK(without_headers(daemon.all(), 6) == texts{"a", "b "});
  CHECK(!os::send_to_syslog(daemon.path(), message_of("x", 7, "a: [b]")));
  CHECK(without_headers(daemon.all(), 7, "a___b]") == texts{"x"});
}

TEST_CASE("os/debug_output: syslog gets 1,024 bytes at once") {
  log_daemon daemon;
  // Characters of 1 to 4 bytes lie across the end of a piece at every offset.
  for (char const* const character : {"x", "ü", "€", "🚄"})
    for (int shift = 0; shift != 5; ++shift) {
      std::string bytes(static_cast<std::size_t>(shift), '-');
      while (bytes.size() < 3000) bytes += character;
      CHECK(!os::send_to_syslog(daemon.path(), message_of(bytes)));
      std::vector<std::string> const datagrams = daemon.all();
      CHECK(datagrams.size() == 4);
      std::string together;
      for (std::string const& one : datagrams) {
        CHECK(one.size() <= 1024);
        CHECK((&one == &datagrams.back() || one.size() > 1020));
      }
      for (std::string const& one : without_headers(datagrams, 7)) {
        CHECK((one[0] & 0xC0) != 0x80);
        together += one;
      }
      CHECK(together == bytes);
    }
}

TEST_CASE("os/debug_output: a daemon that is not there takes nothing") {
  rill_test::descriptor_count const before;
  log_daemon dead;
  dead.stop();
  std::string const long_path(200, 'p');
  struct {
    char const* path;
    int number;
  } const cases[] = {{"/nonexistent/socket", ENOENT},
                     {dead.path(), ECONNREFUSED},
                     {long_path.c_str(), ENAMETOOLONG}};
  for (auto const& one : cases) {
    CAPTURE(one.path);
    CHECK(os::send_to_journal(one.path, message_of("x")) ==
          system_error(one.number));
    CHECK(os::send_to_syslog(one.path, message_of("x")) ==
          system_error(one.number));
  }
  CHECK(before.same());
}

TEST_CASE("os/debug_output: a daemon that does not read is not waited for") {
  log_daemon daemon;
  int taken = 0;
  error_code problem;
  auto const begin = steady_clock::now();
  while (taken != 10'000 && !problem) {
    problem = os::send_to_journal(daemon.path(), message_of("x"));
    taken += problem ? 0 : 1;
  }
  CHECK(problem == os::would_wait);
  CHECK(taken != 0);
  CHECK((steady_clock::now() - begin) < std::chrono::seconds(5));
  CHECK(daemon.all().size() == static_cast<std::size_t>(taken));
  CHECK(!os::send_to_journal(daemon.path(), message_of("y")));
  CHECK(daemon.all().size() == 1);
}

TEST_CASE("os/debug_output: calls that a signal interrupts are made again") {
  log_daemon daemon;
  restored_sockets const restored;
  static int calls;
  calls = 0;
  os::socket_call.sendmsg = [](int to, msghdr const* what, int how) -> ssize_t {
    if (++calls <= 3) {
      errno = calls == 2 ? ENOBUFS : EINTR;
      return -1;
    }
    return ::sendmsg(to, what, how);
  };
  CHECK(!os::send_to_journal(daemon.path(), message_of("x")));
  CHECK(calls == 4);
  CHECK(daemon.all().size() == 1);
  // A call that is interrupted every time ends with an error, too.
  os::socket_call.sendmsg = [](int, msghdr const*, int) -> ssize_t {
    errno = EINTR;
    return -1;
  };
  CHECK(os::send_to_journal(daemon.path(), message_of("x")) == os::would_wait);
}

TEST_CASE("os/debug_output: the socket is none of the standard streams") {
  if (!rill_test::can_fork) return;
  log_daemon daemon;
  int const status = rill_test::status_of_child([&daemon] {
    for (int i = 0; i != 3; ++i) ::close(i);
    restored_sockets const restored;
    static int used;
    os::socket_call.connect = [](int which, sockaddr const* to,
                                 socklen_t size) {
      used = which;
      return ::connect(which, to, size);
    };
    return os::send_to_journal(daemon.path(), message_of("x")) ? 0 : used;
  });
  CHECK(status > 2);
  CHECK(daemon.all().size() == 1);
}

TEST_CASE("os/debug_output: the journal is asked first, then syslog") {
  log_daemon journal;
  log_daemon syslog;
  restored_sockets const restored;
  os::log_socket_paths = {journal.path(), syslog.path()};
  CHECK(os::send_debug_message(message_of("1")));
  CHECK(journal.all().size() == 1);
  CHECK(syslog.all().empty());
  journal.stop();
  CHECK(os::send_debug_message(message_of("2", 5)));
  CHECK(without_headers(syslog.all(), 5) == texts{"2"});
  syslog.stop();
  CHECK(!os::send_debug_message(message_of("3")));
}

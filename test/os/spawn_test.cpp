// test/os/spawn_test.cpp: child processes get exactly the requested arguments,
// environment and handles, by both implementations for POSIX systems.
// covers: rill/os/spawn.h
// covers: rill/os/posix/spawn.h
// covers: rill/os/posix/spawn_block.h
// covers: rill/os/posix/child.h
// covers: rill/os/linux/spawn.h
// covers: rill/os/process_types.h
// platforms: posix native
#include <doctest/doctest.h>
#include <rill/os/process.h>
#include <rill/os/posix/spawn.h>
#include <rill/os/spawn.h>
#include <stdlib.h>        // setenv
#include <sys/resource.h>  // setrlimit
#include <sys/stat.h>      // chmod
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>  // std::istreambuf_iterator
#include <string>
#include <vector>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/files.h"

using rill::text;
namespace os = rill::os;

namespace {

using spawn_function = os::spawned (*)(os::spawn_request const&);
constexpr spawn_function both_ways[] = {os::spawn, os::spawn_by_posix};

struct answer {
  std::string out;
  os::exit_report report;
  os::spawned made;
};

// Runs a program and returns what it writes to its standard output.
answer output_of(spawn_function spawn, std::vector<std::string> const& words,
                 os::spawn_request request = {},
                 std::vector<os::child_handle> handles = {}) {
  os::pipe_ends const pipe = os::make_pipe(os::pumped_end::none);
  REQUIRE(!pipe.error);
  handles.push_back({0, 0});
  handles.push_back({pipe.writer, 1});
  handles.push_back({2, 2});
  std::vector<text> arguments(words.begin(), words.end());
  if (!request.program.data) request.program = arguments[0];
  request.arguments = arguments.data();
  request.argument_count = arguments.size();
  request.handles = handles.data();
  request.handle_count = handles.size();
  answer result;
  result.made = spawn(request);
  (void)os::close(pipe.writer);
  char bytes[4096];
  for (;;) {
    os::transfer const got = os::read_available(pipe.reader, bytes, 4096);
    if (got.moved == 0) break;
    result.out.append(bytes, got.moved);
  }
  (void)os::close(pipe.reader);
  if (!result.made.error)
    result.report = os::collect(result.made.process).report;
  return result;
}

int error_of(spawn_function spawn, std::vector<std::string> const& words,
             os::spawn_request const& request = {}) {
  rill_test::descriptor_count const before;
  answer const got = output_of(spawn, words, request);
  CHECK(before.same());
  CHECK(got.made.process.id == 0);
  return got.made.error.number;
}

}  // namespace

TEST_CASE("os/spawn: arguments arrive byte for byte") {
  std::string every;
  for (int byte = 1; byte != 256; ++byte) every += static_cast<char>(byte);
  for (spawn_function spawn : both_ways) {
    CHECK(
        output_of(spawn, {"printf", "%s|", every, "", " a b ", "'\"\\"}).out ==
        every + "|| a b |'\"\\|");
    std::string const large(100'000, 'x');
    CHECK(output_of(spawn, {"printf", "%s", large}).out == large);
  }
}

TEST_CASE("os/spawn: the status is told, by exit and by signal") {
  for (spawn_function spawn : both_ways) {
    answer const exited = output_of(spawn, {"sh", "-c", "exit 200"});
    CHECK(!exited.report.is_signal);
    CHECK(exited.report.number == 200);
    answer const ended = output_of(spawn, {"sh", "-c", "kill -9 $$"});
    CHECK(ended.report.is_signal);
    CHECK(ended.report.number == SIGKILL);
  }
}

TEST_CASE("os/spawn: only what is named is open in the child") {
  int const other = ::open("/dev/null", O_RDONLY);  // not closed by exec
  int const high = ::fcntl(other, F_DUPFD, 900);
  for (spawn_function spawn : both_ways) {
    answer const plain = output_of(
        spawn,
        {"sh", "-c", "for f in /proc/self/fd/*; do echo ${f##*/}; done"});
    // The shell opens the folder itself; that descriptor is 3.
    CHECK(plain.out == "0\n1\n2\n3\n");
    answer const more = output_of(
        spawn, {"sh", "-c", "for f in /proc/self/fd/*; do echo ${f##*/}; done"},
        {}, {{other, 7}, {other, 10}});
    CHECK(more.out == "0\n1\n10\n2\n3\n7\n");
  }
  ::close(other);
  ::close(high);
}

TEST_CASE("os/spawn: handles change places") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "a", "A");
  rill_test::set_content(folder / "b", "B");
  int const a = ::open((folder / "a").c_str(), O_RDONLY | O_CLOEXEC);
  int const b = ::open((folder / "b").c_str(), O_RDONLY | O_CLOEXEC);
  std::string const words =
      "cat <&" + std::to_string(a) + "; cat <&" + std::to_string(b);
  if (a < 10 && b < 10)  // `<&` takes one digit
    for (spawn_function spawn : both_ways) {
      ::lseek(a, 0, SEEK_SET);
      ::lseek(b, 0, SEEK_SET);
      CHECK(output_of(spawn, {"sh", "-c", words}, {}, {{a, b}, {b, a}}).out ==
            "BA");
      ::lseek(a, 0, SEEK_SET);
      CHECK(output_of(spawn, {"sh", "-c", words}, {}, {{a, a}}).out == "A");
    }
  ::close(a);
  ::close(b);
}

TEST_CASE("os/spawn: a stream that is not named, or closed here, is closed") {
  for (spawn_function spawn : both_ways) {
    int const saved = ::fcntl(0, F_DUPFD_CLOEXEC, 10);
    ::close(0);
    answer const got =
        output_of(spawn, {"sh", "-c", "[ -e /proc/self/fd/0 ] || echo closed"});
    CHECK(got.out == "closed\n");
    ::dup2(saved, 0);
    ::close(saved);
  }
}

TEST_CASE("os/spawn: a descriptor that is closed is an error") {
  int const closed = ::fcntl(0, F_DUPFD_CLOEXEC, 50);
  ::close(closed);
  for (spawn_function spawn : both_ways)
    for (int target : {2, 7, closed}) {
      answer const got = output_of(spawn, {"true"}, {}, {{closed, target}});
      CHECK(got.made.error.number == EBADF);
      CHECK(got.made.process.id == 0);
    }
}

TEST_CASE("os/spawn: what cannot be executed") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "text", "echo no shell\n");
  rill_test::set_content(folder / "plain", "#!/bin/sh\n");
  rill_test::set_content(folder / "lost", "#!/no/such/interpreter\n");
  ::chmod((folder / "text").c_str(), 0755);
  ::chmod((folder / "lost").c_str(), 0755);
  ::chmod((folder / "plain").c_str(), 0644);
  for (spawn_function spawn : both_ways) {
    CHECK(error_of(spawn, {"no-such-program-anywhere"}) == ENOENT);
    CHECK(error_of(spawn, {"/no/such/program"}) == ENOENT);
    CHECK(error_of(spawn, {"/tmp"}) == EACCES);
    CHECK(error_of(spawn, {folder / "text"}) == ENOEXEC);
    CHECK(error_of(spawn, {folder / "plain"}) == EACCES);
    CHECK(error_of(spawn, {folder / "lost"}) == ENOENT);
    CHECK(error_of(spawn, {(folder / "text") + "/x"}) == ENOTDIR);
    CHECK(error_of(spawn, {"echo", std::string(200'000, 'x')}) == E2BIG);
    CHECK(error_of(spawn, {std::string(5000, 'x')}) == ENAMETOOLONG);
  }
#if defined(__linux__)
  CHECK(output_of(os::spawn, {folder / "lost"}).made.operation ==
        text("exec the interpreter of"));
#endif
}

TEST_CASE("os/spawn: PATH is the parent's, and its entries are all tried") {
  rill_test::folder const folder;
  ::mkdir((folder / "first").c_str(), 0755);
  ::mkdir((folder / "second").c_str(), 0755);
  rill_test::set_content(folder / "first/tool", "not executable");
  rill_test::set_content(folder / "second/tool", "#!/bin/sh\necho second\n");
  ::chmod((folder / "second/tool").c_str(), 0755);
  std::string const before = ::getenv("PATH");
  std::string const first = folder / "first";
  std::string const second = folder / "second";
  for (spawn_function spawn : both_ways) {
    ::setenv("PATH", (first + ":" + second + ":/bin").c_str(), 1);
    CHECK(output_of(spawn, {"tool"}).out == "second\n");
    ::setenv("PATH", (first + ":/no/such").c_str(), 1);
    CHECK(error_of(spawn, {"tool"}) == EACCES);
    ::unsetenv("PATH");
    CHECK(output_of(spawn, {"echo", "found"}).out == "found\n");
    // The parent's PATH finds the program; the child's has no effect.
    ::setenv("PATH", before.c_str(), 1);
    os::spawn_request other;
    other.environment = text("PATH=/no/such\0X=1\0", 18);
    CHECK(output_of(spawn, {"sh", "-c", "echo $PATH $X"}, other).out ==
          "/no/such 1\n");
  }
}

TEST_CASE("os/spawn: the directory, and whose a relative path is") {
  rill_test::folder const folder;
  ::mkdir((folder / "in").c_str(), 0755);
  rill_test::set_content(folder / "in/tool", "#!/bin/sh\npwd\n");
  ::chmod((folder / "in/tool").c_str(), 0755);
  char here[4096];
  REQUIRE(::getcwd(here, sizeof here));
  std::string const in = folder / "in";
  std::string const missing = folder / "missing";
  REQUIRE(::chdir((folder / "").c_str()) == 0);
  for (spawn_function spawn : both_ways) {
    os::spawn_request request;
    request.directory = in;
    CHECK(output_of(spawn, {"pwd"}, request).out == in + "\n");
    CHECK(error_of(spawn, {"./tool"}, request) == ENOENT);
    CHECK(output_of(spawn, {"in/tool"}, request).out == in + "\n");
    request.is_program_in_directory = true;
    CHECK(output_of(spawn, {"./tool"}, request).out == in + "\n");
    request.directory = missing;
    answer const got = output_of(spawn, {"pwd"}, request);
    CHECK(got.made.error.number == ENOENT);
    CHECK(got.made.is_about_directory);
    CHECK(text(got.made.operation) == "change directory to");
  }
  REQUIRE(::chdir(here) == 0);
}

namespace {

// The signal mask in the SigIgn line of /proc/self/status.
unsigned long long ignored_signals(std::string const& status) {
  return std::stoull(status.substr(status.find("SigIgn:") + 8, 16), nullptr,
                     16);
}
std::string own_status() {
  std::ifstream in("/proc/self/status");
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("os/spawn: no signal is blocked, SIGPIPE is not ignored") {
  sigset_t set;
  sigset_t before;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGUSR1);
  ::sigaddset(&set, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &set, &before);
  auto const pipe_before = ::signal(SIGPIPE, SIG_IGN);
  auto const hup_before = ::signal(SIGHUP, SIG_IGN);
  auto const user_before = ::signal(SIGUSR2, [](int) {});
  for (spawn_function spawn : both_ways) {
    std::string const out = output_of(spawn, {"cat", "/proc/self/status"}).out;
    CHECK(out.find("SigBlk:\t0000000000000000") != out.npos);
    // The child ignores the signals that this test ignores, except SIGPIPE.
    // posix_spawn adds two internal signals of the GNU C library.
    unsigned long long const inherited = ignored_signals(own_status());
    CHECK((inherited & 1) == 1);
    CHECK((ignored_signals(out) & ~0x180000000ull) == (inherited & ~0x1000ull));
    CHECK(out.find("SigCgt:\t0000000000000000") != out.npos);
  }
  sigset_t now;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &now);
  CHECK(::sigismember(&now, SIGUSR1) == 1);
  CHECK(::sigismember(&now, SIGINT) == 0);
  ::signal(SIGPIPE, pipe_before);
  ::signal(SIGHUP, hup_before);
  ::signal(SIGUSR2, user_before);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST_CASE("os/spawn: groups of processes") {
  for (spawn_function spawn : both_ways) {
    std::vector<std::string> const words = {"sh", "-c",
                                            "ps -o pgid= -p $$ | tr -d ' '"};
    os::spawn_request request;
    CHECK(output_of(spawn, words, request).out ==
          std::to_string(::getpgrp()) + "\n");
    request.has_own_group = true;
    answer const own = output_of(spawn, words, request);
    CHECK(own.out != std::to_string(::getpgrp()) + "\n");
  }
}

#if defined(__linux__)
TEST_CASE("os/spawn: errors of the system leave nothing behind") {
  static int calls;
  auto const before = os::spawn_call;
  calls = 0;
  os::spawn_call.clone = [](int (*)(void*), void*, int, void*, int*) {
    ++calls;
    errno = EAGAIN;
    return -1;
  };
  CHECK(error_of(os::spawn, {"true"}) == EAGAIN);
  CHECK(calls == 1);
  os::spawn_call = before;
  // Another program still writes the file: exec is tried again for some time.
  calls = 0;
  rill_test::folder const folder;
  rill_test::set_content(folder / "busy", "#!/bin/sh\necho ran\n");
  ::chmod((folder / "busy").c_str(), 0755);
  os::spawn_call.clone = [](int (*function)(void*), void* stack, int flags,
                            void* argument, int* descriptor) {
    static int writer;
    std::string const path = static_cast<os::child_start*>(argument)->paths[0];
    if (calls == 0) writer = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (++calls == 3) ::close(writer);
    return ::clone(function, stack, flags, argument, descriptor);
  };
  CHECK(output_of(os::spawn, {folder / "busy"}).out == "ran\n");
  CHECK(calls >= 1);
  os::spawn_call = before;
}

TEST_CASE("os/spawn: old kernels close by the names in /proc") {
  auto const before = os::spawn_call;
  os::spawn_call.close_range = [](unsigned, unsigned) {
    errno = ENOSYS;
    return -1L;
  };
  std::vector<int> open;
  for (int i = 0; i != 200; ++i) open.push_back(::open("/dev/null", O_RDONLY));
  answer const got = output_of(
      os::spawn,
      {"sh", "-c", "for f in /proc/self/fd/*; do echo ${f##*/}; done"}, {},
      {{open[0], 7}});
  CHECK(got.out == "0\n1\n2\n3\n7\n");
  for (int handle : open) ::close(handle);
  os::spawn_call = before;
}
#endif
TEST_CASE("os/spawn: the handle of a process is no standard stream") {
  CHECK(rill_test::status_of_child([] {
          for (int stream : {0, 1, 2}) ::close(stream);
          text const arguments[] = {"true"};
          os::spawn_request request;
          request.program = arguments[0];
          request.arguments = arguments;
          request.argument_count = 1;
          os::spawned made = os::spawn(request);
          if (made.error) return 1;
          for (int stream : {0, 1, 2})
            if (::fcntl(stream, F_GETFD) >= 0) return 2;
          return os::collect(made.process).report.number == 0 ? 0 : 3;
        }) == 0);
}

TEST_CASE("os/spawn: an absolute path needs no current directory") {
  for (spawn_function spawn : both_ways)
    CHECK(rill_test::status_of_child([=] {
            std::string const gone = rill_test::folder() / "";
            ::mkdir(gone.c_str(), 0700);
            if (::chdir(gone.c_str()) != 0) return 1;
            ::rmdir(gone.c_str());
            os::spawn_request request;
            request.directory = "/";
            if (output_of(spawn, {"/bin/pwd"}, request).out != "/\n") return 2;
            return output_of(spawn, {"pwd"}, request).out == "/\n" ? 0 : 3;
          }) == 0);
}
TEST_CASE("os/spawn: a missing interpreter is looked for where its file is") {
  rill_test::folder const folder;
  std::string const inner = folder / "inner";
  ::mkdir(inner.c_str(), 0700);
  rill_test::set_content(folder / "here", "");
  rill_test::set_content(inner + "/there", "#!/no/such/interpreter\n");
  ::chmod((inner + "/there").c_str(), 0700);
  std::string const before = std::filesystem::current_path().string();
  REQUIRE(::chdir(folder.path().c_str()) == 0);
  os::spawn_request request;
  request.directory = inner;
  request.is_program_in_directory = true;
  CHECK(text(output_of(os::spawn, {"./here"}, request).made.operation) ==
        "exec");
  CHECK(text(output_of(os::spawn, {"./there"}, request).made.operation) ==
        "exec the interpreter of");
  REQUIRE(::chdir(before.c_str()) == 0);
}

TEST_CASE("os/spawn: a source may have the highest number") {
  for (spawn_function spawn : both_ways)
    CHECK(rill_test::status_of_child([=] {
            rlimit const few{64, 64};
            if (::setrlimit(RLIMIT_NOFILE, &few) != 0) return 1;
            int const last = ::open("/dev/null", O_RDONLY);
            if (::dup2(last, 63) != 63) return 2;
            // 3, 4 and 5 are further handles of the request.
            answer const got =
                output_of(spawn, {"readlink", "/proc/self/fd/7"}, {},
                          {{63, 7}, {3, 8}, {4, 9}, {5, 10}});
            return got.out == "/dev/null\n" ? 0 : 3;
          }) == 0);
}

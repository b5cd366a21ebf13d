// test/process/exit_status_test.cpp: how a process ended: comparisons and text.
// covers: rill/process/child.h
// covers: rill/os/process.h
// covers: rill/os/posix/child.h
// covers: rill/os/win32/child.h
// covers: rill/os/process_types.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/process/child.h>
#include <signal.h>
#include <string.h>

#include <string>

#if __has_include(<sysexits.h>)
#include <sysexits.h>
#endif

using rill::exit_status;
using rill::exited;
using rill::signalled;
using rill::os::exit_report;

TEST_CASE("process/child: is one of two") {
  exit_status const one = exited{1};
  CHECK(one.is_exited());
  CHECK(!one.is_signalled());
  CHECK(one.status() == 1);
  CHECK(!one.has_core());
  exit_status const killed = signalled{9, true};
  CHECK(!killed.is_exited());
  CHECK(killed.is_signalled());
  CHECK(killed.signal() == 9);
  CHECK(killed.has_core());
  CHECK(exit_status(exited{}).success());
  CHECK(!one.success());
  CHECK(!killed.success());
  CHECK(!exit_status(signalled{}).success());
}

TEST_CASE("process/child: is made of what the system reports") {
  CHECK(exit_status(exit_report{}) == exited{0});
  CHECK(exit_status(exit_report{false, false, 7}) == exited{7});
  exit_status const dead(exit_report{true, true, 11});
  CHECK(dead == signalled{11});
  CHECK(dead.has_core());
}

TEST_CASE("process/child: is equal by kind and number") {
  exit_status const all[] = {exited{0}, exited{1}, exited{9}, signalled{1},
                             signalled{9}};
  for (exit_status const& a : all)
    for (exit_status const& b : all) CHECK((a == b) == (&a == &b));
  CHECK(exit_status(signalled{6, true}) == signalled{6});
  CHECK(exited{3} == exit_status(exited{3}));
  CHECK(exit_status(exited{3}) != exited{4});
  static_assert(exit_status(exited{9}) != signalled{9});
}

TEST_CASE("process/child: calls the one or the other function") {
  auto const shown = [](exit_status status) {
    return status.visit(
        [](exited e) { return "status " + std::to_string(e.status); },
        [](signalled s) {
          return "signal " + std::to_string(s.number) + (s.core ? "!" : "");
        });
  };
  CHECK(shown(exited{5}) == "status 5");
  CHECK(shown(signalled{5}) == "signal 5");
  CHECK(shown(signalled{5, true}) == "signal 5!");
  int calls = 0;
  exit_status(exited{1}).visit([&](exited) { calls += 1; },
                               [&](signalled) { calls += 100; });
  CHECK(calls == 1);
}

TEST_CASE("process/child: the code of a shell") {
  CHECK(exit_status(exited{0}).shell_code() == 0);
  CHECK(exit_status(exited{255}).shell_code() == 255);
  CHECK(exit_status(signalled{1}).shell_code() == 129);
  CHECK(exit_status(signalled{64}).shell_code() == 192);
}

TEST_CASE("process/child: prints as a sentence") {
  struct row {
    exit_status status;
    char const* words;
  };
  for (row const& r : {row{exited{0}, "exited with 0"},
                       {exited{255}, "exited with 255"},
                       {exited{0xBFFFFFFF}, "exited with 3221225471"},
                       {exited{0xC0000000}, "exited with 0xC0000000"},
                       {exited{0xC0000005}, "exited with 0xC0000005"},
                       {exited{0xFFFFFFFF}, "exited with 0xFFFFFFFF"},
                       {signalled{0}, "ended by signal 0"},
                       {signalled{9999}, "ended by signal 9999"},
                       {signalled{0x7FFFFFFF, true},
                        "ended by signal 2147483647, core dumped"}}) {
    CHECK(rill::concat(r.status) == r.words);
    CHECK(r.status.words() == rill::text(r.words));
  }
#if !defined(_WIN32)
  CHECK(rill::concat(exit_status(signalled{9})) == "ended by SIGKILL (9)");
  CHECK(rill::concat(exit_status(signalled{SIGSEGV, true})) ==
        "ended by SIGSEGV (11), core dumped");
#endif
}

#if defined(__GLIBC__)
TEST_CASE("process/child: the names are those of the C library") {
  for (int number = -2; number != 200; ++number) {
    char const* const name = sigabbrev_np(number);
    std::string expected;
    // The C library calls SIGIO by its other name, SIGPOLL.
    if (name) expected = std::string("SIG") + name;
    if (number == SIGIO) expected = "SIGIO";
    CHECK(rill::os::signal_name(number) == expected);
  }
}
#endif

#if defined(EX_USAGE)
TEST_CASE("process/child: the codes are those of sysexits.h") {
  namespace code = rill::exit_code;
  CHECK(code::usage == EX_USAGE);
  CHECK(code::data_error == EX_DATAERR);
  CHECK(code::no_input == EX_NOINPUT);
  CHECK(code::no_user == EX_NOUSER);
  CHECK(code::no_host == EX_NOHOST);
  CHECK(code::unavailable == EX_UNAVAILABLE);
  CHECK(code::software == EX_SOFTWARE);
  CHECK(code::system_error == EX_OSERR);
  CHECK(code::system_file == EX_OSFILE);
  CHECK(code::cannot_create == EX_CANTCREAT);
  CHECK(code::io_error == EX_IOERR);
  CHECK(code::temporary_failure == EX_TEMPFAIL);
  CHECK(code::protocol == EX_PROTOCOL);
  CHECK(code::no_permission == EX_NOPERM);
  CHECK(code::configuration == EX_CONFIG);
}
#endif

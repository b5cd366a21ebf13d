// test/os/terminal_test.cpp: which handles are terminals, and their size.
// covers: rill/os/terminal.h
// platforms: posix
#include <doctest/doctest.h>
#include <fcntl.h>  // open
#include <rill/rill.h>
#include <string.h>  // strerror
#include <stdio.h>   // fdopen

#include "support/files.h"
#include "support/pipe.h"
#include "support/skip.h"
#include "support/terminal.h"

using rill::screen_size;
using rill_test::set_environment;

TEST_CASE("os/terminal: files, streams and FILEs of a terminal are known") {
  rill_test::terminal const screen;
  if (!screen.is_there()) return rill_test::skip("there are no terminals here");
  rill::file const file(screen.handle());
  CHECK(rill::is_terminal(file));
  CHECK(rill::is_terminal(rill::file_view(file)));
  CHECK(file.is_terminal());
  rill::file_writer const writer{rill::file(screen.handle())};
  CHECK(rill::is_terminal(writer));
  rill::file_reader const reader{rill::file(screen.handle())};
  CHECK(rill::is_terminal(reader));
  FILE* const stream = ::fdopen(screen.handle(), "w");
  REQUIRE(stream);
  CHECK(rill::is_terminal(stream));
  {
    rill::c_file const owned(stream);
    CHECK(rill::is_terminal(owned));
    CHECK(rill::is_terminal(rill::c_file_view(owned.get())));
  }
}

TEST_CASE("os/terminal: other things are none, and errno stays") {
  rill_test::pipe const pipe;
  rill_test::folder const folder;
  rill::file const file = rill::file::create(folder / "file");
  errno = 77;
  CHECK(!rill::is_terminal(pipe.writing));
  CHECK(!rill::is_terminal(file));
  CHECK(!rill::is_terminal(rill::file_view()));
  CHECK(!rill::is_terminal(static_cast<FILE*>(nullptr)));
  CHECK(!rill::is_terminal(rill::file_view(999'999)));
  CHECK(errno == 77);
}

TEST_CASE("os/terminal: the size follows the window") {
  rill_test::terminal const screen;
  if (!screen.is_there()) return rill_test::skip("there are no terminals here");
  rill_test::style_environment const quiet;
  rill::file const file(screen.handle());
  screen.resize(80, 24);
  CHECK(rill::terminal_size(file) == screen_size{80, 24});
  screen.resize(132, 43);
  CHECK(rill::terminal_size(file) == screen_size{132, 43});
  screen.resize(65535, 1);
  CHECK(rill::terminal_size(file) == screen_size{65535, 1});
  // The size that the terminal reports has priority over COLUMNS.
  set_environment("COLUMNS", "33");
  CHECK(rill::terminal_size(file) == screen_size{65535, 1});
  rill::file_writer const writer{rill::file(screen.handle())};
  CHECK(rill::terminal_size(writer) == screen_size{65535, 1});
}

TEST_CASE("os/terminal: the environment says what a terminal does not") {
  rill_test::terminal const screen;
  if (!screen.is_there()) return rill_test::skip("there are no terminals here");
  rill_test::style_environment const quiet;
  rill::file const file(screen.handle());
  screen.resize(0, 0);
  auto const none = rill::try_terminal_size(file);
  REQUIRE(!none);
  CHECK(none.error().code() == rill::library_problem::no_size);
  set_environment("COLUMNS", "100");
  CHECK(rill::terminal_size(file) == screen_size{100, 0});
  screen.resize(0, 50);
  CHECK(rill::terminal_size(file) == screen_size{100, 50});
  set_environment("LINES", "30");
  screen.resize(0, 0);
  CHECK(rill::terminal_size(file) == screen_size{100, 30});
  rill_test::pipe const pipe;
  CHECK(rill::terminal_size(pipe.writing) == screen_size{100, 30});
}

TEST_CASE("os/terminal: without either there is an error with its reason") {
  rill_test::style_environment const quiet;
  rill_test::pipe const pipe;
  auto const none = rill::try_terminal_size(pipe.writing);
  REQUIRE(!none);
  CHECK(none.error().code() ==
        rill::error_code(rill::error_source::system, ENOTTY));
  CHECK(rill::concat(none.error()) ==
        std::string("measure terminal: ") + strerror(ENOTTY));
  auto const closed = rill::try_terminal_size(rill::file_view());
  REQUIRE(!closed);
  CHECK(closed.error().code() == rill::library_problem::closed);
#if RILL_EXCEPTIONS
  CHECK_THROWS_AS(rill::terminal_size(pipe.writing), rill::error);
#endif
  for (char const* nonsense : {"", "0", "x", "80x", "-5", " 80", "99999999"}) {
    set_environment("COLUMNS", nonsense);
    set_environment("LINES", nonsense);
    CHECK(!rill::try_terminal_size(pipe.writing));
  }
}

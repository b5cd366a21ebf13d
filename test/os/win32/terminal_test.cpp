// test/os/win32/terminal_test.cpp: consoles, and handles that are not consoles.
// covers: rill/os/c_stream.h
// covers: rill/os/terminal.h
// platforms: windows
#include <doctest/doctest.h>
#include <rill/rill.h>

#include "../../support/environment.h"
#include "../../support/files.h"
#include "../../support/pipe.h"
#include "../../support/skip.h"

TEST_CASE("os/win32/terminal: files and pipes are no consoles") {
  rill_test::folder const folder;
  rill_test::pipe const pipe;
  rill::file const file = rill::file::create(folder / "file");
  for (rill::file_view const one :
       {rill::file_view(file), rill::file_view(pipe.writing),
        rill::file_view()}) {
    CHECK(!rill::is_terminal(one));
    CHECK(!rill::os::shows_styles(one.native_handle()));
    CHECK(!rill::try_terminal_size(one));
  }
  rill_test::set_environment("COLUMNS", "90");
  CHECK(rill::terminal_size(file) == rill::screen_size{90, 0});
  rill_test::set_environment("COLUMNS", nullptr);
  rill::println(file, rill::styled("plain", rill::red));
  CHECK(rill_test::content_of(folder / "file") == "plain\n");
}

TEST_CASE("os/win32/terminal: a console has a size, and takes styles") {
  auto const console = rill::file::try_open(
      "CONOUT$", rill::open_options{.read = true, .write = true});
  if (!console || !rill::is_terminal(*console))
    return rill_test::skip("there is no console here");
  auto const size = rill::try_terminal_size(*console);
  REQUIRE(size);
  CHECK(size->columns > 0);
  CHECK(size->rows > 0);
  // The first call sets the console's mode; the second call returns the same.
  bool const takes = rill::os::shows_styles(console->native_handle());
  CHECK(rill::os::shows_styles(console->native_handle()) == takes);
  rill_test::set_environment("TERM", "dumb");
  CHECK(!rill::os::shows_styles(console->native_handle()));
  rill_test::set_environment("TERM", nullptr);
}

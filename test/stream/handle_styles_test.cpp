// test/stream/handle_styles_test.cpp: whether a handle takes styles, by the
// environment and by the kind of the handle.
// covers: value/style.h
// covers: rill/os/c_stream.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/stream/writer.h>
#include <rill/os/file.h>

#include "support/pipe.h"
#include "support/skip.h"
#include "support/terminal.h"

using rill::detail::style_answer;
using rill::detail::style_preference;
using rill::detail::styles_at;
using rill_test::set_environment;

namespace {

struct row {
  char const* no_color;
  char const* clicolor_force;
  char const* force_color;
  char const* clicolor;
  style_preference preference;
};

constexpr char const* unset = nullptr;

// A variable has priority over those to its right.
constexpr row table[] = {
    {unset, unset, unset, unset, style_preference::none},
    {"", unset, unset, unset, style_preference::none},
    {"1", unset, unset, unset, style_preference::off},
    {"0", unset, unset, unset, style_preference::off},
    {"no", "1", "1", "1", style_preference::off},
    {"", "1", unset, unset, style_preference::on},
    {unset, "1", unset, unset, style_preference::on},
    {unset, "yes", unset, "0", style_preference::on},
    {unset, "0", unset, unset, style_preference::none},
    {unset, "", unset, unset, style_preference::none},
    {unset, "0", unset, "0", style_preference::off},
    {unset, unset, "1", unset, style_preference::on},
    {unset, unset, "3", "0", style_preference::on},
    {unset, unset, "0", unset, style_preference::none},
    {unset, unset, "", unset, style_preference::none},
    {unset, unset, unset, "0", style_preference::off},
    {unset, unset, unset, "1", style_preference::none},
    {unset, unset, unset, "", style_preference::none},
};

}  // namespace

TEST_CASE("stream/writer: the environment's words have their order") {
  rill_test::style_environment const quiet;
  for (row const& one : table) {
    set_environment("NO_COLOR", one.no_color);
    set_environment("CLICOLOR_FORCE", one.clicolor_force);
    set_environment("FORCE_COLOR", one.force_color);
    set_environment("CLICOLOR", one.clicolor);
    CAPTURE(&one - table);
    CHECK(rill::detail::environment_preference() == one.preference);
  }
}

TEST_CASE("stream/writer: terminals take styles, pipes do not") {
  rill_test::terminal const screen;
  if (!screen.is_there()) return rill_test::skip("there are no terminals here");
  rill_test::style_environment const quiet;
  rill::file const at_screen(screen.handle());
  rill_test::pipe const pipe;
  int const shown = at_screen.native_handle();
  int const hidden = pipe.writing.native_handle();
  CHECK(styles_at(shown) == style_answer::yes);
  CHECK(styles_at(hidden) == style_answer::no);
  CHECK(styles_at(-1) == style_answer::no);
  set_environment("NO_COLOR", "1");
  CHECK(styles_at(shown) == style_answer::no);
  set_environment("NO_COLOR", nullptr);
  // CLICOLOR_FORCE applies to standard output and standard error alone.
  set_environment("CLICOLOR_FORCE", "1");
  CHECK(styles_at(shown) == style_answer::yes);
  CHECK(styles_at(hidden) == style_answer::no);
  CHECK(styles_at(1) == style_answer::yes);
  CHECK(styles_at(2) == style_answer::yes);
  CHECK(styles_at(0) ==
        (rill::os::is_terminal(0) ? style_answer::yes : style_answer::no));
  set_environment("NO_COLOR", "1");
  CHECK(styles_at(1) == style_answer::no);
}

TEST_CASE("stream/writer: TERM has to name a terminal that can") {
  rill_test::terminal const screen;
  if (!screen.is_there()) return rill_test::skip("there are no terminals here");
  rill_test::style_environment const quiet;
  rill::file const at_screen(screen.handle());
  for (char const* term : {"dumb", "", unset}) {
    set_environment("TERM", term);
    CHECK(styles_at(at_screen.native_handle()) == style_answer::no);
  }
  for (char const* term : {"xterm", "linux", "dumber", "screen-256color"}) {
    set_environment("TERM", term);
    CHECK(styles_at(at_screen.native_handle()) == style_answer::yes);
  }
}

// test/base/ascii_test.cpp: the classes of all 256 bytes, against the C
// library's in the "C" locale, which is the one a test program has.
#include <ctype.h>  // isspace, isdigit, iscntrl
#include <doctest/doctest.h>
#include <rill/base/text.h>

TEST_CASE("base/text: every byte is in the classes that C says") {
  for (int i = 0; i != 256; ++i) {
    CAPTURE(i);
    char const c = static_cast<char>(i);
    CHECK(rill::is_space(c) == (isspace(i) != 0));
    CHECK(rill::is_digit(c) == (isdigit(i) != 0));
    CHECK(rill::is_control(c) == (iscntrl(i) != 0));
  }
}

static_assert(rill::is_space('\v') && !rill::is_space('\b'));
static_assert(rill::is_digit('0') && !rill::is_digit('a'));
static_assert(rill::is_control('\x7f') && !rill::is_control(' '));

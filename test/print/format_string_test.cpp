// test/print/format_string_test.cpp: which texts are taken for format strings
// of {fmt} and printf. test/refuse/format_string*.cpp test the error at compile
// time, test/system/format_string_test.py the one at run time.
// covers: rill/print/format_string.h
#include <doctest/doctest.h>
#include <rill/print.h>

#include <string>

using rill::detail::begins_with_format;

namespace {

bool has_place(std::string const& whole) {
  return rill::detail::has_format_place(rill::text(whole));
}

}  // namespace

TEST_CASE("print/format_string: places of {fmt}") {
  for (char const* text :
       {"{}", "x = {}", "{} items", "{0}", "{10}", "{0:x}", "{:>8}", "{:08.2f}",
        "{:%Y-%m-%d}", "{:{}}", "{{{}", "a{{b}}{}"})
    CHECK_MESSAGE(has_place(text), text);
  for (char const* text :
       {"", "{", "}", "{ }", "{x}", "{1, 2}", "{{}}", "{{0}}", "set {", "{0",
        "{:", "{:\"a\"}", "{\"a\": 1}", "{0 1}", "{:\n}", "{name}"})
    CHECK_FALSE_MESSAGE(has_place(text), text);
}

TEST_CASE("print/format_string: places of printf") {
  for (char const* text : {"%d", "%d items", "x=%i", "%u", "%lu,", "%zu",
                           "%lld", "%hhx", "%08X", "%#x", "%-5d|", "%+.2f",
                           "%.*s", "%s\n", "(%p)", "%'d", "%Lg", "%c", "%% %d"})
    CHECK_MESSAGE(has_place(text), text);
  for (char const* text :
       {"%", "100 %", "100 % sure", "5 % of", "100% done", "%%", "%%d", "%dx",
        "%share", "%d1", "%s_", "%-", "%5", "%l", "%y", "50%,"})
    CHECK_FALSE_MESSAGE(has_place(text), text);
}

TEST_CASE("print/format_string: a literal with an argument behind it") {
  static_assert(begins_with_format("x = {}", 5));
  static_assert(begins_with_format("Hello, {}!", "world"));
  static_assert(begins_with_format("%d of %d\n", 1, 2));
  static_assert(begins_with_format("{}\n", '\n', 1));
  static_assert(begins_with_format("{}", 'x'));
  static_assert(!begins_with_format());
  static_assert(!begins_with_format("{}"));
  static_assert(!begins_with_format("x = ", 5, "{}"));
  static_assert(!begins_with_format(5, "{}"));
}

TEST_CASE("print/format_string: a newline is no value for a place") {
  static_assert(!begins_with_format("int main() {}", '\n'));
  static_assert(!begins_with_format("int main() {}", rill::detail::line_end()));
  rill::detail::separated<char, char> const newline{' ', '\n'};
  CHECK_FALSE(begins_with_format("int main() {}", newline));
  CHECK(begins_with_format("int main() {}", newline, 1));
}

TEST_CASE("print/format_string: other texts are printed as they are") {
  constexpr rill::text meant = "{}";
  static_assert(!begins_with_format(meant, 5));
  CHECK_FALSE(begins_with_format(std::string("{}"), 5));
  constexpr char unended[] = {'{', '}'};
  static_assert(!begins_with_format(unended, 5));
  CHECK(rill::concat(rill::text("{}"), 5) == "{}5");
}

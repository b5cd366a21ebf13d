// test/stream/message_text_test.cpp: messages for programs that accept only
// well-formed UTF-8 without NUL.
#include <doctest/doctest.h>
#include <rill/stream/memory_writer.h>
#include <rill/stream/message_text.h>

#include <string>

namespace {

std::string cleaned(std::string const& bytes) {
  std::string const copy(bytes.data(), bytes.size());
  std::string made;
  rill::string_writer out(made);
  rill::detail::write_message(out, copy);
  out.flush();
  return made;
}

#define R "\xEF\xBF\xBD"

}  // namespace

TEST_CASE("stream/message_text: what is well-formed stays") {
  for (std::string const text :
       {"", "a", "Grüße\n\t<b>&amp;", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80",
        "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80",
        "\xF4\x8F\xBF\xBF", R}) {
    CHECK(cleaned(text) == text);
    CHECK(rill::detail::clean_beginning(text) == text.size());
  }
}

TEST_CASE("stream/message_text: NUL and what is ill-formed are replaced") {
  struct {
    std::string from;
    std::string to;
    std::size_t clean;
  } const cases[] = {
      {std::string(1, '\0'), R, 0},
      {std::string("a\0b\0\0", 5), "a" R "b" R R, 1},
      {"\xFF", R, 0},
      {"a\x80z", "a" R "z", 1},
      {"\xC0\x80", R R, 0},
      {"\xC3", R, 0},
      {"ab\xC3", "ab" R, 2},
      {"\xC3(", R "(", 0},
      // One replacement for each maximal subpart.
      {"\xE2\x82", R, 0},
      {"\xE2\x82z", R "z", 0},
      {"\xF0\x9F\x9A", R, 0},
      {"\xED\xA0\x80", R R R, 0},
      {"\xF4\x90\x80\x80", R R R R, 0},
      {std::string("\xE2\0", 2), R R, 0},
      {"ü\xFCü", "ü" R "ü", 2},
  };
  for (auto const& one : cases) {
    CHECK(cleaned(one.from) == one.to);
    CHECK(rill::detail::clean_beginning(one.from) == one.clean);
  }
}

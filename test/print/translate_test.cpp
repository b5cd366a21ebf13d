// test/print/translate_test.cpp: templates of sentences, in which a translator
// chooses the order of the values.
#include <doctest/doctest.h>
#include <rill/terminal.h>
#include <rill/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using rill::concat;
using rill::tr;

std::string sentence(char const* pattern, int count = 2) {
  if (count == 0) {
    auto const made = rill::try_tr(pattern);
    return made ? concat(*made) : made.error().what();
  }
  auto const made = rill::try_tr(pattern, "first", 2);
  return made ? concat(*made) : made.error().what();
}

}  // namespace

TEST_CASE("print/translate: positions, in any order, again, or never") {
  CHECK(concat(tr("{1} of {0}", 10, 3)) == "3 of 10");
  CHECK(concat(tr("{0}{0}{0}", 'x')) == "xxx");
  CHECK(concat(tr("{2}", 1, 2, 3)) == "3");
  CHECK(concat(tr("nothing", 1)) == "nothing");
  CHECK(concat(tr("")).empty());
  CHECK(concat(tr("{0}", "")).empty());
  CHECK(concat(tr("{{{0}}} {{}}", 5)) == "{5} {}");
  CHECK(concat(tr("{00}-{01}", 1, 2)) == "1-2");
  CHECK(concat(tr("{10}{0}", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 'z')) == "z0");
  CHECK(concat(tr("\u2026{0}\u00fc", 1)) == "\u20261\u00fc");
}

TEST_CASE("print/translate: arguments are anything that prints") {
  std::vector<std::string> const v = {"a"};
  CHECK(concat(tr("{0} {1}", v, rill::right(7, 3))) == "[\"a\"]   7");
  CHECK(concat(rill::right(tr("<{0}>", 1), 5)) == "  <1>");
  CHECK(concat(tr("({0})", tr("{1}{0}", 1, 2))) == "(21)");
  CHECK(concat(rill::styled(tr("{0}", 1), rill::red)) == "1");
  auto const owner = tr("{0}", std::string("x on the heap, for it is long"));
  CHECK(concat(owner) == "x on the heap, for it is long");
  char text[16];
  auto const made = rill::format_into(text, tr("{0} files", 12345));
  CHECK(std::string_view(text, made.size_needed) == "12345 files");
}

TEST_CASE("print/translate: a literal is known to the compiler") {
  constexpr auto sum = tr("{0} + {0}", 21);
  static_assert(rill::formatted_size(sum) == 7);
  CHECK(concat(sum) == "21 + 21");
}

TEST_CASE("print/translate: texts of a catalogue") {
  std::string catalogue = "{1}, {0}";
  char const* const pointer = catalogue.c_str();
  char array[] = "{0}!";
  CHECK(concat(tr(catalogue, 1, 2)) == "2, 1");
  CHECK(concat(tr(pointer, 1, 2)) == "2, 1");
  CHECK(concat(tr(catalogue.data(), 1, 2)) == "2, 1");
  CHECK(concat(tr(std::string_view(catalogue).substr(5), 1)) == "1");
  CHECK(concat(tr(rill::text("{0}"), 1)) == "1");
  CHECK(concat(tr(array, 1)) == "1!");
  // tr() keeps a temporary string.
  auto const kept = tr(std::string("a template that is on the heap: {0}"), 1);
  CHECK(concat(kept) == "a template that is on the heap: 1");
}

TEST_CASE("print/translate: what is wrong with a template is said") {
  CHECK(sentence("{2}") ==
        "template:1:1: expected a position below 2, found \"{2}\"\n{2}\n^");
  CHECK(sentence("{1} {65535} x") ==
        "template:1:5: expected a position below 2, found \"{65535}\"\n"
        "{1} {65535} x\n    ^");
  for (char const* const broken :
       {"{", "a {", "{}", "{a}", "{0", "{0:x}", "{-1}", "{ 0}", "{65536}",
        "{99999999999999999999}", "}", "a } b", "{0}}", "{{}"}) {
    CAPTURE(broken);
    auto const found = rill::try_tr(broken, 1);
    REQUIRE(!found);
    CHECK(std::string(found.error().what())
              .find("expected a position in braces, {{ or }}, found \"") !=
          std::string::npos);
  }
  CHECK(sentence("one\n\u00e4 {x} y") ==
        "template:2:4: expected a position in braces, {{ or }}, found "
        "\"{x}\"\n\u00e4 {x} y\n  ^");
  CHECK(sentence("{0}", 0) ==
        "template:1:1: expected a position below 0, found \"{0}\"\n{0}\n^");
#if RILL_EXCEPTIONS
  CHECK_THROWS_AS((void)tr(std::string("{9}"), 1), rill::error);
#endif
}

TEST_CASE("print/translate: a string that changes stays harmless") {
  std::string pattern = "{0} {0}";
  auto const made = tr(pattern, 1);
  pattern[1] = '9';
  pattern[5] = 'x';
  CHECK(concat(made) == " ");
}

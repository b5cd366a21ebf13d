// test/print/quoted_test.cpp: quoted text, every byte.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <stdio.h>  // snprintf

#include <string>

TEST_CASE("print/structure: every byte, alone and inside") {
  for (int i = 0; i != 256; ++i) {
    CAPTURE(i);
    std::string const c(1, static_cast<char>(i));
    std::string escaped = c;
    char form[8];
    snprintf(form, sizeof form, "\\x%02x", i);
    if (i == '"' || i == '\\')
      escaped = "\\" + c;
    else if (i == '\n')
      escaped = "\\n";
    else if (i == '\r')
      escaped = "\\r";
    else if (i == '\t')
      escaped = "\\t";
    else if (i < 32 || i == 127)
      escaped = form;
    CHECK(rill::concat(rill::quoted(c)) == "\"" + escaped + "\"");
    CHECK(rill::concat(rill::quoted("a" + c + c + "z")) ==
          "\"a" + escaped + escaped + "z\"");
  }
}

TEST_CASE("print/structure: every kind of narrow text") {
  char const* const none = nullptr;
  CHECK(rill::concat(rill::quoted(""), rill::quoted("a"),
                     rill::quoted(u8"\u00E9"),
                     rill::quoted(none)) == "\"\"\"a\"\"\xC3\xA9\"\"(null)\"");
  CHECK(rill::formatted_size(rill::quoted("\n\x01")) == 8);
}

namespace {

using rill::escape_set;

std::string in_set(std::string const& text, escape_set set) {
  return rill::concat(rill::escaped(text, set));
}

}  // namespace

TEST_CASE("print/structure: every set, by example") {
  std::string const text = "a\"\\\b\n\x1F\x7F\u00E9\u20AC\U0001F684/'";
  CHECK(in_set(text, escape_set::plain) ==
        "a\\\"\\\\\\x08\\n\\x1f\\x7f\u00E9\u20AC\U0001F684/'");
  CHECK(in_set(text, escape_set::ascii) ==
        R"(a\"\\\x08\n\x1f\x7f\u{e9}\u{20ac}\u{1f684}/')");
  CHECK(in_set(text, escape_set::json) ==
        "a\\\"\\\\\\b\\n\\u001f\x7F\u00E9\u20AC\U0001F684/'");
  CHECK(in_set(text, escape_set::json_ascii) ==
        R"(a\"\\\b\n\u001f\u007f\u00e9\u20ac\ud83d\ude84/')");
  CHECK(in_set(text, escape_set::cpp) ==
        R"(a\"\\\010\n\037\177\303\251\342\202\254\360\237\232\204/')");
  CHECK(in_set(text, escape_set::python) ==
        R"(a\"\\\x08\n\x1f\x7f\u00e9\u20ac\U0001f684/')");
  // A digit that follows does not continue an escape, and no two question marks
  // stand side by side.
  CHECK(in_set("\x01"
               "7?"
               "?/\xC3\xA9"
               "f",
               escape_set::cpp) == R"(\0017?\?/\303\251f)");
  CHECK(in_set("???", escape_set::cpp) == R"(?\?\?)");
  CHECK(in_set("??", escape_set::json) == "??");
}

TEST_CASE("print/structure: the compiler reads what the set for it writes") {
  // The literals in the last two checks are what the first one prints.
  CHECK(in_set("\u20AC\x01"
               "7",
               escape_set::cpp) == R"(\342\202\254\0017)");
  CHECK(std::string("\342\202\254\0017") ==
        "\u20AC\x01"
        "7");
  CHECK((std::u8string(u8"\342\202\254\0017") == u8"\u20AC\x01"
                                                 u8"7"));
}

TEST_CASE("print/structure: what is ill-formed") {
  std::string const bytes = "\xFFz\xE2\x82z\xED\xA0\x80";
  CHECK(in_set(bytes, escape_set::plain) == bytes);
  CHECK(in_set(bytes, escape_set::ascii) == R"(\xffz\xe2\x82z\xed\xa0\x80)");
  CHECK(in_set(bytes, escape_set::json) == "\uFFFDz\uFFFDz\uFFFD\uFFFD\uFFFD");
  CHECK(in_set(bytes, escape_set::json_ascii) ==
        R"(\ufffdz\ufffdz\ufffd\ufffd\ufffd)");
  CHECK(in_set(bytes, escape_set::cpp) == R"(\377z\342\202z\355\240\200)");
  CHECK(in_set(bytes, escape_set::python) ==
        R"(\udcffz\udce2\udc82z\udced\udca0\udc80)");
  std::u16string const half = {u'a', 0xD83D, u'"', 0xDE84};
  CHECK(rill::concat(rill::quoted(half)) == R"("a\u{d83d}\"\u{de84}")");
  CHECK(rill::concat(rill::escaped(half, escape_set::json)) ==
        R"(a\ud83d\"\ude84)");
  CHECK(rill::concat(rill::escaped(half, escape_set::cpp)) ==
        R"(a\357\277\275\"\357\277\275)");
}

TEST_CASE("print/structure: in fields, fixed memory and constant expressions") {
  CHECK(rill::concat(rill::right(rill::escaped(u"\u20AC\n"), 5)) ==
        "  \u20AC\\n");
  CHECK(rill::formatted_size(rill::quoted(U"\u20AC", escape_set::ascii)) == 10);
  char memory[6];
  auto const r =
      rill::format_into(memory, rill::escaped("\u20AC", escape_set::ascii));
  CHECK(r.size_needed == 8);
  CHECK(std::string(memory, r.end) == R"(\u{20a)");
}

static_assert([] {
  char memory[8] = {};
  auto const r = rill::format_into(
      memory, rill::escaped(u"\u20AC", rill::escape_set::json_ascii));
  return r.size_needed == 6 && memory[1] == 'u' && memory[5] == 'c';
}());

// test/print/quoted_test.cpp: quoted text, every byte.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <stdio.h>  // snprintf

#include <string>

TEST_CASE("print/quoted: every byte, alone and inside") {
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

TEST_CASE("print/quoted: every kind of narrow text") {
  char const* const none = nullptr;
  CHECK(rill::concat(rill::quoted(""), rill::quoted("a"),
                     rill::quoted(u8"\u00E9"),
                     rill::quoted(none)) == "\"\"\"a\"\"\xC3\xA9\"\"(null)\"");
  CHECK(rill::formatted_size(rill::quoted("\n\x01")) == 8);
}

// test/stream/wide_files_test.cpp: text of char16_t and char32_t, and
// integers, printed into files of UTF-8, UTF-16 and UTF-32 and scanned back.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/encoding/decoded_reader.h>
#include <rill/encoding/encoded_writer.h>
#include <rill/stream/file_reader.h>
#include <rill/stream/file_writer.h>

#include <string>

#include "support/files.h"

namespace {

constexpr int count = 2000;

std::u16string const narrow_word = u"caf\u00E9\u20AC\U0001F600";
std::u32string const wide_word = U"\u4E2D\u6587\U0001F680z";
std::string const narrow_bytes = "caf\u00E9\u20AC\U0001F600";
std::string const wide_bytes = "\u4E2D\u6587\U0001F680z";

void write_all(rill::writer& out) {
  for (int i = 0; i != count; ++i)
    rill::println(out, narrow_word, ' ', i, u" ", wide_word, U' ', -i);
}

// Reads into strings of both character types, if scan supports them.
template <class Narrow, class Wide>
void read_all(rill::reader& in, Narrow const& narrow, Wide const& wide) {
  if constexpr (rill::scannable<Narrow> && rill::scannable<Wide>) {
    Narrow first;
    Wide second;
    int number = -1;
    int negative = 1;
    for (int i = 0; i != count; ++i) {
      REQUIRE(rill::scan(in, first, number, second, negative));
      CHECK((first == narrow));
      CHECK(number == i);
      CHECK((second == wide));
      CHECK(negative == -i);
    }
    CHECK(!rill::scan(in, number));
  }
}

template <class Reader>
void read_each(Reader make) {
  auto first = make();
  read_all(first, narrow_bytes, wide_bytes);
  auto second = make();
  read_all(second, narrow_word, wide_word);
}

}  // namespace

TEST_CASE("stream/wide_files: char16_t, char32_t and integers in UTF-8") {
  rill_test::folder const folder;
  std::string const path = folder / "utf8";
  rill::file_writer out(path);
  write_all(out);
  out.close();
  read_each([&] { return rill::file_reader(path); });
}

TEST_CASE("stream/wide_files: the same in UTF-16 and UTF-32") {
  rill_test::folder const folder;
  std::string const path = folder / "wide";
  for (rill::encoding const& which :
       {rill::encoding::utf16, rill::encoding::utf16le, rill::encoding::utf16be,
        rill::encoding::utf32, rill::encoding::utf32le, rill::encoding::utf32be,
        rill::encoding::gb18030}) {
    CAPTURE(rill::concat(which));
    rill::encoded_writer out(path, which);
    write_all(out);
    out.close();
    read_each([&] { return rill::decoded_reader(path, which); });
  }
}

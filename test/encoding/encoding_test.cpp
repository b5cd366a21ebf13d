// test/encoding/encoding_test.cpp: encodings by name and by constant.
// covers: rill/encoding/encoding.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/encoding/encoding.h>

#include <set>
#include <string>

namespace {

std::string name_of(rill::encoding const& which) {
  rill::text const name = which.name();
  return {name.data, name.size};
}
std::string what_of(char const* name) {
  auto const found = rill::encoding::try_find(name);
  REQUIRE(!found);
  CHECK(found.error().code() ==
        rill::error_code(rill::library_problem::no_such_encoding));
  return found.error().what();
}

}  // namespace

TEST_CASE("encoding/encoding: case, hyphens and underscores do not matter") {
  for (char const* name : {"UTF-16LE", "utf-16le", "utf16le", "Utf_16_Le",
                           "utf 16 le", "UTF.16.LE", "u-t-f-1-6-l-e"})
    CHECK(rill::encoding(name) == rill::utf16le);
  CHECK(rill::encoding(std::string("utf-8")) == rill::utf8);
  CHECK(rill::encoding("LATIN1") == rill::latin1);
  CHECK(rill::encoding("iso_8859-1:1987") == rill::latin1);
  CHECK(rill::encoding("ascii") == rill::us_ascii);
  CHECK(rill::encoding("ANSI_X3.4-1968") == rill::us_ascii);
  CHECK(rill::encoding("CP1252") == rill::windows1252);
  CHECK(rill::encoding("gb18030") == rill::gb18030);
  CHECK(rill::encoding("GB18030-2022") == rill::gb18030);
  CHECK(rill::encoding("gb18030:2005") == rill::gb18030_2005);
  CHECK(rill::encoding("utf-ebcdic") == rill::utf_ebcdic);
  CHECK(rill::encoding("UCS-2") == rill::utf16le);
  CHECK(rill::encoding("UCS-4") == rill::utf32be);
  CHECK(rill::encoding("utf-16") == rill::utf16);
  CHECK(!(rill::utf16 == rill::utf16le));
}

TEST_CASE("encoding/encoding: constants, members and names are the same") {
  CHECK(rill::encoding::utf8 == rill::utf8);
  CHECK(rill::encoding::utf16 == rill::utf16);
  CHECK(rill::encoding::utf16le == rill::utf16le);
  CHECK(rill::encoding::utf16be == rill::utf16be);
  CHECK(rill::encoding::utf32 == rill::utf32);
  CHECK(rill::encoding::utf32le == rill::utf32le);
  CHECK(rill::encoding::utf32be == rill::utf32be);
  CHECK(rill::encoding::latin1 == rill::latin1);
  CHECK(rill::encoding::us_ascii == rill::us_ascii);
  CHECK(rill::encoding::windows1252 == rill::windows1252);
  CHECK(rill::encoding::gb18030 == rill::gb18030);
  CHECK(rill::encoding::gb18030_2005 == rill::gb18030_2005);
  CHECK(rill::encoding::utf_ebcdic == rill::utf_ebcdic);
  CHECK(!(rill::encoding::gb18030 == rill::gb18030_2005));
  CHECK(!(rill::utf8 == rill::utf16));
  CHECK(rill::utf8 == rill::utf8);
  CHECK(rill::concat(rill::utf32be) == "UTF-32BE");
  CHECK(rill::concat(rill::encoding::utf32be) == "UTF-32BE");
  rill::encoding chosen = rill::utf8;
  chosen = rill::latin1;
  CHECK(chosen == rill::latin1);
}

TEST_CASE("encoding/encoding: every name of the list finds its encoding") {
  std::set<std::string> seen;
  std::size_t count = 0;
  for (rill::encoding_names const one : rill::encodings()) {
    ++count;
    std::string const names(one.names.data, one.names.size);
    CHECK(names.substr(0, names.find(' ')) == name_of(one.which));
    for (std::size_t at = 0; at < names.size();) {
      std::size_t const end = std::min(names.find(' ', at), names.size());
      std::string const name = names.substr(at, end - at);
      CAPTURE(name);
      REQUIRE(!name.empty());
      CHECK(rill::encoding(name) == one.which);
      std::string folded;
      for (char c : name)
        if (std::string("-_ .:/").find(c) == std::string::npos)
          folded += static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
      CHECK(seen.insert(folded).second);
      at = end + 1;
    }
  }
  CHECK(count == rill::encodings().size());
  CHECK(count == 13);
}

TEST_CASE("encoding/encoding: an unknown name tells the nearest ones") {
  CHECK(what_of("utf-61") ==
        "find encoding utf-61: no encoding has this name; the nearest: UTF-8, "
        "UTF-16, UTF-32");
  CHECK(what_of("utf-16lee") ==
        "find encoding utf-16lee: no encoding has this name; the nearest: "
        "UTF-16LE, UTF-16BE, UTF-16");
  CHECK(what_of("latin-11").find("ISO-8859-1") != std::string::npos);
  CHECK(what_of("klingonic") ==
        "find encoding klingonic: no encoding has this name");
  CHECK(what_of("") == "find encoding: no encoding has this name");
  std::string const long_name(300, 'x');
  CHECK(what_of(long_name.c_str()).find("nearest") == std::string::npos);
  CHECK(what_of("---") != "");
  // A name does not end at a NUL.
  CHECK(!rill::encoding::try_find(std::string("UTF-8\0x", 7)));
  CHECK(!rill::encoding::try_find(std::string("UTF-8\0", 6)));
#if RILL_EXCEPTIONS
  CHECK_THROWS_AS(rill::encoding("utf-61"), rill::error);
#endif
}

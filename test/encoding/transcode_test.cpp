// test/encoding/transcode_test.cpp: conversions in memory.
// covers: rill/encoding/transcoder.h
#include <doctest/doctest.h>
#include <rill/encoding/transcode.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/encodings.h"

using rill_test::bytes_of;
using rill_test::every_encoding;
using rill_test::random_scalars;

TEST_CASE("encoding/transcode: every pair, against bytes made one by one") {
  std::mt19937 random(1);
  for (auto const& from : every_encoding())
    for (auto const& to : every_encoding()) {
      CAPTURE(from.name);
      CAPTURE(to.name);
      char32_t const most = std::min(from.most, to.most);
      for (std::size_t size :
           {0u, 1u, 2u, 15u, 16u, 17u, 100u, 3000u, 20000u}) {
        auto const scalars = random_scalars(random, size, most);
        std::string const in = bytes_of(from, scalars);
        std::string const want = bytes_of(to, scalars);
        CHECK((rill::transcode(in, from.which, to.which) == want));
        CHECK(rill::transcoded_size(in, from.which, to.which) == want.size());
        std::vector<char> out(want.size());
        auto const done = rill::transcode_into(out, in, from.which, to.which);
        CHECK(bool(done));
        CHECK(done.read == in.size());
        CHECK((std::string(out.data(), done.written) == want));
      }
    }
}

TEST_CASE("encoding/transcode: the same by name") {
  std::mt19937 random(2);
  for (auto const& from : every_encoding())
    for (auto const& to : every_encoding()) {
      char32_t const most = std::min(from.most, to.most);
      auto const scalars = random_scalars(random, 1000, most);
      CHECK(
          (rill::transcode(bytes_of(from, scalars), rill::encoding(from.name),
                           rill::encoding(to.name)) == bytes_of(to, scalars)));
    }
}

TEST_CASE("encoding/transcode: errors have problem, byte, line and column") {
  auto const made =
      rill::try_transcode("ab\ncd\xC0\xAF", rill::utf8, rill::utf16);
  REQUIRE(!made);
  rill::error const& e = made.error();
  CHECK(e.code() ==
        rill::error_code(rill::error_source::text,
                         static_cast<int>(rill::text_problem::overlong)));
  CHECK(std::string(e.operation().data, e.operation().size) == "transcode");
  CHECK(e.offset() == 5);
  CHECK(e.line() == 2);
  CHECK(e.column() == 3);
  CHECK(std::string(e.what()) == "text:2:3: overlong form in UTF-8, at byte 5");
}

TEST_CASE("encoding/transcode: the place of a character that is not there") {
  // The conversions go through UTF-8 in blocks, or are direct. The character
  // lies in the first block or behind several.
  std::mt19937 random(3);
  for (auto const& from : every_encoding()) {
    if (from.most < 0xFFFF) continue;
    CAPTURE(from.name);
    for (std::size_t before : {0u, 1u, 7u, 2730u, 2731u, 8191u, 20000u}) {
      auto scalars = random_scalars(random, before, 0x7F);
      std::size_t const offset = bytes_of(from, scalars).size();
      std::string const want = bytes_of(every_encoding()[8], scalars);
      scalars.push_back(U'\u20AC');
      scalars.push_back(U'z');
      std::string const in = bytes_of(from, scalars);
      for (rill::encoding const& to :
           {rill::encoding::latin1, rill::encoding::us_ascii}) {
        std::vector<char> out(in.size());
        auto const done = rill::transcode_into(out, in, from.which, to);
        CHECK(done.error == rill::text_problem::unmappable);
        CHECK(done.read == offset);
        CHECK((std::string(out.data(), done.written) == want));
        auto const made = rill::try_transcode(in, from.which, to);
        REQUIRE(!made);
        CHECK(made.error().offset() == offset);
        CHECK(std::string(made.error().what()).find("U+20AC") !=
              std::string::npos);
      }
    }
  }
}

TEST_CASE(
    "encoding/transcode: whatever room there is, goes on where it ended") {
  std::mt19937 random(4);
  for (auto const& from : every_encoding())
    for (auto const& to : every_encoding()) {
      if (!from.mark.empty() || !to.mark.empty()) continue;
      CAPTURE(from.name);
      CAPTURE(to.name);
      auto const scalars =
          random_scalars(random, 40, std::min(from.most, to.most));
      std::string const in = bytes_of(from, scalars);
      std::string const want = bytes_of(to, scalars);
      for (std::size_t room = 5; room <= 17; ++room) {
        std::string made;
        std::size_t read = 0;
        while (read != in.size()) {
          std::vector<char> out(room);
          auto const done = rill::transcode_into(
              out, std::string_view(in).substr(read), from.which, to.which);
          REQUIRE(done.read != 0);
          made.append(out.data(), done.written);
          read += done.read;
        }
        CHECK((made == want));
      }
    }
}

// A short text is converted in one block on the stack, the rest in larger ones,
// and between two encodings through blocks of UTF-8: every size near a multiple
// of 512 bytes is there.
TEST_CASE(
    "encoding/transcode: texts that end at or beside the end of a block") {
  std::mt19937 random(5);
  for (auto const& from : every_encoding())
    for (auto const& to : every_encoding()) {
      if (!from.mark.empty() || !to.mark.empty()) continue;
      CAPTURE(from.name);
      CAPTURE(to.name);
      auto const scalars =
          random_scalars(random, 9000, std::min(from.most, to.most));
      for (std::size_t block : {128u, 256u, 512u, 1024u, 2048u, 4096u, 8192u})
        for (std::size_t count = block - 2; count <= block + 2; ++count) {
          auto const some = decltype(scalars)(
              scalars.begin(), scalars.begin() + static_cast<int>(count));
          std::string const in = bytes_of(from, some);
          std::string const want = bytes_of(to, some);
          bool const is_same =
              rill::transcode(in, from.which, to.which) == want;
          CHECK(is_same);
          CHECK(rill::transcoded_size(in, from.which, to.which) == want.size());
        }
    }
}

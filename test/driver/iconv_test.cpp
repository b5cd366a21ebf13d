// test/driver/iconv_test.cpp: the encodings of iconv through rill, against
// direct calls of iconv.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/driver/iconv.h>
#include <rill/print.h>
#include <rill/stream/callback.h>
#include <rill/encoding/decoded_reader.h>
#include <rill/encoding/encoded_writer.h>
#include <rill/stream/memory_reader.h>
#include <rill/stream/memory_writer.h>
#include <rill/encoding/transcode.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "support/scripted_reader.h"
#include "support/skip.h"

using rill::text_policy;
using rill::text_problem;

namespace {

// Converts the whole text with one descriptor, as the manual page of iconv
// shows.
std::string by_hand(std::string text, char const* from, char const* to) {
  iconv_t const handle = iconv_open(to, from);
  REQUIRE(handle != reinterpret_cast<iconv_t>(-1));
  std::string out(text.size() * 8 + 64, '\0');
  char* in = text.data();
  char* end = out.data();
  std::size_t left = text.size();
  std::size_t room = out.size();
  CHECK(::iconv(handle, &in, &left, &end, &room) !=
        static_cast<std::size_t>(-1));
  (void)::iconv(handle, nullptr, nullptr, &end, &room);
  iconv_close(handle);
  out.resize(out.size() - room);
  return out;
}

struct sample {
  char const* name;
  std::string text;  // UTF-8
};
std::vector<sample> samples() {
  std::string const japanese =
      "abc \u65E5\u672C\u8A9E\nx\u30C6\u30B9\u30C8 12 \u3042!\n";
  std::string const korean = "\uD55C\uAD6D\uC5B4 text \uAC00\n42\n";
  std::string const latin = "Hello, World! 0123 \u00E9\u00FC\n";
  return {{"SHIFT_JIS", japanese}, {"ISO-2022-JP", japanese},
          {"EUC-JP", japanese},    {"EUC-KR", korean},
          {"IBM037", latin},       {"ISO-8859-15", "\u20AC uro\n"},
          {"UTF-16", japanese}};
}

bool is_there(char const* name) {
  if (rill::try_iconv(name)) return true;
  rill_test::skip("this iconv lacks an encoding");
  return false;
}

rill::encoding_options options_of(std::size_t size,
                                  text_policy policy = text_policy::strict) {
  rill::encoding_options options;
  options.buffer_size = size;
  options.policy = policy;
  return options;
}

}  // namespace

TEST_CASE("driver/iconv: transcode, both ways and into a third encoding") {
  for (sample const& one : samples()) {
    CAPTURE(one.name);
    if (!is_there(one.name)) return;
    rill::encoding const which = rill::iconv(one.name);
    std::string text;
    for (int i = 0; i != 500; ++i) text += one.text;
    std::string const bytes = by_hand(text, "UTF-8", one.name);
    CHECK((rill::transcode(text, rill::utf8, which) == bytes));
    CHECK((rill::transcode(bytes, which, rill::utf8) == text));
    std::string const wide = rill::transcode(text, rill::utf8, rill::utf16be);
    CHECK((rill::transcode(wide, rill::utf16be, which) == bytes));
    CHECK((rill::transcode(bytes, which, rill::utf16be) == wide));
    CHECK((rill::transcode(bytes, which, which) == bytes));
    CHECK(rill::transcoded_size(wide, rill::utf16be, which) == bytes.size());
  }
}

TEST_CASE("driver/iconv: every room, every split, both decorators") {
  std::mt19937 random(1);
  for (sample const& one : samples()) {
    CAPTURE(one.name);
    if (!is_there(one.name)) return;
    rill::encoding const which = rill::iconv(one.name);
    std::string const bytes = by_hand(one.text, "UTF-8", one.name);
    for (std::size_t mine = 1; mine <= 17; ++mine)
      for (std::size_t behind = 1; behind <= 17; ++behind) {
        std::string made;
        {
          rill::callback_writer target(
              [&](char const* data, std::size_t size) {
                made.append(data, size);
              },
              behind);
          rill::encoded_writer out(target, which, options_of(mine));
          for (std::size_t at = 0; at < one.text.size();) {
            std::size_t const size =
                std::min<std::size_t>(random() % 5, one.text.size() - at);
            out.write(one.text.data() + at, size);
            at += size;
          }
        }
        CHECK((made == bytes));
        rill_test::scripted_reader source(bytes, behind, [&](int, std::size_t) {
          return 1 + static_cast<long>(random() % 4);
        });
        rill::decoded_reader in(source, which, options_of(mine));
        std::string got(one.text.size() + 10, '\0');
        got.resize(in.read(got.data(), got.size()));
        CHECK((got == one.text));
        CHECK(!in.error());
      }
  }
}

TEST_CASE("driver/iconv: ends in the first shift state") {
  if (!is_there("ISO-2022-JP")) return;
  std::string const made =
      rill::transcode("\u65E5", rill::utf8, rill::iconv("ISO-2022-JP"));
  CHECK(made == "\x1B$BF|\x1B(B");
}

TEST_CASE("driver/iconv: errors keep their places") {
  if (!is_there("SHIFT_JIS") || !is_there("ISO-2022-JP")) return;
  rill::encoding const sjis = rill::iconv("SHIFT_JIS");
  auto const what = [](std::string const& text, rill::encoding const& from,
                       rill::encoding const& to) {
    auto const made = rill::try_transcode(text, from, to);
    return made ? std::string("fine") : std::string(made.error().what());
  };
  CHECK(what("a\n\x93\xFA\x93", sjis, rill::utf8) ==
        "text:2:4: the text ends within a character in SHIFT_JIS, at byte 4");
  CHECK(what("a\n\x93\xFA\xFFz", sjis, rill::utf8) ==
        "text:2:4: bytes that encode no character in SHIFT_JIS, at byte 4");
  CHECK(what("\u65E5\u00E9", rill::utf8, sjis) ==
        "text:1:4: no such character in SHIFT_JIS: U+00E9, at byte 3");
  CHECK(what("a\xC0", rill::utf8, sjis) ==
        "text:1:2: overlong form in UTF-8, at byte 1");
  // The conversion passes UTF-8 and a shift state; the offset is in the source.
  std::string const jis = rill::transcode("ab\u65E5\u672Cc", rill::utf8,
                                          rill::iconv("ISO-2022-JP"));
  CHECK(what(jis, rill::iconv("ISO-2022-JP"), rill::latin1) ==
        "text:1:3: no such character in ISO-8859-1: U+65E5, at byte 5");
}

TEST_CASE("driver/iconv: policies are rill's") {
  if (!is_there("SHIFT_JIS") || !is_there("ISO-2022-JP")) return;
  rill::encoding const sjis = rill::iconv("SHIFT_JIS");
  std::string const bad = "a\x93\xFA\xFFz\x93";
  CHECK(rill::transcode(bad, sjis, rill::utf8, text_policy::replace) ==
        "a\u65E5\uFFFDz\uFFFD");
  CHECK(rill::transcode(bad, sjis, rill::utf8, text_policy::ignore) ==
        "a\u65E5z");
  CHECK(rill::transcode("\u65E5\u00E9\xC0z", rill::utf8, sjis,
                        text_policy::replace) == "\x93\xFA??z");
  CHECK(rill::transcode("\u65E5\u00E9\xC0z", rill::utf8, sjis,
                        text_policy::ignore) == "\x93\xFAz");
  // The substitute is written in the shift state that it needs.
  CHECK(rill::transcode("\u65E5\u00E9\u65E5", rill::utf8,
                        rill::iconv("ISO-2022-JP"), text_policy::replace) ==
        "\x1B$BF|\x1B(B?\x1B$BF|\x1B(B");
}

TEST_CASE("driver/iconv: a place that is replaced counts once") {
  for (char const* name : {"SHIFT_JIS", "ISO-2022-JP"})
    if (!is_there(name)) return;
  auto const places = [](std::string_view bytes, rill::encoding const& from,
                         rill::encoding const& to) {
    rill::memory_reader in(bytes.data(), bytes.size());
    std::string made;
    rill::string_writer out(made);
    return rill::transcode_copy(in, from, out, to,
                                {.policy = text_policy::replace})
        .replaced;
  };
  rill::encoding const sjis = rill::iconv("SHIFT_JIS");
  rill::encoding const shifts = rill::iconv("ISO-2022-JP");
  for (rill::encoding const& to :
       {rill::encoding::utf8, rill::encoding::utf16le, rill::encoding::us_ascii,
        rill::encoding::latin1, sjis, shifts}) {
    CAPTURE(std::string(to.name()));
    CHECK(places("a\xFF"
                 "b\xFF",
                 sjis, to) == 2);
    CHECK(places("a\x80"
                 "b\x80",
                 shifts, to) == 2);
    CHECK(places("a\x81"
                 "b\x81",
                 rill::windows1252, to) == 2);
    CHECK(places("a\xFF"
                 "b\xFF",
                 rill::utf8, to) == 2);
  }
  // A character that the target lacks and an ill-formed byte count once each.
  CHECK(places("\x93\xFA\xFF", sjis, rill::latin1) == 2);
}

TEST_CASE("driver/iconv: names") {
  CHECK(rill::concat(rill::iconv("ISO-8859-2")) == "ISO-8859-2");
  CHECK(rill::iconv("ISO-8859-2") == rill::iconv("ISO-8859-2"));
  CHECK(!(rill::iconv("ISO-8859-2") == rill::iconv("ISO-8859-3")));
  std::string const too_long(64, 'x');
  for (std::string const& name : {std::string("no-such-code"), std::string(),
                                  too_long, std::string("UTF-8\0x", 7)}) {
    auto const found = rill::try_iconv(name);
    REQUIRE(!found);
    CHECK(found.error().code() ==
          rill::error_code(rill::library_problem::no_such_encoding));
  }
  CHECK(std::string(rill::try_iconv("no-such-code").error().what()) ==
        "iconv no-such-code: no encoding has this name");
  CHECK_THROWS_AS((void)rill::iconv("no-such-code"), rill::error);
}

TEST_CASE("driver/iconv: the last character of a decoder that looks ahead") {
  if (!is_there("TSCII")) return;
  // A vowel sign stands before its consonant, so the next bytes decide.
  rill::encoding const tscii = rill::iconv("TSCII");
  std::string const text = "\u0B95\u0BC6";
  std::string const bytes = rill::transcode(text, rill::utf8, tscii);
  std::string const want = rill::transcode(text, rill::utf8, rill::utf16be);
  for (std::size_t size : {1u, 2u, 16u}) {
    rill_test::scripted_reader in(bytes, size, rill_test::one_byte);
    std::string made;
    {
      rill::string_writer out(made);
      rill::transcode_copy(in, tscii, out, rill::utf16be);
    }
    CHECK((made == want));
  }
  // The same with too little room at first.
  rill::detail::transcoder work(tscii, rill::utf16be, text_policy::strict);
  std::string made;
  char const* at = bytes.data();
  char const* const end = at + bytes.size();
  for (std::size_t room = 0; made.size() < want.size() && room != 50; ++room) {
    char out[4];
    auto const done =
        work.step(at, static_cast<std::size_t>(end - at), out, room % 5, true);
    made.append(out, done.written);
    at += done.read;
  }
  CHECK((made == want));
}

TEST_CASE("driver/iconv: a character that is not there, behind a shift") {
  if (!is_there("ISO-2022-JP")) return;
  rill::encoding const jis = rill::iconv("ISO-2022-JP");
  std::string const bytes = rill::transcode("ab\u65E5\u672C", rill::utf8, jis);
  rill::memory_reader in(bytes);
  std::string made;
  rill::string_writer out(made);
  auto const done = rill::try_transcode_copy(in, jis, out, rill::latin1);
  REQUIRE(!done);
  CHECK(std::string(done.error().what()) ==
        "text:1:3: no such character in ISO-8859-1: U+65E5, at byte 5");
}

TEST_CASE("driver/iconv: //IGNORE leaves out") {
  if (!is_there("ISO-8859-1//IGNORE")) return;
  rill::encoding const some = rill::iconv("ISO-8859-1//IGNORE");
  std::string const text = "a\u20ACb\u20AC";
  // A block of exactly the text's size, so a sanitizer finds a read behind it.
  std::vector<char> const exact(text.begin(), text.end());
  rill::text const in(exact.data(), exact.size());
  CHECK(rill::transcode(in, rill::utf8, some) == "ab");
  CHECK(rill::transcode(rill::transcode(in, rill::utf8, rill::utf16le),
                        rill::utf16le, some) == "ab");
}

TEST_CASE("driver/iconv: no memory to write to is no room") {
  struct {
    char* data() const { return nullptr; }
    std::size_t size() const { return 0; }
  } none;
  rill::encoding const some = rill::iconv("ISO-8859-2");
  auto const made = rill::transcode_into(none, "a", rill::utf8, some);
  CHECK(made.error == text_problem::no_room);
  auto const read = rill::transcode_into(none, "a", some, rill::utf8);
  CHECK(read.error == text_problem::no_room);
  CHECK(rill::transcode_into(none, "", rill::utf8, some).read == 0);
}

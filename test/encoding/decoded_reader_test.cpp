// test/encoding/decoded_reader_test.cpp: text read in an encoding, against
// bytes made one character at a time, with buffers of every size and sources
// that split, wait and fail.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream/callback.h>
#include <rill/encoding/decoded_reader.h>
#include <rill/encoding/encoded_writer.h>
#include <rill/scan/lines.h>
#include <rill/stream/memory_reader.h>
#include <rill/encoding/transcode.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/encodings.h"
#include "support/fake_device.h"
#include "support/files.h"
#include "support/pipe.h"
#include "support/scripted_reader.h"

using rill::decoded_reader;
using rill::encoding_options;
using rill::text_policy;
using rill_test::bytes_of;
using rill_test::every_encoding;
using rill_test::fake_device;
using rill_test::random_scalars;
using rill_test::scripted_reader;

namespace {

rill::file fake() { return rill::file(fake_device::handle); }

std::string utf8_of(std::vector<char32_t> const& scalars) {
  std::string text;
  for (char32_t c : scalars) text += rill_test::put_utf8(c);
  return text;
}

encoding_options options_of(std::size_t size,
                            text_policy policy = text_policy::strict) {
  encoding_options options;
  options.buffer_size = size;
  options.policy = policy;
  return options;
}

// Reads everything up to the end or an error, by pieces of random sizes.
std::string read_all(rill::reader& in, std::mt19937& random) {
  std::string all;
  char piece[40];
  while (true) {
    auto const got = in.try_read(piece, 1 + random() % sizeof piece);
    if (!got || *got == 0) return all;
    all.append(piece, *got);
  }
}

std::string bytes_with_faults(std::mt19937& random, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i != size; ++i)
    bytes += random() % 3 == 0
                 ? rill_test::put_utf8(random_scalars(random, 1, 0x10FFFF)[0])
                 : std::string(1, static_cast<char>(random() % 256));
  return bytes;
}

}  // namespace

TEST_CASE("encoding/decoded_reader: every buffer size, every piece size") {
  std::mt19937 random(3);
  for (auto const& from : every_encoding())
    for (std::size_t mine = 1; mine <= 17; ++mine)
      for (std::size_t behind = 1; behind <= 17; ++behind) {
        CAPTURE(from.name);
        CAPTURE(mine);
        CAPTURE(behind);
        auto const scalars = random_scalars(random, 150, from.most);
        scripted_reader source(bytes_of(from, scalars), behind,
                               [&](int, std::size_t) {
                                 return 1 + static_cast<long>(random() % 5);
                               });
        decoded_reader in(source, from.which, options_of(mine));
        CHECK((read_all(in, random) == utf8_of(scalars)));
        CHECK(!in.error());
        CHECK(in.at_end());
      }
}

TEST_CASE("encoding/decoded_reader: every place where a source can pause") {
  std::mt19937 random(4);
  for (auto const& from : every_encoding()) {
    auto const scalars = random_scalars(random, 12, from.most);
    std::string const bytes = bytes_of(from, scalars);
    for (std::size_t split = 0; split <= bytes.size(); ++split) {
      // The source throws where a real one would wait.
      scripted_reader source(bytes, 100, [&](int call, std::size_t room) {
        if (call == 0 && split != 0) return static_cast<long>(split);
        if (call == (split != 0)) throw split;
        return static_cast<long>(room);
      });
      decoded_reader in(source, from.which);
      std::string got;
      // Complete characters are available before the source is called again.
      std::size_t whole = 0;
      std::string bytes_so_far = from.mark;
      while (whole != scalars.size() &&
             bytes_so_far.size() + from.put(scalars[whole]).size() <= split)
        bytes_so_far += from.put(scalars[whole++]);
      std::string const want =
          utf8_of({scalars.begin(),
                   scalars.begin() + static_cast<std::ptrdiff_t>(whole)});
      while (got.size() < want.size()) {
        REQUIRE(in.peek(1).size != 0);
        got.append(in.cursor(), in.available());
        in.advance_to(in.end());
      }
      CHECK((got == want));
      CHECK_THROWS_AS(in.peek(1), std::size_t);
      // The exception loses no byte.
      while (!in.at_end()) {
        got.append(in.cursor(), in.available());
        in.advance_to(in.end());
      }
      CHECK((got == utf8_of(scalars)));
    }
  }
}

TEST_CASE("encoding/decoded_reader: policies and errors, as in one piece") {
  std::mt19937 random(5);
  for (auto const& from : every_encoding())
    for (int round = 0; round != 60; ++round) {
      std::string const bytes =
          from.mark + bytes_with_faults(random, random() % 30);
      CAPTURE(from.name);
      auto const source = [&] {
        return scripted_reader(bytes, 1 + random() % 17, [&](int, std::size_t) {
          return 1 + static_cast<long>(random() % 5);
        });
      };
      for (text_policy policy : {text_policy::replace, text_policy::ignore}) {
        auto behind = source();
        decoded_reader in(behind, from.which,
                          options_of(1 + random() % 40, policy));
        CHECK((read_all(in, random) ==
               rill::transcode(bytes, from.which, rill::utf8, policy)));
        CHECK(!in.error());
      }
      auto behind = source();
      decoded_reader in(behind, from.which, options_of(1 + random() % 40));
      std::string const got = read_all(in, random);
      std::vector<char> want(bytes.size() * 4 + 4);
      auto const done =
          rill::transcode_into(want, bytes, from.which, rill::utf8);
      CHECK((got == std::string(want.data(), done.written)));
      CHECK(bool(in.error()) == !done);
      if (done) continue;
      CHECK(in.error() == rill::error_code(rill::error_source::text,
                                           static_cast<int>(done.error)));
      // read, lines and words throw the error with the place that transcode
      // gives.
      rill::error const once =
          rill::try_transcode(bytes, from.which, rill::utf8).error();
      rill::error const streamed = rill::detail::read_failure(in);
      CHECK(streamed.offset() == once.offset());
      CHECK(streamed.line() == once.line());
      CHECK(streamed.column() == once.column());
      CHECK(streamed.code() == once.code());
    }
}

TEST_CASE("encoding/decoded_reader: lines, words, values, scan and read") {
  std::mt19937 random(6);
  rill_test::folder const folder;
  std::string const path = folder / "in";
  for (auto const& which : every_encoding()) {
    CAPTURE(which.name);
    bool const wide = which.most > 0xFFFF;
    std::string const word = wide ? "\u00E9\u20AC\U0001F600" : "word";
    {
      rill::encoded_writer out(path, which.which);
      for (int i = 0; i != 300; ++i)
        rill::println(out, i, ' ', word, i * 7, ' ', i * 0.25);
      out.close();
    }
    {
      decoded_reader in(path, which.which, options_of(16));
      int i = 0;
      for (std::string_view line : rill::lines(in)) {
        CHECK((line == rill::concat(i, ' ', word, i * 7, ' ', i * 0.25)));
        ++i;
      }
      CHECK(i == 300);
    }
    decoded_reader in(path, which.which, options_of(16));
    for (int i = 0; i != 299; ++i) {
      int number = -1;
      std::string text;
      double real = -1;
      CHECK(rill::scan(in, number, text, real));
      CHECK(number == i);
      CHECK((text == rill::concat(word, i * 7)));
      CHECK(real == i * 0.25);
    }
    auto const [number, text, real] = rill::read<int, std::string, double>(in);
    CHECK(number == 299);
    int none = 0;
    CHECK(!rill::scan(in, none));
    decoded_reader again(path, which.which);
    int count = 0;
    for (std::string_view w : rill::words(again)) count += !w.empty();
    CHECK(count == 900);
  }
}

TEST_CASE("encoding/decoded_reader: a moved reader in a range") {
  rill::memory_reader bytes("1 2 3\n4");
  int sum = 0;
  for (int n : rill::values<int>(decoded_reader(bytes, rill::latin1))) sum += n;
  CHECK(sum == 10);
  rill_test::folder const folder;
  rill::encoded_writer(folder / "a", rill::utf16).close();
  decoded_reader first(folder / "a", rill::utf16);
  first = decoded_reader(bytes, rill::utf8);
  CHECK(first.at_end());
  CHECK(!decoded_reader::try_open(folder / "no", rill::utf8));
}

TEST_CASE("encoding/decoded_reader: what scan says has the place") {
  auto const what = [](std::string const& bytes, rill::encoding const& from) {
    rill::memory_reader source(bytes);
    decoded_reader in(source, from);
    try {
      int n = 0;
      while (rill::scan(in, n)) {
      }
    } catch (rill::error const& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  std::string const wide =
      rill::transcode("12\n 3 x4", rill::utf8, rill::utf16le);
  CHECK(what(wide, rill::utf16le) ==
        "text:2:4: expected an integer, found \"x4\"\n 3 x4\n   ^");
  // A cut character at the end, a lone surrogate, a lead byte without its rest.
  CHECK(what(wide.substr(0, 11), rill::utf16le) ==
        "text:2:3: the text ends within a character in UTF-16LE, at byte 10");
  CHECK(what(std::string("1\0\n\0\x00\xD8 \0", 8), rill::utf16le) ==
        "text:2:1: lone surrogate in UTF-16LE, at byte 4");
  CHECK(what("1 2 \xE2\x82", rill::utf8) ==
        "text:1:5: the text ends within a character in UTF-8, at byte 4");
  CHECK(what("1 2 \xC0\xAF", rill::utf8) ==
        "text:1:5: overlong form in UTF-8, at byte 4");
  CHECK(what("1 \xFF", rill::us_ascii) ==
        "text:1:3: bytes that encode no character in US-ASCII, at byte 2");
  // A number directly before the error may be cut, so it is not taken.
  CHECK(what("1 2\xC0", rill::utf8) ==
        "text:1:4: overlong form in UTF-8, at byte 3");
}

TEST_CASE("encoding/decoded_reader: byte-order marks") {
  using rill::byte_order_mark;
  auto const text = [](std::string const& bytes, rill::encoding const& from,
                       byte_order_mark mark, std::size_t piece) {
    scripted_reader source(
        bytes, 16, [=](int, std::size_t) { return static_cast<long>(piece); });
    encoding_options options;
    options.mark = mark;
    decoded_reader in(source, from, options);
    std::mt19937 random(1);
    return read_all(in, random);
  };
  std::string const le(
      "\xFF\xFE"
      "a\0",
      4);
  std::string const be("\xFE\xFF\0a", 4);
  for (std::size_t piece : {1u, 2u, 3u, 16u}) {
    auto const as_is = byte_order_mark::as_encoding;
    CHECK(text(le, rill::utf16, as_is, piece) == "a");
    CHECK(text(be, rill::utf16, as_is, piece) == "a");
    CHECK(text(le.substr(2), rill::utf16, as_is, piece) == "a");
    CHECK(text(le, rill::utf16, byte_order_mark::no, piece) == "\uFEFFa");
    CHECK(text(le, rill::utf16le, as_is, piece) == "\uFEFFa");
    CHECK(text(le, rill::utf16le, byte_order_mark::yes, piece) == "a");
    CHECK(text(be, rill::utf16be, byte_order_mark::yes, piece) == "a");
    CHECK(text("\xEF\xBB\xBFz", rill::utf8, as_is, piece) == "z");
    CHECK(text("\xEF\xBB\xBFz", rill::encoding("UTF-8"), as_is, piece) == "z");
    CHECK(text("\xEF\xBB\xBF", rill::utf8, as_is, piece) == "");
    CHECK(text("z\xEF\xBB\xBF", rill::utf8, as_is, piece) == "z\uFEFF");
    CHECK(text("\xEF\xBB\xBF\xEF\xBB\xBFz", rill::utf8, as_is, piece) ==
          "\uFEFFz");
    CHECK(text("\xEF\xBB\xBFz", rill::utf8, byte_order_mark::no, piece) ==
          "\uFEFFz");
    CHECK(text("\xEF\xBC\x81z", rill::utf8, as_is, piece) == "\uFF01z");
    CHECK(text("\xEF\xBB\xBFz", rill::utf8, byte_order_mark::yes, piece) ==
          "z");
    CHECK(text("\xEF\xBBz", rill::utf8, as_is, piece) == "");
    CHECK(text("", rill::utf16, as_is, piece) == "");
    CHECK(text("\xFF", rill::utf16, as_is, piece) == "");
    CHECK(text("\xFF\xFE", rill::utf16, as_is, piece) == "");
    CHECK(text(std::string("\0\0\xFE\xFF\0\0\0b", 8), rill::utf32, as_is,
               piece) == "b");
    CHECK(text(std::string("\xFF\xFE\0\0b\0\0\0", 8), rill::utf32, as_is,
               piece) == "b");
    // Only the first one is a mark; the second is a character.
    CHECK(text(le.substr(0, 2) + le, rill::utf16, as_is, piece) == "\uFEFFa");
  }
}

TEST_CASE("encoding/decoded_reader: a source that fails at read k") {
  std::mt19937 random(7);
  for (auto const& from : every_encoding())
    for (int k = 0; k != 20; ++k) {
      auto const scalars = random_scalars(random, 60, from.most);
      fake_device device;
      device.input = bytes_of(from, scalars);
      device.on_read = [&](int call, std::size_t size) -> long {
        if (call == k) return -EIO;
        if (call % 3 == 1) return -EINTR;
        if (call % 5 == 2) return -EAGAIN;
        return std::min(static_cast<long>(1 + call % 9),
                        static_cast<long>(size));
      };
      decoded_reader in(fake(), from.which, options_of(16));
      std::string const got = read_all(in, random);
      std::string const whole = utf8_of(scalars);
      CHECK((whole.substr(0, got.size()) == got));
      if (device.reads > k) {
        CHECK(in.error() == rill::error_code(rill::error_source::system, EIO));
        CHECK(!in.more());
      } else {
        CHECK(got == whole);
      }
      in.close();
      CHECK(device.closes == 1);
    }
}

TEST_CASE("encoding/decoded_reader: a pipe gives what is complete") {
  rill_test::pipe ends;
  decoded_reader in(static_cast<rill::file&&>(ends.reading), rill::utf16le);
  rill::file& to = ends.writing;
  for (int i = 0; i != 5; ++i) {
    // A line, and the first byte of the next character.
    std::string line = rill::transcode(rill::concat("line ", i, "\n"),
                                       rill::utf8, rill::utf16le);
    line += 'l';
    if (i != 0) line.erase(0, 1);
    to.write(line);
    std::string got;
    CHECK(rill::scan(in, rill::line(got)));
    CHECK((got == rill::concat("line ", i)));
  }
  to.close();
  CHECK(!in.try_at_end());
  CHECK(in.error() ==
        rill::error_code(rill::error_source::text,
                         static_cast<int>(rill::text_problem::cut)));
}

TEST_CASE(
    "encoding/decoded_reader: takes no more of the source than it holds") {
  std::string const bytes(1000, 'a');
  rill::memory_reader source(bytes);
  {
    decoded_reader in(source, rill::latin1, options_of(16));
    CHECK(in.peek(4).size >= 4);
  }
  // The bytes that were not decoded are still in the source.
  CHECK(source.available() >= 1000 - 16 - 128);
}

// test/encoding/transcode_copy_test.cpp: copies from a reader to a writer in
// another encoding.
// covers: encoding/transcode.h
#include <doctest/doctest.h>
#include <errno.h>
#include <rill/stream.h>
#include <rill/unicode.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/encodings.h"
#include "support/files.h"
#include "support/scripted_reader.h"

using rill_test::bytes_of;
using rill_test::every_encoding;
using rill_test::random_scalars;
using rill_test::scripted_reader;

namespace {

// A writer with a small buffer that keeps the bytes and counts its writes.
struct kept_bytes {
  std::string bytes;
  std::size_t writes = 0;
};
auto small_writer(kept_bytes& to, std::size_t size) {
  return rill::callback_writer(
      [&to](char const* data, std::size_t count) {
        to.bytes.append(data, count);
        ++to.writes;
        return count;
      },
      size);
}

rill::error_code code_of(rill::text_problem problem) {
  return {rill::error_source::text, static_cast<int>(problem)};
}

}  // namespace

TEST_CASE("encoding/transcode: every pair, with small buffers at both ends") {
  std::mt19937 random(1);
  for (auto const& from : every_encoding())
    for (auto const& to : every_encoding()) {
      CAPTURE(std::string(from.name));
      CAPTURE(std::string(to.name));
      auto const scalars =
          random_scalars(random, 300, std::min(from.most, to.most));
      std::string const in = bytes_of(from, scalars);
      std::string const want = bytes_of(to, scalars);
      for (std::size_t in_size : {1u, 3u, 16u, 17u, 4096u})
        for (std::size_t out_size : {1u, 2u, 5u, 16u, 31u, 33u, 4096u}) {
          CAPTURE(in_size);
          CAPTURE(out_size);
          kept_bytes made;
          {
            scripted_reader reader(in, in_size);
            auto writer = small_writer(made, out_size);
            auto const done =
                rill::transcode_copy(reader, from.which, writer, to.which);
            CHECK(done.read == in.size());
            CHECK(done.written == want.size());
            CHECK(done.replaced == 0);
            writer.flush();
          }
          REQUIRE((made.bytes == want));
        }
    }
}

TEST_CASE("encoding/transcode: one byte at a time") {
  std::mt19937 random(2);
  for (auto const& from : every_encoding()) {
    auto const scalars = random_scalars(random, 200, from.most);
    scripted_reader in(bytes_of(from, scalars), 64, rill_test::one_byte);
    std::string made;
    rill::string_writer out(made);
    rill::transcode_copy(in, from.which, out, rill::utf8);
    out.flush();
    CHECK((made == bytes_of(every_encoding()[0], scalars)));
  }
}

TEST_CASE("encoding/transcode: what is wrong, and where the reader stands") {
  struct bad {
    std::string_view bytes;
    rill::text_problem problem;
    std::size_t offset;
  };
  using enum rill::text_problem;
  for (bad const& one :
       {bad{"ab\ncd\xC0\xAF", overlong, 5}, bad{"ab\ncd\xE2\x82", cut, 5},
        bad{"ab\ncd\xE2\x82z", too_short, 5},
        bad{"ab\ncd\x80", stray_continuation, 5},
        bad{"ab\ncd\xED\xA0\x80", surrogate, 5},
        bad{"ab\ncd\xF5\x80", too_large, 5},
        bad{"ab\ncd\xFF", invalid_byte, 5}})
    for (std::size_t size : {1u, 4u, 64u}) {
      CAPTURE(one.offset);
      scripted_reader in(std::string(one.bytes), size);
      std::string made;
      rill::string_writer out(made);
      auto const done =
          rill::try_transcode_copy(in, rill::utf8, out, rill::utf16le);
      REQUIRE(!done);
      CHECK(done.error().code() == code_of(one.problem));
      CHECK(done.error().offset() == one.offset);
      out.flush();
      CHECK((made == std::string("a\0b\0\n\0c\0d\0", 10)));
      CHECK(in.available() != 0);
      CHECK(*in.cursor() == one.bytes[one.offset]);
    }
}

TEST_CASE("encoding/transcode: lines and columns, of UTF-8 and of others") {
  std::string const text = "one\ntwo \xC3\xA9\n\xE2\x82\xAC x \xE2\x82\xACy";
  rill::memory_reader in(text);
  std::string made;
  rill::string_writer out(made);
  auto const utf8 = rill::try_transcode_copy(in, rill::utf8, out, rill::latin1);
  REQUIRE(!utf8);
  CHECK(utf8.error().code() == code_of(rill::text_problem::unmappable));
  CHECK(std::string_view(utf8.error().what()) ==
        "text:3:1: no such character in ISO-8859-1: U+20AC, at byte 11");
  for (rill::encoding const& to :
       {rill::encoding::utf8, rill::encoding::utf32be}) {
    std::string const wide = rill::transcode("one\ntwo \xC3\xA9\n\xC3\xA9!",
                                             rill::utf8, rill::utf16le) +
                             std::string("\x00\xDC", 2);
    for (std::size_t size : {1u, 5u, 64u}) {
      scripted_reader bytes(wide, size);
      auto const done = rill::try_transcode_copy(bytes, rill::utf16le, out, to);
      REQUIRE(!done);
      // The column counts bytes of UTF-8.
      CHECK(std::string_view(done.error().what()) ==
            "script:3:4: lone surrogate in UTF-16LE, at byte 24");
    }
  }
}

TEST_CASE("encoding/transcode: policies count what they mend") {
  for (std::size_t size : {1u, 2u, 64u}) {
    std::string left_out;
    std::string replaced;
    {
      scripted_reader in("a\xFF\xE2\x82z\xE2\x82\xAC", size);
      rill::string_writer out(left_out);
      auto const done =
          rill::transcode_copy(in, rill::utf8, out, rill::latin1,
                               {.policy = rill::text_policy::ignore});
      CHECK(done.replaced == 3);
    }
    {
      scripted_reader in("a\xFF\xE2\x82z\xE2\x82\xAC\xE2", size);
      rill::string_writer out(replaced);
      auto const done =
          rill::transcode_copy(in, rill::utf8, out, rill::latin1,
                               {.policy = rill::text_policy::replace});
      CHECK(done.replaced == 4);
    }
    CHECK(left_out == "az");
    CHECK(replaced == "a??z??");
  }
}

TEST_CASE("encoding/transcode: a place counts once, whatever is there") {
  struct row {
    rill::encoding from;
    std::string bytes;      // a, one ill-formed place, b
    std::string character;  // U+4E2D, if the encoding has it
    std::string mark;       // U+FFFD, if the encoding has it
  };
  for (row const& one :
       {row{rill::utf8,
            "a\xFF"
            "b",
            "\xE4\xB8\xAD", "\xEF\xBF\xBD"},
        row{rill::utf16le,
            std::string("a\0\0\xDC"
                        "b\0",
                        6),
            "\x2D\x4E", "\xFD\xFF"},
        row{rill::utf32be, std::string("\0\0\0a\0\0\xD8\0\0\0\0b", 12),
            std::string("\0\0\x4E\x2D", 4), std::string("\0\0\xFF\xFD", 4)},
        row{rill::us_ascii,
            "a\x80"
            "b",
            "", ""},
        row{rill::windows1252,
            "a\x81"
            "b",
            "", ""},
        row{rill::gb18030,
            "a\xFF"
            "b",
            "\xD6\xD0", "\x84\x31\xA4\x37"}})
    for (auto const& to : every_encoding())
      for (std::size_t size : {1u, 3u, 64u})
        for (std::size_t room : {1u, 5u, 64u}) {
          CAPTURE(std::string(one.from.name()));
          CAPTURE(std::string(to.name));
          CAPTURE(size);
          CAPTURE(room);
          auto const places = [&](std::string const& bytes) {
            scripted_reader in(bytes, size);
            kept_bytes made;
            auto out = small_writer(made, room);
            return rill::transcode_copy(in, one.from, out, to.which,
                                        {.policy = rill::text_policy::replace})
                .replaced;
          };
          bool const has_all = to.most == 0x10FFFF;
          CHECK(places(one.bytes) == 1);
          CHECK(places(one.bytes + one.bytes) == 2);
          if (one.mark.empty()) continue;
          CHECK(places(one.character) == (has_all ? 0 : 1));
          CHECK(places(one.mark) == (has_all ? 0 : 1));
          CHECK(places(one.mark + one.bytes + one.character) ==
                (has_all ? 1 : 3));
        }
}

TEST_CASE("encoding/transcode: marks on request") {
  auto const with = [](std::string_view in, rill::byte_order_mark mark_in,
                       rill::byte_order_mark mark_out) {
    rill::memory_reader reader(in);
    std::string made;
    {
      rill::string_writer out(made);
      rill::transcode_copy(reader, rill::utf8, out, rill::utf8,
                           {.mark_in = mark_in, .mark_out = mark_out});
    }
    return made;
  };
  using enum rill::byte_order_mark;
  CHECK(with("x", as_encoding, yes) == "\xEF\xBB\xBFx");
  CHECK(with("\xEF\xBB\xBFx", yes, no) == "x");
  CHECK(with("\xEF\xBB\xBFx", as_encoding, as_encoding) == "\xEF\xBB\xBFx");
  CHECK(with("", yes, yes) == "\xEF\xBB\xBF");
}

// As if iconv had no memory or no descriptor left.
TEST_CASE("encoding/transcode: an encoding that does not open is named") {
  rill::detail::codec shut = *rill::detail::codec_named("latin1");
  shut.name = "shut";
  shut.open = [](char const*, bool) noexcept -> void* { return nullptr; };
  shut.close = [](void*) noexcept {};
  rill::encoding const closed = rill::detail::encoding_access::make(&shut);
  auto const what = [](rill::encoding const& from, rill::encoding const& to) {
    rill::memory_reader in("abc");
    std::string text;
    rill::string_writer out(text);
    return std::string(
        rill::try_transcode_copy(in, from, out, to).error().what());
  };
  CHECK(what(closed, rill::utf8) ==
        "open encoding shut: no encoding has this name");
  CHECK(what(rill::utf8, closed) ==
        "open encoding shut: no encoding has this name");
}

TEST_CASE("encoding/transcode: errors of reading") {
  scripted_reader in("abc", 16, [](int call, std::size_t) -> long {
    return call == 0 ? 2 : -EIO;
  });
  std::string made;
  rill::string_writer out(made);
  auto const done = rill::try_transcode_copy(in, rill::utf8, out, rill::utf8);
  REQUIRE(!done);
  CHECK(done.error().code().number == EIO);
  out.flush();
  CHECK(made == "ab");
}

TEST_CASE("encoding/transcode: a writer that is full, and one that fails") {
  char room[3];
  rill::memory_writer small(room);
  rill::memory_reader in(std::string_view("ab\xE2\x82\xAC"));
  auto const done = rill::try_transcode_copy(in, rill::utf8, small, rill::utf8);
  REQUIRE(!done);
  CHECK(done.error().code() == small.error());
  CHECK(std::string_view(small.bytes().data, small.bytes().size) == "ab");
}

TEST_CASE("encoding/transcode: from file to file, and its progress") {
  rill_test::folder const place;
  std::string const from = place / "from";
  std::string const to = place / "to";
  std::mt19937 random(3);
  auto const scalars = random_scalars(random, 100'000, 0x10FFFF);
  auto const& utf8 = every_encoding()[0];
  auto const& utf16le = every_encoding()[2];
  std::string const text = bytes_of(utf8, scalars);
  rill::file::create(from).write(text);
  unsigned long long last = 0;
  int calls = 0;
  {
    rill::file_reader in(from);
    rill::file_writer out(to);
    rill::transcode_copy(in, utf8.which, out, utf16le.which,
                         {.report_every = 10'000},
                         [&](unsigned long long read) {
                           CHECK(read >= last + 10'000);
                           last = read;
                           ++calls;
                         });
    out.close();
  }
  CHECK(calls > 0);
  CHECK(last <= text.size());
  auto const made = rill::load(to);
  CHECK((std::string(made.begin(), made.end()) == bytes_of(utf16le, scalars)));
}

TEST_CASE("encoding/transcode: flushes before it may have to wait") {
  kept_bytes made;
  auto out = small_writer(made, 100);
  std::vector<std::size_t> seen;
  scripted_reader in("abcdef", 100, [&](int, std::size_t) {
    seen.push_back(made.bytes.size());
    return 2l;
  });
  rill::transcode_copy(in, rill::latin1, out, rill::utf16le, {.flush = true});
  CHECK(seen == std::vector<std::size_t>{0, 4, 8, 12});
}

TEST_CASE("encoding/transcode: the character that is not there") {
  using enum rill::byte_order_mark;
  auto const what = [](std::string const& bytes, rill::encoding const& from,
                       rill::transcode_options const& options) {
    rill::memory_reader in(bytes);
    std::string made;
    rill::string_writer out(made);
    auto const done =
        rill::try_transcode_copy(in, from, out, rill::latin1, options);
    REQUIRE(!done);
    return std::string(done.error().what());
  };
  std::string const euro =
      "text:1:2: no such character in ISO-8859-1: U+20AC, at byte 4";
  for (rill::encoding const& from :
       {rill::encoding::utf16, rill::encoding("utf-16")}) {
    CHECK(what(std::string("\xFE\xFF\0a\x20\xAC", 6), from, {}) == euro);
    CHECK(what(std::string("\xFF\xFE"
                           "a\0\xAC\x20",
                           6),
               from, {}) == euro);
  }
  CHECK(what("abc", rill::utf8, {.mark_out = yes}) ==
        "text:1:1: no such character in ISO-8859-1: U+FEFF, at byte 0");
}

TEST_CASE("encoding/transcode: a mark is no part of the first line") {
  using enum rill::byte_order_mark;
  // A mark, "a", and a lone surrogate.
  std::string const bytes(
      "\xFF\xFE"
      "a\0\0\xDC",
      6);
  auto const column = [&](rill::encoding const& from, rill::encoding const& to,
                          rill::transcode_options const& options) {
    rill::memory_reader in(bytes);
    std::string made;
    rill::string_writer out(made);
    auto const done = rill::try_transcode_copy(in, from, out, to, options);
    REQUIRE(!done);
    CHECK(done.error().offset() == 4);
    return done.error().column();
  };
  for (rill::encoding const& to :
       {rill::encoding::utf8, rill::encoding::utf32le}) {
    CHECK(column(rill::utf16, to, {}) == 2);
    CHECK(column(rill::utf16, to, {.mark_out = yes}) == 2);
    CHECK(column(rill::utf16le, to, {.mark_in = yes}) == 2);
    CHECK(column(rill::utf16, to, {.mark_in = no}) == 5);
  }
}

TEST_CASE("encoding/transcode: a writer that failed ends the reading") {
  char room[3];
  rill::memory_writer out(room);
  int calls = 0;
  rill::callback_reader in(
      [&](char* to, std::size_t size) {
        std::fill_n(to, size, 'a');
        return ++calls < 1000 ? size : 0;
      },
      16);
  CHECK(!rill::try_transcode_copy(in, rill::latin1, out, rill::utf16le));
  CHECK(calls < 3);
}

// test/encoding/encoded_writer_test.cpp: text printed in an encoding, against
// bytes made one character at a time, with buffers of every size and devices
// that write short, fail and recover.
// covers: rill/encoding/filter_writer.h
// covers: rill/encoding/transcoder.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/stream/callback.h>
#include <rill/encoding/encoded_writer.h>
#include <rill/stream/memory_writer.h>
#include <rill/encoding/transcode.h>

#include <random>
#include <stdexcept>
#include <string.h>  // strerror
#include <string>
#include <vector>

#include "support/encodings.h"
#include "support/fake_device.h"
#include "support/files.h"

using rill::encoded_writer;
using rill::encoding_options;
using rill::text_policy;
using rill_test::bytes_of;
using rill_test::content_of;
using rill_test::every_encoding;
using rill_test::fake_device;
using rill_test::random_scalars;

namespace {

rill::file fake() { return rill::file(fake_device::handle); }

std::string utf8_of(std::vector<char32_t> const& scalars) {
  std::string text;
  for (char32_t c : scalars) text += rill_test::put_utf8(c);
  return text;
}

// Writes the text in pieces that may end within a character.
void write_pieces(rill::writer& out, std::string const& text,
                  std::mt19937& random) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const most = random() % 9 == 0 ? 100 : 6;
    std::size_t const size = std::min(random() % most, text.size() - at);
    out.write(text.data() + at, size);
    at += size;
    if (random() % 50 == 0) out.flush();
  }
}

std::vector<std::string> lost;  // the errors that were reported as lost
void remember(rill::error const& reason) noexcept {
  lost.push_back(reason.what());
}
struct handler {
  rill::lost_output_handler before = rill::set_lost_output_handler(remember);
  handler() { lost.clear(); }
  ~handler() { rill::set_lost_output_handler(before); }
  handler(handler const&) = delete;
  handler& operator=(handler const&) = delete;
};

encoding_options buffer_of(std::size_t size) {
  encoding_options options;
  options.buffer_size = size;
  return options;
}

}  // namespace

TEST_CASE("encoding/encoded_writer: every buffer size over a callback of any") {
  std::mt19937 random(3);
  for (auto const& to : every_encoding())
    for (std::size_t mine = 1; mine <= 17; ++mine)
      for (std::size_t behind = 1; behind <= 17; ++behind) {
        CAPTURE(to.name);
        CAPTURE(mine);
        CAPTURE(behind);
        auto const scalars = random_scalars(random, 120, to.most);
        std::string bytes;
        {
          rill::callback_writer target(
              [&](char const* data, std::size_t size) {
                std::size_t const some = 1 + random() % size;
                bytes.append(data, some);
                return some;
              },
              behind);
          encoded_writer out(target, to.which, buffer_of(mine));
          write_pieces(out, utf8_of(scalars), random);
        }
        CHECK((bytes == bytes_of(to, scalars)));
      }
}

TEST_CASE("encoding/encoded_writer: into a string, memory and a file") {
  std::mt19937 random(4);
  rill_test::folder const folder;
  std::string const path = folder / "out";
  for (auto const& to : every_encoding()) {
    CAPTURE(to.name);
    auto const scalars = random_scalars(random, 5000, to.most);
    std::string const want = bytes_of(to, scalars);
    std::string bytes;
    {
      rill::string_writer target(bytes);
      encoded_writer out(target, to.which);
      write_pieces(out, utf8_of(scalars), random);
      out.close();
    }
    CHECK((bytes == want));
    std::vector<char> memory(want.size());
    rill::memory_writer target(memory);
    {
      encoded_writer out(target, to.which);
      write_pieces(out, utf8_of(scalars), random);
    }
    CHECK((std::string(memory.data(), target.size()) == want));
    for (std::size_t size : {1u, 5u, 16u, 100u, 4096u, 100000u}) {
      {
        encoded_writer out(path, to.which, buffer_of(size));
        write_pieces(out, utf8_of(scalars), random);
        if (size % 2 == 0) out.close();
      }
      CHECK((content_of(path) == want));
    }
  }
}

TEST_CASE("encoding/encoded_writer: one piece larger than every buffer") {
  std::mt19937 random(5);
  for (auto const& to : every_encoding()) {
    auto const scalars = random_scalars(random, 100000, to.most);
    fake_device device;
    encoded_writer out(fake(), to.which);
    std::string const text = utf8_of(scalars);
    out.write(text.data(), text.size());
    out.close();
    CHECK((device.bytes == bytes_of(to, scalars)));
    CHECK(device.closes == 1);
  }
}

TEST_CASE("encoding/encoded_writer: print, println and values go through") {
  std::string bytes;
  {
    rill::string_writer target(bytes);
    encoded_writer out(target, rill::utf16be);
    rill::print(out, "x = ", 42, ' ', u"\u20AC", U'\U0001F600');
    rill::println(out);
    rill::println(out, 1.5, true, -7);
  }
  CHECK((rill::transcode(bytes, rill::utf16be, rill::utf8) ==
         "x = 42 \u20AC\U0001F600\n1.5true-7\n"));
}

TEST_CASE(
    "encoding/encoded_writer: a device that fails at write k, then works") {
  for (auto const& to : every_encoding())
    for (std::size_t size : {1u, 2u, 7u, 16u, 40u})
      for (int k = 0; k != 24; ++k) {
        CAPTURE(to.name);
        CAPTURE(size);
        CAPTURE(k);
        handler const quiet;
        fake_device device;
        device.on_write = [&](int call, std::size_t wanted) -> long {
          if (call == k) return -ENOSPC;
          if (call == k - 1 && wanted > 1) return 1;
          if (call % 5 == 3) return -EINTR;
          if (call % 7 == 4) return -EAGAIN;
          return static_cast<long>(wanted);
        };
        std::mt19937 random(static_cast<unsigned>(k));
        std::vector<char32_t> accepted;
        std::vector<char32_t> failing;
        std::vector<char32_t> later;
        {
          encoded_writer out(fake(), to.which, buffer_of(size));
          bool failed = false;
          for (int i = 0; i != 40 && !failed; ++i) {
            auto const piece = random_scalars(random, random() % 13, to.most);
            try {
              std::string const text = utf8_of(piece);
              out.write(text.data(), text.size());
              accepted.insert(accepted.end(), piece.begin(), piece.end());
            } catch (rill::error const& e) {
              failed = true;
              failing = piece;
              CHECK(e.code().number == ENOSPC);
            }
          }
          if (!failed) failed = !out.try_flush();
          if (failed) {
            // The error stays: no call writes.
            std::string const before = device.bytes;
            CHECK(bool(out.error()));
            CHECK_THROWS_AS(out.write("more than there is room for", 27),
                            rill::error);
            CHECK_THROWS_AS(out.flush(), rill::error);
            CHECK(!out.try_sync());
            CHECK((device.bytes == before));
            out.clear_error();
            later = {U'!', 0x7E};
            rill::print(out, "!~");
          }
          CHECK(bool(out.try_close()));
        }
        CHECK(lost.empty());
        // A part of the failing piece is there: some of its first characters.
        bool found = false;
        for (std::size_t i = 0; i <= failing.size() && !found; ++i) {
          auto all = accepted;
          all.insert(all.end(), failing.begin(),
                     failing.begin() + static_cast<std::ptrdiff_t>(i));
          all.insert(all.end(), later.begin(), later.end());
          found = device.bytes == bytes_of(to, all);
        }
        CHECK(found);
      }
}

TEST_CASE("encoding/encoded_writer: a device that stays full") {
  std::mt19937 random(6);
  for (auto const& to : every_encoding())
    for (long room = 0; room != 60; ++room) {
      handler const quiet;
      fake_device device;
      device.on_write = [&](int, std::size_t wanted) -> long {
        long const left = room - static_cast<long>(device.bytes.size());
        if (left == 0) return -ENOSPC;
        return std::min(left, static_cast<long>(wanted));
      };
      auto const scalars = random_scalars(random, 200, to.most);
      std::string const text = utf8_of(scalars);
      bool told = false;
      try {
        encoded_writer out(fake(), to.which, buffer_of(16));
        try {
          out.write(text.data(), text.size());
          out.close();
        } catch (rill::error const& e) {
          told = e.code().number == ENOSPC;
        }
      } catch (...) {
        FAIL("a destructor threw");
      }
      CHECK(told);
      CHECK(lost.empty());
      CHECK(device.closes == 1);
      CHECK((device.bytes ==
             bytes_of(to, scalars).substr(0, static_cast<std::size_t>(room))));
    }
}

TEST_CASE("encoding/encoded_writer: what the destructor cannot write is told") {
  handler const quiet;
  fake_device device;
  device.on_write = [](int, std::size_t) -> long { return -EIO; };
  {
    encoded_writer out(fake(), rill::utf16le);
    rill::print(out, "abc");
  }
  REQUIRE(lost.size() == 1);
  CHECK(lost[0].find(strerror(EIO)) != std::string::npos);
  CHECK(device.closes == 1);
  lost.clear();
  {
    encoded_writer out(fake(), rill::utf8);
    rill::print(out, "abc");
    CHECK(!out.try_flush());
  }
  CHECK(lost.empty());
  device.on_write = {};
  {
    encoded_writer out(fake(), rill::utf8);
    rill::print(out, "caf\xC3");
  }
  REQUIRE(lost.size() == 1);
  CHECK(lost[0].find("the text ends within a character") != std::string::npos);
}

TEST_CASE("encoding/encoded_writer: errors of sync and close are reported") {
  fake_device device;
  device.sync_answer = EIO;
  encoded_writer out(fake(), rill::utf16le);
  rill::print(out, "a");
  CHECK(!out.try_sync());
  CHECK(out.error().number == EIO);
  CHECK(!out.try_close());
  CHECK(device.closes == 1);
  CHECK(bool(out.try_close()));
  device.close_answer = EDQUOT;
  encoded_writer other(fake(), rill::utf16le);
  rill::print(other, "a");
  auto const closed = other.try_close();
  REQUIRE(!closed);
  CHECK(closed.error().code().number == EDQUOT);
  CHECK(device.closes == 2);
}

TEST_CASE("encoding/encoded_writer: text that cannot be converted") {
  rill_test::folder const folder;
  std::string const path = folder / "out";
  for (std::size_t size : {1u, 2u, 7u, 16u, 1000u}) {
    CAPTURE(size);
    encoded_writer out(path, rill::latin1, buffer_of(size));
    bool failed = false;
    try {
      rill::print(out, "line\nca\u00E9 \u20AC and more");
      out.close();
    } catch (rill::error const& e) {
      failed = true;
      CHECK(std::string(e.what()) ==
            path + ":2:6: no such character in ISO-8859-1: U+20AC, at byte 10");
      CHECK(e.offset() == 10);
      CHECK(e.line() == 2);
      CHECK(e.column() == 6);
    }
    CHECK(failed);
    (void)out.try_close();
    CHECK((content_of(path) == "line\nca\xE9 "));
  }
  // After the error the policy can be changed, and the text goes on.
  {
    encoded_writer out(path, rill::latin1);
    rill::print(out, "a\u20AC");
    CHECK(!out.try_flush());
    CHECK((content_of(path) == "a"));
    out.set_policy(text_policy::replace);
    out.clear_error();
    rill::print(out, "b");
    out.close();
    CHECK((content_of(path) == "a?b"));
  }
}

TEST_CASE("encoding/encoded_writer: policies, as in one piece") {
  std::mt19937 random(7);
  for (auto const& to : every_encoding())
    for (text_policy policy : {text_policy::replace, text_policy::ignore})
      for (std::size_t size = 1; size <= 17; ++size) {
        std::string text;
        while (text.size() < 200)
          text +=
              random() % 3 == 0
                  ? std::string(1, static_cast<char>(random() % 256))
                  : rill_test::put_utf8(random_scalars(random, 1, 0x10FFFF)[0]);
        std::string bytes;
        {
          rill::callback_writer target(
              [&](char const* data, std::size_t n) { bytes.append(data, n); },
              size);
          encoding_options options = buffer_of(1 + random() % 17);
          options.policy = policy;
          encoded_writer out(target, to.which, options);
          write_pieces(out, text, random);
          out.close();
        }
        CHECK((bytes == rill::transcode(text, rill::utf8, to.which, policy)));
      }
}

TEST_CASE("encoding/encoded_writer: byte-order marks") {
  using rill::byte_order_mark;
  auto const made = [](rill::encoding const& to, byte_order_mark mark) {
    std::string bytes;
    rill::string_writer target(bytes);
    encoding_options options;
    options.mark = mark;
    encoded_writer out(target, to, options);
    rill::print(out, "a");
    out.close();
    return bytes;
  };
  CHECK(made(rill::utf8, byte_order_mark::yes) ==
        "\xEF\xBB\xBF"
        "a");
  CHECK(made(rill::utf8, byte_order_mark::as_encoding) == "a");
  CHECK(made(rill::utf16be, byte_order_mark::yes) ==
        std::string("\xFE\xFF\0a", 4));
  CHECK(made(rill::utf16, byte_order_mark::no) == std::string("a\0", 2));
  CHECK(made(rill::utf16, byte_order_mark::as_encoding) ==
        std::string("\xFF\xFE"
                    "a\0",
                    4));
  CHECK(made(rill::utf32be, byte_order_mark::yes) ==
        std::string("\0\0\xFE\xFF\0\0\0a", 8));
  CHECK_THROWS_WITH_AS(
      made(rill::latin1, byte_order_mark::yes),
      "encoded text:1:1: no such character in ISO-8859-1: U+FEFF, at byte 0",
      rill::error);
  // A mark is written even if nothing is printed.
  std::string bytes;
  rill::string_writer target(bytes);
  encoded_writer(target, rill::utf16).close();
  CHECK(bytes == "\xFF\xFE");
}

TEST_CASE("encoding/encoded_writer: a file to append to gets whole lines") {
  rill_test::folder const folder;
  std::string const path = folder / "log";
  std::string all;
  for (int run = 0; run != 2; ++run) {
    encoded_writer out =
        encoded_writer::append(path, rill::utf16le, buffer_of(64));
    for (int i = 0; i != 100; ++i) {
      std::string const line(static_cast<std::size_t>(i % 23), 'x');
      rill::println(out, line, "\u0A0D\u0D0A");
      all += line + "\u0A0D\u0D0A\n";
      // The content of the file ends with a complete line.
      std::string const now = content_of(path);
      CHECK(now.size() % 2 == 0);
      if (!now.empty())
        CHECK((now.substr(now.size() - 2) == std::string("\n\0", 2)));
    }
    out.close();
  }
  CHECK((content_of(path) == rill::transcode(all, rill::utf8, rill::utf16le)));
}

TEST_CASE("encoding/encoded_writer: moves, and opens without a throw") {
  rill_test::folder const folder;
  std::string const path = folder / "out";
  {
    encoded_writer first(path, rill::utf16le);
    rill::print(first, "one caf\xC3");
    encoded_writer second(static_cast<encoded_writer&&>(first));
    CHECK(!first.is_open());
    CHECK(bool(first.error()));
    rill::print(second, "\xA9 two");
    encoded_writer third(folder / "other", rill::utf8);
    rill::print(third, "gone");
    third = static_cast<encoded_writer&&>(second);
    CHECK((content_of(folder / "other") == "gone"));
    rill::print(third, " three");
    third.close();
    CHECK(!third.is_open());
  }
  CHECK((rill::transcode(content_of(path), rill::utf16le, rill::utf8) ==
         "one caf\u00E9 two three"));
  auto const none = encoded_writer::try_create(folder / "no/x", rill::utf8);
  REQUIRE(!none);
  CHECK(none.error().code().number == ENOENT);
  auto some = encoded_writer::try_append(folder / "other", rill::utf8);
  REQUIRE(bool(some));
  rill::print(*some, " on");
  some->close();
  CHECK((content_of(folder / "other") == "gone on"));
}

TEST_CASE("encoding/encoded_writer: the error of a writer behind is its own") {
  char memory[5];
  rill::memory_writer target(memory);
  encoded_writer out(target, rill::utf16le);
  rill::print(out, "abcdef");
  CHECK_THROWS_AS(out.flush(), rill::error);
  CHECK(out.error() == rill::error_code(rill::library_problem::no_room));
  CHECK_THROWS_AS(out.flush(), rill::error);
  (void)out.try_close();
}

TEST_CASE("encoding/encoded_writer: what comes before a bad character, once") {
  for (std::size_t behind = 1; behind <= 17; ++behind) {
    CAPTURE(behind);
    std::string bytes;
    rill::callback_writer target(
        [&](char const* data, std::size_t size) { bytes.append(data, size); },
        behind);
    encoded_writer out(target, rill::latin1, buffer_of(64));
    rill::print(out, "abc\u20ACdef");
    CHECK(!out.try_flush());
    CHECK(bytes == "abc");
    CHECK(!out.try_flush());
    out.set_policy(text_policy::replace);
    out.clear_error();
    out.close();
    CHECK(bytes == "abc?def");
  }
}

TEST_CASE("encoding/encoded_writer: a closed one and a moved one say so") {
  std::string bytes;
  rill::string_writer target(bytes);
  encoded_writer closed(target, rill::latin1);
  closed.close();
  encoded_writer moved(target, rill::latin1);
  encoded_writer const taken(static_cast<encoded_writer&&>(moved));
  for (encoded_writer* out : {&closed, &moved}) {
    CHECK_THROWS_WITH_AS(rill::print(*out, "x"),
                         "write encoded text: the file is closed", rill::error);
    auto const flushed = out->try_flush();
    REQUIRE(!flushed);
    CHECK(flushed.error().code() ==
          rill::error_code(rill::library_problem::closed));
    CHECK(bool(out->try_close()));
  }
}

TEST_CASE("encoding/encoded_writer: what a device throws, and the destructor") {
  handler const quiet;
  auto const fail = [](char const*, std::size_t) -> std::size_t {
    throw std::runtime_error("no");
  };
  {
    rill::callback_writer target(fail, 4);
    encoded_writer out(target, rill::utf16le, buffer_of(64));
    rill::print(out, "abcdef");
  }
  REQUIRE(lost.size() == 1);
  CHECK(lost[0] == "write encoded text: an exception was thrown: no");
  {
    rill::callback_writer target(fail, 4);
    encoded_writer out(target, rill::utf16le, buffer_of(64));
    rill::print(out, "abcdef");
    CHECK_THROWS_AS(out.flush(), std::runtime_error);
  }
  CHECK(lost.size() == 1);
}

namespace {

// Converts each byte into 40 bytes, all of them or none.
rill::detail::conversion_result make_40(void*, char const* in, std::size_t size,
                                        char* out, std::size_t room,
                                        text_policy, bool) noexcept {
  std::size_t done = 0;
  for (; done != size; ++done) {
    if (room - 40 * done < 40)
      return {done, 40 * done, rill::text_problem::no_room, 0};
    for (int i = 0; i != 40; ++i) *out++ = in[done];
  }
  return {done, 40 * done, rill::text_problem::none, 0};
}
constexpr rill::detail::codec long_codec{"long", make_40, make_40, 1, 40};

}  // namespace

TEST_CASE("encoding/encoded_writer: a character of more bytes than the room") {
  for (std::size_t behind = 1; behind <= 100; ++behind) {
    CAPTURE(behind);
    std::string bytes;
    rill::callback_writer target(
        [&](char const* data, std::size_t size) { bytes.append(data, size); },
        behind);
    encoded_writer out(target, rill::encoding(long_codec), buffer_of(16));
    rill::print(out, "abcdefghijklmnopqrstuvwxyz");
    out.close();
    std::string want;
    for (char c = 'a'; c <= 'z'; ++c) want += std::string(40, c);
    CHECK(bytes == want);
  }
}

TEST_CASE("encoding/encoded_writer: a mark stands at the beginning of a file") {
  rill_test::folder const folder;
  std::string const path = folder / "log";
  for (int run = 0; run != 2; ++run) {
    encoded_writer out = encoded_writer::append(path, rill::utf16);
    rill::print(out, "a");
    out.close();
  }
  CHECK(content_of(path) == std::string("\xFF\xFE"
                                        "a\0a\0",
                                        6));
}

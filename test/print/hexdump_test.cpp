// test/print/hexdump_test.cpp: bytes as a table of hexadecimal numbers, beside
// a slow twin. test/system/hexdump_test.py compares with xxd.
// covers: rill/print/human.h
#include <doctest/doctest.h>
#include <rill/table.h>
#include <stdio.h>  // snprintf

// Included behind hexdump: hexdump and the hashes accept bytes by different
// concepts, which must not affect each other.
#include <rill/hash.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using rill::concat;
using rill::hexdump;
using rill::hexdump_options;

// The dump, made byte by byte with printf and strings.
std::string slow_twin(std::string const& bytes, hexdump_options const& o) {
  std::size_t columns = o.columns == 0 ? (o.plain ? 30 : 16) : o.columns;
  if (columns > 256) columns = 256;
  std::size_t const group = o.group == 0 ? columns : o.group;
  std::string all;
  for (std::size_t at = 0; at < bytes.size(); at += columns) {
    std::string const line = bytes.substr(at, columns);
    std::string digits;
    std::string shown;
    char text[32];
    for (std::size_t i = 0; i != columns; ++i) {
      if (i != 0 && i % group == 0 && !o.plain) digits += ' ';
      if (i >= line.size()) {
        if (!o.plain) digits += "  ";
        continue;
      }
      unsigned const byte = static_cast<unsigned char>(line[i]);
      snprintf(text, sizeof text, o.upper ? "%02X" : "%02x", byte);
      digits += text;
      shown += byte >= 32 && byte <= 126 ? line[i] : '.';
    }
    if (at != 0) all += '\n';
    if (!o.plain) {
      snprintf(text, sizeof text,
               "%08llx: ", static_cast<unsigned long long>(o.offset + at));
      all += text + digits + "  " + shown;
    } else {
      all += digits;
    }
  }
  return all;
}

std::string some_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  unsigned state = static_cast<unsigned>(size);
  for (char& c : bytes) {
    state = state * 1664525 + 1013904223;
    c = static_cast<char>(state >> 24);
  }
  return bytes;
}

// Dumps from a heap block of exactly the size of the bytes.
std::string dumped(std::string const& bytes, hexdump_options const& o) {
  auto const block = std::make_unique<char[]>(bytes.size());
  bytes.copy(block.get(), bytes.size());
  return concat(hexdump(rill::text(block.get(), bytes.size()), o));
}

}  // namespace

TEST_CASE("print/human: as xxd shows it") {
  CHECK(concat(hexdump("Hello, world!")) ==
        "00000000: 4865 6c6c 6f2c 2077 6f72 6c64 21         Hello, world!");
  CHECK(concat(hexdump(some_bytes(0))) == "");
  CHECK(concat(hexdump(std::string("0123456789abcdef\n"))) ==
        "00000000: 3031 3233 3435 3637 3839 6162 6364 6566  0123456789abcdef\n"
        "00000010: 0a                                       .");
  CHECK(concat(hexdump("\x01\xFF", {.group = 1, .upper = true})) ==
        "00000000: 01 FF                                            ..");
  CHECK(concat(hexdump("abc", {.plain = true})) == "616263");
}

TEST_CASE("print/human: every size against the twin") {
  for (std::size_t size = 0; size != 70; ++size)
    CHECK(dumped(some_bytes(size), {}) == slow_twin(some_bytes(size), {}));
}

TEST_CASE("print/human: every byte against the twin") {
  std::string all(256, '\0');
  for (std::size_t i = 0; i != 256; ++i) all[i] = static_cast<char>(i);
  for (bool const upper : {false, true})
    for (bool const plain : {false, true}) {
      hexdump_options const o = {.upper = upper, .plain = plain};
      CHECK(dumped(all, o) == slow_twin(all, o));
    }
}

TEST_CASE("print/human: columns and groups against the twin") {
  std::string const bytes = some_bytes(600);
  for (unsigned const columns : {0u, 1u, 2u, 3u, 7u, 8u, 15u, 16u, 17u, 30u,
                                 255u, 256u, 257u, 4294967295u})
    for (unsigned const group :
         {0u, 1u, 2u, 3u, 4u, 5u, 8u, 16u, 17u, 255u, 256u, 4294967295u})
      for (bool const plain : {false, true}) {
        hexdump_options const o = {
            .columns = columns, .group = group, .plain = plain};
        REQUIRE(dumped(bytes, o) == slow_twin(bytes, o));
      }
}

TEST_CASE("print/human: offsets of every length") {
  for (int shift = 0; shift != 64; ++shift)
    for (std::uint64_t const offset :
         {(std::uint64_t{1} << shift) - 1, std::uint64_t{1} << shift,
          std::uint64_t{15} << shift}) {
      hexdump_options const o = {.offset = offset, .columns = 256};
      REQUIRE(dumped(some_bytes(257), o) == slow_twin(some_bytes(257), o));
    }
}

TEST_CASE("print/human: what has bytes") {
  std::string const expected = concat(hexdump("ab"));
  CHECK(concat(hexdump(std::vector<unsigned char>{'a', 'b'})) == expected);
  CHECK(concat(hexdump(std::vector<std::byte>{std::byte{'a'},
                                              std::byte{'b'}})) == expected);
  CHECK(concat(hexdump(std::array{'a', 'b'})) == expected);
  CHECK(concat(hexdump(std::string_view("ab"))) == expected);
  CHECK(concat(hexdump(rill::text("ab"))) == expected);
  CHECK(concat(hexdump(u8"ab")) == expected);
  unsigned char const raw[] = {'a', 'b'};
  CHECK(concat(hexdump(raw)) == expected);
  char const* pointer = "ab";
  CHECK(concat(hexdump(pointer)) == expected);
  std::vector<std::uint32_t> const words = {0, 0xFFFFFFFF};
  CHECK(concat(hexdump(words, {.group = 4})) ==
        "00000000: 00000000 ffffffff                    ........");
  std::uint16_t const table[2][2] = {};
  CHECK(concat(hexdump(table, {.plain = true})) == "0000000000000000");
  CHECK(concat(hexdump(std::vector<char>())) == "");
  static_assert(!rill::detail::has_bytes<std::vector<std::string>>);
  static_assert(!rill::detail::has_bytes<int>);
}

TEST_CASE("print/human: inside other wrappers") {
  CHECK(concat(rill::right(hexdump("ab", {.plain = true}), 6), '|') ==
        "  6162|");
  CHECK(concat('<', hexdump("ab", {.plain = true}), '>') == "<6162>");
}

static_assert(rill::fnv1a32::of("foobar") == 0xbf9cf968);

TEST_CASE("print/human: beside hashes") {
  CHECK(concat(hexdump(rill::md5::of(""), {.plain = true})) ==
        "d41d8cd98f00b204e9800998ecf8427e");
  CHECK(rill::crc32::of("123456789") == 0xcbf43926);
}

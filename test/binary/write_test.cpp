// test/binary/write_test.cpp: sinks and sources of binary data, and their state
// after a failure.
// covers: binary/source.h, binary/read.h
#include <errno.h>
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/types.h>
#include <stdio.h>

#include <array>
#include <cstddef>
#include <span>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "../support/binary.h"
#include "../support/files.h"

using rill::binary_compact;
using rill::binary_fixed;
using rill::binary_problem;
using rill::binary_tagged;
using rill_test::bytes_of;
using rill_test::kept_writer;
using rill_test::scripted_reader;
using rill_test::words_of;

namespace {

struct entry {
  std::string name;
  std::vector<int> numbers;
  bool operator==(entry const&) const = default;
};
entry const sample{"abc", {1, 2, 3}};

}  // namespace

TEST_CASE("binary/write: several values are written in a row") {
  CHECK(rill::to_bytes(std::uint8_t{1}, "ab", true) ==
        bytes_of("01 02 'ab' 01"));
  CHECK(rill::to_bytes() == "");
  CHECK(rill::to_bytes(std::uint8_t{1}, true, binary_tagged) ==
        bytes_of("08 01 10 01 00"));
  CHECK(rill::to_bytes(std::uint8_t{1}, true, binary_fixed) ==
        bytes_of("01 01"));
  CHECK(rill::binary_size(std::uint8_t{1}, "ab", true) == 5);
  CHECK(rill::binary_size(std::string(1'000'000, 'x')) == 1'000'003);
  auto in = rill::from(std::string_view("\1\2ab\1rest", 9));
  auto const [n, text, flag] =
      rill::read_binary<std::uint8_t, std::string, bool>(in);
  CHECK(n == 1);
  CHECK(text == "ab");
  CHECK(flag);
}

TEST_CASE("binary/write: bytes behind the value stay in a reader") {
  std::string const bytes = rill::to_bytes(sample) + "rest";
  for (std::size_t size : {1u, 16u, 4096u}) {
    scripted_reader in(bytes, size);
    CHECK(rill::read_binary<entry>(in) == sample);
    std::string rest;
    rill::scan(in, rill::rest(rest));
    CHECK(rest == "rest");
  }
}

TEST_CASE("binary/write: every sink of print, every source of scan") {
  std::string const bytes = rill::to_bytes(sample);
  rill_test::folder const folder;
  std::string const path = folder / "data";
  std::string text = "before";
  {
    rill::string_writer out(text);
    rill::write_binary(out, sample);
  }
  CHECK(text == "before" + bytes);
  {
    rill::file_writer out(path);
    rill::write_binary(out, sample);
    rill::write_binary(out, sample, binary_tagged);
    out.close();
  }
  std::string const both = bytes + rill::to_bytes(sample, binary_tagged);
  CHECK(rill_test::content_of(path) == both);
  {
    rill::file_reader in(path);
    CHECK(rill::read_binary<entry>(in) == sample);
    CHECK(rill::read_binary<entry>(in, binary_tagged) == sample);
    CHECK(in.at_end());
  }
  CHECK(rill::from_bytes<std::array<char, 3>>(std::string_view(
            bytes.data() + 1, 3)) == std::array<char, 3>{'a', 'b', 'c'});
  auto loaded = rill::load(path);
  CHECK(rill::read_binary<entry>(loaded) == sample);
  std::ostringstream stream;
  rill::write_binary(stream, sample, binary_compact);
  CHECK(stream.str() == bytes);
  std::istringstream from_stream(bytes + "x");
  CHECK(rill::read_binary<entry>(from_stream) == sample);
  CHECK(from_stream.get() == 'x');
  FILE* const file = fopen(path.c_str(), "w+b");
  REQUIRE(file);
  rill::write_binary(file, sample);
  rewind(file);
  CHECK(rill::read_binary<entry>(file) == sample);
  fclose(file);
}

TEST_CASE("binary/write: bytes of every type that is a byte") {
  std::string const text = rill::to_bytes(7);
  std::vector<std::byte> bytes(4);
  std::vector<unsigned char> letters(text.begin(), text.end());
  for (std::size_t i = 0; i != 4; ++i) bytes[i] = std::byte{letters[i]};
  CHECK(rill::from_bytes<int>(text) == 7);
  CHECK(rill::from_bytes<int>(std::string_view(text)) == 7);
  CHECK(rill::from_bytes<int>(rill::text(text)) == 7);
  CHECK(rill::from_bytes<int>(bytes) == 7);
  CHECK(rill::from_bytes<int>(letters) == 7);
  CHECK(rill::from_bytes<int>(std::span<std::byte const>(bytes)) == 7);
  CHECK(rill::try_from_bytes<int>(letters, binary_fixed).value() == 7);
}

TEST_CASE("binary/write: memory that is too small keeps what fits") {
  std::string const bytes = rill::to_bytes(sample);
  for (std::size_t size = 0; size != bytes.size(); ++size) {
    CAPTURE(size);
    auto const memory = std::make_unique<char[]>(size);
    rill::memory_writer out(memory.get(), size);
    CHECK_THROWS_AS(rill::write_binary(out, sample), rill::error);
    CHECK(out.error());
    auto const kept = static_cast<std::size_t>(out.cursor() - memory.get());
    CHECK(kept <= size);
    CHECK(std::string_view(memory.get(), kept) ==
          std::string_view(bytes).substr(0, kept));
  }
}

TEST_CASE("binary/write: long data goes beside the buffer") {
  std::vector<std::uint32_t> numbers(5000);
  for (std::size_t i = 0; i != numbers.size(); ++i)
    numbers[i] = static_cast<std::uint32_t>(i * 2654435761u);
  std::string wanted = bytes_of("88 27");
  for (auto const n : numbers)
    for (int shift = 0; shift != 32; shift += 8)
      wanted += static_cast<char>(n >> shift);
  CHECK(rill_test::written(numbers, binary_compact) == wanted);
  rill_test::reads(wanted, numbers, binary_compact);
  std::array<std::uint16_t, 300> row{};
  row[299] = 0x1234;
  rill_test::comes_back(row, binary_fixed);
  CHECK(rill::binary_size(row, binary_fixed) == 600);
}

TEST_CASE("binary/write: what a device reports arrives") {
  rill_test::folder const folder;
  scripted_reader in(rill::to_bytes(std::vector<int>(100)), 16,
                     rill_test::fails_at(3, ENXIO));
  auto const read = rill::try_read_binary<std::vector<int>>(in);
  REQUIRE(!read);
  CHECK(read.error().code() ==
        rill::error_code(rill::error_source::system, ENXIO));
  auto const third_fails = [](int call, std::size_t) -> long {
    return call == 2 ? -ENXIO : 1;
  };
  scripted_reader again(rill::to_bytes(5), 1, third_fails);
  CHECK_THROWS_AS((void)rill::read_binary<int>(again), rill::error);
  CHECK_THROWS_AS(
      (void)rill::read_binary<int>(rill::from(std::string_view("abc"))),
      rill::error);
}

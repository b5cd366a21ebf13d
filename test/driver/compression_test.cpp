// test/driver/compression_test.cpp: all drivers together, and the format found
// by the first bytes.
// libraries: z zstd lz4
#include <doctest/doctest.h>
#include <rill/driver/compression.h>
#include <rill/print.h>
#include <rill/scan/lines.h>
#include <rill/stream/memory_reader.h>
#include <rill/stream/memory_writer.h>

#include <deque>
#include <string>
#include <vector>

namespace {

std::string plain() {
  std::string made;
  for (int i = 0; i != 3000; ++i)
    made += "line " + std::to_string(i * 7919 % 10007) + "\n";
  return made;
}

std::string read_all(rill::reader& in) {
  std::string made;
  while (in.more()) {
    made.append(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  return made;
}

}  // namespace

TEST_CASE("driver/compression: decompressing finds each format") {
  std::string const text = plain();
  for (rill::compression const& how :
       {rill::gzip(), rill::zlib(), rill::zstd(), rill::lz4()}) {
    std::string const packed = rill::compress(text, how);
    REQUIRE(packed.size() < text.size());
    rill::memory_reader from(packed);
    auto in = rill::decompressing(from);
    CHECK(in.format() == how.name());
    CHECK(read_all(in) == text);
    CHECK_FALSE(in.error());
    CHECK(in.compressed_offset() == packed.size());
    CHECK(in.plain_offset() == text.size());
  }
}

TEST_CASE("driver/compression: a format is chosen when the program runs") {
  std::string const text = plain();
  std::vector<rill::compression> const formats = {rill::gzip(1), rill::zlib(9),
                                                  rill::deflate(),
                                                  rill::zstd(1), rill::lz4(9)};
  std::vector<std::string> packed(formats.size());
  std::deque<rill::string_writer<std::string>> to;
  std::vector<rill::compressed_writer> out;
  for (std::size_t i = 0; i != formats.size(); ++i)
    out.emplace_back(to.emplace_back(packed[i]), formats[i]);
  for (auto& one : out) {
    one.write(text.data(), text.size());
    one.close();
  }
  for (std::size_t i = 0; i != formats.size(); ++i)
    CHECK(rill::decompress(packed[i], formats[i], text.size()) == text);
}

TEST_CASE("driver/compression: one format inside of another") {
  std::string const text = plain();
  std::string packed;
  {
    rill::string_writer to(packed);
    rill::compressed_writer outer(to, rill::zstd());
    rill::compressed_writer inner(outer, rill::lz4());
    inner.write(text.data(), text.size());
    inner.close();
    outer.close();
  }
  rill::memory_reader from(packed);
  rill::decompressed_reader outer(from, rill::zstd());
  auto inner = rill::decompressing(outer);
  CHECK(inner.format() == rill::text("lz4"));
  CHECK(read_all(inner) == text);
  CHECK_FALSE(inner.error());
}

TEST_CASE("driver/compression: members of two formats are trailing bytes") {
  std::vector<rill::compression> const formats = {
      rill::gzip(), rill::zlib(), rill::deflate(), rill::zstd(), rill::lz4()};
  for (rill::compression const& first : formats)
    for (rill::compression const& second : formats) {
      CAPTURE(std::string(first.name()));
      CAPTURE(std::string(second.name()));
      std::string const one = rill::compress("one", first);
      std::string const both = one + rill::compress("two", second);
      bool const is_same = first.name() == second.name();
      // A text in zlib or deflate is a single member.
      bool const has_members = first.format().begins != nullptr;
      rill::memory_reader from(both);
      rill::decompressed_reader in(from, first);
      if (is_same && has_members) {
        CHECK(read_all(in) == "onetwo");
        CHECK_FALSE(in.error());
        continue;
      }
      CHECK(read_all(in) == "one");
      CHECK((in.error() == rill::library_problem::trailing_data));
      CHECK(in.compressed_offset() == one.size());
      auto const whole = rill::try_decompress(both, first, 100);
      REQUIRE_FALSE(whole);
      CHECK((whole.error().code() == rill::library_problem::trailing_data));
      if (first.name() == rill::deflate().name()) continue;
      rill::memory_reader again(both);
      auto any = rill::decompressing(again);
      CHECK(read_all(any) == "one");
      CHECK((any.error() == rill::library_problem::trailing_data));
    }
}

TEST_CASE("driver/compression: a nested bomb stops at the limit") {
  // 64 MiB of zeros are packed by gzip, and the result in each format.
  std::string const zeros(64 << 20, '\0');
  std::string const inner = rill::compress(zeros, rill::gzip(9));
  for (rill::compression const& how :
       {rill::gzip(9), rill::zstd(), rill::lz4()}) {
    std::string const packed = rill::compress(inner, how);
    rill::memory_reader from(packed);
    rill::decompressed_reader outer(from, how, {.buffer_size = 4096});
    rill::decompressed_reader in(outer, rill::gzip(),
                                 {.limit = 1 << 20, .buffer_size = 65536});
    std::size_t size = 0, most = 0;
    while (in.more()) {
      size += in.available();
      most = in.available() > most ? in.available() : most;
      in.advance_to(in.end());
    }
    CHECK(size == 1 << 20);
    CHECK(most <= 65536 + 128);
    CHECK((in.error() == rill::library_problem::too_large));
    // The inner reader takes the outer data that the limit needs, and a buffer.
    CHECK(outer.plain_offset() <= 10'000);
  }
}

TEST_CASE("driver/compression: streams and texts have one limit of expansion") {
  // gzip and lz4 never reach it; zstd does, with 65 MiB of zeros in 2 KB.
  std::string const zeros(65 << 20, '\0');
  for (rill::compression const& how :
       {rill::gzip(9), rill::zstd(), rill::lz4()}) {
    std::string const packed = rill::compress(zeros, how);
    for (unsigned const ratio : {2000u, 0u}) {
      bool const is_refused = how.name() == rill::text("zstd") && ratio != 0;
      rill::decompression_options options;
      if (ratio == 0) options.max_ratio = 0;
      rill::memory_reader from(packed);
      rill::decompressed_reader in(from, how, options);
      std::size_t size = 0;
      while (in.more()) {
        size += in.available();
        in.advance_to(in.end());
      }
      CHECK((in.error() == rill::library_problem::expands_too_much) ==
            is_refused);
      CHECK(size > (is_refused ? 64 << 20 : zeros.size() - 1));
      rill::decompress_options same;
      if (ratio == 0) same.max_ratio = 0;
      auto const whole =
          rill::try_decompress(packed, how, rill::no_limit, same);
      CHECK(bool(whole) == !is_refused);
    }
  }
}

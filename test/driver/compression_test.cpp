// test/driver/compression_test.cpp: all drivers together, and the format found
// by the first bytes.
// libraries: z zstd lz4
#include <doctest/doctest.h>
#include <rill/driver/compression.h>
#include <rill/print.h>
#include <rill/stream/lines.h>
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
  std::string const both =
      rill::compress("one", rill::zstd()) + rill::compress("two", rill::gzip());
  rill::memory_reader from(both);
  auto in = rill::decompressing(from);
  CHECK(read_all(in) == "one");
  CHECK(in.error() == rill::library_problem::trailing_data);
}

// test/driver/from_python_test.cpp: the code of docs/from-python.md that needs
// zlib, or prints the place of its call. tools/test_migration.py compares it.
#include <doctest/doctest.h>
#include <rill/debug.h>
#include <rill/driver/zlib.h>
#include <rill/file.h>
#include <rill/print.h>

#include <string>

#include "support/files.h"

TEST_CASE("driver/from_python: compression, and a value with its name") {
  using rill::gzip;
  using rill::zlib;
  rill_test::folder const folder;
  std::string const p = folder / "text.gz";
  rill::print(rill::compressed_writer(p, gzip()), "text");
  CHECK((rill::load(rill::decompressed_reader(p, gzip())).view() == "text"));
  std::size_t const limit = 100;
  std::string b = "text";
  CHECK(rill::compress(b, gzip(9)).substr(0, 2) == "\x1F\x8B");
  b = rill::compress(b, zlib());
  CHECK(rill::decompress(b, zlib(), limit) == "text");
  int const x = 5;
  CHECK(rill::dbg(x) == 5);
}

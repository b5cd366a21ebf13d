// test/driver/macros_test.cpp: the drivers beside macros of other headers,
// which stand before those of rill and after those of the driven libraries.
// platforms: posix
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <iconv.h>
#include <libdeflate.h>
#include <lz4frame.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <string>

#include "support/foreign_macros.h"

#include <rill/driver/compression.h>
#include <rill/driver/fmt.h>
#include <rill/driver/gzip_index.h>
#include <rill/driver/iconv.h>
#include <rill/driver/libdeflate.h>
#include <rill/driver/openssl.h>
#include <rill/driver/openssl_bio.h>
#include <rill/rill.h>

TEST_CASE("driver/macros: no name of a driver is another library's macro") {
  std::string const packed = rill::compress("text", rill::gzip());
  CHECK(rill::decompress(packed, rill::gzip(), 4) == "text");
}

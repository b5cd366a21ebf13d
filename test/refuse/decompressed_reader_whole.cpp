// expect: rill: libdeflate decompresses whole texts alone
//
// test/refuse/decompressed_reader_whole.cpp: a library that
// decompresses whole texts only.
#include <rill/compression/streams.h>
#include <rill/compression/compress_whole.h>

void read(rill::whole_compression const& how) {
  rill::decompressed_reader in("log.gz", how);
}

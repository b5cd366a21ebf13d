// expect: rill: libdeflate decompresses whole texts alone
//
// test/refuse/decompressed_reader_whole.cpp: a library of whole texts as a
// reader.
#include <rill/compression/streams.h>
#include <rill/compression/compress_whole.h>

void read(rill::whole_compression const& how) {
  rill::decompressed_reader in("log.gz", how);
}

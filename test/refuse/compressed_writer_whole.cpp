// expect: rill: libdeflate compresses whole texts alone
//
// test/refuse/compressed_writer_whole.cpp: a library that compresses
// whole texts only.
#include <rill/compression/streams.h>
#include <rill/compression/compress_whole.h>

void write(rill::whole_compression const& how) {
  rill::compressed_writer out("log.gz", how);
}

// expect: rill: libdeflate compresses whole texts alone
//
// test/refuse/compressed_writer_whole.cpp: a library of whole texts as a
// writer.
#include <rill/compression/compressed_writer.h>
#include <rill/compression/whole_compression.h>

void write(rill::whole_compression const& how) {
  rill::compressed_writer out("log.gz", how);
}

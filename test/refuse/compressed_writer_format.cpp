// expect: rill: a compressed_writer needs a format, such as
//
// test/refuse/compressed_writer_format.cpp: a compressed file without a format.
#include <rill/compression/streams.h>

int main() { rill::compressed_writer out("log.gz"); }

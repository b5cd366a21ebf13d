// expect: rill: a decompressed_reader needs a format, such as
//
// test/refuse/decompressed_reader_format.cpp: a compressed file without a
// format.
#include <rill/compression/streams.h>

int main() { rill::decompressed_reader in("log.gz"); }

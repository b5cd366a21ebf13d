// expect: rill: a temporary rill::file is closed before its borrower reads:
//   rill::file_reader takes it over
//
// test/refuse/borrowed_reader_temporary.cpp: a reader of a temporary file.
#include <rill/file.h>

void f() { rill::borrowed_reader in(rill::file::open("numbers.txt")); }

// expect: rill: a sink is printed to by rill::print(out, x) and rill::println(out, x), without operator<<
//
// test/refuse/file_insertion.cpp: operator<< to a file without a buffer.
#include <rill/file.h>

void f(rill::file& out) { out << 1; }

// expect: rill: a sink is printed to by rill::print(out, x) and rill::println(out, x), without operator<<
//
// test/refuse/endl_insertion.cpp: std::endl to a writer, whose type the
// operator cannot deduce.
#include <rill/file.h>

#include <ostream>

void f(rill::file_writer& out) { out << std::endl; }

// expect: rill: load reads a path, a file or a source of scan: a FILE* needs
//   <rill/stdio.h>, a std::istream <rill/iostream.h>
//
// test/refuse/load_stream.cpp: load of a C stream without its header.
#include <rill/file.h>
#include <stdio.h>

void f() { rill::load(stdin); }

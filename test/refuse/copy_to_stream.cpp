// expect: a FILE* needs <rill/stdio.h>, a std::ostream <rill/iostream.h>
//
// test/refuse/copy_to_stream.cpp: copy to a C stream without its header.
#include <rill/file.h>
#include <stdio.h>

void f() { rill::copy(rill::file::open("a.txt"), stdout); }

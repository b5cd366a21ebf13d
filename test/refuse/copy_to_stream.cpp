// expect: flush a stream of C or C++ and copy to the file below it, as in c.file()
//
// test/refuse/copy_to_stream.cpp: copy to a C stream.
#include <rill/rill.h>

void f(rill::c_file& to) { rill::copy(rill::file::open("a.txt"), to); }

// expect: rill: a c_file takes a file over: c_file(std::move(f))
//
// test/refuse/c_file_copy.cpp: a file that would have two owners.
#include <rill/rill.h>

void f(rill::file below) { rill::c_file out(below); }

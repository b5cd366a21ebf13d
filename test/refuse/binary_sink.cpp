// expect: rill: the first argument of write_binary is not a sink, or the header of its kind is missing: rill/file.h, rill/print.h, rill/iostream.h
// max-lines: 22
//
// test/refuse/binary_sink.cpp: write_binary to a string, which is not a sink.
#include <rill/binary.h>

#include <string>

void f(std::string& bytes) { rill::write_binary(bytes, 1); }

// expect: rill: a writer into a temporary would outlive it: keep the memory in
//   a variable
//
// test/refuse/memory_writer_temporary.cpp: a writer into a temporary string.
#include <rill/stream.h>

#include <string>

int main() { rill::memory_writer out(std::string(100, ' ')); }

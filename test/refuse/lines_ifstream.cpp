// expect: rill: a std::istream, not const, is read with #include
//   <rill/iostream.h>: rill::file_reader(path) reads a file without it
//
// test/refuse/lines_ifstream.cpp: a std::ifstream without rill/iostream.h.
#include <rill/scan.h>

#include <fstream>

int main() {
  for (auto line : rill::lines(std::ifstream("in.txt"))) (void)line;
}

// says: rill: a file has no buffer to scan from: make it a rill::file_reader
//
// test/refuse/scan_file.cpp: a file without a buffer.
#include <rill/file.h>
#include <rill/scan.h>

int main() {
  rill::file const in = rill::file::open("numbers.txt");
  int n = 0;
  rill::scan(in, n);
}

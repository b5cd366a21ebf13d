// expect: rill: rows(range) is in <rill/types.h>: include it
//
// test/refuse/rows_without_header.cpp: rows without its header.
#include <rill/print.h>

int main() {
  int const matrix[2][2] = {};
  rill::println(rill::rows(matrix));
}

// expect: rill: {} and %d are printed as they are
// flags: -Werror
// only: clang
// max-lines: 4
//
// test/refuse/format_string_concat.cpp: a format string of std::format.
#include <rill/print.h>

#include <string>

int main(int count, char**) { return int(rill::concat("{:x}", count).size()); }

// expect: rill: {} and %d are printed as they are
// flags: -Werror
// only: clang
// max-lines: 4
//
// test/refuse/format_string_printf.cpp: one of printf, for a stream.
#include <rill/print.h>

int main(int count, char**) { rill::print(stderr, "%d items\n", count); }

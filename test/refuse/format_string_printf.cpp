// expect: rill: {} and %d are printed as they are
// flags: -Werror
// only: clang
// max-lines: 4
//
// test/refuse/format_string_printf.cpp: a format string of printf.
#include <rill/print.h>

int main(int count, char**) { rill::print(stderr, "%d items\n", count); }

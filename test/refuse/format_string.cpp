// says: rill: {} and %d are printed as they are: write println("x = ", x), or rill::text("{}") to print them
// flags: -Werror
// only: clang
// max-lines: 4
//
// test/refuse/format_string.cpp: a format string of {fmt}.
#include <rill/print.h>

int main(int count, char**) { rill::println("x = {}", count); }

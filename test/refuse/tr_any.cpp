// expect: rill: this type cannot be printed
// expect-gcc: Type = std::any]
// expect-clang: std::any>
//
// test/refuse/tr_any.cpp: an argument of a translation that does not print.
#include <rill/types.h>

#include <any>

int main() { rill::println(rill::tr("{1} of {0}", 1, std::any())); }

// expect: rill: via_format needs the header <format>, which the standard
//   library of this compiler (
// expect: ) does not have: g++ has it from version 13 on, clang with libc++
//   from 17 on
//
// test/refuse/via_format.cpp: a standard library without <format>, or
// without its feature-test macro.
#include <version>
#undef __cpp_lib_format
#include <rill/format.h>

int main() { rill::println(rill::via_format("{:>5}", 1)); }

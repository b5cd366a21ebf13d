// says: rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)
// flags: -std=c++17
// max-lines: 5
//
// test/refuse/standard_17.cpp: a compiler in the mode of C++17, the default of
// g++ up to version 15 and of clang.
#include <rill/rill.h>

int main() { rill::println("Hello"); }

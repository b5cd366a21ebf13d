// expect: rill: this version prints no floating-point numbers: convert them with std::to_chars
// expect-gcc: [with int Argument = 3; Type = double]
// expect-clang: argument_can_be_printed<3, double>
//
// test/refuse/double.cpp: a floating-point number.
#include <rill/print.h>

int main() { rill::println(1, " ", 0.5); }

// expect: rill: a style is not printed by itself: styled(value,
//   rill::red), or styled(rill::red, a, b)
//
// test/refuse/style_alone.cpp: a style as an argument, like a
// manipulator.
#include <rill/print.h>

int main() { rill::println(rill::red, "text"); }

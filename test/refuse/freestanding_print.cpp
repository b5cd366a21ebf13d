// expect: rill: this program is built without standard streams: print to a
//   writer
// flags: -ffreestanding
//
// test/refuse/freestanding_print.cpp: print without stdout.
#include <rill/rill.h>

void say() { rill::println("x = ", 1); }

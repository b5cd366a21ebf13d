// says: rill: a pointer is not printed by itself: rill::deref(p) prints the value, rill::ptr(p) the address
// expect-gcc: [with int Argument = 2; Type = int*]
// expect-clang: argument_can_be_printed<2, int *>
//
// test/refuse/object_pointer.cpp: a pointer to an object.
#include <rill/print.h>

void f(int* p) { rill::print("p = ", p); }

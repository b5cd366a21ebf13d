// test/package/freestanding/machine.h: the functions that the machine offers to
// the program.
#ifndef RILL_TEST_PACKAGE_FREESTANDING_MACHINE_H
#define RILL_TEST_PACKAGE_FREESTANDING_MACHINE_H

#include <stddef.h>  // size_t

namespace machine {
void write(char const* data, size_t size);
}

int program();

#endif

// expect: rill: this program is built without a system: it has no files
// flags: -ffreestanding
//
// test/refuse/freestanding_file.cpp: <rill/file.h> without an operating system.
#include <rill/file.h>

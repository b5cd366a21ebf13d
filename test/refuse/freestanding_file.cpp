// expect: rill: this program is built without a system: it has no files
// flags: -ffreestanding
//
// test/refuse/freestanding_file.cpp: there are no files.
#include <rill/file.h>

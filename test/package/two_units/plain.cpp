// test/package/two_units/plain.cpp: compiled with the default flags.
#define RILL_UNIT plain
#include "units.h"
// Comes after the declarations, as the program's own headers do.
#include "body.h"

int plain_unit() { return work(); }

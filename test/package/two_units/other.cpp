// test/package/two_units/other.cpp: compiled with other flags than plain.cpp.
#define RILL_UNIT other
#include "units.h"
// Comes after the declarations, as the program's own headers do.
#include "body.h"

int other_unit() { return work(); }

// test/package/two_units/plain.cpp: compiled with the default flags.
#define RILL_UNIT plain
#include "units.h"
// After the declarations, as an own header would be.
#include "body.h"

int plain_unit() { return work(); }

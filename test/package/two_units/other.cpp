// test/package/two_units/other.cpp: compiled with flags of its own.
#define RILL_UNIT other
#include "units.h"
// After the declarations, as an own header would be.
#include "body.h"

int other_unit() { return work(); }

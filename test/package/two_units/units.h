// test/package/two_units/units.h: what the two units have in common.
#ifndef RILL_TEST_PACKAGE_UNITS_H
#define RILL_TEST_PACKAGE_UNITS_H

// Each unit writes the same numbers with the same functions of the library,
// compiled with its own flags, and returns the sum of the bytes written.
int plain_unit();
int other_unit();

#endif

// test/package/two_units/units.h: the declarations of both units.
#ifndef RILL_TEST_PACKAGE_UNITS_H
#define RILL_TEST_PACKAGE_UNITS_H

// Each unit writes the same numbers with the same functions of the library,
// compiled with its own flags. Returns the sum of the written bytes.
int plain_unit();
int other_unit();

#endif

// expect: rill: the strings of Qt print where <rill/driver/qt.h> is included
//
// test/refuse/qt_string_without_driver.cpp: a string of Qt without the header
// of its driver.
#include <rill/rill.h>

#include "../support/qt_standin.h"

int main() { rill::println(rill_test::qt_byte_array("text")); }

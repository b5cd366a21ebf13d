// expect: rill: a name is not a locale: make a rill::c_locale of it once, or write a rill::locale_data
// max-lines: 11
//
// test/refuse/locale_name.cpp: a name instead of a locale.
#include <rill/locale.h>
#include <rill/print.h>

void f() { rill::println(rill::localized(1.5, "de_DE.UTF-8")); }

// rill/locale.h: numbers as the user's language and country write them. The
// public header of locale/.
//
//     rill::imbued out(rill::out(), rill::c_locale("de_DE.UTF-8"));
//     rill::println(out, 1234567, ' ', 3.5);            // 1.234.567 3,5
//     rill::println(rill::localized(1234567, locale));  // one value
//
// No other part of rill uses a locale: print and scan alone always write and
// read 1234567 and 3.5. Documented at the declarations: os/locale_data.h
// (locale_data, localized) and locale/locale.h (imbued, c_locale).
#ifndef RILL_LOCALE_H
#define RILL_LOCALE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"
#include "scan/refuse.h"

#include "locale/locale.h"
#include "locale/print.h"
#include "locale/scan.h"
#include "os/locale_data.h"

#include "scan.h"
#include "types.h"

#endif

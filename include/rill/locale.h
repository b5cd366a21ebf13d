// rill/locale.h: numbers as the user's language and country write them. The
// door to locale/.
//
//     rill::imbued out(rill::out(), rill::c_locale("de_DE.UTF-8"));
//     rill::println(out, 1234567, ' ', 3.5);            // 1.234.567 3,5
//     rill::println(rill::localized(1234567, locale));  // one value
//
// Nothing else in rill asks for a locale: print and scan alone always write
// and read 1234567 and 3.5. The names are explained where they are declared:
// value/locale_data.h (locale_data, localized), stream/imbued.h (imbued),
// locale/c_locale.h (c_locale).
#ifndef RILL_LOCALE_H
#define RILL_LOCALE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "locale/c_locale.h"
#include "print/imbued_sink.h"
#include "print/localized.h"
#include "scan/imbued_source.h"
#include "scan/localized.h"
#include "stream/imbued.h"
#include "value/locale_data.h"

#include "scan.h"
#include "types.h"

#endif

// rill/csv/refused.h: sentences for sources and rows that tables refuse.
//
// Layer 6. Tests: test/refuse/csv_imbued.cpp, test/refuse/csv_member.cpp,
// test/csv/scan_csv_test.cpp.
#ifndef RILL_CSV_REFUSED_H
#define RILL_CSV_REFUSED_H

#include "../base/text.h"

namespace rill::inline RILL_BUILD::detail {

// Diagnoses a source with a locale (locale/scan.h): its fields would be read
// without the locale, because reading one does not know the type of the source.
template <class Held>
constexpr bool refuse_locale() {
  static_assert(
      !requires(Held& held) { held.reader().locale(); },
      "rill: tables and settings are not read in the form of a "
      "locale: pass the source itself, and read a field with "
      "rill::read<double>(rill::imbued(rill::from(field), locale))");
  return true;
}

// The range for a Row that cannot be read. Has begin() and end(), so that a
// loop over it causes no second compile error.
template <class Row>
struct refused_rows {
  static_assert(always_false<Row>,
                "rill: a row is a structure, a tuple, an array or a vector "
                "whose parts scan reads");
  Row* begin() const;
  Row* end() const;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

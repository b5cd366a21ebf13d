// expect: rill: tables and settings are not read in the form of a locale: pass
//   the source itself, and read a field with
//   rill::read<double>(rill::imbued(rill::from(field), locale))
//
// test/refuse/csv_row_imbued.cpp: typed rows of a source with a locale.
#include <rill/csv.h>
#include <rill/locale.h>

#include <array>

double sum(rill::reader& in, rill::locale_data const& german) {
  double sum = 0;
  rill::imbued with_locale(in, german);
  for (auto const& row : rill::csv<std::array<double, 1>>(with_locale))
    sum += row[0];
  return sum;
}

// expect: rill: tables and settings are not read in the form of a locale: pass
//   the source itself, and read a field with
//   rill::read<double>(rill::imbued(rill::from(field), locale))
// max-lines: 12
//
// test/refuse/csv_imbued.cpp: a table of a source with a locale.
#include <rill/csv.h>
#include <rill/locale.h>

double sum(rill::reader& in, rill::locale_data const& german) {
  double sum = 0;
  for (auto const& row : rill::csv(rill::imbued(in, german)))
    sum += row.get<double>(0);
  return sum;
}

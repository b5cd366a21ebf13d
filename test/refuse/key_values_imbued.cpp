// expect: rill: tables and settings are not read in the form of a locale: pass
//   the source itself, and read a field with
//   rill::read<double>(rill::imbued(rill::from(field), locale))
//
// test/refuse/key_values_imbued.cpp: settings of a source with a locale.
#include <rill/csv.h>
#include <rill/locale.h>

double sum(rill::reader& in, rill::locale_data const& german) {
  double sum = 0;
  for (auto const& pair : rill::key_values(rill::imbued(in, german)))
    sum += pair.read<double>();
  return sum;
}

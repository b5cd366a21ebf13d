// expect: rill: a row is a structure, a tuple, an array or a vector whose parts
//   scan reads
//
// test/refuse/csv_bit_fields.cpp: a row with bit-fields.
#include <rill/csv.h>

struct flags {
  unsigned is_old : 1;
  unsigned age : 7;
};
int main() {
  for (flags const& f : rill::csv<flags>(rill::from("1,2\n"))) (void)f;
}

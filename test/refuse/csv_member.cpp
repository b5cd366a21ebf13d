// expect: rill: a row is a structure, a tuple, an array or a vector whose parts
//   scan reads
//
// test/refuse/csv_member.cpp: a row with a member that is not scanned.
#include <rill/csv.h>

struct trade {
  int price;
  void* note;
};
int main() {
  for (trade const& t : rill::csv<trade>(rill::from("1,2\n"))) (void)t;
}

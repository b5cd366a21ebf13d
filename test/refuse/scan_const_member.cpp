// expect: rill: a const cannot be scanned into
//
// test/refuse/scan_const_member.cpp: a structure with a member that is const.
#include <rill/scan.h>
#include <rill/types.h>

struct point {
  int x;
  int const y;
};
int main() {
  point p{1, 2};
  rill::scan(p);
}

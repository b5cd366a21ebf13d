// expect: rill: this type cannot be scanned
//
// test/refuse/scan_vector.cpp: a vector of pointers.
#include <rill/scan.h>
#include <rill/types.h>

#include <vector>

int main() {
  std::vector<int*> v(3);
  rill::scan(v);
}

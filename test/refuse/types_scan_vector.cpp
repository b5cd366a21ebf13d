// expect: rill: containers, structures, enumerations, optionals and times scan
// expect: with #include <rill/types.h>
//
// test/refuse/types_scan_vector.cpp: a container without the header of types.
#include <rill/scan.h>

#include <vector>

int main() {
  std::vector<int> v;
  rill::scan(v);
}

// expect: rill: containers, structures, enumerations, optionals and times scan
// expect: with #include <rill/types.h>
//
// test/refuse/types_scan_vector.cpp: a container without <rill/types.h>.
#include <rill/scan.h>

#include <vector>

int main() {
  std::vector<int> v;
  rill::scan(v);
}

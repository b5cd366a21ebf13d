// expect: a map as rill::from(map)
//
// test/refuse/values_map.cpp: the values of a file map without rill::from.
#include <rill/rill.h>

int main() {
  rill::file_map const m = rill::map("f");
  for (int n : rill::values<int>(m)) (void)n;
}

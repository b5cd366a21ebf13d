// expect: rill: containers, structures, enumerations, optionals and times scan
// expect: with #include <rill/types.h>
//
// test/refuse/types_scannable_member.cpp: a member without <rill/types.h>.
#include <rill/scan.h>

#include <vector>

struct list {
  std::vector<int> numbers;
  RILL_FIELDS(list, numbers)
};
static_assert(!rill::scannable<list>);
int main() {}

// expect: rill: a structure with references and arrays is not printed by
// expect: itself: name its members with RILL_FIELDS(Type, a, b)
//
// test/refuse/uncounted_structure.cpp: the number of members is not known
// if one is a reference and another is an array.
#include <rill/types.h>

struct view {
  int& counter;
  char name[16];
};
int main() {
  int counter = 0;
  rill::print(view{counter, "name"});
}

// expect: rill: a member of this structure cannot be printed: name the other
//   members with RILL_FIELDS(Type, a, b), or give the structure a friend
//   rill_print
// expect-gcc: part_within<record, std::any>
// expect-clang: part_within<record, std::any>
//
// test/refuse/member_any.cpp: the error names the structure and its member.
#include <rill/types.h>

#include <any>

struct record {
  int number;
  std::any value;
};
int main() { rill::println(record()); }

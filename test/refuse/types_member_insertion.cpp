// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_member_insertion.cpp: a member that rill/types.h knows and
// that has an operator<< too.
#include <rill/print.h>

#include <iostream>
#include <system_error>

struct entry {
  int id;
  std::error_code error;
  RILL_FIELDS(entry, id, error)
};
int main() { rill::println(entry{1, {}}); }

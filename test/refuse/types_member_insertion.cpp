// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_member_insertion.cpp: a member with an operator<<
// that <rill/types.h> prints: the error names the header.
#include <rill/print.h>

#include <iostream>
#include <system_error>

struct entry {
  int id;
  std::error_code error;
  RILL_FIELDS(entry, id, error)
};
int main() { rill::println(entry{1, {}}); }

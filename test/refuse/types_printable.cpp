// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_printable.cpp: the question has one answer in a program.
#include <rill/print.h>

#include <optional>

static_assert(!rill::printable<std::optional<int>>);
int main() {}

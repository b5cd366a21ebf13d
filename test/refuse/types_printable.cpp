// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_printable.cpp: printable must not differ between files.
#include <rill/print.h>

#include <optional>

static_assert(!rill::printable<std::optional<int>>);
int main() {}

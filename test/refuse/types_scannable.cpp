// expect: rill: containers, structures, enumerations, optionals and times scan
// expect: with #include <rill/types.h>
//
// test/refuse/types_scannable.cpp: scannable must not differ between files.
#include <rill/scan.h>

#include <optional>

static_assert(!rill::scannable<std::optional<int>>);
int main() {}

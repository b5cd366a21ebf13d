// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_join_map.cpp: only the shape of a map says how its entries
// look.
#include <rill/print.h>

#include <map>

int main() { rill::println(rill::join(std::map<int, int>(), ", ")); }

// expect: rill: containers, structures, enumerations, optionals, times and
// expect: exceptions print with #include <rill/types.h>
//
// test/refuse/types_join_map.cpp: the entries of a map print only
// with <rill/types.h>.
#include <rill/print.h>

#include <map>

int main() { rill::println(rill::join(std::map<int, int>(), ", ")); }

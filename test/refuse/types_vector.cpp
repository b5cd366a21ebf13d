// says: rill: containers, structures, enumerations, optionals, times and exceptions print with #include <rill/types.h>
//
// test/refuse/types_vector.cpp: a container without <rill/types.h>.
#include <rill/print.h>

#include <vector>

int main() { rill::println("all: ", std::vector{1, 2}); }

// expect: rill: a reader of a temporary string would outlive it
//
// test/refuse/from_temporary_vector.cpp: from a temporary vector.
#include <rill/scan.h>

#include <vector>

int main() { auto in = rill::from(std::vector<char>(3)); }

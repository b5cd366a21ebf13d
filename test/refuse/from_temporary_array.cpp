// expect: rill: a reader of a temporary string would outlive it
//
// test/refuse/from_temporary_array.cpp: from a temporary array.
#include <rill/scan.h>

#include <array>

int main() { auto in = rill::from(std::array{'1', '2'}); }

// expect: rill: a temporary cannot be scanned into: scan takes a variable, or
//   a string literal that must match
//
// test/refuse/scan_temporary_string.cpp: a temporary string as a target.
#include <rill/scan.h>

#include <string>

int main() { (void)rill::try_scan(std::string("x")); }

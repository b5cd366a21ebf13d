// says: rill: a temporary cannot be scanned into: scan takes a variable, or a string literal that must match
//
// test/refuse/scan_temporary.cpp: a number where a variable should be.
#include <rill/scan.h>

int main() { rill::scan(1.5); }

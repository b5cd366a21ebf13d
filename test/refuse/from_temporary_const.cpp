// expect: rill: a reader of a temporary string would outlive it
//
// test/refuse/from_temporary_const.cpp: from a temporary string that is const.
#include <rill/scan.h>

#include <string>

std::string const text();

int main() { auto in = rill::from(text()); }

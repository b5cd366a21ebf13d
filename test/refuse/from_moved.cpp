// expect: rill: a reader of a temporary string would outlive it
//
// test/refuse/from_moved.cpp: from a string that is moved.
#include <rill/scan.h>

#include <string>
#include <utility>

void f(std::string bytes) { auto in = rill::from(std::move(bytes)); }

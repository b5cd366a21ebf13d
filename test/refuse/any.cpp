// expect: rill: this type cannot be printed
//
// test/refuse/any.cpp: a std::any, whose value has an unknown type.
#include <rill/types.h>

#include <any>

void f(std::any const& a) { rill::println(a); }

// expect: rill: this type cannot be printed
//
// test/refuse/any.cpp: what does not say what is in it.
#include <rill/types.h>

#include <any>

void f(std::any const& a) { rill::println(a); }

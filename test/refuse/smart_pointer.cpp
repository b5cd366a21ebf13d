// expect: rill: a pointer is not printed by itself: rill::deref(p) prints the value, rill::ptr(p) the address
//
// test/refuse/smart_pointer.cpp: a pointer that owns.
#include <rill/print.h>

#include <memory>

void f(std::unique_ptr<int> const& p) { rill::println(p); }

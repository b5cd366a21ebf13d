// expect: ~reader() = default;  // own one of any class in a rill::any_reader
// max-lines: 14
//
// test/refuse/unique_reader.cpp: the base class, whose destructor is not
// virtual, as the type of an owner.
#include <rill/stream.h>

#include <memory>

void f(rill::reader* made) { std::unique_ptr<rill::reader> const owner(made); }

// expect: rill: a pointer is no binary data: addresses mean nothing to another program, and shared objects would be read twice; what it points to is, and a std::unique_ptr
// max-lines: 22
//
// test/refuse/binary_shared_pointer.cpp: a shared pointer is written.
#include <rill/binary.h>

#include <memory>
#include <string>

std::string f(std::shared_ptr<int> const& p) { return rill::to_bytes(p); }

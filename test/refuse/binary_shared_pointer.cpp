// expect: rill: a pointer has no binary form: addresses mean nothing to another program, and shared objects would be read twice; write what it points to, or a std::unique_ptr
// max-lines: 22
//
// test/refuse/binary_shared_pointer.cpp: a shared pointer is written.
#include <rill/binary.h>

#include <memory>
#include <string>

std::string f(std::shared_ptr<int> const& p) { return rill::to_bytes(p); }

// expect: ~writer() = default;  // own one of any class in a rill::any_writer
// max-lines: 14
//
// test/refuse/unique_writer.cpp: the base class, whose destructor is not
// virtual, as the type of an owner.
#include <rill/stream.h>

#include <memory>

void f(rill::writer* made) { std::unique_ptr<rill::writer> const owner(made); }

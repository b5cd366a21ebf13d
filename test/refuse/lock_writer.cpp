// expect: rill: this has no lock: make it a rill::locked<> of its type
//
// test/refuse/lock_writer.cpp: a writer that has no lock.
#include <rill/rill.h>

void f(rill::file_writer& out) { rill::println(rill::lock(out), 1); }

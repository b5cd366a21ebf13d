// expect: rill: a hash state is not printed: print its digest, state.finish(); to print
//   to it, make it the first argument, not const, and include <rill/hash_file.h>
//
// test/refuse/hash_state_const.cpp: a const hash state as a sink.
#include <rill/hash_file.h>
#include <rill/print.h>

void f(rill::sha256 const& state) { rill::print(state, "x"); }

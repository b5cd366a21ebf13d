// expect: rill: a hash state is not printed: print its digest, state.finish(); to print
//   to it, make it the first argument, not const, and include <rill/hash_file.h>
//
// test/refuse/hash_state_first.cpp: a hash state as a sink, without the public
// header that makes it one.
#include <rill/hash.h>
#include <rill/print.h>

void f(rill::sha256& state) { rill::println(state, 1); }

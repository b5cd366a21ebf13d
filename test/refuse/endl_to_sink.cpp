// expect: rill: std::endl is not needed: use println, or "\n"; rill::flush() flushes
// expect-gcc: int Argument = 2;
// expect-clang: argument_can_be_printed<2,
//
// test/refuse/endl_to_sink.cpp: std::endl to a writer.
#include <rill/print.h>

#include <ostream>

void f(rill::writer& out) { rill::println(out, "x", std::endl); }

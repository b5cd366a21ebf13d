// expect: a result is not printed by itself
//
// test/refuse/print_result.cpp: a result as an argument.
#include <rill/file.h>
#include <rill/print.h>

int main() { rill::println(rill::try_load("f")); }

// expect: the bytes of a file are printed as a text
//
// test/refuse/print_map.cpp: a file map as an argument.
#include <rill/map.h>
#include <rill/print.h>

int main() { rill::println(rill::map("f")); }

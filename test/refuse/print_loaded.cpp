// expect: the bytes of a file are printed as a text
//
// test/refuse/print_loaded.cpp: a loaded file as an argument.
#include <rill/file.h>
#include <rill/print.h>

int main() { rill::println(rill::load("f")); }

// expect: rill: a reader of a temporary string would outlive it
//
// test/refuse/from_temporary_loaded.cpp: from a temporary loaded_file.
#include <rill/file.h>
#include <rill/scan.h>

int main() { auto in = rill::from(rill::load("numbers.txt")); }

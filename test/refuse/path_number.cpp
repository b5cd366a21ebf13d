// expect: a number is not a path: pass an open descriptor as
//
// test/refuse/path_number.cpp: a descriptor instead of a path.
#include <rill/file.h>

int main() { rill::loaded_file const bytes = rill::load(0); }

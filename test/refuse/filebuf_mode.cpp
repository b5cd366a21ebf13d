// expect: rill: a filebuf_file is opened by a verb and not by a mode: open for "r"
//
// test/refuse/filebuf_mode.cpp: a mode of fopen instead of a verb.
#include <rill/iostream.h>

void f() { rill::filebuf_file out("numbers.txt", "w"); }

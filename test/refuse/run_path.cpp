// expect: rill: a stream of a child is an open file: rill::file::create(path)
//
// test/refuse/run_path.cpp: a path where a program is to print to.
#include <rill/process.h>

int main() { rill::run({"ls"}, {.out = "names.txt"}); }

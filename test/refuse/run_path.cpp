// expect: rill: a stream of a child is an open file: rill::file::create(path)
//
// test/refuse/run_path.cpp: a path instead of an open file.
#include <rill/process.h>

int main() { rill::run({"ls"}, {.out = "names.txt"}); }

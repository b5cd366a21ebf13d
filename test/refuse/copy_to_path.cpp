// expect: open a path with rill::file::create(path)
// max-lines: 12
#include <rill/file.h>

int main() { rill::copy(rill::file::open("a.txt"), "b.txt"); }

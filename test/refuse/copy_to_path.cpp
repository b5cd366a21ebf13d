// expect: open a path with rill::file::create(path)
#include <rill/file.h>

int main() { rill::copy(rill::file::open("a.txt"), "b.txt"); }

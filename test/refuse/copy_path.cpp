// expect: open a path with rill::file::open(path)
// max-lines: 12
#include <rill/file.h>

int main() { rill::copy("a.txt", rill::file::create("b.txt")); }

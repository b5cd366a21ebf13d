// expect: open a path with rill::file::open(path)
#include <rill/file.h>

int main() { rill::copy("a.txt", rill::file::create("b.txt")); }

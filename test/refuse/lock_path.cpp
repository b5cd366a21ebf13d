// expect: rill: this takes a FILE*, and not a path
//
// test/refuse/lock_path.cpp: a path instead of a FILE*.
#include <rill/stdio.h>

int main() { rill::lock("numbers.txt"); }

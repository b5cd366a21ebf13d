// race/inputs/child_true.cpp: the child of the heats `true-…` of `process`. It
// is linked statically and has no start-up code. That of the C library takes
// longer than the start of the process, in a virtual machine three times as
// long, and would hide it.
#include <unistd.h>  // _exit

extern "C" [[noreturn]] void _start() { _exit(0); }

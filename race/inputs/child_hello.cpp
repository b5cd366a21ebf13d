// race/inputs/child_hello.cpp: the child of the heat `capture` of `process`. It
// writes what `echo hello` writes, without start-up code, as child_true.cpp.
#include <sys/syscall.h>  // SYS_write
#include <unistd.h>       // syscall, _exit

extern "C" [[noreturn]] void _start() {
  _exit(syscall(SYS_write, 1, "hello\n", 6) == 6 ? 0 : 1);
}

// test/system/programs/small_stack.h: runs an operation on a stack of a chosen
// size. An access to the guard page at its end stops the program.
#ifndef RILL_TEST_SYSTEM_PROGRAMS_SMALL_STACK_H
#define RILL_TEST_SYSTEM_PROGRAMS_SMALL_STACK_H

#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

namespace small_stack {

struct named {
  char const* name;
  bool (*run)();
};

inline bool (*operation)();
inline bool is_done = false;
inline ucontext_t caller, callee;

inline void run() { is_done = operation(); }

// Returns the status of the program: 0 if the operation returns true.
template <size_t Count>
int run_on_stack(named const (&operations)[Count], char const* name,
                 size_t size) {
  for (named const& each : operations)
    if (strcmp(each.name, name) == 0) operation = each.run;
  size_t const guard = 65536;
  void* const memory = ::mmap(nullptr, guard + size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || !operation) return 2;
  if (::mprotect(memory, guard, PROT_NONE) != 0) return 3;
  ::getcontext(&callee);
  callee.uc_stack.ss_sp = static_cast<char*>(memory) + guard;
  callee.uc_stack.ss_size = size;
  callee.uc_link = &caller;
  ::makecontext(&callee, run, 0);
  ::swapcontext(&caller, &callee);
  return is_done ? 0 : 1;
}

}  // namespace small_stack

#endif

// test/system/programs/via.cpp: prints through other libraries, in two files,
// and prints the number of allocations.
#include "via.h"

#include <stdlib.h>

#include <new>

void print_in_another_file(rill::writer& out);

static int allocations = 0;

void* operator new(std::size_t size) {
  ++allocations;
  void* const block = ::malloc(size);
  if (!block) ::abort();
  return block;
}
void operator delete(void* block) noexcept { ::free(block); }
void operator delete(void* block, std::size_t) noexcept { ::free(block); }

int main() {
  static char memory[1 << 16];
  rill::memory_writer out(memory);
  print_everything(out);  // the first use allocates in the library
  int const before = allocations;
  print_everything(out);
  print_in_another_file(out);
  int const after = allocations;
  rill::print(out.bytes());
  rill::println("allocations: ", after - before);
}

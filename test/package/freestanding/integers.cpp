// test/package/freestanding/integers.cpp: integers and text without
// floating-point registers, as in a kernel.
#include <rill/rill.h>

std::size_t print(char* memory, std::size_t size, int n) {
  rill::memory_writer out(memory, size);
  rill::println(out, "n = ", n, ' ', rill::hex(n), ' ', rill::right(n, 20));
  return out.size();
}

bool scan(char const* text, int& n) {
  return bool(rill::try_scan(rill::from(text), "n", "=", n, rill::hex(n)));
}

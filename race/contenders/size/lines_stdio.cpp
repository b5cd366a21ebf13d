// peer: stdio
// row: lines_stdio | lines | fwrite
#include <stdio.h>
#include <stdlib.h>

int main(int, char** argv) {
  size_t const count = strtoull(argv[2], nullptr, 10);
  FILE* const f = fopen(argv[1], "wb");
  if (f == nullptr) return 1;
  for (size_t i = 0; i < count; ++i) fwrite("Hello World\n", 1, 12, f);
  return fclose(f) != 0;
}

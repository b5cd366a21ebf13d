// peer: stdio
// row: file_stdio | hello-file | fopen, fputs
#include <stdio.h>

int main(int, char** argv) {
  FILE* const f = fopen(argv[1], "wb");
  if (f == nullptr) return 1;
  fputs("Hello World\n", f);
  return fclose(f) != 0;
}

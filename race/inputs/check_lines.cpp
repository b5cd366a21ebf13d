// race/inputs/check_lines.cpp: judges a file that eight threads have written.
//   check_lines FILE COUNT
// Requires the lines 0 … COUNT−1 of each thread, "thread T line N of the race",
// each whole and once, those of one thread in order. Prints the first fault and
// ends with status 1.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong(char const* why, unsigned long line) {
  printf("line %lu %s\n", line, why);
  return 1;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  constexpr unsigned threads = 8;
  unsigned long const count = strtoul(argv[2], nullptr, 10);
  FILE* const in = fopen(argv[1], "rb");
  if (in == nullptr) return wrong("cannot be read: no output", 1);
  unsigned long next[threads] = {};
  unsigned long number = 0;
  char line[256], expected[256];
  while (fgets(line, sizeof line, in)) {
    ++number;
    unsigned const thread =
        static_cast<unsigned char>(line[strnlen(line, 8) == 8 ? 7 : 0]) - '0';
    if (thread >= threads) return wrong("is torn", number);
    snprintf(expected, sizeof expected, "thread %u line %lu of the race\n",
             thread, next[thread]);
    if (strcmp(line, expected) != 0)
      return wrong("is torn, or one before it is lost", number);
    ++next[thread];
  }
  for (unsigned long n : next)
    if (n != count) return wrong("is the last, and some are missing", number);
  return 0;
}

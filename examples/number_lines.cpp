// examples/number_lines.cpp: prints each line with its number, as cat -n
// does.
#include <rill/rill.h>

int main() {
  long number = 0;
  for (auto line : rill::lines(stdin))
    rill::println(rill::right(++number, 6), '\t', line);
}

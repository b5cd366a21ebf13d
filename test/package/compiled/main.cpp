// One program of two units: it calls every kind of function of the compiled
// library once, and prints from both units in the order of the calls.
#include <rill/rill.h>

#include <cstdio>
#include <string>
#include <vector>

void print_elsewhere(int number);

namespace {

struct point {
  int x = 0;
  int y = 0;
};

void print_numbers() {
  rill::println("int ", -1, ", long ", 123456789012L, ", double ", 0.1 + 0.2);
  rill::println(rill::hex(255), ' ', rill::fixed(2.0, 2), ' ', true, 'c');
  rill::println(std::vector<int>{1, 2, 3}, ' ', point{4, 5});
}

bool scan_numbers() {
  int whole = 0;
  double half = 0;
  std::string word;
  if (!rill::scan(rill::from("7 2.5 word"), whole, half, word)) return false;
  rill::println(rill::concat(whole, '/', half, '/', word));
  return !rill::try_scan(rill::from("word"), whole);
}

}  // namespace

int main() {
  print_elsewhere(1);
  print_numbers();
  if (!scan_numbers()) return 1;
  for (auto line : rill::lines(stdin)) rill::println('[', line, ']');
  std::printf("printf\n");
  print_elsewhere(2);
}

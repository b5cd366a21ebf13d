// expect: rill: a range is printed by rill::join(range, ", ")
//
// test/refuse/styled_range.cpp: what a styled value has to say is what the
// value has to say.
#include <rill/print.h>

#include <vector>

int main() {
  std::vector<int> const numbers = {1, 2};
  rill::println(rill::styled(rill::red, "all: ", numbers));
}

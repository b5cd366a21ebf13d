// expect: rill: this type cannot be printed
// expect-gcc: Type = std::any]
// expect-clang: std::any>
//
// test/refuse/styled_range.cpp: styled reports the error of its value,
// and a container the error of its elements.
#include <rill/terminal.h>
#include <rill/types.h>

#include <any>
#include <vector>

int main() {
  std::vector<std::any> const values(2);
  rill::println(rill::styled(rill::red, "all: ", values));
}

// expect: rill: this type cannot be printed
// expect-gcc: [with int Argument = 2; Type = std::any]
// expect-clang: argument_can_be_printed<2, std::any>
//
// test/refuse/nested_any.cpp: the error names the nested std::any.
#include <rill/types.h>

#include <any>
#include <map>
#include <optional>
#include <string>
#include <vector>

struct record {
  int number;
  std::optional<std::any> value;
};
int main() {
  rill::println("all: ", std::map<std::string, std::vector<record>>());
}

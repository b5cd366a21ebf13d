// expect: rill: a member of this structure cannot be printed
// expect-gcc: [with int Argument = 2; Type = part_within<record, std::any>]
// expect-clang: part_within<record, std::any>
//
// test/refuse/nested_any.cpp: the error names the nested std::any and the
// structure around it.
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

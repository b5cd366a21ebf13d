// expect: rill: this type cannot be scanned: give it a friend void
//   rill_scan(auto& in, Type& x)
//
// test/refuse/scan_nested.cpp: the error names the nested type
// without a hook.
#include <rill/scan.h>
#include <rill/types.h>

#include <map>
#include <string>
#include <vector>

class account {
 public:
  account();
};
struct person {
  std::string name;
  std::vector<account> accounts;
};
int main() {
  std::map<int, person> all;
  rill::scan(all);
}

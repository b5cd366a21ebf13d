// test/system/programs/dbg.cpp: calls rill::dbg. With "big" a value has many
// lines.
#include <rill/debug.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#define LIMIT 10

namespace {

struct money {
  int cents;
  friend void rill_print(auto& out, money const& m) { out(m.cents, " ct"); }
};

template <class A, class B>
struct two {
  A a;
  B b;
  friend void rill_print(auto& out, two const& t) { out(t.a, '/', t.b); }
};

int twice(int n) { return 2 * n; }

int by_directive(int n) {
  using namespace rill;
  return dbg(n + 1);
}

int by_name(int n) {
  using rill::dbg;
  return dbg(n + 2);
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::string(arguments[1]) == "big") {
    rill::dbg(std::vector<std::string>(4000, "something"));
    return 0;
  }
  int n = 20;
  std::string const name = "a\tb";
  rill::dbg(n) += 1;
  int const m = rill::dbg(twice(n) + LIMIT);
  rill::dbg(name, 'x', LIMIT);
  rill::dbg();
  rill::dbg("here");
  rill::dbg(two<int, long>{1, 2});
  rill::dbg(two<int, long>{1, 2}, n<m, m> n);
  rill::dbg(n<m, m> n);
  rill::dbg(std::map<std::string, std::vector<int>>{
      {"short", {1, 2}}, {"a long one", std::vector<int>(20, 1000)}});
  rill::dbg(money{5});
  int* none = nullptr;
  rill::dbg(none);
  rill::dbg(rill::dbg(n) + 1);
  return by_directive(m) + by_name(m) == 2 * m + 3 ? 0 : 1;
}

// expect: rill: this type has an operator<<: rill::via_ostream(x)
//
// test/refuse/callable_insertable.cpp: a function object with an operator<<,
// such as a random number engine.
#include <rill/types.h>

#include <ostream>

class engine {
 public:
  explicit engine(int seed) : state_(seed) {}
  int operator()() { return ++state_; }
  friend std::ostream& operator<<(std::ostream& out, engine const& e) {
    return out << e.state_;
  }

 private:
  int state_;
};
int main() { rill::println(engine(1)); }

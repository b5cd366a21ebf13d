// test/golden/native_error.cpp: text printed to err() arrives without a
// newline, and a static object's destructor can still read from in().
#include <rill/rill.h>

namespace {
struct reads_late {
  ~reads_late() {
    int n = 0;
    if (rill::scan(rill::in(), n)) rill::println(n);
  }
} late;
}  // namespace

int main() {
  int n = 0;
  rill::scan(rill::in(), n);
  rill::println(n);
  rill::print(rill::err(), "fatal: no newline");
}

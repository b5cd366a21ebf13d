// examples/sum.cpp: adds all the numbers on standard input.
//
// values<T> parses many integers at a time: it is the fastest way to read them.
// Text that is not a number ends the program with a message that shows the
// place.
#include <rill/rill.h>

int main() {
  try {
    long long sum = 0, count = 0;
    for (long long n : rill::values<long long>(rill::in())) {
      sum += n;
      ++count;
    }
    rill::println(count, " numbers, sum ", sum);
  } catch (rill::error const& wrong) {
    rill::eprintln(wrong);
    return 1;
  }
}

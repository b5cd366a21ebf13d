// expect: rill: begin() and end() of this type are not the iterators of a
//   range: give it a friend rill_print
// max-lines: 11
//
// test/refuse/no_iterators.cpp: begin and end as numbers.
#include <rill/types.h>

class interval {
 public:
  int begin() const;
  int end() const;

 private:
  int first_, last_;
};

void f(interval x) { rill::print(x); }

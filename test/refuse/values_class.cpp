// expect: rill: this type cannot be scanned
//
// test/refuse/values_class.cpp: values of a class that does not scan.
#include <rill/scan.h>
#include <rill/types.h>

class point {
 public:
  int x() const { return x_; }

 private:
  int x_ = 0;
};
int main() {
  int sum = 0;
  for (point const& p : rill::values<point>(rill::from("1 2"))) sum += p.x();
  return sum;
}

// test/package/two_units/main.cpp: checks that both units give the same result.
#include "units.h"

int main() {
  int const sum = plain_unit();
  return sum > 0 && sum == other_unit() ? 0 : 1;
}

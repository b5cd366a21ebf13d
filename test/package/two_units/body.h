// test/package/two_units/body.h: the work that both units do.
#include <rill/number.h>

inline namespace RILL_UNIT {

inline int work() {
  char text[rill::decimal_size<unsigned long long>];
  int sum = 0;
  for (unsigned long long n = 1; n < 1'000'000'000'000'000'000; n *= 7) {
    char* const end = rill::write_decimal(text, n);
    for (char* p = text; p != end; ++p) sum += *p;
    unsigned long long back = 0;
    if (!rill::parse_integer(text, end, back) || back != n) return -1;
  }
  return sum;
}

}  // namespace RILL_UNIT

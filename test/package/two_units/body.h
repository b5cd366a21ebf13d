// test/package/two_units/body.h: the work of both units.
#include <rill/number.h>
#include <rill/print.h>

inline namespace RILL_UNIT {

inline int work() {
  char text[64];
  int sum = 0;
  for (unsigned long long n = 1; n < 1'000'000'000'000'000'000; n *= 7) {
    char* end = rill::write_decimal(text, n);
    unsigned long long back = 0;
    if (!rill::parse_integer(text, end, back) || back != n) return -1;
    end = rill::format_into(text, n, ' ', rill::right(rill::hex(n), 20)).end;
    for (char* p = text; p != end; ++p) sum += *p;
  }
  return sum;
}

}  // namespace RILL_UNIT

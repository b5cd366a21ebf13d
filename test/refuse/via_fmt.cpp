// expect: rill: an argument of via_fmt has no fmt::formatter
//
// test/refuse/via_fmt.cpp: a class without a fmt::formatter.
#if __has_include(<fmt/format.h>)
#define FMT_HEADER_ONLY
#include <rill/driver/fmt.h>
#include <rill/print.h>

struct tag {
  int number;
};
int main() { rill::println(rill::via_fmt("{:>5}", tag{1})); }
#else
#error rill: an argument of via_fmt has no fmt::formatter: write one, or include its header
#endif

// expect: rill: this type has a fmt::formatter: rill::via_fmt(x) prints it
//
// test/refuse/only_fmt_formatter.cpp: a class with nothing but a
// fmt::formatter.
#if __has_include(<fmt/format.h>)
#define FMT_HEADER_ONLY
#include <rill/driver/fmt.h>
#include <rill/print.h>

struct tag {
  int number;
};
template <>
struct fmt::formatter<tag> : fmt::formatter<int> {};
int main() { rill::println(tag{1}); }
#else
#error rill: this type has a fmt::formatter: rill::via_fmt(x) prints it
#endif

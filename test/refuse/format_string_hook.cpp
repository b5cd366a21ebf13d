// expect: rill: {} and %d are printed as they are
// expect: format_string_hook.cpp:14:
// expect: format_string_hook.cpp:20:
// expect: format_string_hook.cpp:25:
// flags: -Werror
// only: clang
// max-lines: 24
//
// test/refuse/format_string_hook.cpp: format strings in hooks and outside.
#include <rill/print.h>

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) { out("({}, {})", p.x, p.y); }
};

struct bounded_point {
  int x, y;
  friend auto rill_print(auto& out, bounded_point const& p) {
    return out("%d, %d", p.x, p.y);
  }
};

void print_points(point const& a, bounded_point const& b) {
  rill::print(stderr, "a.x = {}", a.x);
  rill::print(a, b);
}

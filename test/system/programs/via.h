// test/system/programs/via.h: shared by both files of the program.
#include <rill/iostream.h>
#include <rill/rill.h>
#if __has_include(<fmt/format.h>)
#define FMT_HEADER_ONLY
#include <rill/driver/fmt.h>
#endif
#include <rill/format.h>

struct money {
  int cents;
  friend std::ostream& operator<<(std::ostream& out, money const& m) {
    return out << m.cents / 100 << '.' << m.cents % 100;
  }
  friend std::istream& operator>>(std::istream& in, money& m) {
    return in >> m.cents;
  }
};

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) {
    out('(', p.x, ", ", p.y, ')');
  }
  friend std::ostream& operator<<(std::ostream& out, point const& p) {
    return rill::print_to(out, p);
  }
};

#if defined(RILL_DRIVER_FMT_H)
template <>
struct fmt::formatter<point> : rill::fmt_formatter {};
#endif
#if defined(__cpp_lib_format)
template <>
struct std::formatter<point> : rill::formatter {};
#endif

// Prints one value through each library.
inline void print_everything(rill::writer& out) {
  money m{0};
  rill::scan(rill::from("1250"), rill::via_istream(m));
  rill::print(out, rill::via_ostream(m), ' ', rill::via_ostream(point{1, 2}),
              ' ', rill::right(rill::via_ostream(money{199}), 8), '\n');
#if defined(RILL_DRIVER_FMT_H)
  rill::print(out, rill::via_fmt("{:>5}|{}", 42, point{3, 4}), ' ',
              rill::via_fmt(point{5, 6}), '\n');
#endif
#if defined(__cpp_lib_format)
  rill::print(out, rill::via_format("{:>5}|{}", 42, point{3, 4}), ' ',
              rill::via_format(point{5, 6}), '\n');
#endif
}

// test/package/freestanding/program.cpp: prints and scans without a C library,
// a C++ library and system headers. It is linked with machine.cpp, which
// defines everything else that such a program needs.
#include <rill/rill.h>

#include "machine.h"

namespace {

struct place {
  int row;
  double share;

  friend void rill_print(auto& out, place const& p) {
    out("<", p.row, ", ", p.share, ">");
  }
  friend void rill_scan(auto& in, place& p) {
    in("<", p.row, ",", p.share, ">");
  }
};

bool equal(rill::text a, rill::text b) {
  if (a.size != b.size) return false;
  for (std::size_t i = 0; i != a.size; ++i)
    if (a.data[i] != b.data[i]) return false;
  return true;
}

// Each check has a number. The number of the first failed one is the program's
// status.
int wrong = 0;
void check(int number, bool right) {
  if (!right && wrong == 0) wrong = number;
}

// The program's own device, which makes a system call.
struct console {
  std::size_t operator()(char const* data, std::size_t size) const {
    machine::write(data, size);
    return size;
  }
};

char memory[1024];

#if RILL_INT128
__extension__ typedef unsigned __int128 widest;
constexpr rill::text greatest("340282366920938463463374607431768211455 2.5");
#else
using widest = unsigned long long;
constexpr rill::text greatest("18446744073709551615 2.5");
#endif

void print_numbers() {
  rill::memory_writer out(memory, sizeof memory);
  int const few[] = {1, 2, 3};
  rill::println(out, -42, ' ', 18446744073709551615u, ' ', rill::hex(48879u),
                ' ', rill::prefix(rill::bin(5)));
  rill::println(out, 0.1, ' ', 1e300, ' ', 1.0f / 3, ' ', rill::fixed(2.675, 2),
                ' ', rill::scientific(1234.5, 3), ' ', rill::hexfloat(0.5));
  rill::println(out, rill::join(few, ", "), ' ', rill::quoted("a\"b"), ' ',
                rill::right(7, 4), ' ', place{3, 0.25}, ' ', true, ' ', 'x');
  rill::println(out, rill::grouped(1234567), ' ', rill::plus(5), ' ',
                rill::zero_padded(-5, 4), ' ', rill::fixed(1e22, 30));
  check(1, equal(out.pending(),
                 "-42 18446744073709551615 beef 0b101\n"
                 "0.1 1e+300 0.33333334 2.67 1.234e+03 0x1p-1\n"
                 "1, 2, 3 \"a\\\"b\"    7 <3, 0.25> true x\n"
                 "1,234,567 +5 -005 "
                 "10000000000000000000000.000000000000000000000000000000\n"));
  machine::write(out.pending().data, out.pending().size);
}

void print_wide() {
  auto const wide = ~static_cast<widest>(0);
  auto const made = rill::format_into(memory, wide, ' ', 2.5L);
  check(2, !made.truncated && equal({memory, made.size_needed}, greatest));
  check(3, rill::format_into(memory, place{1, 2}).size_needed == 6);
  char tiny[3];
  check(4, rill::format_into(tiny, 12345).truncated);
  check(5, rill::formatted_size("n = ", 12345) == 9);
  auto const red = rill::styled(rill::right(5, 3), rill::red);
  check(6, rill::formatted_size(red) == 3);
  auto const shown = rill::format_into(
      memory, rill::with_styles(rill::style_mode::always, red));
  check(7, equal({memory, shown.size_needed}, "\x1b[31m  5\x1b[0m"));
}

void scan_back() {
  int a = 0;
  unsigned b = 0;
  double x = 0;
  float y = 0;
  place p{};
  bool flag = false;
  auto in = rill::from("-42 beef 0.1 1e30 <3, 0.25> true 7 8 9");
  check(10, rill::scan(in, a, rill::hex(b), x, y, p, flag) && a == -42 &&
                b == 0xbeef && x == 0.1 && y == 1e30f && p.row == 3 &&
                p.share == 0.25 && flag);
  int sum = 0;
  for (int n : rill::values<int>(in)) sum += n;
  check(11, sum == 24);
  check(12, !rill::scan(in, a));
  check(13, rill::parse<long long>("123456789012") == 123456789012);
  check(14, rill::parse<double>("179769313486231580793e288") ==
                1.7976931348623157e308);
  auto const [one, two] = rill::read<int, double>(rill::from("1 2.5"));
  check(15, one == 1 && two == 2.5);
}

void scan_lines() {
  std::size_t count = 0;
  for (auto line : rill::lines(rill::from("a,b\n\nc"))) {
    for (auto field : rill::fields(line, ',')) count += field.size() + 1;
  }
  check(20, count == 7);
  for (auto word : rill::words(rill::from(" one  two"))) count += word.size();
  check(21, count == 13);
}

void tell_errors() {
  for (int again = 0; again != 20; ++again) {
    auto const none = rill::try_parse<int>("12x");
    check(30, !none && equal(none.error().what(),
                             "text:1:3: expected the end after an integer, "
                             "found \"x\"\n12x\n  ^"));
    int n = 0;
    auto in = rill::from("\n  99999999999");
    auto const done = rill::try_scan(in, n);
    check(31, done.error().line() == 2 && done.error().column() == 3 &&
                  done.error().code() ==
                      rill::error_code(rill::scan_problem::out_of_range));
  }
  // A few errors get a block for their message; further ones have only their
  // code.
  rill::error many[12];
  for (auto& one : many) {
    one = rill::error(rill::library_problem::no_room, "print");
    if (&one == many) check(32, equal(one.what(), "print: the buffer is full"));
  }
  check(33, equal(many[11].what(), "the buffer is full"));
  check(34,
        many[11].code() == rill::error_code(rill::library_problem::no_room));
}

void use_callables() {
  rill::callback_writer<console> out(console{}, 64);
  rill::counting_writer both(out);
  rill::println(both, "through a callable: ", 1, ' ', 2.5);
  out.flush();
  check(40, !out.error());
  int left = 3;
  rill::callback_reader in(
      [&left](char* to, std::size_t) -> long {
        if (left == 0) return -5;
        *to = static_cast<char>('0' + left--);
        return 1;
      },
      16);
  int n = 0;
  auto const done = rill::try_scan(in, n);
  check(41, done.error().code() ==
                rill::error_code(rill::error_source::c_library, 5));
  check(42, equal(done.error().what(), "read callback: error 5"));
}

}  // namespace

int program() {
  print_numbers();
  print_wide();
  scan_back();
  scan_lines();
  tell_errors();
  use_callables();
  return wrong;
}

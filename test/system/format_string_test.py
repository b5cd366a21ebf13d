"""A build with RILL_ASSERTS reports a format string in a call that has none.
"""

SOURCE = """#include <rill/print.h>

int main(int count, char**) {
  rill::println(rill::text("{}"), count);
  rill::print("int main() {}", '\\n');
  rill::print_sep(' ', "int main() {}", '\\n');
  for (int i = 0; i != 2; ++i) {
    rill::println("x = {}", count);
    rill::print(stdout, "%d items\\n", count);
  }
}
"""
FLAGS = ("-O1", "-w")
PRINTED = b"{}1\nint main() {}\nint main() {} \n" + b"x = {}1\n%d items\n1" * 2

# One call per run of the program, which a number selects.
CALLS = """#include <rill/iostream.h>
#include <rill/locale.h>
#include <rill/rill.h>
#include <rill/window/box.h>

#include <cstdlib>
#include <iostream>
#include <string>

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) { out("{}", p.x, p.y); }
};
struct bounded_point {
  int x, y;
  friend auto rill_print(auto& out, bounded_point const& p) {
    return out("{}", p.x, p.y);
  }
};

int main(int count, char** words) {
  char array[64];
  std::string to;
  rill::memory_writer out(array);
  switch (std::atoi(words[1])) {
    case 0: rill::print("{}", count); break;
    case 1: rill::println("{}", count); break;
    case 2: rill::eprint("{}", count); break;
    case 3: rill::eprintln("{}", count); break;
    case 4: rill::print(out, "{}", count); break;
    case 5: rill::println(stdout, "{}", count); break;
    case 6: rill::print_sep(' ', "{}", count); break;
    case 7: rill::print_sep(out, ' ', "{}", count); break;
    case 8: rill::append(to, "{}", count); break;
    case 9: (void)rill::concat("{}", count); break;
    case 10: (void)rill::concatln("{}", count); break;
    case 11: rill::format_into(array, "{}", count); break;
    case 12: rill::format_into(to, "{}", count); break;
    case 13: (void)rill::formatted_size("{}", count); break;
    case 14: (void)rill::styled(rill::red, "{}", count); break;
    case 15:
      (void)rill::with_styles(rill::style_mode::never, "{}", count);
      break;
    case 16: rill::print_to(std::cout, "{}", count); break;
    case 17: rill::box("{}", count); break;
    case 18: (void)rill::try_box({.title = "a"}, "{}", count); break;
    case 19: rill::print(out, point{1, 2}); break;
    case 20: rill::print(out, bounded_point{1, 2}); break;
    case 21:
      rill::print(out, rill::localized(point{1, 2}, rill::c_locale()));
      break;
    default: return 1;
  }
}
"""
COUNT = 22


def test_said_once(tools):
    program = tools.compile(SOURCE, flags=(*FLAGS, "-DRILL_ASSERTS=1"))
    outcome = tools.run([program])
    assert outcome.out == PRINTED, outcome.out
    assert outcome.err == (
        b'rill: {} and %d are printed as they are: "x = {}"\n'), outcome.err


def test_said_by_each_function(tools):
    program = tools.compile(CALLS, flags=(*FLAGS, "-DRILL_ASSERTS=1"))
    for number in range(COUNT):
        outcome = tools.run([program, str(number)], environment={
            "DISPLAY": "", "WAYLAND_DISPLAY": ""})
        assert outcome.err.count(
            b'rill: {} and %d are printed as they are: "{}"\n') == 1, (
                number, outcome.err)


def test_not_said_otherwise(tools):
    outcome = tools.run([tools.compile(SOURCE, flags=FLAGS)])
    assert (outcome.out, outcome.err) == (PRINTED, b"")

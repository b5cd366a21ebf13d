"""A format string where none belongs is said by a build with RILL_ASSERTS."""

SOURCE = """#include <rill/print.h>

int main(int count, char**) {
  rill::println(rill::text("{}"), count);
  rill::print("int main() {}", '\\n');
  for (int i = 0; i != 2; ++i) {
    rill::println("x = {}", count);
    rill::print(stdout, "%d items\\n", count);
  }
}
"""
FLAGS = ("-O1", "-w")
PRINTED = b"{}1\nint main() {}\n" + b"x = {}1\n%d items\n1" * 2


def test_said_once(tools):
    program = tools.compile(SOURCE, flags=(*FLAGS, "-DRILL_ASSERTS=1"))
    outcome = tools.run([program])
    assert outcome.out == PRINTED, outcome.out
    assert outcome.err == (
        b'rill: {} and %d are printed as they are: "x = {}"\n'), outcome.err


def test_not_said_otherwise(tools):
    outcome = tools.run([tools.compile(SOURCE, flags=FLAGS)])
    assert (outcome.out, outcome.err) == (PRINTED, b"")

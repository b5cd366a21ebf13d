"""Programs linked with -ffast-math: g++ makes the processor treat subnormal
numbers as zero, and rill still writes and reads them."""

PROGRAM = """
#include <rill/number/parse_float.h>
#include <rill/number/shortest.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

template <class T, class Bits>
bool right(Bits bits, char const* text = nullptr) {
  T const x = __builtin_bit_cast(T, bits);
  char written[rill::shortest_size<T> + 1];
  char* const end = rill::write_shortest(written, x);
  *end = 0;
  T back = 1;
  auto const read =
      rill::parse_float(static_cast<char const*>(written), end, back);
  return read && read.end == end && __builtin_bit_cast(Bits, back) == bits &&
         (!text || std::strcmp(written, text) == 0);
}

int main(int count, char**) {
  double volatile least = 4.9406564584124654e-324;
  double volatile factor = count;
  bool const flushed = least * factor == 0;
  int wrong = !right<double>(std::uint64_t{1}, "5e-324") +
              !right<double>(~std::uint64_t{0} >> 12,
                             "2.225073858507201e-308") +
              !right<float>(std::uint32_t{1}, "1e-45") +
              !right<double>(std::uint64_t{0x7ff} << 52, "inf");
  std::uint64_t random = 1;
  for (int i = 0; i != 20000; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    wrong += !right<double>(random >> 12 >> random % 50);
    wrong += !right<float>(
        static_cast<std::uint32_t>(random >> 41 >> random % 20));
  }
  std::printf("%s %d wrong", flushed ? "flushed" : "kept", wrong);
}
"""

FLAGS = ("-O3", "-ffast-math")


def test_subnormal_numbers(tools):
    # At -O3 g++ reports limbs of a big integer as uninitialized.
    program = tools.compile(
        PROGRAM, flags=(*FLAGS, "-Wno-maybe-uninitialized"), name="fast_math")
    assert tools.run(program).out in (b"flushed 0 wrong", b"kept 0 wrong")


def test_clang(tools):
    program = tools.compile(PROGRAM, flags=FLAGS, compiler="clang",
                            name="fast_math")
    assert tools.run(program).out in (b"flushed 0 wrong", b"kept 0 wrong")


INFINITIES = """
#include <rill/print.h>
#include <rill/scan.h>

#include <limits>

int main(int count, char**) {
  double volatile zero = count - 1;
  double scanned = 0;
  rill::scan(rill::from("inf"), scanned);
  rill::print(1 / zero, ' ', scanned);
#if CONSTANT
  rill::print(' ', std::numeric_limits<double>::infinity());
#endif
}
"""


def test_infinities(tools):
    """clang passes an undefined number for a constant one, unless a flag
    allows infinities."""
    for compiler in ("gcc", "clang"):
        for flags, want in (
                ((*FLAGS, "-DCONSTANT=0"), b"inf inf"),
                ((*FLAGS, "-fno-finite-math-only", "-DCONSTANT=1"),
                 b"inf inf inf")):
            program = tools.compile(
                INFINITIES, flags=(*flags, "-Wno-maybe-uninitialized")
                if compiler == "gcc" else flags, compiler=compiler,
                name=f"infinities_{compiler}_{len(want)}")
            assert tools.run(program).out == want

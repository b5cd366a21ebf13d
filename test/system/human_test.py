"""human_duration and human_size, compared with Python's rational numbers: the
exact value is rounded once."""

import random
from fractions import Fraction

PROGRAM = r"""
#include <rill/rill.h>

#include <chrono>
#include <string>

#include <rill/table.h>

template <class Count, class Period>
void show(Count count) {
  rill::println(rill::human_duration(std::chrono::duration<Count, Period>(count)));
}

template <class Count>
void show(int unit, Count count) {
  switch (unit) {
    case 0: return show<Count, std::ratio<1>>(count);
    case 1: return show<Count, std::milli>(count);
    case 2: return show<Count, std::micro>(count);
    case 3: return show<Count, std::nano>(count);
    case 4: return show<Count, std::pico>(count);
    case 5: return show<Count, std::atto>(count);
    case 6: return show<Count, std::ratio<1, 30>>(count);
    case 7: return show<Count, std::ratio<1001, 30000>>(count);
    case 8: return show<Count, std::ratio<86400>>(count);
    default: return show<Count, std::ratio<9223372036854775807, 3>>(count);
  }
}

int main() {
  std::string kind;
  for (int unit; rill::try_scan(kind, unit);) {
    if (kind == "size") {
      rill::println(rill::human_size(rill::read<std::uint64_t>(),
                                     unit ? 1024u : 1000u));
    } else if (kind == "whole") {
      show(unit, rill::read<std::uint64_t>());
    } else {
      show(unit, rill::read<double>());
    }
  }
}
"""

RATIOS = (Fraction(1), Fraction(1, 10**3), Fraction(1, 10**6),
          Fraction(1, 10**9), Fraction(1, 10**12), Fraction(1, 10**18),
          Fraction(1, 30), Fraction(1001, 30000), Fraction(86400),
          Fraction(2**63 - 1, 3))


def rounded(n):
    """Rounds a non-negative number to the nearest, half away from zero."""
    return int(n + Fraction(1, 2))


def pair(n, ratio, large, little):
    rest = f" {n % ratio}{little}" if n % ratio else ""
    return f"{n // ratio}{large}{rest}"


def duration_text(value):
    sign = "-" if value < 0 else ""
    value = abs(value)
    if value >= 2**64:
        return sign + "inf"
    if rounded(value) >= 60:
        if rounded(value) < 3600:
            return sign + pair(rounded(value), 60, "m", "s")
        if rounded(value / 60) < 24 * 60:
            return sign + pair(rounded(value / 60), 60, "h", "m")
        return sign + pair(rounded(value / 3600), 24, "d", "h")
    for name in ("s", "ms", "us", "ns", "ps"):
        if name == "ps" or rounded(value * 1000) >= 1000:
            break
        value *= 1000
    tenths = rounded(value * 10)
    if name != "ps" and tenths < 100 and tenths % 10:
        return f"{sign}{tenths // 10}.{tenths % 10}{name}"
    return f"{sign}{rounded(value)}{name}" if rounded(value) else sign + "0s"


def size_text(n, base):
    if n < base:
        return f"{n} B"
    for i, letter in enumerate("KMGTPE" if base == 1024 else "kMGTPE"):
        tenths = rounded(Fraction(n * 10, base**(i + 1)))
        if tenths < base * 10:
            break
    return (f"{tenths // 10}.{tenths % 10} {letter}"
            + ("iB" if base == 1024 else "B"))


def neighbours(value):
    """Floating-point numbers near a rational one."""
    middle = float(value)
    step = abs(middle) * 2.0**-52 or 5e-324
    return [middle + k * step for k in (-3, -2, -1, 0, 1, 2, 3)]


def boundaries():
    """Values near which the text changes."""
    for exponent in range(-12, 2):
        unit = Fraction(10)**exponent
        for tenth in (5, 15, 95, 99, 100, 105, 985, 994, 995, 1000):
            yield unit * tenth / 10 + unit / 20
            yield unit * tenth / 10
    for seconds in (59, 60, 61, 307, 359, 3599, 3600, 3629, 3630, 86369, 86370,
                    86399, 86400, 88199, 88200, 10**9):
        yield Fraction(seconds)
        yield seconds + Fraction(1, 2)
    yield Fraction(1, 2 * 10**12)
    yield Fraction(2**64)


def cases():
    pick = random.Random(11)
    for value in boundaries():
        for unit, ratio in enumerate(RATIOS):
            count = value / ratio
            for n in {int(count) + k for k in (-1, 0, 1, 2)}:
                if 0 <= n < 2**64:
                    yield "whole", unit, str(n), duration_text(n * ratio)
            for x in neighbours(count):
                for signed in (x, -x):
                    yield ("real", unit, repr(signed),
                           duration_text(Fraction(signed) * ratio))
    for _ in range(3000):
        unit = pick.randrange(len(RATIOS))
        x = pick.random() * 10.0**pick.randint(-40, 40)
        yield "real", unit, repr(x), duration_text(Fraction(x) * RATIOS[unit])
        n = pick.getrandbits(64) >> pick.randrange(64)
        yield "whole", unit, str(n), duration_text(n * RATIOS[unit])
    for base in (1000, 1024):
        for power in range(1, 7):
            for tenth in (1, 10, 15, 99, 9999, 10235, 10239, 10240):
                middle = base**power * tenth // 10 + base**power // 20
                for n in range(middle - 2, middle + 3):
                    if n < 2**64:
                        yield "size", base == 1024, str(n), size_text(n, base)


def test_spans_and_sizes_are_rounded_once(tools):
    rows = list(cases())
    text = "".join(f"{kind} {int(unit)} {n}\n" for kind, unit, n, _ in rows)
    program = tools.compile(PROGRAM, flags=("-O1",))
    run = tools.run(program, stdin=text.encode())
    assert run.status == 0, run
    out = run.out.decode() if isinstance(run.out, bytes) else run.out
    seen = out.splitlines()
    assert len(seen) == len(rows)
    # Negative zero prints as 0s; other numbers that round to zero keep their
    # sign.
    wrong = [(row, got) for row, got in zip(rows, seen)
             if got != row[3] and not (row[2] == "-0.0" and got == "0s")]
    assert not wrong, (len(wrong), wrong[:5])

#!/usr/bin/env python3
"""Prints the numbers m * 2^k whose shortest decimal is hardest to find: those
that, in units U of a power of ten, come nearest to a place where the answer
changes. Such a place is a whole U that is a midpoint between m * 2^k and a
neighbour, or the middle between two tenths of U. For each k all m are found,
in the time of Euclid's algorithm.

    tools/find_undecided.py double    # all that 128 bits do not decide
    tools/find_undecided.py extended  # of every 1031st k the nearest ones

Left out are the k around 0: there powers of five have few bits, and such
places are hit exactly, by thousands. test/number/shortest_decimal_test.cpp
and shortest_undecided_test.cpp have the lists."""

import sys

UNIT = 1 << 240  # U


def floor_log10_of_power_of_two(k):
    """Of every exponent here; scaled_power would notice a wrong one."""
    return k * 1292913986 >> 32


def first_in(a, modulus, low, high):
    """The least x >= 0 with low <= a * x mod modulus <= high, or None."""
    a %= modulus
    if low == 0:
        return 0
    if a == 0:
        return None
    if 2 * a > modulus:
        return first_in(modulus - a, modulus, modulus - high, modulus - low)
    x = -(-low // a)
    if a * x <= high:
        return x
    turns = first_in(modulus, a, -high % a, -low % a)
    return None if turns is None else -(-(low + modulus * turns) // a)


def all_near(a, place, distance, least, end):
    """Each x from `least` to end - 1 whose a * x mod UNIT is near a place."""
    while least < end:
        low = (place - distance - a * least) % UNIT
        high = (place + distance - a * least) % UNIT
        step = 0 if low > high else first_in(a, UNIT, low, high)
        if step is None or least + step >= end:
            return
        yield least + step
        least += step + 1


def scaled_power(k, bits):
    """2^k / U in units of 1 / UNIT, from `bits` bits of a power of ten, and
    U's exponent."""
    unit = floor_log10_of_power_of_two(k) + 1
    above, below = (1, 10 ** unit) if unit >= 0 else (10 ** -unit, 1)
    shift = bits + 4 + below.bit_length()
    power = (above << shift) // below  # 1 / U * 2^shift
    cut = power.bit_length() - bits
    power, shift = power >> cut, shift - cut
    by = k + UNIT.bit_length() - 1 - shift
    scaled = power << by if by >= 0 else power >> -by
    assert UNIT // 11 < scaled < UNIT
    return scaled


def undecided(k, precision, least_k, bits, near, near_middle):
    """Distances are in units of U / 2^64."""
    scaled = scaled_power(k, bits)
    end = 1 << precision
    least = 1 if k == least_k else end // 2 + 1
    found = set()
    for place in (-scaled // 2, scaled // 2):
        distance = near * (UNIT >> 64)
        found.update(all_near(scaled, place % UNIT, distance, least, end))
    distance = near_middle * (UNIT >> 64)
    found.update(all_near(10 * scaled, UNIT // 2, distance, least, end))
    return sorted(found)


def main():
    if sys.argv[1:] == ["double"]:
        exponents = [k for k in range(-1074, 972) if not -75 <= k <= 76]
        options = 53, -1074, 128, 20, 11
    elif sys.argv[1:] == ["extended"]:
        exponents = [k for k in range(-16445, 16321, 1031)
                     if not -90 <= k <= 90]
        options = 64, -16445, 230, 1, 1
    else:
        sys.exit(__doc__)
    for k in exponents:
        for m in undecided(k, *options):
            print(f"{{{hex(m)}, {k}}},")


if __name__ == "__main__":
    main()

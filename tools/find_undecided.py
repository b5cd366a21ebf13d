#!/usr/bin/env python3
"""Prints the numbers m * 2^k whose shortest decimal is hardest to find. In
units U, a power of ten, they come nearest to a place where the answer changes:
a multiple of U that is midway between m * 2^k and a neighbour, or a midpoint
between two tenths of U. Finds all m for each k, by Euclid's algorithm.

    tools/find_undecided.py double    # all that 128 bits do not decide
    tools/find_undecided.py extended  # the nearest ones of every 1031st k

k near 0 is left out: there powers of five have few bits, and thousands of
numbers hit such a place exactly. test/number/shortest_decimal_test.cpp and
shortest_undecided_test.cpp have the lists."""

import sys

UNIT = 1 << 240  # U, in the fixed-point numbers below


def floor_log10_of_power_of_two(k):
    """Right for every k used here; a wrong result fails the assertion in
    scaled_power."""
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
    """Yields each x from `least` to end - 1 for which a * x mod UNIT is within
    `distance` of `place`."""
    while least < end:
        low = (place - distance - a * least) % UNIT
        high = (place + distance - a * least) % UNIT
        step = 0 if low > high else first_in(a, UNIT, low, high)
        if step is None or least + step >= end:
            return
        yield least + step
        least += step + 1


def scaled_power(k, bits):
    """2^k / U as a fixed-point number, computed from `bits` bits of a power of
    ten."""
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
    """The m of the undecided numbers m * 2^k. `near` and `near_middle` are
    distances in units of U / 2^64."""
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

#!/usr/bin/env python3
"""Prints the doubles whose shortest decimal number 128 bits of a power of ten
do not decide: m * 2^k that lies within 20 / 2^64 of a unit U (a power of ten)
of where the interval that reads back as it touches a whole U, or within
11 / 2^64 of a tenth of U of the middle between two tenths. Of each k it finds
all m, in the time of Euclid's algorithm. Those from k = -75 to 76 are left
out: there 5^n has few bits and such places are hit exactly, by thousands.

test/number/shortest_decimal_test.cpp has the list."""

NEAR = 20 << 67  # in units of 2^-131 U
NEAR_MIDDLE = 11 << 67
UNIT = 1 << 131


def floor_log10_of_power_of_two(k):
    return len(str(1 << k)) - 1 if k >= 0 else -len(str((1 << -k) - 1))


def power_of_ten(exponent):
    """(bits, e): 10^exponent is bits * 2^e, the 128 bits rounded down."""
    if exponent >= 0:
        bits, e = 10 ** exponent << 128, -128
    else:
        e = -400 - 4 * -exponent
        bits = (1 << -e) // 10 ** -exponent
    cut = bits.bit_length() - 128
    return bits >> cut, e + cut


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


def undecided(k):
    unit = floor_log10_of_power_of_two(k) + 1
    bits, e = power_of_ten(-unit)
    scaled = bits << k + e + 131  # 2^k / U, which is from 1/10 to 1
    assert UNIT // 11 < scaled < UNIT
    least, end = (1 if k == -1074 else (1 << 52) + 1), 1 << 53
    found = set()
    for place in (-scaled // 2, scaled // 2):
        found.update(all_near(scaled, place, NEAR, least, end))
    found.update(all_near(10 * scaled, UNIT // 2, NEAR_MIDDLE, least, end))
    return sorted(found)


def main():
    for k in range(-1074, 972):
        if not -75 <= k <= 76:
            for m in undecided(k):
                print(f"{{{hex(m)}, {k}}},")


if __name__ == "__main__":
    main()

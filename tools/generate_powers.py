#!/usr/bin/env python3
"""Prints the tables of include/rill/number/floating.h (every 28th power of ten
to 192 bits) and of shortest_extended.h (every 512th to 128 bits), rounded down,
by exact integer arithmetic.

    tools/generate_powers.py          # the lines of floating.h
    tools/generate_powers.py --far    # the lines of shortest_extended.h
    tools/generate_powers.py --check  # proves that all powers follow from the
                                      # table and decide shortest decimals"""

from fractions import Fraction
import sys

# LEAST is a multiple of STRIDE, so that 10^0 begins a row. Otherwise 10^0, a
# whole number, could come out one too low: the product of two floors can be
# below the floor of the product.
LEAST, GREATEST, STRIDE = -364, 344, 28


def floor_power(exponent, bits):
    """floor(10^exponent / 2^s), with s such that the result has `bits` bits."""
    if exponent >= 0:
        power = 10 ** exponent
        shift = power.bit_length() - bits
        return power >> shift if shift >= 0 else power << -shift
    divisor = 10 ** -exponent
    # 2^n / divisor has n + 1 - bit_length(divisor) bits, or one less.
    shift = bits + divisor.bit_length()
    quotient = (1 << shift) // divisor
    return quotient >> (quotient.bit_length() - bits)


def majors():
    return range(LEAST, GREATEST + 1, STRIDE)


def derived(exponent):
    """What floating.h computes: a power of the table times an exact power of
    five."""
    major = LEAST + (exponent - LEAST) // STRIDE * STRIDE
    product = floor_power(major, 192) * 5 ** (exponent - major)
    return product >> (product.bit_length() - 128)


def check():
    for exponent in range(LEAST, GREATEST + 1):
        assert derived(exponent) == floor_power(exponent, 128), exponent
    print(f"10^{LEAST} to 10^{GREATEST} are exact to 128 bits")
    for precision, least, greatest in FORMATS:
        for k in range(least, greatest + 1):
            check_shortest(precision, least, k)
    print("125 bits decide the shortest decimal of every number")


# Precision, least and greatest exponent of the formats of shortest_decimal.h.
FORMATS = ((53, -1074, 971), (24, -149, 104), (11, -24, 5))


def nearest_multiples(number, most):
    """For 1 <= x <= most, where x * number is not whole: its least distances to
    the whole number below it and to the one above it, by Euclid's algorithm."""
    step, whole = number.numerator % number.denominator, number.denominator
    if step == 0:
        return None, None
    below, of_below, above, of_above = step, 1, whole - step, 1
    while True:
        if below > above:
            count = min((most - of_below) // of_above, (below - 1) // above)
            below -= count * above
            of_below += count * of_above
        else:
            count = min((most - of_above) // of_below, (above - 1) // below)
            above -= count * below
            of_above += count * of_below
        if count == 0 or below == above:
            return Fraction(below, whole), Fraction(above, whole)


def decimal_exponent(number):
    """floor(log10(number))"""
    exponent = len(str(number.numerator)) - len(str(number.denominator))
    return exponent - (Fraction(10) ** exponent > number)


def check_shortest(precision, least, k):
    """Checks decide_shortest of shortest_decimal.h for all m * 2^k: each
    quarter of 10^exponent that it compares equals that of the exact number, or
    both are odd and between the same even numbers."""
    unit = Fraction(1, 2 ** 64)
    for is_power_of_two in (False, True):
        if is_power_of_two and k == least:
            continue
        two = Fraction(2) ** k
        exponent = decimal_exponent(two * 3 / 4 if is_power_of_two else two)
        exact = two * Fraction(10) ** -exponent
        power = Fraction(10) ** -exponent
        bits = floor_power(-exponent, 125)
        scale = Fraction(2) ** (power_of_two_below(power) - 124)
        rounded = (bits if bits * scale == power else bits + 1) * scale * two
        # All numbers compared are n times this; n is even, or belongs to a
        # power of two.
        if is_power_of_two:
            m = 2 ** (precision - 1)
            numbers = [4 * m - 1, 4 * m, 4 * m + 2]
            rest = [n * exact % 2 for n in numbers]
            below = min([r for r in rest if r != 0], default=2)
            above = min(2 - r for r in rest)
            error = (rounded - exact) * numbers[-1]
        else:
            most = 2 ** (precision + 1) + 1
            below, above = nearest_multiples(exact, most)
            below, above = (2, 2) if below is None else (2 * below, 2 * above)
            error = (rounded - exact) * 2 * most
        assert error < unit, k  # the middle word of a whole number is 0
        assert below >= 2 * unit, k  # that of another one is 2 or more
        assert above > error, k  # and does not reach the next


def power_of_two_below(number):
    """floor(log2(number))"""
    exponent = number.numerator.bit_length() - number.denominator.bit_length()
    return exponent - (Fraction(2) ** exponent > number)


def main():
    if "--check" in sys.argv[1:]:
        return check()
    if "--far" in sys.argv[1:]:
        for exponent in range(-5120, 5121, 512):
            text = f"{floor_power(exponent, 128):032x}"
            print(f"    {{0x{text[:16]}, 0x{text[16:]}}},  // 10^{exponent}")
        return
    for exponent in majors():
        text = f"{floor_power(exponent, 192):048x}"
        words = ", ".join("0x" + text[i:i + 16] for i in (0, 16, 32))
        print(f"    {{{words}}},  // 10^{exponent}")


if __name__ == "__main__":
    main()

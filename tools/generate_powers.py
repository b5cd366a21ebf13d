#!/usr/bin/env python3
"""Prints the tables of include/rill/number/powers.h, every 28th power of ten
to 192 bits, and of shortest_extended.h, every 512th to 128 bits, both rounded
down. Exact integers do the work.

    tools/generate_powers.py          # the lines of powers.h
    tools/generate_powers.py --far    # the lines of shortest_extended.h
    tools/generate_powers.py --check  # proves that all powers follow from it
"""

import sys

# LEAST is a multiple of STRIDE, so that 10^0 begins a row: the floor of a
# product of floors can be one too low where the product is a whole number.
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
    """What powers.h computes: a major times an exact power of five."""
    major = LEAST + (exponent - LEAST) // STRIDE * STRIDE
    product = floor_power(major, 192) * 5 ** (exponent - major)
    return product >> (product.bit_length() - 128)


def check():
    for exponent in range(LEAST, GREATEST + 1):
        assert derived(exponent) == floor_power(exponent, 128), exponent
    print(f"10^{LEAST} to 10^{GREATEST} are exact to 128 bits")


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

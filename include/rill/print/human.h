// rill/print/human.h: sizes, spans of time and places in an order as people
// say them.
//
// Floor 5. No allocation, constexpr. Tests: test/print/human_test.cpp.
#ifndef RILL_PRINT_HUMAN_H
#define RILL_PRINT_HUMAN_H

#include "../number/big_integer.h"
#include "../value/human.h"
#include "leaf.h"

namespace rill::inline RILL_BUILD::detail {

// A number with one digit behind the point, given in tenths.
constexpr char* write_tenths(char* out, std::uint64_t tenths) noexcept {
  out = write_decimal(out, tenths / 10);
  *out++ = '.';
  *out++ = static_cast<char>('0' + tenths % 10);
  return out;
}

template <>
struct own_leaf<human_bytes> {
  static constexpr std::size_t room = 32;  // -1023.9 KiB

  static constexpr char* write(char* out, human_bytes v) noexcept {
    if (v.is_negative) *out++ = '-';
    std::uint64_t const base = v.is_decimal ? 1000 : 1024;
    if (v.magnitude < base)
      return copy_text(write_decimal(out, v.magnitude), " B");
    // The unit, and the number in tenths of it: rounded once, for its size is
    // known. 10 · n does not fit, but n = a · unit + b does it in parts.
    std::uint64_t unit = base;
    int prefix = 0;
    while (tenths_in(v.magnitude, unit) >= base * 10) {
      unit *= base;
      ++prefix;
    }
    out = write_tenths(out, tenths_in(v.magnitude, unit));
    *out++ = ' ';
    *out++ = (v.is_decimal ? "kMGTPE" : "KMGTPE")[prefix];
    if (!v.is_decimal) *out++ = 'i';
    *out++ = 'B';
    return out;
  }
  static constexpr std::size_t size(human_bytes v) noexcept {
    char scratch[room] = {};
    return static_cast<std::size_t>(write(scratch, v) - scratch);
  }

 private:
  // b · 10 / unit with b < unit ≤ 2^60 fits in 64 bits.
  static constexpr std::uint64_t tenths_in(std::uint64_t n,
                                           std::uint64_t unit) noexcept {
    return n / unit * 10 + (n % unit * 10 + unit / 2) / unit;
  }
};

inline constexpr std::uint64_t pico = 1'000'000'000'000;

// A span without its sign: cut off below the picosecond.
struct split_time {
  std::uint64_t seconds;
  std::uint64_t picoseconds;
  bool is_half_more;  // at least half a picosecond was cut off
  bool is_infinite;
};

constexpr split_time split(human_time const& v) noexcept {
  // The count and num are below 2^64: no half a picosecond, which is above
  // 2^-41 seconds. And den is below 2^63: more than 2^64 seconds.
  if (v.count == 0 || v.exponent < -169) return {0, 0, false, false};
  if (v.exponent > 127) return {0, 0, false, true};
  // 512 bits: numerator or divisor have at most 64 + 64 + 127, and the division
  // shifts them by at most 63 + 64 more.
  using big = big_integer<8>;
  big n(v.count);
  big divisor(v.den);
  n.multiply_add(v.num, 0);
  (v.exponent < 0 ? divisor : n)
      .shift_left(v.exponent < 0 ? -v.exponent : v.exponent);
  int const to_top = (64 - divisor.bits() % 64) % 64;
  n.shift_left(to_top);
  divisor.shift_left(to_top);
  big limit(divisor);
  limit.shift_left(64);
  if (n.compare(limit) >= 0) return {0, 0, false, true};
  std::uint64_t const seconds = n.divide_once(divisor);
  n.multiply_add(pico, 0);
  std::uint64_t const picoseconds = n.divide_once(divisor);
  n.shift_left(1);
  return {seconds, picoseconds, n.compare(divisor) >= 0, false};
}

template <>
struct own_leaf<human_time> {
  static constexpr std::size_t room = 40;  // -213503982334601d 23h

  static constexpr char* write(char* out, human_time v) noexcept {
    if (v.is_nan) return copy_text(out, "nan");
    split_time const t = split(v);
    if (v.is_negative) *out++ = '-';
    if (v.is_infinite || t.is_infinite) return copy_text(out, "inf");
    bool const rounds_up = t.picoseconds >= pico / 2;
    if (t.seconds >= 60 || t.seconds + rounds_up == 60)
      return write_long(out, t.seconds, rounds_up);
    // Half of every unit but the last is a whole number of picoseconds.
    std::uint64_t const cut = t.seconds * pico + t.picoseconds;
    return write_short(out, cut < 1000 ? cut + t.is_half_more : cut);
  }
  static constexpr std::size_t size(human_time v) noexcept {
    char scratch[room] = {};
    return static_cast<std::size_t>(write(scratch, v) - scratch);
  }

 private:
  static constexpr std::uint64_t rounded(std::uint64_t n,
                                         std::uint64_t unit) noexcept {
    return n / unit + (n % unit * 2 >= unit);
  }
  // Two digits, or all of them before the point: 3.2s, 3s, 15ms, 250ns. The
  // unit is the first of which there is one after rounding.
  static constexpr char* write_short(char* out, std::uint64_t n) noexcept {
    if (n == 0) return copy_text(out, "0s");
    std::uint64_t unit = pico;
    char const* prefix = "munp";
    char mark = 0;
    for (; unit != 1 && rounded(n, unit / 1000) < 1000; unit /= 1000)
      mark = *prefix++;
    std::uint64_t const tenths = rounded(n * 10, unit);
    if (tenths < 100 && tenths % 10 != 0)
      out = write_tenths(out, tenths);
    else
      out = write_decimal(out, rounded(n, unit));
    if (mark) *out++ = mark;
    *out++ = 's';
    return out;
  }
  // Minutes and seconds, hours and minutes or days and hours, the second of
  // them rounded.
  static constexpr char* write_long(char* out, std::uint64_t seconds,
                                    bool rounds_up) noexcept {
    if (seconds < 3600 && seconds + rounds_up < 3600)
      return write_pair(out, seconds + rounds_up, 60, 'm', 's');
    if (std::uint64_t const minutes = rounded(seconds, 60); minutes < 24 * 60)
      return write_pair(out, minutes, 60, 'h', 'm');
    return write_pair(out, rounded(seconds, 3600), 24, 'd', 'h');
  }
  static constexpr char* write_pair(char* out, std::uint64_t n, unsigned ratio,
                                    char large, char little) noexcept {
    out = write_decimal(out, n / ratio);
    *out++ = large;
    if (n % ratio == 0) return out;
    *out++ = ' ';
    out = write_decimal(out, n % ratio);
    *out++ = little;
    return out;
  }
};

template <class T>
struct own_leaf<ordinal_number<T>> {
  static constexpr std::size_t room = decimal_size<T> + 2;

  static constexpr char* write(char* out, ordinal_number<T> n) noexcept {
    return copy_bytes(write_decimal(out, n.value), ending(n.value), 2);
  }
  static constexpr std::size_t size(ordinal_number<T> n) noexcept {
    return decimal_digits(n.value) + 2;
  }

 private:
  static constexpr char const* ending(T n) noexcept {
    int const rest = static_cast<int>(n % 100);
    int const last_two = rest < 0 ? -rest : rest;
    if (last_two / 10 == 1) return "th";
    int const last = last_two % 10;
    return last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

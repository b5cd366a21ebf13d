// rill/print/human.h: sizes, durations, ordinals and hex dumps for human
// readers.
//
// Layer 5. Tests: test/print/human_test.cpp, test/print/hexdump_test.cpp.
#ifndef RILL_PRINT_HUMAN_H
#define RILL_PRINT_HUMAN_H

#include <cstdint>      // std::uint64_t
#include <type_traits>  // std::is_arithmetic_v, std::is_trivially_copyable_v

#include "../base/run.h"
#include "../number/big_integer.h"
#include "format_arg.h"
#include "hook.h"

// Sizes, durations and ordinals in the form that people use.
//
// Pure, constexpr.

namespace rill::inline RILL_BUILD {

namespace detail {

// Integers. std::integral does not include 128-bit integers in every mode.
template <class T>
concept counting = !std::is_class_v<T> && !std::is_enum_v<T> && !character<T> &&
                   !std::is_same_v<T, bool> && requires(T n) { n % 2; };

// An integer of any type as sign and magnitude. A magnitude beyond 64 bits
// becomes the maximum.
struct signed_magnitude {
  std::uint64_t magnitude;
  bool is_negative;
};

template <class Integer>
constexpr signed_magnitude sign_and_magnitude(Integer n) noexcept {
  bool const is_negative = n < 0;
  // The lowest integer has no positive counterpart.
  auto const less_one = is_negative ? -(n + 1) : n;
  constexpr std::uint64_t most = ~std::uint64_t{};
  if constexpr (sizeof(Integer) > sizeof most)
    if (less_one >= static_cast<Integer>(most)) return {most, is_negative};
  return {static_cast<std::uint64_t>(less_one) + is_negative, is_negative};
}

// What human_size returns.
struct human_bytes {
  std::uint64_t magnitude;
  bool is_negative;
  bool is_decimal;
};
}  // namespace detail

/// `human_size(n[, base])`: a size in bytes. Below 1024 it prints as it is,
/// from there on with one digit after the point in KiB, MiB, GiB, TiB, PiB or
/// EiB; with a base of 1000, in kB, MB, GB, TB, PB or EB. Rounds to the
/// nearest, half away from zero: 1048575 is 1.0 MiB. A 128-bit number beyond 64
/// bits prints as the largest 64-bit number.
///
/// Example:
///     rill::println(rill::human_size(1536), ' ',
///                   rill::human_size(1536, 1000));
template <detail::counting T>
constexpr detail::human_bytes human_size(T bytes,
                                         unsigned base = 1024) noexcept {
  auto const [magnitude, is_negative] = detail::sign_and_magnitude(bytes);
  return {magnitude, is_negative, base == 1000};
}

namespace detail {
// What human_duration returns: count * 2^exponent units of num / den seconds,
// not rounded. The count is 0 if the duration is infinite or a nan.
struct human_time {
  std::uint64_t count;
  int exponent;
  std::uint64_t num;
  std::uint64_t den;
  bool is_negative;
  bool is_infinite;
  bool is_nan;
};

template <class Float>
constexpr human_time span_of_floating(Float count, std::uint64_t num,
                                      std::uint64_t den) noexcept {
  if (count != count) return {0, 0, num, den, false, false, true};
  bool const is_negative = count < 0;
  Float size = is_negative ? -count : count;
  if (size == 0) return {0, 0, num, den, false, false, false};
  constexpr Float step = 4294967296;  // 2^32
  constexpr Float top = step * step;
  // The widest floating-point type has exponents up to 2^14. A number that is
  // still larger after these steps is infinite.
  constexpr int most_steps = 520;
  int exponent = 0;
  for (int i = 0; i != most_steps && size >= top; ++i, exponent += 32)
    size /= step;
  if (size >= top) return {0, 0, num, den, is_negative, true, false};
  for (; size < step; exponent -= 32) size *= step;
  for (; size < top / 2; --exponent) size *= 2;
  return {static_cast<std::uint64_t>(size),
          exponent,
          num,
          den,
          is_negative,
          false,
          false};
}

template <class Count>
constexpr human_time span_of_count(Count const& count, std::uint64_t num,
                                   std::uint64_t den) noexcept {
  if constexpr (counting<Count>) {
    auto const [size, is_negative] = sign_and_magnitude(count);
    return {size, 0, num, den, is_negative, false, false};
  } else if constexpr (std::is_floating_point_v<Count>) {
    return span_of_floating(count, num, den);
  } else {
    return span_of_floating(static_cast<double>(count), num, den);
  }
}

// std::chrono::duration and similar types.
template <class T>
concept counted_time = requires(T const& t) {
  t.count();
  T::period::num;
  T::period::den;
};

}  // namespace detail

/// `human_duration(d)`: a duration in two units, as `1h 2m`, `3d 4h` and
/// `5m 7s`, or below a minute in one: with a decimal below 10, as `3.2s` and
/// `2.5us`, and else whole, as `15ms` and `250ns`. `d` is a duration of
/// std::chrono, or seconds. Rounds once, from the exact value, to the nearest,
/// half away from zero. Omits a second unit or a decimal that is zero: 3599.9 s
/// is `1h`. Less than half a picosecond is `0s`; 2^64 seconds and more are
/// `inf`.
///
/// Example:
///     rill::println(rill::human_duration(3725), ' ',
///                   rill::human_duration(0.0032));
template <class T>
  requires detail::counted_time<T> || std::is_arithmetic_v<T>
constexpr detail::human_time human_duration(T const& d) noexcept {
  if constexpr (detail::counted_time<T>) {
    return detail::span_of_count(d.count(),
                                 static_cast<std::uint64_t>(T::period::num),
                                 static_cast<std::uint64_t>(T::period::den));
  } else {
    return detail::span_of_count(d, 1, 1);
  }
}

namespace detail {
// What ordinal returns.
template <class T>
struct ordinal_number {
  T value;
};
}  // namespace detail

/// `ordinal(n)`: an integer with its English suffix: 1st, 2nd, 3rd, 4th, 11th,
/// -1st.
///
/// Example:
///     rill::println("the ", rill::ordinal(22), " of ", rill::ordinal(113));
template <detail::counting T>
constexpr detail::ordinal_number<T> ordinal(T n) noexcept {
  return {n};
}

// How they are written. No allocation, constexpr.

namespace detail {

// Writes a number with one digit after the point, given in tenths.
constexpr char* write_tenths(char* out, std::uint64_t tenths) noexcept {
  out = write_decimal(out, tenths / 10);
  *out++ = '.';
  *out++ = static_cast<char>('0' + tenths % 10);
  return out;
}

template <>
struct builtin_formatter<human_bytes> {
  static constexpr std::size_t room = 32;  // -1023.9 KiB

  static constexpr char* write(char* out, human_bytes v) noexcept {
    if (v.is_negative) *out++ = '-';
    std::uint64_t const base = v.is_decimal ? 1000 : 1024;
    if (v.magnitude < base)
      return copy_text(write_decimal(out, v.magnitude), " B");
    // Finds the unit, and the number in tenths of it, rounded once. n * 10 may
    // overflow, so tenths_in splits n into a * unit + b.
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
  // b * 10 / unit, with b < unit ≤ 2^60, fits in 64 bits.
  static constexpr std::uint64_t tenths_in(std::uint64_t n,
                                           std::uint64_t unit) noexcept {
    return n / unit * 10 + (n % unit * 10 + unit / 2) / unit;
  }
};

inline constexpr std::uint64_t pico = 1'000'000'000'000;

// A duration without its sign, truncated to picoseconds.
struct split_time {
  std::uint64_t seconds;
  std::uint64_t picoseconds;
  bool is_half_more;  // at least half a picosecond was cut off
  bool is_infinite;
};

constexpr split_time split(human_time const& v) noexcept {
  // count and num are below 2^64, so exponents below -169 give less than 2^-41
  // seconds, less than half a picosecond. den is below 2^63, so exponents above
  // 127 give more than 2^64 seconds.
  if (v.count == 0 || v.exponent < -169) return {0, 0, false, false};
  if (v.exponent > 127) return {0, 0, false, true};
  // 512 bits suffice: numerator and divisor have at most 64 + 64 + 127 bits,
  // and the division shifts them by at most 63 + 64 more.
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
struct builtin_formatter<human_time> {
  static constexpr std::size_t room = 40;  // -213503982334601d 23h

  static constexpr char* write(char* out, human_time v) noexcept {
    if (v.is_nan) return copy_text(out, "nan");
    split_time const t = split(v);
    if (v.is_negative) *out++ = '-';
    if (v.is_infinite || t.is_infinite) return copy_text(out, "inf");
    bool const rounds_up = t.picoseconds >= pico / 2;
    if (t.seconds >= 60 || t.seconds + rounds_up == 60)
      return write_long(out, t.seconds, rounds_up);
    // Half of every unit but the last is a whole number of picoseconds, so the
    // part that was cut off only matters in the last.
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
  // Writes a decimal below 10, and else whole units: 3.2s, 3s, 15ms, 250ns.
  // Uses the largest unit of which there is at least one after rounding.
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
  // Writes minutes and seconds, hours and minutes, or days and hours, rounded
  // to the second unit.
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
struct builtin_formatter<ordinal_number<T>> {
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

}  // namespace detail

// Bytes as a hex dump.
//
// Pure.

/// The options of hexdump, each with the option of xxd that does the same.
struct hexdump_options {
  /// The offset of the first byte: -o.
  std::uint64_t offset = 0;
  /// Bytes in a line: -c. 0 means 16, or 30 if plain; the maximum is 256.
  unsigned columns = 0;
  /// Bytes between two spaces: -g. 0 means all of a line.
  unsigned group = 2;
  /// Upper-case digits for the bytes: -u.
  bool upper = false;
  /// Digits alone, without offsets, spaces and text: -p.
  bool plain = false;
};

namespace detail {
// What hexdump returns.
template <class T>
struct dumped_bytes {
  T value;
  hexdump_options options;
};

struct byte_run {
  unsigned char const* data;
  std::size_t size;
};

template <class Element>
constexpr byte_run bytes_behind(Element const* data,
                                std::size_t size) noexcept {
  return {static_cast<unsigned char const*>(static_cast<void const*>(data)),
          size * sizeof(Element)};
}

template <class T>
concept block_of_objects =
    requires(T const& block) { bytes_behind(block.data(), block.size()); } &&
    std::is_trivially_copyable_v<
        remove_cvref<decltype(*declval<T const&>().data())>>;

template <class T>
concept array_of_objects =
    std::is_bounded_array_v<T> &&
    std::is_trivially_copyable_v<std::remove_all_extents_t<T>>;

template <class T>
concept has_bytes = text_like<T> || block_of_objects<T> || array_of_objects<T>;

template <has_bytes T>
constexpr byte_run bytes_to_dump(T const& value) noexcept {
  if constexpr (text_like<T>) {
    auto const found = run_of(value);
    return bytes_behind(found.data, found.size);
  } else if constexpr (array_of_objects<T>) {
    return bytes_behind(&value, 1);
  } else {
    return bytes_behind(value.data(), value.size());
  }
}

}  // namespace detail

/// `hexdump(bytes[, options])`: prints bytes as the program xxd does, with a
/// newline between lines and none at the end. `bytes` is a text (an array of
/// characters ends at its first NUL), or an array or anything with data() and
/// size() whose elements are trivially copyable. The bytes must stay valid
/// until they are printed. Cost: about 1 ns for a byte. No allocation.
///
/// Example:
///     rill::println(rill::hexdump("Hello, world!"));
///     rill::println(rill::hexdump("\x01\xFF", {.group = 1, .upper = true}));
template <class T>
  requires detail::has_bytes<detail::remove_cvref<T>>
constexpr detail::dumped_bytes<T> hexdump(T&& bytes,
                                          hexdump_options const& options = {}) {
  return {static_cast<T&&>(bytes), options};
}

// How it is written. No allocation. Tests compare with a slow twin, and
// test/system/hexdump_test.py with the program xxd.

namespace detail {

inline constexpr unsigned most_columns = 256;

// The two digits of every byte, in order.
template <bool Upper>
struct digit_pairs {
  char at[512] = {};
  constexpr digit_pairs() noexcept {
    char const* const digits = Upper ? "0123456789ABCDEF" : "0123456789abcdef";
    for (int byte = 0; byte != 256; ++byte) {
      at[2 * byte] = digits[byte >> 4];
      at[2 * byte + 1] = digits[byte & 15];
    }
  }
};
template <bool Upper>
inline constexpr digit_pairs<Upper> pairs_of_digits;

template <bool Upper>
inline char* write_pair(char* out, unsigned char byte) noexcept {
  __builtin_memcpy(out, &pairs_of_digits<Upper>.at[2 * std::size_t{byte}], 2);
  return out + 2;
}

inline char shown_byte(unsigned char byte) noexcept {
  bool const is_shown = static_cast<unsigned char>(byte - 0x20) < 0x5F;
  return is_shown ? static_cast<char>(byte) : '.';
}

// Writes at least eight digits, a colon and a space.
inline char* write_offset(char* out, std::uint64_t offset) noexcept {
  int shift = 24;
  while (shift != 56 && offset >> (shift + 8) != 0) shift += 8;
  // The first pair beyond eight digits has no leading zero.
  if (shift > 24 && offset >> shift < 16) {
    *out++ = pairs_of_digits<false>.at[2 * (offset >> shift) + 1];
    shift -= 8;
  }
  for (; shift > 24; shift -= 8)
    out = write_pair<false>(out, static_cast<unsigned char>(offset >> shift));
#pragma GCC unroll 4
  for (shift = 24; shift >= 0; shift -= 8)
    out = write_pair<false>(out, static_cast<unsigned char>(offset >> shift));
  *out++ = ':';
  *out++ = ' ';
  return out;
}

template <bool Upper>
class hexdump_lines {
 public:
  hexdump_lines(byte_run bytes, hexdump_options const& options) noexcept
      : bytes_(bytes),
        offset_(options.offset),
        columns_(options.columns == 0 ? (options.plain ? 30 : 16)
                                      : smaller(options.columns, most_columns)),
        group_(options.group == 0 ? columns_ : options.group),
        is_plain_(options.plain) {}

  void put(writer& out) const {
    // Offset, digits, spaces between and after them, text, newline.
    constexpr std::size_t most = 18 + 3 * most_columns + 2 + most_columns + 1;
    std::size_t const room = 18 + 4 * columns_ + 3;
    char scratch[most];
    for (std::size_t at = 0; at < bytes_.size; at += columns_) {
      std::size_t const count = smaller(bytes_.size - at, columns_);
      char* const cursor = out.reserve(room);
      char* const begin = cursor ? cursor : scratch;
      char* end = begin;
      if (at != 0) *end++ = '\n';
      end = write_line(end, bytes_.data + at, count, offset_ + at);
      if (cursor)
        out.advance_to(end);
      else
        out.write(scratch, static_cast<std::size_t>(end - scratch));
    }
  }

 private:
  char* write_line(char* out, unsigned char const* bytes, std::size_t count,
                   std::uint64_t offset) const noexcept {
    if (is_plain_) {
      for (std::size_t i = 0; i != count; ++i)
        out = write_pair<Upper>(out, bytes[i]);
      return out;
    }
    out = write_offset(out, offset);
    if (count == 16 && columns_ == 16 && group_ == 2)
      return write_usual(out, bytes);
    char* const text = out + 2 * columns_ + (columns_ - 1) / group_ + 2;
    for (std::size_t i = 0; i != count; ++i) {
      if (i != 0 && i % group_ == 0) *out++ = ' ';
      out = write_pair<Upper>(out, bytes[i]);
    }
    out = fill_bytes(out, static_cast<std::size_t>(text - out), ' ');
    for (std::size_t i = 0; i != count; ++i) *out++ = shown_byte(bytes[i]);
    return out;
  }
  // Writes 16 bytes in pairs. The counts are constants, so the compiler unrolls
  // the loops.
  static char* write_usual(char* out, unsigned char const* bytes) noexcept {
#pragma GCC unroll 8
    for (int i = 0; i != 16; i += 2) {
      out = write_pair<Upper>(out, bytes[i]);
      out = write_pair<Upper>(out, bytes[i + 1]);
      *out++ = ' ';
    }
    *out++ = ' ';
    for (int i = 0; i != 16; ++i) out[i] = shown_byte(bytes[i]);
    return out + 16;
  }

  byte_run bytes_;
  std::uint64_t offset_;
  std::size_t columns_;
  std::size_t group_;
  bool is_plain_;
};

template <bool Upper>
void put_hexdump(writer& out, byte_run bytes, hexdump_options const& options) {
  hexdump_lines<Upper>(bytes, options).put(out);
}

template <class T>
struct printer<dumped_bytes<T>> {
  static void put(writer& out, dumped_bytes<T> const& v) {
    byte_run const bytes = bytes_to_dump<remove_cvref<T>>(v.value);
    if (v.options.upper)
      put_hexdump<true>(out, bytes, v.options);
    else
      put_hexdump<false>(out, bytes, v.options);
  }
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif

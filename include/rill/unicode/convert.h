// rill/unicode/convert.h: converts between encoding forms, and computes the
// size of the result.
//
// Layer 2. Tests: test/unicode/convert_test.cpp,
// test/unicode/utf_size_test.cpp.
#ifndef RILL_UNICODE_CONVERT_H
#define RILL_UNICODE_CONVERT_H

#include <cstdint>      // std::uint64_t
#include <type_traits>  // std::is_constant_evaluated

#include "../base/text.h"
#include "form.h"
#include "kernel/kernels.h"

// Converts eight ASCII characters at a time, for text that no kernel converts.
//
// Allocates nothing, throws nothing. A step of eight costs as much as two
// characters one by one.

namespace rill::inline RILL_BUILD::detail {

// The bytes of an ASCII character; 0 if the form does not encode it as its own
// number.
constexpr std::size_t ascii_bytes(form f) noexcept {
  switch (f) {
    case form::utf16:
    case form::utf16_swapped:
      return 2;
    case form::utf32:
    case form::utf32_swapped:
      return 4;
    case form::utf_ebcdic:
      return 0;
    default:
      return 1;
  }
}
constexpr bool is_swapped(form f) noexcept {
  return f == form::utf16_swapped || f == form::utf32_swapped;
}

template <std::size_t Bytes>
struct ascii_lane;
template <>
struct ascii_lane<1> {
  typedef unsigned char vector __attribute__((vector_size(8)));
  static constexpr std::uint64_t beyond = 0x8080808080808080;
};
template <>
struct ascii_lane<2> {
  typedef unsigned short vector __attribute__((vector_size(16)));
  static constexpr std::uint64_t beyond = 0xFF80FF80FF80FF80;
};
template <>
struct ascii_lane<4> {
  typedef unsigned int vector __attribute__((vector_size(32)));
  static constexpr std::uint64_t beyond = 0xFFFFFF80FFFFFF80;
};

inline constexpr std::size_t ascii_block = 8;

template <form From>
using ascii_words = std::uint64_t[ascii_bytes(From)];

// Loads eight characters. Returns whether all of them are ASCII.
template <form From>
inline bool load_ascii(void const* in, ascii_words<From>& words) noexcept {
  constexpr std::size_t width = ascii_bytes(From);
  constexpr std::uint64_t beyond = ascii_lane<width>::beyond;
  __builtin_memcpy(words, in, sizeof words);
  std::uint64_t all = words[0];
  for (std::size_t i = 1; i < width; ++i) all |= words[i];
  return (all & (is_swapped(From) ? __builtin_bswap64(beyond) : beyond)) == 0;
}

// Converts eight characters if all are ASCII; otherwise returns false and
// writes nothing. Requires room for eight characters on both sides.
template <form From, form To>
inline bool convert_ascii_block(void const* in, void* out) noexcept {
  constexpr std::size_t from = ascii_bytes(From), to = ascii_bytes(To);
  ascii_words<From> words;
  if (!load_ascii<From>(in, words)) return false;
  if constexpr (From == To) {
    __builtin_memcpy(out, words, sizeof words);
  } else {
    typename ascii_lane<from>::vector units;
    __builtin_memcpy(&units, words, sizeof units);
    // The seven bits of ASCII are in the upper or the lower byte of a unit.
    if constexpr (is_swapped(From)) units >>= 8 * (from - 1);
    // Converts through units of 2 bytes: g++ 12 does not vectorize a direct
    // conversion between units of 1 and 4 bytes.
    auto const twos =
        __builtin_convertvector(units, typename ascii_lane<2>::vector);
    auto converted =
        __builtin_convertvector(twos, typename ascii_lane<to>::vector);
    if constexpr (is_swapped(To)) converted <<= 8 * (to - 1);
    __builtin_memcpy(out, &converted, sizeof converted);
  }
  return true;
}

// Converts from one encoding form to another.
//
// Pure, constexpr, no allocation. convert_plainly is the reference; convert
// does the same with kernels.

// The state of a conversion.
template <class From, class To>
struct converting {
  using source = typename From::unit;
  using target = typename To::unit;

  source const* in;
  source const* const in_end;
  target* out;
  target* const out_end;
  text_policy const policy;
  // False if more input follows. A cut character at the end is then left, and
  // the policy does not apply to it.
  bool const is_last;
  std::size_t replaced = 0;

  constexpr std::size_t room() const noexcept {
    return static_cast<std::size_t>(out_end - out);
  }

  // Writes the character. Returns the problem if that fails.
  constexpr text_problem put(char32_t c) noexcept {
    if (room() >= To::most_units) [[likely]] {
      target* const end = To::put(out, c);
      if (!end) return text_problem::unmappable;
      out = end;
      return text_problem::none;
    }
    target units[To::most_units] = {};
    target const* const end = To::put(units, c);
    if (!end) return text_problem::unmappable;
    if (static_cast<std::size_t>(end - units) > room())
      return text_problem::no_room;
    for (target const* at = units; at != end; ++at) *out++ = *at;
    return text_problem::none;
  }

  // Takes one character, or replaces or skips one problem according to the
  // policy.
  constexpr text_problem convert_one() noexcept {
    taken const one = From::take(in, in_end);
    text_problem found = one.problem;
    if (found == text_problem::none) [[likely]]
      found = put(one.scalar);
    if (found == text_problem::none) [[likely]] {
      in += one.size;
      return found;
    }
    if (found == text_problem::no_room || policy == text_policy::strict ||
        (found == text_problem::cut && !is_last))
      return found;
    if (policy == text_policy::replace)
      if (put(To::substitute) != text_problem::none)
        return text_problem::no_room;
    in += one.size;
    ++replaced;
    return text_problem::none;
  }
};

template <class From, class To>
constexpr conversion_result convert_plainly(
    typename From::unit const* in, std::size_t size, typename To::unit* out,
    std::size_t room, text_policy policy = text_policy::strict,
    bool is_last = true) noexcept {
  converting<From, To> work{in, in + size, out, out + room, policy, is_last};
  text_problem found = text_problem::none;
  while (found == text_problem::none && work.in != work.in_end)
    found = work.convert_one();
  return {static_cast<std::size_t>(work.in - in),
          static_cast<std::size_t>(work.out - out), found, work.replaced};
}

// How many bytes are validated before they are copied. They are still in the
// first-level cache then.
inline constexpr std::ptrdiff_t copied_bytes = 8192;

// Validates and copies text that stays in the same form.
template <form Form>
kernel_progress copy_valid(char const* in, char const* in_end, char* out,
                           char* out_end) noexcept {
  for (;;) {
    auto const block =
        smaller(smaller(in_end - in, out_end - out), copied_bytes);
    auto const valid = skip_valid<Form>(in, in + block) - in;
    out = copy_bytes(out, in, static_cast<std::size_t>(valid));
    in += valid;
    // A character that the end of the block cuts is left out. So less than half
    // a block means an error or the end of the text.
    if (valid < copied_bytes / 2) return {in, out};
  }
}

// Runs the kernel, which may stop early.
template <class From, class To>
void run_kernel(converting<From, To>& work) noexcept {
  auto const bytes = [](auto* units) { return reinterpret_cast<char*>(units); };
  auto const source_bytes = [](auto const* units) {
    return reinterpret_cast<char const*>(units);
  };
  constexpr converter go = From::name == To::name
                               ? copy_valid<From::name>
                               : convert_fast<From::name, To::name>;
  kernel_progress const done =
      go(source_bytes(work.in), source_bytes(work.in_end), bytes(work.out),
         bytes(work.out_end));
  work.in += (done.in - source_bytes(work.in)) /
             static_cast<std::ptrdiff_t>(sizeof(typename From::unit));
  work.out += (done.out - bytes(work.out)) /
              static_cast<std::ptrdiff_t>(sizeof(typename To::unit));
}

// The number of units in a block of ASCII; 0 if the form has no such blocks.
template <class Form>
inline constexpr std::ptrdiff_t ascii_units =
    ascii_block * ascii_bytes(Form::name) / sizeof(typename Form::unit);

// Takes up to `most` well-formed characters while there is room for the
// longest. False if it stopped early.
template <class From, class To>
bool convert_scalars(converting<From, To>& work, std::size_t most) noexcept {
  auto in = work.in;
  auto out = work.out;
  auto const in_end = work.in_end;
  auto const out_end = work.out_end;
  for (; most != 0; --most) {
    if constexpr (ascii_units<From> != 0 && ascii_units<To> != 0) {
      if (in_end - in >= ascii_units<From> &&
          out_end - out >= ascii_units<To> &&
          convert_ascii_block<From::name, To::name>(in, out)) {
        in += ascii_units<From>;
        out += ascii_units<To>;
        continue;
      }
    }
    if (in == in_end || out_end - out < To::most_units) break;
    taken const one = From::take(in, in_end);
    if (one.problem != text_problem::none) break;
    auto const end = To::put(out, one.scalar);
    if (!end) break;
    in += one.size;
    out = end;
  }
  work.in = in;
  work.out = out;
  return most == 0;
}

// After a problem, this many characters are taken one by one: where problems
// are dense, a kernel would start and stop each time.
inline constexpr std::size_t characters_between_kernels = 16;

// Shorter texts do not use a kernel: converting them one by one is faster.
inline constexpr std::size_t least_kernel_bytes = 12;

template <class From, class To>
constexpr conversion_result convert(typename From::unit const* in,
                                    std::size_t size, typename To::unit* out,
                                    std::size_t room,
                                    text_policy policy = text_policy::strict,
                                    bool is_last = true) noexcept {
  if (std::is_constant_evaluated())
    return convert_plainly<From, To>(in, size, out, room, policy, is_last);
  converting<From, To> work{in, in + size, out, out + room, policy, is_last};
  if (size * sizeof *in >= least_kernel_bytes) run_kernel(work);
  // A kernel converts most texts completely. Returning here saves a quarter of
  // the time of a short text.
  if (work.in == work.in_end)
    return {size, static_cast<std::size_t>(work.out - out), text_problem::none,
            0};
  std::size_t most = size;
  text_problem found = text_problem::none;
  for (;;) {
    bool const took_all = convert_scalars(work, most);
    if (work.in == work.in_end) break;
    if (took_all) {
      run_kernel(work);
      most = size;
      continue;
    }
    std::size_t const before = work.replaced;
    found = work.convert_one();
    if (found != text_problem::none) break;
    if (work.replaced != before) most = characters_between_kernels;
  }
  return {static_cast<std::size_t>(work.in - in),
          static_cast<std::size_t>(work.out - out), found, work.replaced};
}

// The offset of the first problem in a text; the size of the text if there is
// no problem.
struct found_problem {
  std::size_t offset;
  text_problem problem;
};

template <class From>
constexpr found_problem find_problem_plainly(typename From::unit const* in,
                                             std::size_t size) noexcept {
  std::size_t at = 0;
  while (at != size) {
    taken const one = From::take(in + at, in + size);
    if (one.problem != text_problem::none) return {at, one.problem};
    at += one.size;
  }
  return {size, text_problem::none};
}

template <class From>
constexpr found_problem find_problem(typename From::unit const* in,
                                     std::size_t size) noexcept {
  if (std::is_constant_evaluated()) return find_problem_plainly<From>(in, size);
  auto const first = reinterpret_cast<char const*>(in);
  char const* const valid =
      skip_valid<From::name>(first, reinterpret_cast<char const*>(in + size));
  std::size_t at =
      static_cast<std::size_t>(valid - first) / sizeof(typename From::unit);
  while (at != size) {
    if constexpr (ascii_units<From> != 0) {
      constexpr auto step = static_cast<std::size_t>(ascii_units<From>);
      ascii_words<From::name> words;
      if (size - at >= step && load_ascii<From::name>(in + at, words)) {
        at += step;
        continue;
      }
    }
    taken const one = From::take(in + at, in + size);
    if (one.problem != text_problem::none) return {at, one.problem};
    at += one.size;
  }
  return {size, text_problem::none};
}

// How many units a conversion writes.
//
// Pure, constexpr, no allocation.

// The units of the buffer that a text is converted into to count them: large
// enough for the kernels, small enough for any stack.
inline constexpr std::size_t counted_units = 512;

// The number of units that convert() writes if there is room for everything.
template <class From, class To>
constexpr std::size_t size_by_converting(typename From::unit const* in,
                                         std::size_t size,
                                         text_policy policy) noexcept {
  typename To::unit scratch[counted_units] = {};
  std::size_t total = 0;
  while (size != 0) {
    conversion_result const part =
        convert<From, To>(in, size, scratch, counted_units, policy);
    total += part.written;
    if (part.error != text_problem::no_room) break;
    in += part.read;
    size -= part.read;
  }
  return total;
}

// How many bytes are validated before they are counted. They are still in the
// first-level cache then.
inline constexpr std::ptrdiff_t counted_bytes = 8192;

// As size_by_converting, but validates and counts by kernels. Where these stop,
// converts a few characters to count them.
template <class From, class To>
std::size_t size_by_counting(typename From::unit const* in, std::size_t size,
                             text_policy policy) noexcept {
  auto at = reinterpret_cast<char const*>(in);
  auto const end = reinterpret_cast<char const*>(in + size);
  constexpr std::size_t scale =
      unit_width(To::name) / sizeof(typename To::unit);
  std::size_t total = 0;
  while (at != end) {
    auto const block = at + smaller(end - at, counted_bytes);
    char const* valid = block;  // every byte is a character of Latin-1
    if constexpr (From::name != form::latin1)
      valid = skip_valid<From::name>(at, block);
    total += scale * count_units<From::name, To::name>(at, valid);
    auto const done = valid - at;
    at = valid;
    // After less than half a block there is an error, or a cut character at the
    // end of the text.
    if (at == end || done >= counted_bytes / 2) continue;
    auto const left =
        static_cast<std::size_t>(end - at) / sizeof(typename From::unit);
    typename To::unit few[characters_between_kernels * To::most_units];
    conversion_result const part = convert_plainly<From, To>(
        reinterpret_cast<typename From::unit const*>(at), left, few,
        sizeof few / sizeof few[0], policy);
    total += part.written;
    at += part.read * sizeof(typename From::unit);
    if (part.error != text_problem::no_room) break;
  }
  return total;
}

template <class From, class To>
constexpr std::size_t converted_size(typename From::unit const* in,
                                     std::size_t size,
                                     text_policy policy) noexcept {
  if constexpr (has_weights(From::name, To::name))
    if (!std::is_constant_evaluated())
      return size_by_counting<From, To>(in, size, policy);
  return size_by_converting<From, To>(in, size, policy);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

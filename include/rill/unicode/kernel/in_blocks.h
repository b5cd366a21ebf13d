// rill/unicode/kernel/in_blocks.h: conversions that have a fast way for most
// characters only.
//
// Floor 2. Allocates nothing, throws nothing. Tests:
// test/unicode/kernel/wide_test.cpp.
#ifndef RILL_UNICODE_KERNEL_IN_BLOCKS_H
#define RILL_UNICODE_KERNEL_IN_BLOCKS_H

#include "../../base/text.h"
#include "kernel.h"

namespace rill::inline RILL_BUILD::detail {

constexpr bool has_swapped_units(form f) noexcept {
  return f == form::utf16_swapped || f == form::utf32_swapped;
}
constexpr bool has_utf16_units(form f) noexcept {
  return f == form::utf16 || f == form::utf16_swapped;
}
constexpr bool has_utf32_units(form f) noexcept {
  return f == form::utf32 || f == form::utf32_swapped;
}
constexpr bool has_wide_units(form f) noexcept {
  return has_utf16_units(f) || has_utf32_units(f);
}
/// The bytes of a unit.
constexpr std::size_t unit_width(form f) noexcept {
  return has_utf32_units(f) ? 4 : has_utf16_units(f) ? 2 : 1;
}

// Latin-1, UTF-16 and UTF-32: pairs of them with units of other sizes, and
// those that differ in the order of bytes alone.
constexpr bool changes_width(form from, form to) noexcept {
  return (has_wide_units(from) || from == form::latin1) &&
         (has_wide_units(to) || to == form::latin1) &&
         unit_width(from) != unit_width(to);
}
constexpr bool changes_order(form from, form to) noexcept {
  return has_wide_units(from) && has_wide_units(to) &&
         unit_width(from) == unit_width(to) && from != to;
}

inline constexpr byte_order other_order =
    native_order == byte_order::little ? byte_order::big : byte_order::little;

// The form whose units are bytes.
template <form>
struct bytes_of_form;
template <>
struct bytes_of_form<form::utf8> : utf8_form_of<char> {};
template <>
struct bytes_of_form<form::latin1> : latin1_form<char> {};
template <>
struct bytes_of_form<form::utf16> : utf16_form<char> {};
template <>
struct bytes_of_form<form::utf16_swapped> : utf16_form<char, other_order> {};
template <>
struct bytes_of_form<form::utf32> : utf32_form<char> {};
template <>
struct bytes_of_form<form::utf32_swapped> : utf32_form<char, other_order> {};

// After characters that neither way takes, as many go one by one: they come
// in runs.
inline constexpr int characters_between_blocks = 16;

// A kernel: runs `blocks` as far as it goes, then `others`, if there is that
// way, and where it does nothing some characters plainly, again and again.
template <form From, form To>
kernel_progress in_blocks(converter blocks, converter others, char const* in,
                          char const* in_end, char* out,
                          char* out_end) noexcept {
  using source = bytes_of_form<From>;
  using target = bytes_of_form<To>;
  for (;;) {
    kernel_progress done = blocks(in, in_end, out, out_end);
    in = done.in;
    out = done.out;
    if (others) {
      done = others(in, in_end, out, out_end);
      bool const was_right = done.in != in;
      in = done.in;
      out = done.out;
      if (was_right) continue;
    }
    for (int i = 0; i != characters_between_blocks; ++i) {
      if (in == in_end || out_end - out < target::most_units) return {in, out};
      taken const one = source::take(in, in_end);
      if (one.problem != text_problem::none) return {in, out};
      char* const end = target::put(out, one.scalar);
      if (!end) return {in, out};
      in += one.size;
      out = end;
    }
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

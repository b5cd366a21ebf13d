// rill/unicode/converted_size.h: how many units a conversion writes.
//
// Floor 2. Pure, constexpr, no allocation. Tests:
// test/unicode/utf_size_test.cpp.
#ifndef RILL_UNICODE_CONVERTED_SIZE_H
#define RILL_UNICODE_CONVERTED_SIZE_H

#include "convert.h"

namespace rill::inline RILL_BUILD::detail {

// The units of the scratch that a text is converted into to count them: large
// enough for the kernels, small enough for any stack.
inline constexpr std::size_t counted_units = 512;

// `written` of convert with room for everything.
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

// As much is validated, and counted while it is in the processor's nearest
// cache.
inline constexpr std::ptrdiff_t counted_bytes = 8192;

// The same, where kernels validate and count: what they stop at is converted,
// a few characters each time.
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
    // Most of a block is left only where something is wrong with it.
    if (at == end || done >= counted_bytes / 2) continue;
    auto const left =
        static_cast<std::size_t>(end - at) / sizeof(typename From::unit);
    typename To::unit few[characters_between_leaps * To::most_units];
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

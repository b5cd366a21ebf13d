// rill/binary/view.h: values whose texts and spans show the bytes they were
// read from: read_binary_view.
//
// Layer 5. Allocates for containers only. Tests: test/binary/view_test.cpp,
// test/refuse/binary_view_*.cpp.
#ifndef RILL_BINARY_VIEW_H
#define RILL_BINARY_VIEW_H

#include "read.h"

namespace rill::inline RILL_BUILD {

namespace detail {

/// Finds `count` elements at the cursor, and returns the cursor behind them.
/// They take no memory.
template <class Element>
char const* find_shown(binary_source& from, char const* at,
                       unsigned long long count, Element const*& data) {
  static_assert(is_image<Element>,
                "rill: a view shows elements as they are in the bytes, and "
                "these have other bytes in memory, or not all bytes are values "
                "of the type: read a std::vector, or a span of rill::le<T>");
  if (!from.admit(at, count, sizeof(Element), 0)) return nullptr;
  if (alignof(Element) != 1 && count != 0 &&
      reinterpret_cast<std::uintptr_t>(at) % alignof(Element) != 0)
    return from.fail(at, binary_problem::misaligned);
  data = reinterpret_cast<Element const*>(at);
  return at + static_cast<std::size_t>(count) * sizeof(Element);
}

/// Reads a view of elements, of which `count` follow.
template <class T>
char const* get_shown(binary_source& from, char const* at, T& value,
                      unsigned long long count) {
  range_value<T> const* data = nullptr;
  at = find_shown(from, at, count, data);
  if (at) value = T(data, static_cast<std::size_t>(count));
  return at;
}
/// Reads a view of characters.
template <class T>
char const* get_shown(binary_source& from, char const* at, T& value) {
  unsigned long long count = 0;
  at = from.count(at, count);
  if (RILL_UNLIKELY(!at)) return nullptr;
  unit_of<T> const* data = nullptr;
  at = find_shown(from, at, count, data);
  if (RILL_LIKELY(at != nullptr))
    value = T(data, static_cast<std::size_t>(count));
  return at;
}

// What shows bytes of others: std::string_view, std::span, rill::text. A
// std::array is as trivial, and has elements of its own.
template <class Bytes>
inline constexpr bool borrows_bytes =
    std::is_same_v<Bytes, text> ||
    (std::is_trivially_copyable_v<Bytes> && !owns_elements<Bytes>);

template <class Bytes>
text bytes_to_show(Bytes const& bytes) noexcept {
  using type = bare<Bytes>;
  if constexpr (std::is_same_v<type, text> || bytes_like<type>)
    return bytes_as_text(bytes);
  else
    return {};
}

// `Bytes` is the type of the argument, a reference for an lvalue.
template <class T, class Bytes>
constexpr void check_view() {
  using type = bare<Bytes>;
  constexpr bool has_bytes = std::is_same_v<type, text> || bytes_like<type>;
  static_assert(has_bytes,
                "rill: read_binary_view needs bytes in memory: a loaded_file, "
                "a string, a string_view, a rill::text, or a span of bytes");
  if constexpr (has_bytes)
    static_assert(std::is_lvalue_reference_v<Bytes> || borrows_bytes<type>,
                  "rill: these bytes are a temporary, which the views would "
                  "outlive: keep it in a variable");
}

}  // namespace detail

/// read_binary_view<T>(bytes[, limits]): the value that the bytes are, as
/// from_bytes reads it, where views in T show the bytes: std::string_view,
/// rill::text, std::span<E const>. They may be members of structures, elements
/// of containers, alternatives of variants; other members of T are copies.
///
/// The format is binary_compact: a std::string_view reads what a std::string
/// wrote, a span what a std::vector wrote. The bytes are a loaded_file, a
/// string, a view or a span, and must outlive the value; temporaries that own
/// bytes are refused.
///
/// Requires: elements of spans whose bytes are those in memory. Elements with
/// an alignment above 1 must be at an address for it: with rill::le<E> and
/// rill::be<E> any address is one.
/// Errors: as of from_bytes; binary_problem::misaligned.
/// Cost: nothing for the elements: 1 GiB of them costs as much as none.
template <class T, class Bytes>
[[nodiscard]] T read_binary_view(Bytes&& bytes,
                                 binary_limits const& limits = {}) {
  detail::check_view<T, Bytes>();
  T value{};
  if (error const why =
          detail::get_whole(detail::bytes_to_show(bytes), limits,
                            detail::get_one<detail::view_format, T>, &value))
    raise(why);
  return value;
}

/// read_binary_view without exceptions: a result<T>.
template <class T, class Bytes>
[[nodiscard]] result<T> try_read_binary_view(Bytes&& bytes,
                                             binary_limits const& limits = {}) {
  detail::check_view<T, Bytes>();
  T value{};
  if (error why =
          detail::get_whole(detail::bytes_to_show(bytes), limits,
                            detail::get_one<detail::view_format, T>, &value))
    return why;
  return value;
}

/// The same with the format named. Only binary_compact has views.
template <class T, class Bytes, detail::binary_format F>
[[nodiscard]] T read_binary_view(Bytes&& bytes, F,
                                 binary_limits const& limits = {}) {
  static_assert(std::is_same_v<F, detail::compact_format>,
                "rill: views are read from binary_compact: binary_tagged "
                "converts members, and binary_fixed has no lengths");
  return read_binary_view<T>(static_cast<Bytes&&>(bytes), limits);
}

}  // namespace rill::inline RILL_BUILD

#endif

// rill/binary/read.h: reads values from binary data: read_binary, from_bytes
// and read_binary_view.
//
// Layer 6. Tests: test/binary/property_test.cpp, test/binary/read_test.cpp,
// test/binary/limits_test.cpp, test/binary/view_test.cpp,
// test/refuse/binary_*.cpp.
#ifndef RILL_BINARY_READ_H
#define RILL_BINARY_READ_H

#include <tuple>  // what read_binary<A, B> returns

#include "../stream/memory_reader.h"
#include "../stream/source.h"
#include "choice.h"
#include "layout.h"
#include "object.h"
#include "time.h"

// The coders of all kinds, and the refusal of others.

namespace rill::inline RILL_BUILD {
namespace detail {

template <class T>
constexpr bool diagnose_refused() {
  constexpr bool is_pointer =
      std::is_pointer_v<T> || shape_of<T> == shape::pointer;
  static_assert(!is_pointer,
                "rill: a pointer has no binary form: addresses mean nothing to "
                "another program, and shared objects would be read twice; "
                "write what it points to, or a std::unique_ptr");
  static_assert(is_pointer || !is_odd_float<T>,
                "rill: a long double of 53 bits is written as a double");
  static_assert(is_pointer || !iterable_only_in_place<T>,
                "rill: this range changes when it is iterated, and it cannot "
                "be copied: write a container of its elements");
  static_assert(
      is_pointer || is_odd_float<T> || iterable_only_in_place<T>,
      "rill: this type has no binary form: give it `friend void "
      "rill_binary(auto& io, T& x) { io(x.a, x.b); }`, or a line RILL_FIELDS");
  return true;
}

template <>
struct binary_coder<binary_kind::refused> {
  template <class T>
  static constexpr std::size_t size = diagnose_refused<T>() ? dynamic_size : 0;
  template <class>
  static constexpr std::size_t least = 0;
  template <class>
  static constexpr bool image = false;
  template <class>
  static constexpr bool written_image = false;

  template <class F, class T>
  static char* put(binary_target&, char* at, T const&) {
    return at;
  }
  template <class F, class T>
  static char const* get(binary_source&, char const* at, T&) {
    return at;
  }
};

// Binary data becomes values: read_binary, from_bytes.

// Calls get(source, cursor, values), which reads the values. Returns an empty
// error on success. Not a template: each type adds only its `get`.
using get_function = char const* (*)(binary_source& from, char const* at,
                                     void* values);
error get_from(reader& in, binary_limits const& limits, bool is_whole,
               get_function get, void* values);
// The same for a text of which every byte must belong to the value.
error get_whole(text bytes, binary_limits const& limits, get_function get,
                void* value);

template <class F, class T, sight = binary_sight_of<T>>
char const* get_one(binary_source& from, char const* at, void* value) {
  if constexpr (F::has_numbers) {
    int failed = -1;
    return get_group<F>(from, at, failed, *static_cast<T*>(value));
  } else {
    return get_value<F>(from, at, *static_cast<T*>(value));
  }
}

template <class F, sight, class... T>
char const* get_tuple(binary_source& from, char const* at, void* values) {
  int failed = -1;
  at = std::apply(
      [&](auto&... value) {
        if constexpr (F::has_numbers)
          return get_group<F>(from, at, failed, value...);
        else
          return get_plain_row<F>(from, at, failed, value...);
      },
      *static_cast<std::tuple<T...>*>(values));
  if (RILL_UNLIKELY(!at) && failed >= 0) from.in_member({}, failed);
  return at;
}

// Sources with all their data in memory.
template <class S>
inline constexpr bool is_whole_source =
    std::derived_from<S, memory_reader> ||
    requires(S const& s) { text{s.data(), s.size()}; };

template <class Source>
error get_from_source(Source& from, binary_limits const& limits,
                      get_function get, void* values) {
  using type = remove_cvref<Source>;
  if constexpr (source<type>) {
    return source_traits<type>::with(from, [&](auto& in) {
      return get_from(in, limits, is_whole_source<type>, get, values);
    });
  } else {
    static_assert(!text_like<type>,
                  "rill: text is read by from_bytes, or as rill::from(text)");
    static_assert(
        text_like<type> || source<type>,
        "rill: read_binary needs a source: a reader, as rill::"
        "file_reader, or a loaded file; for a FILE* or a std::istream "
        "include rill/scan.h or rill/iostream.h");
    return {};
  }
}

// The result type of a call, and the function that reads it.
template <class F, class... T>
struct read_values {
  using type = std::tuple<T...>;
  static constexpr get_function get =
      get_tuple<F, binary_sight_of_call<T...>, T...>;
};
template <class F, class T>
struct read_values<F, T> {
  using type = T;
  static constexpr get_function get = get_one<F, T>;
};

template <class F, class... T, class Source, sight = binary_sight_of_call<T...>>
auto read_or_raise(Source& from, binary_limits const& limits) {
  typename read_values<F, T...>::type value{};
  if (error const why =
          get_from_source(from, limits, read_values<F, T...>::get, &value))
    raise(why);
  return value;
}
template <class F, class... T, class Source, sight = binary_sight_of_call<T...>>
auto try_read(Source& from, binary_limits const& limits)
    -> result<typename read_values<F, T...>::type> {
  typename read_values<F, T...>::type value{};
  if (error why =
          get_from_source(from, limits, read_values<F, T...>::get, &value))
    return why;
  return value;
}

template <class T>
concept bytes_like = requires(T const& bytes) {
  requires sizeof(*bytes.data()) == 1;
  bytes.size();
};
constexpr text bytes_as_text(text bytes) noexcept { return bytes; }
// Refused: an array of characters may end with a NUL that is not data.
template <std::size_t Size>
constexpr text bytes_as_text(char const (&)[Size]) noexcept {
  static_assert(Size == 0,
                "rill: bytes in an array may end with a NUL or not: say how "
                "many there are, by rill::text(data, size)");
  return {};
}
template <bytes_like T>
  requires(!std::is_same_v<T, text>)
text bytes_as_text(T const& bytes) noexcept {
  return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

template <class T>
concept binary_format = is_format<T>;

}  // namespace detail

/// read_binary<T>(source[, format][, limits]) reads one value and returns it;
/// read_binary<A, B>(…) returns a std::tuple. A source is anything that scan
/// takes: a reader, a loaded file, a FILE*, a std::istream. Bytes after the
/// value are not consumed.
///
/// Errors: invalid data and data beyond the limits throw a rill::error with the
/// path to the value and the offset; errors of the device throw too. The
/// position of the source is then unspecified.
///
/// Example:
///     #include <rill/binary.h>
///     std::string const bytes = rill::to_bytes(7, std::string("abc"));
///     auto in = rill::from(bytes);
///     auto const [n, name] = rill::read_binary<int, std::string>(in);
///     rill::println(n, ' ', name);
template <class... T, class Source, detail::binary_format F,
          detail::sight = detail::binary_sight_of_call<T...>>
auto read_binary(Source&& from, F, binary_limits const& limits = {}) {
  return detail::read_or_raise<F, T...>(from, limits);
}
template <class... T, class Source,
          detail::sight = detail::binary_sight_of_call<T...>>
auto read_binary(Source&& from, binary_limits const& limits = {}) {
  return detail::read_or_raise<detail::compact_format, T...>(from, limits);
}

/// The same as read_binary, but returns a result instead of throwing.
template <class... T, class Source, detail::binary_format F,
          detail::sight = detail::binary_sight_of_call<T...>>
auto try_read_binary(Source&& from, F, binary_limits const& limits = {}) {
  return detail::try_read<F, T...>(from, limits);
}
template <class... T, class Source,
          detail::sight = detail::binary_sight_of_call<T...>>
auto try_read_binary(Source&& from, binary_limits const& limits = {}) {
  return detail::try_read<detail::compact_format, T...>(from, limits);
}

/// Reads into an existing value, and reuses its memory. In binary_tagged,
/// members that are not in the data keep their values.
///
/// Errors: like read_binary; the value may then be partly read.
template <class Source, class T, detail::binary_format F,
          detail::sight = detail::binary_sight_of<T>>
void read_binary_into(Source&& from, T& value, F,
                      binary_limits const& limits = {}) {
  if (error const why =
          detail::get_from_source(from, limits, detail::get_one<F, T>, &value))
    raise(why);
}
template <class Source, class T, detail::sight = detail::binary_sight_of<T>>
void read_binary_into(Source&& from, T& value,
                      binary_limits const& limits = {}) {
  read_binary_into(from, value, binary_compact, limits);
}

/// from_bytes<T>(bytes[, format][, limits]) decodes bytes that are exactly one
/// value. `bytes` is a text, or anything with data() and size() of bytes.
///
/// Errors: like read_binary; also bytes after the value.
template <class T, class Bytes, detail::binary_format F,
          detail::sight = detail::binary_sight_of<T>>
T from_bytes(Bytes const& bytes, F, binary_limits const& limits = {}) {
  T value{};
  if (error const why = detail::get_whole(detail::bytes_as_text(bytes), limits,
                                          detail::get_one<F, T>, &value))
    raise(why);
  return value;
}
template <class T, class Bytes, detail::sight = detail::binary_sight_of<T>>
T from_bytes(Bytes const& bytes, binary_limits const& limits = {}) {
  return from_bytes<T>(bytes, binary_compact, limits);
}

/// The same as from_bytes, but returns a result<T> instead of throwing.
template <class T, class Bytes, detail::binary_format F,
          detail::sight = detail::binary_sight_of<T>>
result<T> try_from_bytes(Bytes const& bytes, F,
                         binary_limits const& limits = {}) {
  T value{};
  if (error why = detail::get_whole(detail::bytes_as_text(bytes), limits,
                                    detail::get_one<F, T>, &value))
    return why;
  return value;
}
template <class T, class Bytes, detail::sight = detail::binary_sight_of<T>>
result<T> try_from_bytes(Bytes const& bytes, binary_limits const& limits = {}) {
  return try_from_bytes<T>(bytes, binary_compact, limits);
}

// Values whose texts and spans show the bytes they were read from:
// read_binary_view.
//
// Allocates for containers only.

namespace detail {

/// Points `data` to the `count` elements at the cursor, and returns the cursor
/// after them. Fails if they are misaligned. They do not count toward the
/// memory limit, because nothing is copied.
template <class Element>
char const* find_shown(binary_source& from, char const* at,
                       unsigned long long count, Element const*& data) {
  static_assert(is_image<Element>,
                "rill: a view shows elements as they are in the bytes, and "
                "these have other bytes in memory, or not all bytes are values "
                "of the type: read a std::vector, or a span of rill::le<T>");
  if (count > from.left(at) / sizeof(Element))
    return from.fail_short(from.offset(at), count, sizeof(Element),
                           from.left(at));
  if (alignof(Element) != 1 && count != 0 &&
      reinterpret_cast<std::uintptr_t>(at) % alignof(Element) != 0)
    return from.fail(at, binary_problem::misaligned);
  data = reinterpret_cast<Element const*>(at);
  return at + static_cast<std::size_t>(count) * sizeof(Element);
}

/// Reads a view of the `count` elements that follow.
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

template <class Bytes>
text bytes_to_show(Bytes const& bytes) noexcept {
  using type = remove_cvref<Bytes>;
  if constexpr (std::is_same_v<type, text> || bytes_like<type>)
    return bytes_as_text(bytes);
  else
    return {};
}

// `Bytes` is the type of the argument, a reference for an lvalue.
template <class T, class Bytes>
constexpr void check_view() {
  using type = remove_cvref<Bytes>;
  constexpr bool has_bytes = std::is_same_v<type, text> || bytes_like<type>;
  static_assert(has_bytes,
                "rill: read_binary_view needs bytes in memory: a loaded_file, "
                "a string, a string_view, a rill::text, or a span of bytes");
  if constexpr (has_bytes)
    static_assert(std::is_lvalue_reference_v<Bytes> || !owns_bytes<type>,
                  "rill: these bytes are a temporary, which the views would "
                  "outlive: keep them in a variable");
}

}  // namespace detail

/// read_binary_view<T>(bytes[, limits]): decodes bytes that are exactly one
/// value, like from_bytes, but the views in T point into the bytes:
/// std::string_view, rill::text, std::span<E const>. They may be members of
/// structures, elements of containers, alternatives of variants; other members
/// of T are copies.
///
/// The format is binary_compact: a std::string_view reads what a std::string
/// wrote, a span what a std::vector wrote. The bytes are a loaded_file, a
/// string, a view or a span, and must outlive the value; temporaries that own
/// bytes are refused.
///
/// Requires: spans of elements that have the same bytes in memory and in the
/// data. Elements with an alignment above 1 must be aligned in the bytes;
/// rill::le<E> and rill::be<E> need no alignment.
/// Errors: like from_bytes; also binary_problem::misaligned.
/// Cost: independent of the number of elements of a span.
template <class T, class Bytes, detail::sight = detail::binary_sight_of<T>>
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

/// The same as read_binary_view, but returns a result<T> instead of throwing.
template <class T, class Bytes, detail::sight = detail::binary_sight_of<T>>
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

/// The same with an explicit format, which must be binary_compact.
template <class T, class Bytes, detail::binary_format F,
          detail::sight = detail::binary_sight_of<T>>
[[nodiscard]] T read_binary_view(Bytes&& bytes, F,
                                 binary_limits const& limits = {}) {
  static_assert(std::is_same_v<F, detail::compact_format>,
                "rill: views are read from binary_compact: binary_tagged "
                "converts members, and binary_fixed has no lengths");
  return read_binary_view<T>(static_cast<Bytes&&>(bytes), limits);
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "read_body.h"
#endif

#endif

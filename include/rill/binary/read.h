// rill/binary/read.h: binary data becomes values: read_binary, from_bytes.
//
// Layer 5. Tests: test/binary/read_test.cpp, test/binary/limits_test.cpp.
#ifndef RILL_BINARY_READ_H
#define RILL_BINARY_READ_H

#include <tuple>  // what read_binary<A, B> returns

#include "../stream/memory_reader.h"
#include "../stream/source.h"
#include "values.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Calls get(source, cursor, values), which reads them. Returns no error when
// all is well. Once in a program: what a type adds is that function.
using get_function = char const* (*)(binary_source& from, char const* at,
                                     void* values);
error get_from(reader& in, binary_limits const& limits, bool is_whole,
               get_function get, void* values);
// The same of all bytes of a text, which are one value.
error get_whole(text bytes, binary_limits const& limits, get_function get,
                void* value);

template <class F, class T>
char const* get_one(binary_source& from, char const* at, void* value) {
  if constexpr (F::has_numbers) {
    int failed = -1;
    return get_group<F>(from, at, failed, *static_cast<T*>(value));
  } else {
    return get_value<F>(from, at, *static_cast<T*>(value));
  }
}

template <class F, class... T>
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

// Sources whose whole data is in memory.
template <class S>
inline constexpr bool is_whole_source =
    std::derived_from<S, memory_reader> ||
    requires(S const& s) { text{s.data(), s.size()}; };

template <class Source>
error get_from_source(Source& from, binary_limits const& limits,
                      get_function get, void* values) {
  using type = bare<Source>;
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

// What a call reads, and how.
template <class F, class... T>
struct read_values {
  using type = std::tuple<T...>;
  static constexpr get_function get = get_tuple<F, T...>;
};
template <class F, class T>
struct read_values<F, T> {
  using type = T;
  static constexpr get_function get = get_one<F, T>;
};

template <class F, class... T, class Source>
auto read_or_raise(Source& from, binary_limits const& limits) {
  typename read_values<F, T...>::type value{};
  if (error const why =
          get_from_source(from, limits, read_values<F, T...>::get, &value))
    raise(why);
  return value;
}
template <class F, class... T, class Source>
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
// Whether an array of characters ends with a NUL of its own is not known.
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
/// read_binary<A, B>(…) returns a std::tuple. A source is what scan takes: a
/// reader, a loaded file, a FILE*, a std::istream. Bytes behind the value stay.
///
/// Errors: data that is no T, or beyond the limits, throws a rill::error with
/// the path to the value and the offset; then the source stands somewhere in
/// the data. So does an error of the source's device.
///
/// Example:
///     #include <rill/binary.h>
///     std::string const bytes = rill::to_bytes(7, std::string("abc"));
///     auto in = rill::from(bytes);
///     auto const [n, name] = rill::read_binary<int, std::string>(in);
///     rill::println(n, ' ', name);
template <class... T, class Source, detail::binary_format F>
auto read_binary(Source&& from, F, binary_limits const& limits = {}) {
  return detail::read_or_raise<F, T...>(from, limits);
}
template <class... T, class Source>
auto read_binary(Source&& from, binary_limits const& limits = {}) {
  return detail::read_or_raise<detail::compact_format, T...>(from, limits);
}

/// read_binary without exceptions: a result.
template <class... T, class Source, detail::binary_format F>
auto try_read_binary(Source&& from, F, binary_limits const& limits = {}) {
  return detail::try_read<F, T...>(from, limits);
}
template <class... T, class Source>
auto try_read_binary(Source&& from, binary_limits const& limits = {}) {
  return detail::try_read<detail::compact_format, T...>(from, limits);
}

/// Reads into a value that is there, whose memory is used again. In
/// binary_tagged, members that the data does not have stay as they are.
///
/// Errors: as of read_binary; then the value is partly read.
template <class Source, class T, detail::binary_format F>
void read_binary_into(Source&& from, T& value, F,
                      binary_limits const& limits = {}) {
  if (error const why =
          detail::get_from_source(from, limits, detail::get_one<F, T>, &value))
    raise(why);
}
template <class Source, class T>
void read_binary_into(Source&& from, T& value,
                      binary_limits const& limits = {}) {
  read_binary_into(from, value, binary_compact, limits);
}

/// from_bytes<T>(bytes[, format][, limits]): the bytes are one value, and no
/// byte follows it. `bytes` is a text, or anything with data() and size() of
/// bytes.
///
/// Errors: as of read_binary.
template <class T, class Bytes, detail::binary_format F>
T from_bytes(Bytes const& bytes, F, binary_limits const& limits = {}) {
  T value{};
  if (error const why = detail::get_whole(detail::bytes_as_text(bytes), limits,
                                          detail::get_one<F, T>, &value))
    raise(why);
  return value;
}
template <class T, class Bytes>
T from_bytes(Bytes const& bytes, binary_limits const& limits = {}) {
  return from_bytes<T>(bytes, binary_compact, limits);
}

/// from_bytes without exceptions: a result<T>.
template <class T, class Bytes, detail::binary_format F>
result<T> try_from_bytes(Bytes const& bytes, F,
                         binary_limits const& limits = {}) {
  T value{};
  if (error why = detail::get_whole(detail::bytes_as_text(bytes), limits,
                                    detail::get_one<F, T>, &value))
    return why;
  return value;
}
template <class T, class Bytes>
result<T> try_from_bytes(Bytes const& bytes, binary_limits const& limits = {}) {
  return try_from_bytes<T>(bytes, binary_compact, limits);
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "read_body.h"
#endif

#endif

// rill/binary/coder.h: encoding and decoding of values of any type, and of
// texts.
//
// Layer 6. Tests: test/binary/coder_test.cpp, test/binary/text_test.cpp.
#ifndef RILL_BINARY_CODER_H
#define RILL_BINARY_CODER_H

#include "../base/text.h"
#include "arithmetic.h"

// put_value and get_value encode and decode one value, with the binary_coder of
// its kind. put_plain_row and get_plain_row take several values, and check the
// room once for consecutive values of a fixed size.
//
// For values of a fixed size (is_stored), a binary_coder<kind> has store and
// load, which require that the caller has checked the room. For others it has
// put and get.

namespace rill::inline RILL_BUILD::detail {

template <class... T>
constexpr make_index_sequence<int{sizeof...(T)}> indices_of_list(
    type_list<T...>) {
  return {};
}

// Types with the same bytes in every format: numbers, and the types of layout.h
// with the size of a number.
template <class T>
constexpr bool find_plain_wire() {
  if constexpr (binary_kind_of<T> < binary_kind::layout)
    return binary_kind_of<T> != binary_kind::refused;
  else if constexpr (binary_kind_of<T> == binary_kind::layout)
    return binary_bytes<T> <= 16 &&
           (binary_bytes<T> & (binary_bytes<T> - 1)) == 0 &&
           binary_bytes<T> != 0;
  else
    return false;
}
template <class T>
inline constexpr bool has_plain_wire = find_plain_wire<T>();

/// Values of a fixed size: one check of the room may cover several.
template <class F, class T>
inline constexpr bool is_stored =
    binary_bytes<T> <= binary_run && (!F::has_numbers || has_plain_wire<T>);

/// Elements that a format writes, or reads, by one memcpy.
template <class F, class T>
inline constexpr bool writes_image = (is_image<T> || is_written_image<T>) &&
                                     (!F::has_numbers || has_plain_wire<T>);
template <class F, class T>
inline constexpr bool reads_image =
    is_image<T> && (!F::has_numbers || has_plain_wire<T>);

/// Writes a value, and returns the new cursor.
template <class F, class T, sight = binary_sight_of<T>>
char* put_value(binary_target& to, char* at, T const& value) {
  using coder = binary_coder<binary_kind_of<T>>;
  if constexpr (is_stored<F, T>) {
    at = to.reserve(at, binary_bytes<T>);
    return coder::template store<F>(at, value);
  } else {
    return coder::template put<F>(to, at, value);
  }
}

/// Reads a value, and returns the new cursor, or null after a failure.
template <class F, class T, sight = binary_sight_of<T>>
char const* get_value(binary_source& from, char const* at, T& value) {
  using coder = binary_coder<binary_kind_of<T>>;
  if constexpr (is_stored<F, T>) {
    at = from.need(at, binary_bytes<T>);
    if (RILL_UNLIKELY(!at)) return nullptr;
    return coder::template load<F>(from, at, value);
  } else {
    return coder::template get<F>(from, at, value);
  }
}

/// Reads an element or an alternative. In binary_tagged, `wire` is its type in
/// the data.
template <class F, class T, sight = binary_sight_of<T>>
char const* get_inside(binary_source& from, char const* at,
                       [[maybe_unused]] unsigned wire, T& value) {
  if constexpr (F::has_numbers)
    return get_wired(from, at, wire, value);
  else
    return get_value<F>(from, at, value);
}

// How many bytes to check for before each of several values: the sum before the
// first of consecutive values with a fixed size, 0 before the others.
template <class F, class... T>
constexpr auto plan_row() {
  struct plan {
    std::size_t checked[sizeof...(T) + 1] = {};
  } made;
  constexpr std::size_t sizes[] = {
      (is_stored<F, T> ? binary_bytes<T> : dynamic_size)..., dynamic_size};
  std::size_t first = 0;
  for (std::size_t i = 0; i != sizeof...(T); ++i) {
    bool const begins = i == 0 || sizes[i - 1] == dynamic_size ||
                        sizes[i] == dynamic_size ||
                        made.checked[first] + sizes[i] > binary_run;
    if (begins) first = i;
    if (sizes[i] != dynamic_size) made.checked[first] += sizes[i];
  }
  return made;
}
template <class F, class... T>
inline constexpr auto row_plan = plan_row<F, T...>();

template <class F, std::size_t Checked, class T>
RILL_ALWAYS_INLINE char* put_in_row(binary_target& to, char* at,
                                    T const& value) {
  if constexpr (is_stored<F, T>) {
    if constexpr (Checked != 0) at = to.reserve(at, Checked);
    return binary_coder<binary_kind_of<T>>::template store<F>(at, value);
  } else {
    return put_value<F>(to, at, value);
  }
}
template <class F, std::size_t Checked, class T>
RILL_ALWAYS_INLINE char const* get_in_row(binary_source& from, char const* at,
                                          T& value) {
  if constexpr (is_stored<F, T>) {
    if constexpr (Checked != 0) {
      at = from.need(at, Checked);
      if (RILL_UNLIKELY(!at)) return nullptr;
    }
    return binary_coder<binary_kind_of<T>>::template load<F>(from, at, value);
  } else {
    return get_value<F>(from, at, value);
  }
}

template <class F, int... Numbers, class... T>
RILL_ALWAYS_INLINE char* put_numbered_row(index_sequence<Numbers...>,
                                          binary_target& to, char* at,
                                          T const&... values) {
  ((at = put_in_row<F, row_plan<F, T...>.checked[Numbers]>(to, at, values)),
   ...);
  return at;
}
// Stops a fold at the first value that could not be read.
RILL_ALWAYS_INLINE bool ends_row(int& failed, int number) noexcept {
  failed = number;
  return false;
}
RILL_ALWAYS_INLINE bool goes_on(int& number) noexcept {
  ++number;
  return true;
}

// Sets failed to the number of the value that could not be read.
template <class F, int... Numbers, class... T>
RILL_ALWAYS_INLINE char const* get_numbered_row(index_sequence<Numbers...>,
                                                binary_source& from,
                                                char const* at, int& failed,
                                                T&... values) {
  (void)((RILL_LIKELY((at = get_in_row<F, row_plan<F, T...>.checked[Numbers]>(
                           from, at, values)) != nullptr) ||
          ends_row(failed, Numbers)) &&
         ...);
  return at;
}

/// Writes values one after the other, without member numbers.
template <class F, class... T>
RILL_ALWAYS_INLINE char* put_plain_row(binary_target& to, char* at,
                                       T const&... values) {
  return put_numbered_row<F>(make_index_sequence<int{sizeof...(T)}>(), to, at,
                             values...);
}
template <class F, class... T>
RILL_ALWAYS_INLINE char const* get_plain_row(binary_source& from,
                                             char const* at, int& failed,
                                             T&... values) {
  return get_numbered_row<F>(make_index_sequence<int{sizeof...(T)}>(), from, at,
                             failed, values...);
}

// State that the members of a group share: in binary_tagged the number of the
// last field (binary/tagged.h), otherwise empty.
template <class F>
struct group_writer {};
template <class F>
struct group_reader {};

/// Writes members of a group. In binary_tagged they are numbered on from the
/// group's last member.
template <class F, class... T>
RILL_ALWAYS_INLINE char* put_members(binary_target& to, char* at,
                                     group_writer<F>& group,
                                     T const&... members) {
  if constexpr (F::has_numbers)
    return put_fields(to, at, group, members...);
  else
    return put_plain_row<F>(to, at, members...);
}
template <class F, class... T>
RILL_ALWAYS_INLINE char const* get_members(binary_source& from, char const* at,
                                           group_reader<F>& group, int& failed,
                                           T&... members) {
  if constexpr (F::has_numbers)
    return get_fields(from, at, group, failed, members...);
  else
    return get_plain_row<F>(from, at, failed, members...);
}

/// Writes a value of several parts: a group with all its members.
template <class F, class... T>
RILL_ALWAYS_INLINE char* put_group(binary_target& to, char* at,
                                   T const&... members) {
  group_writer<F> group;
  at = put_members<F>(to, at, group, members...);
  if constexpr (F::has_numbers) at = group.end(to, at);
  return at;
}
template <class F, class... T>
RILL_ALWAYS_INLINE char const* get_group(binary_source& from, char const* at,
                                         int& failed, T&... members) {
  group_reader<F> group;
  at = get_members<F>(from, at, group, failed, members...);
  if constexpr (F::has_numbers)
    if (at) at = group.end(from, at);
  return at;
}

// Strings, views and paths: a count of characters, and the characters.
//
// The string allocates. Views are written, and read only as views
// (binary/read.h).

// A string that owns its characters.
template <class T>
concept assignable_string =
    string_like<T> && requires(T& to, typename T::value_type const* data) {
      to.assign(data, data);
    };

// A view of characters: only binary/read.h reads it.
template <class T>
concept shows_text =
    std::is_trivially_copyable_v<T> && !path_like<T> &&
    requires(unit_of<T> const* data, std::size_t size) { T(data, size); };

/// Calls take(bytes, count) for runs of elements of Size bytes as they arrive,
/// `count` in all: once, if all are in the buffer.
template <std::size_t Size, class Take>
RILL_ALWAYS_INLINE char const* get_chunks(binary_source& from, char const* at,
                                          unsigned long long count, Take take) {
  while (RILL_UNLIKELY(count > from.left(at) / Size)) {
    std::size_t const chunk = from.left(at) / Size;
    if (chunk == 0) {
      at = from.need(at, Size);
      if (!at) return nullptr;
      continue;
    }
    take(at, chunk);
    at += chunk * Size;
    count -= chunk;
  }
  auto const rest = static_cast<std::size_t>(count);
  take(at, rest);
  return at + rest * Size;
}

template <class Unit>
inline constexpr std::size_t text_unit_size = number_size<Unit>;

// Loads a character from an address without alignment.
template <class Unit>
Unit unit_at(char const* at) noexcept {
  Unit unit{};
  __builtin_memcpy(&unit, at, sizeof unit);
  return unit;
}

// Up to this size in bytes, resize and a copy are faster than assign by
// iterators, although resize clears the bytes first.
inline constexpr std::size_t most_refilled = 256;

template <class T>
RILL_ALWAYS_INLINE void assign_units(T& to, typename T::value_type const* data,
                                     std::size_t size) {
  if constexpr (requires { to.data()[0] = data[0]; }) {
    if (size == to.size()) {
      copy_short(reinterpret_cast<char*>(to.data()),
                 reinterpret_cast<char const*>(data), size);
      return;
    }
  }
  to.assign(data, size);
}

// Reads characters that are not all in the buffer, or wider than a byte.
template <class T>
[[gnu::noinline]] char const* get_units(binary_source& from, char const* at,
                                        T& to, unsigned long long count) {
  using unit = typename T::value_type;
  unsigned long long const begin = from.offset(at);
  to.clear();
  at = get_chunks<text_unit_size<unit>>(
      from, at, count, [&](char const* bytes, std::size_t size) {
        if constexpr (sizeof(unit) == 1) {
          to.append(reinterpret_cast<unit const*>(bytes), size);
        } else {
          for (std::size_t i = 0; i != size; ++i) {
            unit one{};
            (void)binary_coder<binary_kind::number>::load<compact_format>(
                from, bytes + i * text_unit_size<unit>, one);
            to.push_back(one);
          }
        }
      });
  if (!at) return from.lacks(begin, count, text_unit_size<unit>);
  return from.failure() ? nullptr : at;
}

template <class F>
constexpr void diagnose_length() {
  static_assert(!F::is_layout,
                "rill: binary_fixed has no lengths: a text of a fixed size is "
                "a rill::fixed_text<N>");
}

template <>
struct binary_coder<binary_kind::text> {
  template <class>
  static constexpr std::size_t size = dynamic_size;
  template <class>
  static constexpr std::size_t least = 1;
  template <class>
  static constexpr bool image = false;
  template <class>
  static constexpr bool written_image = false;

  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    diagnose_length<F>();
    if constexpr (path_like<T>) {
      auto const whole = value.u8string();
      return to.put_list(at, whole.data(), whole.size(), 1);
    } else {
      auto const units = run_of(value);
      using unit = remove_cvref<decltype(*units.data)>;
      if constexpr (is_image<unit> && (!F::has_numbers || sizeof(unit) == 1)) {
        return to.put_list(at, units.data, units.size, sizeof(unit));
      } else {
        at = store_count(
            to.reserve(at, count_size),
            F::has_numbers ? units.size * text_unit_size<unit> : units.size);
        for (std::size_t i = 0; i != units.size; ++i)
          at = put_value<F>(to, at, units.data[i]);
        return at;
      }
    }
  }

  template <class F, class T>
  [[gnu::noinline]] static char const* get(binary_source& from, char const* at,
                                           T& value) {
    diagnose_length<F>();
    if constexpr (assignable_string<T> && !path_like<T> && !F::views) {
      using unit = typename T::value_type;
      if constexpr (sizeof(unit) == 1) {
        std::size_t size = 0;
        if (char const* const data = from.short_count(at, size)) [[likely]] {
          assign_units(value, reinterpret_cast<unit const*>(data), size);
          return data + size;
        }
      }
    }
    return get_any<F>(from, at, value);
  }

 private:
  template <class F, class T>
  [[gnu::noinline]] static char const* get_any(binary_source& from,
                                               char const* at, T& value) {
    if constexpr (path_like<T>) {
      remove_cvref<decltype(value.u8string())> whole;
      at = get<F>(from, at, whole);
      if (at) value = T(whole);
      return at;
    } else if constexpr (F::views && shows_text<T>) {
      return get_shown(from, at, value);
    } else {
      static_assert(assignable_string<T>,
                    "rill: a view owns no text: read a std::string, or views "
                    "by read_binary_view");
      if constexpr (assignable_string<T>)
        return get_string<F>(from, at, value);
      else
        return nullptr;
    }
  }

  template <class F, class T>
  RILL_ALWAYS_INLINE static char const* get_string(binary_source& from,
                                                   char const* at, T& value) {
    using unit = typename T::value_type;
    unsigned long long count = 0;
    at = from.count(at, count);
    if constexpr (F::has_numbers && text_unit_size<unit> != 1) {
      if (at && count % text_unit_size<unit> != 0)
        return from.fail(at, binary_problem::bad_value, count);
      count /= text_unit_size<unit>;
    }
    if (RILL_UNLIKELY(!at) ||
        !from.admit(at, count, text_unit_size<unit>, sizeof(unit)))
      return nullptr;
    if constexpr (sizeof(unit) == 1) {
      if (RILL_LIKELY(count <= from.left(at))) {
        auto const whole = static_cast<std::size_t>(count);
        assign_units(value, reinterpret_cast<unit const*>(at), whole);
        return at + whole;
      }
    }
    return get_units(from, at, value, count);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

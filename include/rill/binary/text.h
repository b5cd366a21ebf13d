// rill/binary/text.h: strings, views and paths: a count of characters, and the
// characters.
//
// Layer 5. The string allocates. Views are written, and read only as views
// (binary/view.h). Tests: test/binary/text_test.cpp.
#ifndef RILL_BINARY_TEXT_H
#define RILL_BINARY_TEXT_H

#include "coder.h"

namespace rill::inline RILL_BUILD::detail {

// One that owns its characters, and gets others.
template <class T>
concept assignable_string =
    string_like<T> && requires(T& to, typename T::value_type const* data) {
      to.assign(data, data);
    };

// One that shows the characters of others: read by binary/view.h alone.
template <class T>
concept shows_text =
    std::is_trivially_copyable_v<T> && !path_like<T> &&
    requires(unit_of<T> const* data, std::size_t size) { T(data, size); };

/// Calls take(bytes, count) for pieces of `count` elements of Size bytes, as
/// they come: once, where all are in the buffer.
template <std::size_t Size, class Take>
RILL_ALWAYS_INLINE char const* get_pieces(binary_source& from, char const* at,
                                          unsigned long long count, Take take) {
  while (RILL_UNLIKELY(count > from.left(at) / Size)) {
    std::size_t const piece = from.left(at) / Size;
    if (piece == 0) {
      at = from.need(at, Size);
      if (!at) return nullptr;
      continue;
    }
    take(at, piece);
    at += piece * Size;
    count -= piece;
  }
  auto const rest = static_cast<std::size_t>(count);
  take(at, rest);
  return at + rest * Size;
}

template <class Unit>
inline constexpr std::size_t text_unit_size = number_size<Unit>;

// Characters that are wider than a byte may be at any address.
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

// Characters that the buffer does not have all, or that are wider than a byte.
template <class T>
[[gnu::noinline]] char const* get_units(binary_source& from, char const* at,
                                        T& to, unsigned long long count) {
  using unit = typename T::value_type;
  to.clear();
  at = get_pieces<text_unit_size<unit>>(
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
  return at && !from.failure() ? at : nullptr;
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
      using unit = bare<decltype(*units.data)>;
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
      bare<decltype(value.u8string())> whole;
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

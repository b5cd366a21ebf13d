// rill/binary/arithmetic.h: numbers, truth values and enumerations.
//
// Layer 6. Allocates nothing, throws nothing. Numbers are little endian and as
// wide as the type; a wchar_t has four bytes. A long double is written as IEEE
// 754 binary128, so that machines with 80-bit and with 128-bit long double can
// exchange it.
// Tests: test/binary/number_test.cpp.
#ifndef RILL_BINARY_ARITHMETIC_H
#define RILL_BINARY_ARITHMETIC_H

#include "binary_sight.h"
#include "failure.h"
#include "source.h"

namespace rill::inline RILL_BUILD::detail {

/// The size of a type whose encoding varies in length.
inline constexpr std::size_t dynamic_size = static_cast<std::size_t>(-1);

template <binary_kind Kind>
struct binary_coder;

// The type that a T is written as, if that is another type: for a date, its
// parts (binary/time.h). Concepts at namespace scope, because g++ 12 evaluates
// a requires-expression to false if it uses a constexpr variable of the same
// function.
template <class T>
using written_type = typename binary_coder<binary_kind_of<T>>::template type<T>;
template <class T>
concept written_as_other = requires { typename written_type<T>; };

/// The encoded size of a T in bytes, or dynamic_size.
template <class T>
inline constexpr std::size_t binary_bytes =
    binary_coder<binary_kind_of<T>>::template size<T>;

template <class T>
constexpr std::size_t find_least_size() {
  if constexpr (binary_bytes<T> != dynamic_size)
    return binary_bytes<T>;
  else
    return binary_coder<binary_kind_of<T>>::template least<T>;
}
/// The fewest bytes that an encoded T has.
template <class T>
inline constexpr std::size_t least_size = find_least_size<T>();

/// Whether reading and writing a T is a memcpy: its encoding is its object
/// representation, every bit pattern is a value, and it has no padding.
template <class T>
inline constexpr bool is_image =
    binary_coder<binary_kind_of<T>>::template image<T>;
/// The same for writing alone; not every bit pattern need be a value.
template <class T>
inline constexpr bool is_written_image =
    binary_coder<binary_kind_of<T>>::template written_image<T>;

template <class T>
inline constexpr bool is_extended =
    std::is_same_v<T, long double> && RILL_LONG_DOUBLE_BITS == 64;

template <class T>
inline constexpr std::size_t number_size =
    is_extended<T>               ? 16
    : std::is_same_v<T, wchar_t> ? 4
                                 : sizeof(T);

// Copies a number between memory and the little-endian encoding.
template <std::size_t Size>
RILL_ALWAYS_INLINE void copy_little(char* to, char const* from) noexcept {
#if RILL_LITTLE_ENDIAN
  __builtin_memcpy(to, from, Size);
#else
  for (std::size_t i = 0; i != Size; ++i) to[i] = from[Size - 1 - i];
#endif
}

template <class T>
RILL_ALWAYS_INLINE char* store_plainly(char* at, T const& value) noexcept {
  copy_little<sizeof(T)>(at, reinterpret_cast<char const*>(&value));
  return at + sizeof(T);
}
template <class T>
RILL_ALWAYS_INLINE void load_plainly(char const* at, T& value) noexcept {
  copy_little<sizeof(T)>(reinterpret_cast<char*>(&value), at);
}

#if RILL_LONG_DOUBLE_BITS == 64
// Converts x87's 80-bit format. The 63 fraction bits become the highest of the
// 112 of binary128; the exponent field is the same.
inline char* store_extended(char* at, long double value) noexcept {
  std::uint64_t significand = 0;
  std::uint16_t exponent = 0;
  load_plainly(reinterpret_cast<char const*>(&value), significand);
  load_plainly(reinterpret_cast<char const*>(&value) + 8, exponent);
  // A pseudo-denormal: the exponent field is 0 but the integer bit is set; its
  // exponent counts as 1 (Intel's manual, volume 1, table 8-3).
  if ((exponent & 0x7fff) == 0 && significand >> 63 != 0) exponent |= 1;
  std::uint64_t const fraction = significand << 1 >> 1;
  at = store_plainly(at, fraction << 49);
  return store_plainly(at, std::uint64_t{exponent} << 48 | fraction >> 15);
}
// Returns false when the number has more significant bits than the type.
inline bool load_extended(char const* at, long double& value) noexcept {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  load_plainly(at, low);
  load_plainly(at + 8, high);
  if (low << 15 != 0) return false;
  auto const exponent = static_cast<std::uint16_t>(high >> 48);
  std::uint64_t const first = (exponent & 0x7fff) != 0;
  std::uint64_t const significand =
      first << 63 | (high & 0xffffffffffff) << 15 | low >> 49;
  char bytes[sizeof(long double)] = {};
  store_plainly(store_plainly(bytes, significand), exponent);
  __builtin_memcpy(&value, bytes, sizeof value);
  return true;
}
#endif

template <>
struct binary_coder<binary_kind::number> {
  template <class T>
  static constexpr std::size_t size = number_size<T>;
  template <class T>
  static constexpr bool image = (RILL_LITTLE_ENDIAN || sizeof(T) == 1) &&
                                number_size<T> == sizeof(T) && !is_extended<T>;
  template <class T>
  static constexpr bool written_image = image<T>;

  template <class F, class T>
  static char* store(char* at, T const& value) noexcept {
    if constexpr (number_size<T> == sizeof(T) && !is_extended<T>) {
      return store_plainly(at, value);
    } else if constexpr (std::is_same_v<T, wchar_t>) {
      return store_plainly(at, static_cast<char32_t>(value));
    } else {
      return store_extended(at, value);
    }
  }
  template <class F, class T>
  static char const* load(binary_source& from, char const* at, T& value) {
    if constexpr (number_size<T> == sizeof(T) && !is_extended<T>) {
      load_plainly(at, value);
    } else if constexpr (std::is_same_v<T, wchar_t>) {
      char32_t wide{};
      load_plainly(at, wide);
      value = static_cast<wchar_t>(wide);
      if (static_cast<char32_t>(value) != wide)
        return from.fail(at, binary_problem::out_of_range);
    } else if (!load_extended(at, value)) {
      return from.fail(at, binary_problem::out_of_range);
    }
    return at + number_size<T>;
  }
};

template <>
struct binary_coder<binary_kind::boolean> {
  template <class>
  static constexpr std::size_t size = 1;
  template <class>
  static constexpr bool image = false;
  template <class>
  static constexpr bool written_image = sizeof(bool) == 1;

  template <class F, class T>
  static char* store(char* at, T const& value) noexcept {
    *at = static_cast<char>(value);
    return at + 1;
  }
  template <class F, class T>
  static char const* load(binary_source& from, char const* at, T& value) {
    auto const byte = static_cast<unsigned char>(*at);
    if (RILL_UNLIKELY(byte > 1))
      return from.fail(at, binary_problem::bad_value, byte);
    value = byte != 0;
    return at + 1;
  }
};

// Like bits_of for an enumerator, but takes the number: to make an enumerator
// out of the enumeration's range is undefined, even to compare it.
template <class Number>
constexpr unsigned long long bits_of_number(Number number) noexcept {
  constexpr int unused = 64 - int{sizeof(number) * 8};
  return static_cast<unsigned long long>(number) << unused >> unused;
}

// Whether a number is a value of an enumeration: an enumerator, or for flags a
// combination of enumerators. Always true if the names are not known.
template <class E, sight = binary_sight_of<E>>
constexpr bool has_value(std::underlying_type_t<E> number) noexcept {
  if constexpr (!has_enumerator_names<E>) {
    return true;
  } else if constexpr (enumerator_names<E>.size() == 0) {
    return true;
  } else {
    constexpr auto& names = enumerator_names<E>;
    if constexpr (is_flags<E>) {
      constexpr unsigned long long all = [] {
        unsigned long long bits = 0;
        for (auto const& one : names) bits |= bits_of(one.value);
        return bits;
      }();
      return (bits_of_number(number) & ~all) == 0;
    } else {
      // Consecutive values, the usual case, need only two comparisons.
      constexpr bool is_row = [] {
        for (auto const* one = names.begin(); one + 1 < names.end(); ++one)
          if (bits_of(one[1].value) != bits_of(one->value) + 1) return false;
        return true;
      }();
      constexpr auto first =
          static_cast<std::underlying_type_t<E>>(names.begin()->value);
      constexpr auto last =
          static_cast<std::underlying_type_t<E>>((names.end() - 1)->value);
      // Without reflection, only 256 values are searched for names. Unless the
      // enumerators found are 0, 1, 2 and so on, others may exist outside of
      // the searched values: accept all numbers there.
      using number_type = std::underlying_type_t<E>;
      constexpr bool is_complete = has_enum_line<E> || RILL_REFLECTION == 1 ||
                                   sizeof(number_type) == 1 ||
                                   (is_row && first == 0 && names.size() > 1);
      if constexpr (!is_complete) {
        using searched = searched_values<E>;
        if (number < static_cast<number_type>(searched::first) ||
            number >
                static_cast<number_type>(searched::first + searched::row - 1))
          return true;
      }
      if constexpr (is_row) {
        return number >= first && number <= last;
      } else if constexpr (fixed_enumeration<E>) {
        return find_enumerator<E>(static_cast<E>(number)) != nullptr;
      } else {
        for (auto const& one : names)
          if (bits_of(one.value) == bits_of_number(number)) return true;
        return false;
      }
    }
  }
}

template <class E>
concept countable_enumeration =
    has_enum_line<E> || fixed_enumeration<E> || RILL_REFLECTION == 1;

template <>
struct binary_coder<binary_kind::enumeration> {
  template <class E>
  static constexpr std::size_t size = sizeof(E);
  template <class>
  static constexpr bool image = false;
  template <class E>
  static constexpr bool written_image = RILL_LITTLE_ENDIAN || sizeof(E) == 1;

  template <class F, class E>
  static char* store(char* at, E const& value) noexcept {
    return store_plainly(at, static_cast<std::underlying_type_t<E>>(value));
  }
  template <class F, class E, sight = binary_sight_of<E>>
  static char const* load(binary_source& from, char const* at, E& value) {
    static_assert(
        countable_enumeration<E>,
        "rill: an enumeration without a fixed underlying type has no "
        "values but those between its names: write `enum name : int`, "
        "or name them by RILL_ENUM");
    using number_type = std::underlying_type_t<E>;
    if constexpr (std::is_same_v<number_type, bool>) {
      bool is_set = false;
      char const* const after =
          binary_coder<binary_kind::boolean>::load<F>(from, at, is_set);
      if (after) value = static_cast<E>(is_set);
      return after;
    } else {
      number_type number{};
      load_plainly(at, number);
      return assign(from, at, number, value) ? at + sizeof(E) : nullptr;
    }
  }
  /// `at` is the cursor before the number.
  template <class E, sight = binary_sight_of<E>>
  static bool assign(binary_source& from, char const* at,
                     std::underlying_type_t<E> number, E& value) {
    if (RILL_UNLIKELY(!has_value<E>(number)) &&
        !(from.limits().unknown_enumerators && fixed_enumeration<E>)) {
      from.fail(at, binary_problem::bad_value, bits_of_number(number));
      return false;
    }
    value = static_cast<E>(number);
    return true;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/base/text.h: a view of bytes by pointer and size, copy functions, type
// traits and character classes.
//
// Layer 0. Tests: test/base/text_test.cpp, test/base/ascii_test.cpp.
#ifndef RILL_BASE_TEXT_H
#define RILL_BASE_TEXT_H

#include <cstddef>      // std::size_t
#include <type_traits>  // std::remove_cvref_t, std::is_constant_evaluated, …

#include "config.h"

#if RILL_HOSTED
#include <string.h>  // memcpy, memmove, memchr, memcmp
#endif

// Type traits: cv-ref removal, a dependent false, a tag for a type.

namespace rill::inline RILL_BUILD::detail {

template <class T>
using remove_cvref = std::remove_cvref_t<T>;

// For a static_assert that fails only when its template is instantiated.
template <class T>
inline constexpr bool always_false = false;

// A type as a value.
template <class T>
struct type_tag {
  using type = T;
};

// The numbers 0 to n - 1 as a type.
//
// std::integer_sequence without its header (28 to 85 ms).

template <int... Numbers>
struct index_sequence {};

#if defined(__clang__)
template <class, int... Numbers>
using index_sequence_of = index_sequence<Numbers...>;
template <int Count>
using make_index_sequence = __make_integer_seq<index_sequence_of, int, Count>;
#else
template <int Count>
using make_index_sequence = index_sequence<__integer_pack(Count)...>;
#endif

}  // namespace rill::inline RILL_BUILD::detail

// Lists of the types for which the compiled library has function templates.
//
// Each list calls a macro with a type. RILL_EXTERN precedes an explicit
// instantiation: a declaration in a program, a definition in src/rill.cpp
// (docs/compiled.md).

#if RILL_BODIES
#define RILL_EXTERN
#else
#define RILL_EXTERN extern
#endif

#define RILL_EACH_INTEGER(use)                                    \
  use(short) use(unsigned short) use(int) use(unsigned) use(long) \
      use(unsigned long) use(long long) use(unsigned long long)

// Every integer type, for templates defined only in the library.
#if RILL_INT128
#define RILL_WIDEST_INTEGERS(use) use(detail::int128) use(detail::uint128)
#else
#define RILL_WIDEST_INTEGERS(use)
#endif
#define RILL_EVERY_INTEGER(use) \
  RILL_EACH_INTEGER(use)        \
  use(signed char) use(unsigned char) RILL_WIDEST_INTEGERS(use)

#define RILL_EACH_FLOAT(use) use(float) use(double)

#define RILL_EACH_NUMBER(use) RILL_EACH_INTEGER(use) RILL_EACH_FLOAT(use)

// A view of bytes by pointer and size, and functions that copy bytes.
//
// Allocates nothing, throws nothing, constexpr. It replaces std::string_view,
// whose header costs 69 to 293 ms of compile time (docs/measured.md); each
// converts to the other.

namespace rill::inline RILL_BUILD {

namespace detail {

// The length of a string that ends with a NUL. Without a C library, the
// compiler must not emit a call of strlen.
constexpr std::size_t length_of(char const* characters) noexcept {
#if RILL_HOSTED
  return __builtin_strlen(characters);
#else
  std::size_t size = 0;
  while (characters[size] != '\0') ++size;
  return size;
#endif
}

// Without a C library, memcmp may be missing too.
constexpr bool same_bytes(char const* a, char const* b,
                          std::size_t size) noexcept {
  if (RILL_HOSTED && !std::is_constant_evaluated())
    return size == 0 || __builtin_memcmp(a, b, size) == 0;
  for (std::size_t i = 0; i != size; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

// Strings and views of char, of any library.
template <class String>
concept string_of_bytes = requires(char const* bytes, std::size_t size) {
  typename String::traits_type;
  String(bytes, size);
};

}  // namespace detail

/// A view of `size` bytes; it does not own them. Converts from strings of any
/// library (classes with data(), size() and traits_type) and from strings that
/// end with a NUL. Converts implicitly to std::string_view and other views with
/// traits_type, explicitly to std::string.
/// Two texts are equal when their bytes are; either operand of == may be any
/// type that converts to a text.
struct text {
  char const* data = nullptr;
  std::size_t size = 0;

  constexpr text() noexcept = default;
  constexpr text(char const* bytes, std::size_t count) noexcept
      : data(bytes), size(count) {}
  constexpr text(char const* characters) noexcept
      : data(characters), size(detail::length_of(characters)) {}
  template <class String>
    requires requires(String const& s) {
      typename String::traits_type;
      text(s.data(), s.size());
    }
  constexpr text(String const& string) noexcept
      : data(string.data()), size(string.size()) {}

  /// Converts to std::string_view and other classes that have traits_type and a
  /// constructor from pointer and size. A class that owns its bytes, such as
  /// std::string, needs an explicit conversion: std::string(text).
  template <detail::string_of_bytes String>
  constexpr explicit(requires {
    typename String::allocator_type;
  }) operator String() const {
    return String(data, size);
  }

  constexpr char const* begin() const noexcept { return data; }
  constexpr char const* end() const noexcept { return data + size; }

  constexpr bool starts_with(text beginning) const noexcept {
    return size >= beginning.size &&
           detail::same_bytes(data, beginning.data, beginning.size);
  }
  constexpr bool ends_with(text ending) const noexcept {
    return size >= ending.size &&
           detail::same_bytes(data + (size - ending.size), ending.data,
                              ending.size);
  }

  // A template in both operands, so that overload resolution prefers it, as an
  // exact match, to the operators of std::string_view, which would convert the
  // text. nullptr is refused.
  template <class Text, class Other>
    requires(std::is_same_v<Text, text> &&
             std::is_convertible_v<Other const&, text> &&
             !std::is_null_pointer_v<Other>)
  friend constexpr bool operator==(Text const& a, Other const& b) noexcept {
    text const other = b;
    return a.size == other.size &&
           detail::same_bytes(a.data, other.data, a.size);
  }
};

namespace detail {

// Copies size bytes and returns the end of the copy. The ranges must not
// overlap. A null source is allowed when size is 0.
constexpr char* copy_bytes(char* out, char const* from,
                           std::size_t size) noexcept {
  if (std::is_constant_evaluated()) {
    for (std::size_t i = 0; i != size; ++i) out[i] = from[i];
  } else if (size != 0) {
    __builtin_memcpy(out, from, size);
  }
  return out + size;
}

constexpr char* copy_text(char* out, text from) noexcept {
  return copy_bytes(out, from.data, from.size);
}

// Copies the first and the last Size bytes, which may overlap, after reading
// both.
template <std::size_t Size>
inline void copy_both_ends(char* out, char const* from,
                           std::size_t size) noexcept {
  char first[Size];
  char last[Size];
  __builtin_memcpy(first, from, Size);
  __builtin_memcpy(last, from + size - Size, Size);
  __builtin_memcpy(out, first, Size);
  __builtin_memcpy(out + size - Size, last, Size);
}

// As copy_bytes, for sizes that are mostly small and unknown at compile time:
// up to 16 bytes, two overlapping copies cost less than a call of memcpy.
inline char* copy_short(char* out, char const* from,
                        std::size_t size) noexcept {
  if (size > 16) {
    __builtin_memcpy(out, from, size);
  } else if (size >= 8) {
    copy_both_ends<8>(out, from, size);
  } else if (size >= 4) {
    copy_both_ends<4>(out, from, size);
  } else if (size != 0) {
    // One to three bytes: the first, the middle, the last.
    char const first = from[0];
    char const middle = from[size / 2];
    out[size - 1] = from[size - 1];
    out[size / 2] = middle;
    out[0] = first;
  }
  return out + size;
}

constexpr char* fill_bytes(char* out, std::size_t count, char byte) noexcept {
  for (std::size_t i = 0; i != count; ++i) out[i] = byte;
  return out + count;
}

// std::declval without its header, for unevaluated use.
template <class T>
T&& declval() noexcept;

template <class T>
constexpr T smaller(T a, T b) noexcept {
  return b < a ? b : a;
}

template <class T>
constexpr T larger(T a, T b) noexcept {
  return a < b ? b : a;
}

}  // namespace detail

// Classes of characters for parsing.
//
// Pure, constexpr, no locale: white space is the six characters of the "C"
// locale (ISO C, 7.4.1.10).

/// Returns true for space, \t, \n, \v, \f and \r.
constexpr bool is_space(char c) noexcept {
  // '\t' to '\r' are 9 to 13; the subtraction folds both ends into one test.
  return c == ' ' || static_cast<unsigned char>(c - '\t') < 5;
}

/// Returns true for 0 to 9.
constexpr bool is_digit(char c) noexcept {
  return static_cast<unsigned char>(c - '0') < 10;
}

/// Returns true for the characters that a terminal does not show as such:
/// 0 to 31 and 127.
constexpr bool is_control(char c) noexcept {
  return static_cast<unsigned char>(c) < 32 || c == 127;
}

}  // namespace rill::inline RILL_BUILD

#endif

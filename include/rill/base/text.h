// rill/base/text.h: a run of bytes by pointer and size, and the small
// copies that everything else is made of.
//
// Floor 0. Allocates nothing, throws nothing, constexpr. It stands in for
// std::string_view, whose header costs 69 to 293 ms of compile time
// (docs/house.md); both convert to each other. Tests: test/base/text_test.cpp.
#ifndef RILL_BASE_TEXT_H
#define RILL_BASE_TEXT_H

#include "config.h"

#if RILL_HOSTED
#include <string.h>  // memcpy, memmove, memchr, memcmp
#endif

#include <cstddef>      // std::size_t
#include <type_traits>  // std::is_constant_evaluated, std::is_convertible_v

namespace rill::inline RILL_BUILD {

namespace detail {

// The length of a string that ends with a NUL. Where there is no C library
// there is no strlen, which the compiler would call.
constexpr std::size_t length_of(char const* characters) noexcept {
#if RILL_HOSTED
  return __builtin_strlen(characters);
#else
  std::size_t size = 0;
  while (characters[size] != '\0') ++size;
  return size;
#endif
}

// Without a C library there may be no memcmp either.
constexpr bool same_bytes(char const* a, char const* b,
                          std::size_t size) noexcept {
  if (RILL_HOSTED && !std::is_constant_evaluated())
    return size == 0 || __builtin_memcmp(a, b, size) == 0;
  for (std::size_t i = 0; i != size; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

}  // namespace detail

/// A run of `size` bytes that somebody else owns. Made of a string of any
/// library (what has data(), size() and traits_type), or of a text that ends
/// with a NUL; converts to std::string_view and other types with traits_type.
/// Two texts are equal when their bytes are; what a text is made of can stand
/// on either side of ==.
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

  /// To std::string_view, std::string and what else has traits_type and is
  /// made of a pointer and a size.
  template <class String>
    requires requires { typename String::traits_type; }
  constexpr operator String() const {
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

  // A template of both, so that the operands are taken as they are: the
  // comparisons of std::string_view and others, which would convert the text,
  // are worse, and a null pointer is not made a text.
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

// The first and the last Size bytes, which may overlap.
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

// copy_bytes where most texts are short and the size is not known to the
// compiler: a call of memcpy costs more than the two overlapping words that
// cover up to 16 bytes.
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

// For unevaluated use: a T that need not exist (std::declval without its
// header).
template <class T>
T& imagined() noexcept;

template <class T>
constexpr T smaller(T a, T b) noexcept {
  return b < a ? b : a;
}

template <class T>
constexpr T larger(T a, T b) noexcept {
  return a < b ? b : a;
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif

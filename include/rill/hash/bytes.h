// rill/hash/bytes.h: the ranges of bytes that can be hashed, and integers
// loaded from bytes.
//
// Layer 2. No allocation, constexpr. Tests: test/hash/digest_test.cpp.
#ifndef RILL_HASH_BYTES_H
#define RILL_HASH_BYTES_H

#include "../base/run.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
concept byte_like = std::same_as<T, char> || std::same_as<T, unsigned char> ||
                    std::same_as<T, signed char> || std::same_as<T, char8_t> ||
                    std::same_as<T, std::byte>;

// A string, view, span, vector or array of bytes.
template <class T>
concept byte_range = requires(T const& t) {
  *t.data();
  { t.size() } -> std::convertible_to<std::size_t>;
} && byte_like<remove_cvref<decltype(*declval<T const&>().data())>>;

// std::byte[4], unsigned char[4]: hashed whole. An array of char or char8_t is
// a text instead, which ends before its first NUL.
template <class T>
concept byte_array = std::is_bounded_array_v<T> &&
                     byte_like<remove_cvref<std::remove_extent_t<T>>> &&
                     !narrow_character<remove_cvref<std::remove_extent_t<T>>>;

template <byte_like Byte>
constexpr run<Byte> bytes_of(run<Byte> from) noexcept {
  return from;
}
template <class T>
constexpr auto bytes_of(T const& from) noexcept {
  if constexpr (byte_range<T>) {
    return run<remove_cvref<decltype(*from.data())>>{
        from.data(), static_cast<std::size_t>(from.size())};
  } else if constexpr (byte_array<T>) {
    return run<std::remove_cv_t<std::remove_extent_t<T>>>{from,
                                                          std::extent_v<T>};
  } else if constexpr (text_like<T>) {
    static_assert(narrow_character<unit_of<T>>,
                  "rill: the bytes of char16_t, char32_t and wchar_t depend on "
                  "the machine: convert the text to UTF-8 first, "
                  "rill::to_utf8 of <rill/unicode.h>");
    return run_of(from);
  } else {
    static_assert(
        always_false<T>,
        "rill: a hash takes texts and contiguous bytes: a string, a view, a "
        "span or an array of char, char8_t, unsigned char or std::byte");
    return run<char>{};
  }
}

template <class Word>
constexpr Word swapped(Word word) noexcept {
  if constexpr (sizeof(Word) == 4)
    return __builtin_bswap32(word);
  else
    return __builtin_bswap64(word);
}

// Loads an integer in little-endian and in big-endian order.
template <class Word, class Byte>
constexpr Word load_little(Byte const* from) noexcept {
  Word word = 0;
  if (!std::is_constant_evaluated()) {
    __builtin_memcpy(&word, from, sizeof word);
    return RILL_LITTLE_ENDIAN ? word : swapped(word);
  }
  for (std::size_t i = sizeof(Word); i-- != 0;)
    word = static_cast<Word>(word << 8 | static_cast<unsigned char>(from[i]));
  return word;
}
template <class Word, class Byte>
constexpr Word load_big(Byte const* from) noexcept {
  return swapped(load_little<Word>(from));
}
template <class Word>
constexpr void store_little(unsigned char* to, Word word) noexcept {
  if (!std::is_constant_evaluated()) {
    if (!RILL_LITTLE_ENDIAN) word = swapped(word);
    __builtin_memcpy(to, &word, sizeof word);
    return;
  }
  for (std::size_t i = 0; i != sizeof(Word); ++i, word >>= 8)
    to[i] = static_cast<unsigned char>(word);
}
template <class Word>
constexpr void store_big(unsigned char* to, Word word) noexcept {
  store_little(to, swapped(word));
}

template <class Word>
constexpr Word rotated_left(Word word, int count) noexcept {
  constexpr int bits = 8 * sizeof(Word);
  return static_cast<Word>(word << count | word >> (bits - count));
}
template <class Word>
constexpr Word rotated_right(Word word, int count) noexcept {
  constexpr int bits = 8 * sizeof(Word);
  return static_cast<Word>(word >> count | word << (bits - count));
}

// Keeps the compiler from reordering a sum. The code adds the operand that is
// known last at the end; another order lengthens the dependency chain of a hash
// function.
template <class Word>
RILL_ALWAYS_INLINE constexpr Word in_order(Word sum) noexcept {
  if (!std::is_constant_evaluated()) {
    if constexpr (sizeof(Word) <= sizeof(void*)) asm("" : "+r"(sum));
  }
  return sum;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

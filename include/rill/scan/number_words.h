// rill/scan/number_words.h: what errors call the numbers of a type.
//
// Floor 5. Texts of the program's image, made by the compiler; only the cold
// paths have them. Tests: test/scan/failure_test.cpp.
#ifndef RILL_SCAN_NUMBER_WORDS_H
#define RILL_SCAN_NUMBER_WORDS_H

#include "../base/text.h"
#include "../number/floating.h"
#include "../number/result.h"

namespace rill::inline RILL_BUILD::detail {

// Writes words, or counts their bytes when there is nowhere to write.
struct word_writer {
  char* out;
  std::size_t size = 0;

  constexpr void add(char c) noexcept {
    if (out) out[size] = c;
    ++size;
  }
  constexpr void add(char const* words) noexcept {
    for (; *words; ++words) add(*words);
  }
  // The mark, such as 0x, stands behind the sign.
  template <integer T>
  constexpr void add(T number, int base, char const* mark) noexcept {
    char digits[8 * sizeof(T)] = {};
    int count = 0;
    bool const is_negative = number < T{};
    do {
      auto const digit = static_cast<int>(number % static_cast<T>(base));
      digits[count++] =
          "0123456789abcdefghijklmnopqrstuvwxyz"[is_negative ? -digit : digit];
      number = static_cast<T>(number / static_cast<T>(base));
    } while (number != T{});
    if (is_negative) add('-');
    add(mark);
    while (count != 0) add(digits[--count]);
  }
};

template <integer T>
constexpr T largest_of() noexcept {
  if constexpr (static_cast<T>(-1) < T{}) {
    auto const half = static_cast<T>(T{1} << (8 * sizeof(T) - 2));
    return static_cast<T>(static_cast<T>(half - T{1}) + half);
  } else {
    return static_cast<T>(-1);
  }
}

// The digits that stand before a number in this base when they are asked for.
constexpr char const* mark_of(int base, bool prefix) noexcept {
  if (!prefix) return "";
  return base == 16 ? "0x" : base == 2 ? "0b" : base == 8 ? "0" : "";
}

// an integer, a hexadecimal integer, an integer in base 36
constexpr void write_kind(word_writer& to, int base, bool prefix) noexcept {
  to.add(base == 16  ? "a hexadecimal integer"
         : base == 8 ? "an octal integer"
         : base == 2 ? "a binary integer"
                     : "an integer");
  if (base != 16 && base != 8 && base != 2 && base != 10) {
    to.add(" in base ");
    to.add(base, 10, "");
  }
  if (prefix) {
    to.add(" with ");
    to.add(mark_of(base, prefix));
  }
}

// an integer between -128 and 127
template <integer T, int Base, bool Prefix>
constexpr void write_bounds(word_writer& to) noexcept {
  constexpr T largest = largest_of<T>();
  constexpr T least = static_cast<T>(
      static_cast<T>(-1) < T{} ? static_cast<T>(-1) - largest : T{});
  write_kind(to, Base, false);
  to.add(" between ");
  to.add(least, Base, mark_of(Base, Prefix));
  to.add(" and ");
  to.add(largest, Base, mark_of(Base, Prefix));
}

template <int Base, bool Prefix>
struct kind_words {
  static constexpr void write(word_writer& to) noexcept {
    write_kind(to, Base, Prefix);
  }
};
template <integer T, int Base, bool Prefix>
struct bound_words {
  static constexpr void write(word_writer& to) noexcept {
    write_bounds<T, Base, Prefix>(to);
  }
};

template <class Words>
constexpr std::size_t size_of_words() noexcept {
  word_writer count{nullptr};
  Words::write(count);
  return count.size;
}
template <std::size_t Size>
struct kept_words {
  char bytes[Size];
};
template <class Words>
constexpr auto make_words() noexcept {
  kept_words<size_of_words<Words>()> made{};
  word_writer to{made.bytes};
  Words::write(to);
  return made;
}
template <class Words>
inline constexpr auto words_made = make_words<Words>();
template <class Words>
constexpr text text_of_words() noexcept {
  return {words_made<Words>.bytes, sizeof words_made<Words>.bytes};
}

// What is expected where a T is read in a base.
template <int Base = 10, bool Prefix = false>
constexpr text name_of_integers() noexcept {
  return text_of_words<kind_words<Base, Prefix>>();
}
template <integer T, int Base = 10, bool Prefix = false>
constexpr text bounds_of_integers() noexcept {
  return text_of_words<bound_words<T, Base, Prefix>>();
}

template <floating T>
constexpr text bounds_of_floating() noexcept {
  switch (float_format<T>::precision) {
    case 8:
      return "a number within the range of bfloat16";
    case 11:
      return "a number within the range of float16";
    case 24:
      return "a number within the range of float";
    case 53:
      return "a number within the range of double";
    case 64:
      return "a number within the range of long double";
    default:
      return "a number within the range of float128";
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/print/leaf.h: values that write themselves at a pointer, in no more
// bytes than their type says.
//
// Floor 5. No allocation, constexpr. rill's own leaves are written straight
// into the buffer; a user's leaf goes through a scratch with a canary
// (print/piece.h). Tests: test/print/print_test.cpp.
#ifndef RILL_PRINT_LEAF_H
#define RILL_PRINT_LEAF_H

#include <concepts>  // std::same_as, std::convertible_to

#include "../base/run.h"
#include "../number/base.h"
#include "../number/decimal.h"
#include "../number/shortest.h"
#include "../unicode/encode.h"
#include "../value/number_format.h"

namespace rill::inline RILL_BUILD {

/// How a type with an algorithm of its own is printed. Specialise it with
///
///     static constexpr std::size_t max_size;               // bytes
///     static constexpr char* write(char* out, T const&) noexcept;
///
/// where write returns the end of the text and touches at most max_size
/// bytes. That promise is checked on every call. How one is read back:
/// scan/leaf.h.
template <class T>
struct leaf;

namespace detail {

/// A type for which a user specialised rill::leaf.
template <class T>
concept user_leaf = requires(char* out, T const& value) {
  { leaf<T>::max_size } -> std::convertible_to<std::size_t>;
  { leaf<T>::write(out, value) } -> std::same_as<char*>;
};

// A leaf of rill's own: room is the bytes that write may touch.
template <class T>
struct own_leaf {
  static constexpr std::size_t room = 0;
};

template <integer T>
struct own_leaf<T> {
  static constexpr std::size_t room = decimal_size<T>;
  static constexpr char* write(char* out, T n) noexcept {
    return write_decimal(out, n);
  }
  static constexpr std::size_t size(T n) noexcept { return decimal_digits(n); }
};

template <floating T>
struct own_leaf<T> {
  static constexpr std::size_t room = shortest_size<T>;
  static constexpr char* write(char* out, T x) noexcept {
    return write_shortest(out, x);
  }
  static constexpr std::size_t size(T x) noexcept {
    char scratch[room] = {};
    return static_cast<std::size_t>(write(scratch, x) - scratch);
  }
};

template <>
struct own_leaf<bool> {
  static constexpr std::size_t room = 8;
  static constexpr char* write(char* out, bool b) noexcept {
    copy_bytes(out, b ? "true\0\0\0" : "false\0\0", 8);
    return out + (b ? 4 : 5);
  }
  static constexpr std::size_t size(bool b) noexcept { return b ? 4 : 5; }
};

template <>
struct own_leaf<char> {
  static constexpr std::size_t room = 1;
  static constexpr char* write(char* out, char c) noexcept {
    *out = c;
    return out + 1;
  }
  static constexpr std::size_t size(char) noexcept { return 1; }
};

// The end of println's line.
struct line_end {
  constexpr operator char() const noexcept { return '\n'; }
};
template <>
struct own_leaf<line_end> {
  static constexpr std::size_t room = 1;
  static constexpr char* write(char* out, line_end) noexcept {
    *out = '\n';
    return out + 1;
  }
  static constexpr std::size_t size(line_end) noexcept { return 1; }
};

template <>
struct own_leaf<char8_t> {
  static constexpr std::size_t room = 1;
  static constexpr char* write(char* out, char8_t c) noexcept {
    *out = static_cast<char>(c);
    return out + 1;
  }
  static constexpr std::size_t size(char8_t) noexcept { return 1; }
};

template <wide_character T>
struct own_leaf<T> {
  static constexpr std::size_t room = utf8_size;
  static constexpr char* write(char* out, T c) noexcept {
    return write_utf8(out, static_cast<char32_t>(c));
  }
  static constexpr std::size_t size(T c) noexcept {
    char bytes[utf8_size] = {};
    return static_cast<std::size_t>(write(bytes, c) - bytes);
  }
};

template <>
struct own_leaf<decltype(nullptr)> {
  static constexpr std::size_t room = 7;
  static constexpr char* write(char* out, decltype(nullptr)) noexcept {
    return copy_text(out, "nullptr");
  }
  static constexpr std::size_t size(decltype(nullptr)) noexcept { return 7; }
};

// The prefix goes between the sign and the digits: -0xff.
template <int Base>
constexpr char* write_prefix(char* out, bool capital) noexcept {
  *out++ = '0';
  if (Base == 16) *out++ = capital ? 'X' : 'x';
  if (Base == 2) *out++ = capital ? 'B' : 'b';
  return out;
}

template <class T, int Base, bool Upper, bool Prefix>
  requires integer<bare<T>>
struct own_leaf<based<T, Base, Upper, Prefix>> {
  using number = bare<T>;
  using value_type = based<T, Base, Upper, Prefix>;
  static constexpr unsigned radix = Base;
  static constexpr std::size_t room = base_size<number, radix> + 2;

  static constexpr char* write(char* out, value_type const& v) noexcept {
    if constexpr (Prefix) {
      number const n = v.value;
      if (n < 0) *out++ = '-';
      if (mark_size(n) != 0) out = write_prefix<Base>(out, Upper);
      return write_base<radix>(out, magnitude(n), Upper);
    } else {
      return write_base<radix>(out, v.value, Upper);
    }
  }
  static constexpr std::size_t size(value_type const& v) noexcept {
    auto const n = static_cast<number>(v.value);
    return base_digits<radix>(n) + mark_size(n);
  }

 private:
  // An octal 0 begins with the mark already: 0, as printf's %#o and iostream's
  // showbase write it.
  static constexpr std::size_t mark_size(number n) noexcept {
    if (!Prefix) return 0;
    return Base != 8 ? 2 : n != 0;
  }
};

/// A value of a leaf type of rill's own.
template <class T>
concept built_in_leaf = own_leaf<T>::room > 0;

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif

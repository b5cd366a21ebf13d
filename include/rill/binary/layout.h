// rill/binary/layout.h: values with the byte layout of a file format or a
// protocol.
//
// Layer 6. constexpr, no allocation. Structures of le, be and fixed_text have
// no padding bytes, and are read and written by one memcpy. Tests:
// test/binary/layout_test.cpp.
#ifndef RILL_BINARY_LAYOUT_H
#define RILL_BINARY_LAYOUT_H

#include "coder.h"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class T>
concept laid_out_number = (binary_number<T> && !is_extended<T>) ||
                          std::is_enum_v<T> || std::is_same_v<T, bool>;

/// A number stored in a given byte order, at any address.
template <laid_out_number T, bool IsLittle>
class ordered_number {
 public:
  using rill_layout = void;
  using value_type = T;
  static constexpr bool is_little = IsLittle;

  constexpr ordered_number() noexcept = default;
  constexpr ordered_number(T value) noexcept { set(value); }
  constexpr operator T() const noexcept { return value(); }

  constexpr T value() const noexcept {
    struct block {
      char data[sizeof(T)];
    } made{};
    for (std::size_t i = 0; i != sizeof(T); ++i)
      made.data[i] = bytes_[place(i)];
    return __builtin_bit_cast(T, made);
  }

 private:
  friend struct binary_coder<binary_kind::layout>;

  static constexpr std::size_t place(std::size_t i) noexcept {
    return IsLittle == RILL_LITTLE_ENDIAN ? i : sizeof(T) - 1 - i;
  }
  constexpr void set(T value) noexcept {
    struct block {
      char data[sizeof(T)];
    };
    auto const made = __builtin_bit_cast(block, value);
    for (std::size_t i = 0; i != sizeof(T); ++i)
      bytes_[place(i)] = made.data[i];
  }

  char bytes_[sizeof(T)] = {};
};

}  // namespace detail

/// A number in little-endian or big-endian order. Converts from and to T; has
/// the size of T and no alignment.
///
/// Example:
///     #include <rill/binary.h>
///     struct header {
///       rill::be<std::uint16_t> kind;
///       rill::le<std::uint32_t> size;
///     };
///     rill::println(sizeof(header), ' ', rill::binary_size(header{1, 2}));
template <class T>
using le = detail::ordered_number<T, true>;
template <class T>
using be = detail::ordered_number<T, false>;

/// Size bytes of text. A shorter text is filled up with NULs.
template <std::size_t Size>
class fixed_text {
 public:
  using rill_layout = void;

  constexpr fixed_text() noexcept = default;
  /// Truncates a text that is longer than Size bytes.
  constexpr fixed_text(rill::text value) noexcept {
    detail::copy_bytes(bytes_, value.data, detail::smaller(value.size, Size));
  }
  constexpr fixed_text(char const* value) noexcept
      : fixed_text(rill::text(value)) {}

  /// The bytes before the first NUL; a view into this object.
  constexpr rill::text text() const noexcept {
    return {bytes_, detail::length_up_to(bytes_, Size)};
  }
  /// All bytes.
  constexpr rill::text bytes() const noexcept { return {bytes_, Size}; }

  friend constexpr bool operator==(fixed_text const& a,
                                   fixed_text const& b) noexcept {
    return a.bytes() == b.bytes();
  }
  friend constexpr void rill_print(auto& out, fixed_text const& t) {
    out(t.text());
  }

 private:
  friend struct detail::binary_coder<detail::binary_kind::layout>;
  char bytes_[Size] = {};
};

/// Size bytes without meaning: writes zeros, ignores what it reads.
template <std::size_t Size>
class padding {
 public:
  using rill_layout = void;
  constexpr bool operator==(padding const&) const noexcept { return true; }

 private:
  friend struct detail::binary_coder<detail::binary_kind::layout>;
  char bytes_[Size] = {};
};

/// An integer as LEB128: seven bits a byte, lowest first; the highest bit of a
/// byte means that another byte follows. Signed integers are sign-extended
/// (DWARF 5, section 7.6). Accepts redundant bytes when reading; the value must
/// fit T.
template <integer T>
class leb128 {
 public:
  using rill_variable = void;
  using value_type = T;

  constexpr leb128() noexcept = default;
  constexpr leb128(T value) noexcept : value_(value) {}
  constexpr operator T() const noexcept { return value_; }
  constexpr T value() const noexcept { return value_; }

 private:
  friend struct detail::binary_coder<detail::binary_kind::variable>;
  T value_{};
};

namespace detail {

template <class T>
inline constexpr std::size_t bytes_of_padding = 0;
template <std::size_t Size>
inline constexpr std::size_t bytes_of_padding<padding<Size>> = Size;

// Not every bit pattern is a value: bool and enumerations.
template <class T>
inline constexpr bool is_checked_layout = false;
template <class T, bool IsLittle>
inline constexpr bool is_checked_layout<ordered_number<T, IsLittle>> =
    std::is_enum_v<T> || std::is_same_v<T, bool>;

template <>
struct binary_coder<binary_kind::layout> {
  template <class T>
  static constexpr std::size_t size = sizeof(T);
  template <class T>
  static constexpr bool image =
      bytes_of_padding<T> == 0 && !is_checked_layout<T>;
  template <class T>
  static constexpr bool written_image = bytes_of_padding<T> == 0;

  template <class F, class T>
  static char* store(char* at, T const& value) noexcept {
    if constexpr (bytes_of_padding<T> != 0)
      __builtin_memset(at, 0, sizeof value);
    else
      __builtin_memcpy(at, &value, sizeof value);
    return at + sizeof value;
  }
  template <class F, class T, sight = binary_sight_of<T>>
  static char const* load(binary_source& from, char const* at, T& value) {
    if constexpr (is_checked_layout<T>) {
      // The bytes of the number in little-endian order.
      char plain[sizeof value];
      for (std::size_t i = 0; i != sizeof value; ++i)
        plain[i] = at[T::is_little ? i : sizeof value - 1 - i];
      return load_checked(from, at, plain, value);
    } else if constexpr (bytes_of_padding<T> == 0) {
      __builtin_memcpy(value.bytes_, at, sizeof value);
    }
    return at + sizeof value;
  }

  // Checks and sets the value. `plain` has its number in little-endian order.
  template <class T, sight = binary_sight_of<T>>
  static char const* load_checked(binary_source& from, char const* at,
                                  char const* plain, T& value) {
    using held = typename T::value_type;
    auto const byte = static_cast<unsigned char>(*plain);
    if constexpr (std::is_same_v<held, bool>) {
      if (byte > 1) return from.fail(at, binary_problem::bad_value, byte);
      value = byte != 0;
    } else {
      using number = std::underlying_type_t<held>;
      static_assert(!std::is_same_v<number, bool>,
                    "rill: an enumeration of bool has no layout: give it "
                    "another underlying type");
      number found{};
      load_plainly(plain, found);
      held checked{};
      if (!binary_coder<binary_kind::enumeration>::assign(from, at, found,
                                                          checked))
        return nullptr;
      value = checked;
    }
    return at + sizeof value;
  }

  // put and get serve sizes above binary_run and, in binary_tagged, all sizes
  // but 1, 2, 4, 8 and 16 bytes. For others the coders call store and load.
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    if constexpr (F::has_numbers)
      at = store_count(to.reserve(at, count_size), sizeof(T));
    if constexpr (bytes_of_padding<T> != 0)
      return to.put_bytes(at, T().bytes_, sizeof(T));
    else
      return to.put_bytes(at, value.bytes_, sizeof(T));
  }
  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T& value) {
    if constexpr (F::has_numbers) {
      unsigned long long size = 0;
      at = from.count(at, size);
      if (!at) return nullptr;
      if (size != sizeof(T))
        return from.fail(at, binary_problem::bad_value, size);
    }
    char* to = value.bytes_;
    return get_chunks<1>(from, at, sizeof(T),
                         [&](char const* bytes, std::size_t count) {
                           if constexpr (bytes_of_padding<T> == 0)
                             to = copy_bytes(to, bytes, count);
                         });
  }
};

template <integer T>
inline constexpr unsigned bits_of_leb = sizeof(T) * 8;

template <>
struct binary_coder<binary_kind::variable> {
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
    using number = typename T::value_type;
    if constexpr (F::has_numbers) {
      return put_value<F>(to, at, value.value_);
    } else {
      number rest = value.value_;
      at = to.reserve(at, sizeof(number) * 8 / 7 + 1);
      for (;;) {
        auto const seven = static_cast<unsigned>(rest & 127);
        rest = static_cast<number>(rest >> 7);  // sign-extends
        bool const is_last =
            is_signed_integer<number>
                ? rest ==
                      ((seven & 64) != 0 ? static_cast<number>(-1) : number{})
                : rest == number{};
        *at++ = static_cast<char>(is_last ? seven : seven | 128);
        if (is_last) return at;
      }
    }
  }

  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T& value) {
    using number = typename T::value_type;
    if constexpr (F::has_numbers) {
      return get_value<F>(from, at, value.value_);
    } else {
      using bits =
          std::conditional_t<(sizeof(number) > 8), number, unsigned long long>;
      bits found{};
      unsigned shift = 0;
      unsigned byte = 0;
      do {
        at = from.need(at, 1);
        if (RILL_UNLIKELY(!at)) return nullptr;
        byte = static_cast<unsigned char>(*at++);
        auto const part = static_cast<bits>(byte & 127);
        if (shift < sizeof(bits) * 8) found |= part << shift;
        // Bits above the width of `bits` must repeat the sign.
        if (shift + 7 > sizeof(bits) * 8 &&
            !is_sign<number>(byte, shift, found))
          return from.fail(at, binary_problem::out_of_range);
        shift += 7;
      } while ((byte & 128) != 0);
      if (is_signed_integer<number> && (byte & 64) != 0 &&
          shift < sizeof(bits) * 8)
        found |= ~bits{} << shift;
      value.value_ = static_cast<number>(found);
      if (static_cast<bits>(value.value_) != found)
        return from.fail(at, binary_problem::out_of_range);
      return at;
    }
  }

 private:
  // Whether the bits of `byte` above the width of Bits repeat the sign of
  // `found`.
  template <class Number, class Bits>
  static bool is_sign(unsigned byte, unsigned shift, Bits found) noexcept {
    constexpr unsigned all = sizeof(Bits) * 8;
    bool const is_negative =
        is_signed_integer<Number> && (found >> (all - 1) & 1) != 0;
    unsigned const kept = shift < all ? all - shift : 0;
    unsigned const beyond = (byte & 127) >> kept;
    return beyond == (is_negative ? 127u >> kept : 0u);
  }
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif

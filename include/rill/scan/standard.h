// rill/scan/standard.h: the smaller types of the standard library, and
// optionals.
//
// Floor 5. No allocation of its own. Tests: test/scan/standard_test.cpp.
#ifndef RILL_SCAN_STANDARD_H
#define RILL_SCAN_STANDARD_H

#include "../shape/holder.h"
#include "../shape/standard.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

// The value, or `none`.
template <class T>
concept readable_optional =
    std::is_default_constructible_v<typename T::value_type> &&
    requires(T& to, typename T::value_type& value) {
      to = static_cast<typename T::value_type&&>(value);
      to.reset();
    };

template <>
struct scanned_parts<shape::optional> {
  template <class T>
  using list = type_list<typename T::value_type>;
};

template <>
struct scanned<shape::optional> {
  template <readable_optional T>
  static outcome read(reader& in, T& to, text& expected) {
    return read_by(in, to,
                   [&](auto& value) { return read_part(in, value, expected); });
  }
  /// A text or a character may also stand without its quotes.
  template <readable_optional T>
  static outcome read_alone(reader& in, T& to, text& expected) {
    using type = typename T::value_type;
    bool const is_quoted =
        in.available() != 0 && *in.cursor() == (character<type> ? '\'' : '"');
    if ((character<type> || target_string<type>) && is_quoted)
      return read(in, to, expected);
    return read_by(in, to, [&](type& value) {
      return item<type>::read(in, value, expected);
    });
  }

 private:
  template <class T, class Read>
  static outcome read_by(reader& in, T& to, Read read_value) {
    if (skip_space(in) && takes_word(in, "none")) {
      to.reset();
      return fine;
    }
    typename T::value_type value{};
    outcome const how = read_value(value);
    if (how == fine) to = static_cast<typename T::value_type&&>(value);
    return how;
  }
};

// `monostate`, `none`.
template <>
struct scanned<shape::nothing> {
  template <class T>
    requires std::is_default_constructible_v<T>
  static outcome read(reader& in, T&, text& expected) {
    expected = words_of("monostate");
    if (!skip_space(in)) return scan_problem::end_of_input;
    return takes_word(in, expected) ? fine : scan_problem::malformed;
  }
};

// `0010`: as many digits as there are bits; bit 0 is the last.
template <>
struct scanned<shape::bits> {
  template <class T>
  static outcome read(reader& in, T& to, text& expected) {
    expected = words_of("a digit 0 or 1 for each bit");
    if (!skip_space(in)) return scan_problem::end_of_input;
    T value;
    std::size_t const size = value.size();
    for (std::size_t i = 0; i != size; ++i) {
      int const c = byte_ahead(in, i);
      if (c != '0' && c != '1') return scan_problem::malformed;
      value[size - 1 - i] = c == '1';
    }
    int const behind = byte_ahead(in, size);
    if (behind == '0' || behind == '1') return scan_problem::malformed;
    if (is_cut(in, in.cursor() + size)) return scan_problem::malformed;
    in.advance_to(in.cursor() + size);
    to = value;
    return fine;
  }
};

// `1+2i`.
template <>
struct scanned<shape::complex> {
  template <class T>
    requires number<typename T::value_type>
  static outcome read(reader& in, T& to, text& expected) {
    typename T::value_type real{};
    typename T::value_type imaginary{};
    outcome how = item<typename T::value_type>::read(in, real, expected);
    if (how != fine) return how;
    text const words = words_of("an imaginary part, as in 1+2i");
    expected = words;
    int const sign = byte_ahead(in, 0);
    int const next = byte_ahead(in, 1);
    if ((sign != '+' && sign != '-') || next == '-' || next < 0 ||
        is_space(static_cast<char>(next)))
      return scan_problem::malformed;
    if (sign == '+') in.advance_to(in.cursor() + 1);
    how = item<typename T::value_type>::read(in, imaginary, expected);
    if (how != fine) return how;
    expected = words_of("an i behind an imaginary part");
    if (byte_ahead(in, 0) != 'i') return scan_problem::malformed;
    in.advance_to(in.cursor() + 1);
    to = T(real, imaginary);
    return fine;
  }
};

// `0x0f`.
template <>
struct scanned<shape::byte> {
  template <class T>
  static outcome read(reader& in, T& to, text& expected) {
    expected = words_of("a byte, as 0x0f");
    if (!skip_space(in)) return scan_problem::end_of_input;
    if (!starts_with(in, "0x")) return scan_problem::malformed;
    ahead from(in, 2);
    long const value = read_hex(from, 2);
    if (value < 0) return scan_problem::malformed;
    if (from.digit(16) >= 0) return scan_problem::malformed;
    to = static_cast<T>(value);
    in.advance_to(in.cursor() + 4);
    return fine;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

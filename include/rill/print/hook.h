// rill/print/hook.h: how rill_print prints a user's type, leaves that write
// themselves, and numbers as leaves.
//
// Layer 5. Tests: test/print/print_test.cpp, test/print/hook_test.cpp,
// test/print/number_form_test.cpp.
#ifndef RILL_PRINT_HOOK_H
#define RILL_PRINT_HOOK_H

#include <concepts>  // std::same_as, std::convertible_to

#include "../base/run.h"
#include "../number/decimal.h"
#include "../number/precise.h"
#include "../number/shortest.h"
#include "../shape/sight.h"
#include "../stream/writer.h"
#include "../unicode/utf8.h"
#include "../value/wrappers.h"
#include "format_string.h"

// Values that write themselves at a pointer, in at most the bytes that their
// type states.
//
// No allocation, constexpr. The library's own leaves are written straight into
// the buffer; a user's leaf goes through a scratch with a canary
// (print/format_arg.h).

namespace rill::inline RILL_BUILD {

/// How a type with its own formatting algorithm prints. Specialise it with
///
///     static constexpr std::size_t max_size;               // bytes
///     static constexpr char* write(char* out, T const&) noexcept;
///
/// where write returns the end of the text and touches at most max_size bytes.
/// Every call checks that. To scan such a type, see scan/item.h.
template <class T>
struct leaf;

namespace detail {

/// A type for which a user specialised rill::leaf.
template <class T>
concept user_leaf = requires(char* out, T const& value) {
  { leaf<T>::max_size } -> std::convertible_to<std::size_t>;
  { leaf<T>::write(out, value) } -> std::same_as<char*>;
};

// A leaf of the library: room is the bytes that write may touch, 0 if T is no
// leaf.
template <class T>
struct builtin_formatter {
  static constexpr std::size_t room = 0;
};

template <integer T>
struct builtin_formatter<T> {
  static constexpr std::size_t room = decimal_size<T>;
  static constexpr char* write(char* out, T n) noexcept {
    return write_decimal(out, n);
  }
  static constexpr std::size_t size(T n) noexcept { return decimal_digits(n); }
};

template <floating T>
struct builtin_formatter<T> {
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
struct builtin_formatter<bool> {
  static constexpr std::size_t room = 8;
  static constexpr char* write(char* out, bool b) noexcept {
    copy_bytes(out, b ? "true\0\0\0" : "false\0\0", 8);
    return out + (b ? 4 : 5);
  }
  static constexpr std::size_t size(bool b) noexcept { return b ? 4 : 5; }
};

template <>
struct builtin_formatter<char> {
  static constexpr std::size_t room = 1;
  static constexpr char* write(char* out, char c) noexcept {
    *out = c;
    return out + 1;
  }
  static constexpr std::size_t size(char) noexcept { return 1; }
};

// The newline at the end of println.
struct line_end {
  constexpr operator char() const noexcept { return '\n'; }
};
template <>
struct builtin_formatter<line_end> {
  static constexpr std::size_t room = 1;
  static constexpr char* write(char* out, line_end) noexcept {
    *out = '\n';
    return out + 1;
  }
  static constexpr std::size_t size(line_end) noexcept { return 1; }
};

template <>
struct builtin_formatter<char8_t> {
  static constexpr std::size_t room = 1;
  static constexpr char* write(char* out, char8_t c) noexcept {
    *out = static_cast<char>(c);
    return out + 1;
  }
  static constexpr std::size_t size(char8_t) noexcept { return 1; }
};

template <wide_character T>
struct builtin_formatter<T> {
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
struct builtin_formatter<decltype(nullptr)> {
  static constexpr std::size_t room = 7;
  static constexpr char* write(char* out, decltype(nullptr)) noexcept {
    return copy_text(out, "nullptr");
  }
  static constexpr std::size_t size(decltype(nullptr)) noexcept { return 7; }
};

// Writes the prefix, which goes between the sign and the digits: -0xff.
template <int Base>
constexpr char* write_prefix(char* out, bool capital) noexcept {
  *out++ = '0';
  if (Base == 16) *out++ = capital ? 'X' : 'x';
  if (Base == 2) *out++ = capital ? 'B' : 'b';
  return out;
}

template <class T, int Base, bool Upper, bool Prefix>
  requires integer<remove_cvref<T>>
struct builtin_formatter<based<T, Base, Upper, Prefix>> {
  using number = remove_cvref<T>;
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
  // An octal 0 already begins with the prefix: it is 0, as printf's %#o and
  // iostream's showbase write it.
  static constexpr std::size_t mark_size(number n) noexcept {
    if (!Prefix) return 0;
    return Base != 8 ? 2 : n != 0;
  }
};

/// A type that is a leaf of the library.
template <class T>
concept has_builtin_formatter = builtin_formatter<T>::room > 0;

// How a user's type is printed by rill_print.
//
// The three forms and their costs are in docs/decisions/0004-the-hook.md. No
// hook can write past the buffer: the bound in its return type is compared with
// the room before each piece is written.

// Stands for a T in overload resolution and converts to T const& alone: a
// hook of a base class, or one reached through a converting constructor, does
// not accept it.
template <class T>
struct only {
  template <std::same_as<T> U>
  operator U const&() const noexcept;
};

// The return type of out(…): the most bytes that the pieces take, if their
// types bound it.
template <std::size_t Size>
struct bounded {
  static constexpr std::size_t size = Size;
};
struct unbounded {};

template <class T>
inline constexpr bool is_bounded = false;
template <std::size_t Size>
inline constexpr bool is_bounded<bounded<Size>> = true;

// The sights of all arguments of a call (print/printed_sight.h).
template <class... Args>
constexpr sight sight_of_call();

// What the hook's first argument is while it prints: each call is checked
// against the end of the buffer. Every hook is compiled with this one, so a
// warning here is given once.
class checked_out {
 public:
  explicit constexpr checked_out(writer& out) noexcept : writer_(out) {}
  template <class... Args, sight S = sight_of_call<Args...>()>
  constexpr auto operator()(Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...);

 private:
  writer& writer_;
};

// The hook's first argument while a speed-form hook prints into room that is
// reserved for the bound of its return type.
class reserved_out {
 public:
  constexpr reserved_out(writer& out, std::size_t size) noexcept
      : writer_(out),
        cursor_(out.cursor()),
        limit_(cursor_ + size),
        end_(cursor_ + out.room()) {}
  template <class... Args, sight S = sight_of_call<Args...>()>
  constexpr auto operator()(Args const&... args);

  // True if all bytes went into the reserved room, and no other code has moved
  // the cursor or, by an error, taken the room away.
  constexpr bool kept_within() const noexcept {
    return !spilled_ && writer_.cursor() == cursor_ &&
           writer_.cursor() + writer_.room() == end_;
  }

 private:
  writer& writer_;
  char* cursor_;
  char* limit_;
  char* end_;
  bool spilled_ = false;
};

// The hook's first argument in an unevaluated call: out(…) only has a type.
struct measuring_out {
  template <class... Args>
  constexpr auto operator()(Args const&... args) const;
};

// As `only`, but they convert to T by value and to T&.
template <class T>
struct only_value {
  template <std::same_as<T> U>
  operator U() const noexcept;
};
template <class T>
struct only_variable {
  template <std::same_as<T> U>
  operator U&() const noexcept;
};

// True if any rill_print accepts a variable of this type. This is rare;
// otherwise the costlier checks below are skipped. A writer is tried last,
// because the body of a hook with the return type auto does not compile for it.
template <class T>
concept reaches_template_hook =
    requires(checked_out& out, T& v) { rill_print(out, v); };
template <class T>
concept reaches_writer_hook =
    !reaches_template_hook<T> &&
    requires(writer& out, T& v) { rill_print(out, v); };

// A hook that is a template in its second argument, such as one for every
// box<T>, does not accept an only<box<int>>, because deduction ignores
// conversions. So it competes with the function template below, which accepts
// every T: it wins, or the call is ambiguous. A hook that accepts T only by a
// conversion loses.
namespace hook_of_any {
struct none {};
template <class Out, class T>
none rill_print(Out&, T const&);

template <class T, class Out>
concept is_best = requires(Out& out, T const& v) {
  { rill_print(out, v) } -> std::same_as<none>;
};
}  // namespace hook_of_any

template <class T, class Out>
concept hook_of_family = requires(Out& out, T const& v) {
  rill_print(out, v);
} && !hook_of_any::is_best<T, Out>;

// True for a hook that takes T const&, or T by value, which clang treats alike.
template <class T>
concept template_hook =
    requires(checked_out& out, only<T> const& v) { rill_print(out, v); } ||
    (reaches_template_hook<T> &&
     (requires(checked_out& out, only_value<T> const& v) {
       rill_print(out, v);
     } || hook_of_family<T, checked_out>));

// void rill_print(rill::writer&, T const&), which may live in a .cpp file.
template <class T>
concept writer_hook = requires(writer& out, only<T> const& v) {
  rill_print(out, v);
} || (reaches_writer_hook<T> && (requires(writer& out, only_value<T> const& v) {
                        rill_print(out, v);
                      } || hook_of_family<T, writer>));

template <class T>
concept hooked = template_hook<T> || writer_hook<T>;

// True if a rill_print takes T&, to change the value, but none takes T const&.
template <class T>
concept misses_hook =
    !hooked<T> && ((reaches_template_hook<T> &&
                    requires(checked_out& out, only_variable<T> const& v) {
                      rill_print(out, v);
                    }) ||
                   (reaches_writer_hook<T> &&
                    requires(writer& out, only_variable<T> const& v) {
                      rill_print(out, v);
                    }));

// The bound of a speed-form hook, or `unbounded`.
template <class T>
struct hook_bound {
  using type = unbounded;
};
template <template_hook T>
  requires is_bounded<decltype(rill_print(declval<measuring_out&>(),
                                          declval<only<T> const&>()))>
struct hook_bound<T> {
  using type = decltype(rill_print(declval<measuring_out&>(),
                                   declval<only<T> const&>()));
};

template <class T>
constexpr void call_hook(writer& out, T const& value) {
  if constexpr (template_hook<T>) {
    checked_out checked(out);
    rill_print(checked, value);
  } else {
    rill_print(out, value);
  }
}

// Floating-point numbers in the form of fixed, scientific, general, hexfloat
// and upper.
//
// No allocation, constexpr. Zeros after the last digit that can be nonzero are
// written apart from the text, so any number of digits works.

/// The text of a number up to `end`. `zeros` zeros belong before the last
/// `tail` bytes, which are the exponent.
struct number_text {
  char* end;
  std::size_t zeros;
  std::size_t tail;
};

// Every digit after this many is 0, in each form: 2^-1074 has 1074 digits.
template <floating T>
inline constexpr int digits_enough = -float_format<T>::least_exponent;

// The most bytes of a text with at most digits_enough<T> digits.
template <floating T>
inline constexpr std::size_t most_of_form = static_cast<std::size_t>(
    floor_log10_of_power_of_two(float_format<T>::greatest_exponent +
                                float_format<T>::precision) +
    digits_enough<T> + 64);

constexpr void make_capitals(char* first, char* last) noexcept {
  for (; first != last; ++first)
    if (*first >= 'a' && *first <= 'z')
      *first = static_cast<char>(*first - 'a' + 'A');
}

// Writes as many digits as needed to read the same number back.
template <float_form Form, floating T>
constexpr char* write_shortest_form(char* out, T x) noexcept {
  if constexpr (Form == float_form::shortest) {
    return write_shortest(out, x);
  } else {
    auto const parts = take_apart(x);
    if (!parts.is_finite) return write_not_finite(out, parts);
    // If neighbouring numbers are more than 1 apart, the exact integer has as
    // many digits as the shortest form with trailing zeros.
    if (Form == float_form::fixed && parts.k > 0) return write_fixed(out, x, 0);
    if (parts.negative) *out++ = '-';
    digit_text text{shortest_decimal<std::uint64_t>{0, 0, 0}};
    if (parts.m != 0)
      text = digit_text(shortest_of<float_format<T>>(parts.m, parts.k));
    bool const plain =
        Form == float_form::fixed ||
        (Form == float_form::general && text.first >= -4 && text.first < 6);
    return plain ? place_plain(out, text) : place_scientific(out, text);
  }
}

template <float_form Form, floating T>
constexpr char* write_form(char* out, T x, int digits, bool capital) noexcept {
  if constexpr (Form == float_form::fixed)
    return write_fixed(out, x, digits, capital);
  else if constexpr (Form == float_form::scientific)
    return write_scientific(out, x, digits, capital);
  else if constexpr (Form == float_form::general)
    return write_general(out, x, digits, capital);
  else
    return write_hexfloat(out, x, digits, capital);
}

template <float_form Form, floating T>
constexpr std::size_t form_size(T x, int digits) noexcept {
  if constexpr (Form == float_form::hexfloat) {
    return hexfloat_size(x, digits);
  } else if (Form == float_form::shortest || digits < 0) {
    if constexpr (Form != float_form::fixed) return shortest_size<T> + 8;
    int const last = exponent_of_last(take_apart(x).k, false) - 1;
    return fixed_size(x, last < 0 ? -last : 0);
  } else if constexpr (Form == float_form::fixed) {
    return fixed_size(x, digits);
  } else if constexpr (Form == float_form::scientific) {
    return scientific_size(x, digits);
  } else {
    return general_size(x, digits);
  }
}

template <class T, float_form Form, bool Upper>
struct own_form {
  using number = remove_cvref<T>;
  using value_type = formed<T, Form, Upper>;

  /// The bytes that write may touch.
  static constexpr std::size_t max_size(value_type const& v) noexcept {
    return form_size<Form>(static_cast<number>(v.value), v.digits);
  }
  static constexpr char* write(char* out, value_type const& v) noexcept {
    auto const x = static_cast<number>(v.value);
    if (is_shortest(v)) return write_shortest_text(out, x);
    return write_form<Form>(out, x, v.digits, Upper);
  }
  /// The text without the zeros that are counted in number_text; at most
  /// most_of_form<number> bytes.
  static constexpr number_text render(char* out, value_type const& v) noexcept {
    auto const x = static_cast<number>(v.value);
    if (is_shortest(v)) return {write_shortest_text(out, x), 0, 0};
    bool const longer = v.digits > digits_enough<number>;
    int const digits = longer ? digits_enough<number> : v.digits;
    char* const end = write_form<Form>(out, x, digits, Upper);
    if (!longer || Form == float_form::general || !take_apart(x).is_finite)
      return {end, 0, 0};
    return {end, static_cast<std::size_t>(v.digits - digits),
            tail_of(out, end)};
  }

 private:
  static constexpr bool is_shortest(value_type const& v) noexcept {
    return Form == float_form::shortest ||
           (v.digits < 0 && Form != float_form::hexfloat);
  }
  static constexpr char* write_shortest_text(char* out, number x) noexcept {
    char* const end = write_shortest_form<Form>(out, x);
    if constexpr (Upper) make_capitals(out, end);
    return end;
  }
  // The length of the exponent, including its letter.
  static constexpr std::size_t tail_of(char const* out,
                                       char const* end) noexcept {
    if constexpr (Form == float_form::fixed) return 0;
    constexpr char mark = Form == float_form::hexfloat ? 'p' : 'e';
    char const* at = end;
    while (at != out && (*--at | 0x20) != mark) continue;
    return static_cast<std::size_t>(end - at);
  }
};

/// A leaf whose room depends on its value.
template <class T>
struct measured_formatter;
template <class T, float_form Form, bool Upper>
  requires floating<remove_cvref<T>>
struct measured_formatter<formed<T, Form, Upper>> : own_form<T, Form, Upper> {
  static constexpr std::size_t most = most_of_form<remove_cvref<T>>;
};

template <class T>
concept measured = requires { measured_formatter<T>::most; };

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif

// rill/binary/failure.h: the formats, the kinds of types, and errors in binary
// data with their place.
//
// Layer 6. Tests: test/binary/failure_test.cpp, test/binary/write_test.cpp,
// test/binary/limits_test.cpp, test/binary/kind_test.cpp.
#ifndef RILL_BINARY_FAILURE_H
#define RILL_BINARY_FAILURE_H

#include <cstddef>  // std::size_t

#include "../base/config.h"
#include "../number/floating.h"
#include "../os/error.h"
#include "../shape/holder.h"

// What is wrong with binary data, and where.
//
// Allocates nothing.

namespace rill::inline RILL_BUILD {
namespace detail {

/// Collects an error: the problem, and the path to the value. The path grows at
/// the front while the calls return, innermost first.
class binary_failure {
 public:
  binary_failure() noexcept {}  // set() sets the other members

  explicit operator bool() const noexcept {
    return problem_ != binary_problem::none;
  }
  binary_problem problem() const noexcept { return problem_; }

  /// Notes the first problem. Later ones are consequences and are ignored.
  void set(binary_problem problem, unsigned long long offset,
           unsigned long long value, unsigned long long limit) noexcept;

  void clear() noexcept { problem_ = binary_problem::none; }

  /// Adds the index of an element, or the name of a member, to the path.
  void in_element(unsigned long long index) noexcept;
  void in_member(text name, int number) noexcept;

  /// Makes the error: `read binary data.bin: orders[17].name: …, at byte 40`.
  rill::error error(text operation, text path) const noexcept;

 private:
  void prepend(text words) noexcept;

  binary_problem problem_ = binary_problem::none;
  unsigned long long offset_;
  unsigned long long value_;
  unsigned long long limit_;
  char path_[192];
  std::size_t path_begin_ = sizeof path_;  // it is filled from its end
};

}  // namespace detail

// The formats of binary data, and the limits of reading.

/// Limits on what reading binary data may cost. The defaults are for untrusted
/// data.
struct binary_limits {
  /// How many levels deep values may be nested in containers, optionals,
  /// pointers, variants and hooks. Also holds for writing.
  unsigned depth = 100;
  /// Bytes of memory that the values of one call may take: the elements of
  /// containers and the characters of strings, as sizeof counts them.
  unsigned long long memory = 1ull << 30;
  /// Accepts numbers that no enumerator has.
  bool unknown_enumerators = false;
};

namespace detail {

struct compact_format {
  static constexpr bool has_numbers = false;
  static constexpr bool is_layout = false;
  static constexpr bool views = false;
};
// The format of read_binary_view: reads what binary_compact writes; views point
// into the bytes.
struct view_format : compact_format {
  static constexpr bool views = true;
};
struct tagged_format {
  static constexpr bool has_numbers = true;
  static constexpr bool is_layout = false;
  static constexpr bool views = false;
};
struct fixed_format {
  static constexpr bool has_numbers = false;
  static constexpr bool is_layout = true;
  static constexpr bool views = false;
};

template <class T>
inline constexpr bool is_format = false;
template <>
inline constexpr bool is_format<compact_format> = true;
template <>
inline constexpr bool is_format<tagged_format> = true;
template <>
inline constexpr bool is_format<fixed_format> = true;

}  // namespace detail

/// The values alone, little endian, with counts and lengths as LEB128. Both
/// sides must have the same types.
inline constexpr detail::compact_format binary_compact{};

/// Members with their numbers and wire types: a reader skips members that it
/// does not know, and leaves members that are missing at their defaults.
inline constexpr detail::tagged_format binary_tagged{};

/// The layout of foreign file formats and protocols: every value has as many
/// bytes as its type, nothing is added. Types without a fixed size do not
/// compile.
inline constexpr detail::fixed_format binary_fixed{};

// What kind of binary data a type is, and how many bytes.
//
// constexpr.

namespace detail {

class binary_target;  // binary/source.h
class binary_source;  // binary/source.h

enum class binary_kind : unsigned char {
  refused,
  number,       // integers, characters, floating-point numbers, std::byte
  boolean,      // this, above and below: binary/arithmetic.h
  enumeration,  //
  layout,       // le, be, fixed_text, padding: binary/layout.h
  variable,     // leb128
  text,         // binary/coder.h
  hook,         // binary/object.h
  structure,    // members, also of pairs and tuples: binary/object.h
  range,        // binary/range.h
  map,          //
  set,          //
  adaptor,      //
  bits,         //
  optional,     // binary/choice.h
  owner,        //
  variant,      //
  expected,     //
  nothing,      // binary/time.h
  complexes,    //
  atomic,       //
  reference,    //
  duration,     // binary/time.h
  time_point,   //
  calendar,     //
};

// Types of layout.h with a fixed size: le, be, fixed_text, padding.
template <class T>
concept says_its_layout = requires { typename T::rill_layout; };

// leb128 of binary/layout.h.
template <class T>
concept has_variable_size = requires { typename T::rill_variable; };

// A structure of rill that is written in place of another type, such as a
// complex number.
template <class T>
concept has_own_parts = requires { typename T::rill_parts; };

// The `io` argument of a hook, for checking whether it can be called.
struct any_binary_io {
  static constexpr bool is_reading = false;
  template <class... Args>
  bool operator()(Args&&...) const;
};

// Converts to T& only, so that a hook of a base class does not match.
template <class T>
struct only_part {
  template <std::same_as<T> U>
  operator U&() const noexcept;
  template <std::same_as<T> U>
  operator U const&() const noexcept;
};
// Has no conversion to T. Argument-dependent lookup finds the functions of T
// for it too.
template <class T>
struct no_part {};

template <class T>
T&& moved_part() noexcept;

// Hooks that name their type: `rill_binary(auto& io, point& p)`, or with `point
// const&` where the type is only written. Two calls exclude generic hooks. An
// `auto&` cannot bind the rvalue only_part; an `auto const&` or `auto&&` also
// accepts no_part.
template <class T>
concept hooked_by_name = std::is_class_v<T> && requires(any_binary_io& io) {
  rill_binary(io, moved_part<only_part<T>>());
} && !requires(any_binary_io& io) {
  rill_binary(io, moved_part<no_part<T>>());
};
// Generic hooks: `rill_binary(auto& io, auto& x)`. Argument-dependent lookup
// finds the hook of a class also for a std::vector of that class. So a generic
// hook is used for structures only.
template <class T>
concept hooked_by_any =
    std::is_class_v<T> &&
    requires(any_binary_io& io, T& x) { rill_binary(io, x); };

// A long double with 53 bits of precision, as a double has. Refused: another
// machine would read it as a long double of 64 or 113 bits.
template <class T>
inline constexpr bool is_odd_float =
    std::is_same_v<T, long double> && RILL_LONG_DOUBLE_BITS == 53;

template <class T>
concept binary_number =
    integer<T> || character<T> || std::is_same_v<T, std::byte> ||
    (floating<T> && !is_odd_float<T>);

// Strings, views and paths; not pointers or arrays of characters.
template <class T>
concept binary_text = (text_like<T> && std::is_class_v<T>) || path_like<T>;

constexpr binary_kind kind_of_shape(shape of) noexcept {
  switch (of) {
    case shape::range:
      return binary_kind::range;
    case shape::map:
      return binary_kind::map;
    case shape::set:
      return binary_kind::set;
    case shape::adaptor:
      return binary_kind::adaptor;
    case shape::fields:
    case shape::aggregate:
    case shape::tuple:
      return binary_kind::structure;
    case shape::optional:
      return binary_kind::optional;
    case shape::variant:
      return binary_kind::variant;
    case shape::expected:
      return binary_kind::expected;
    case shape::reference:
      return binary_kind::reference;
    case shape::nothing:
      return binary_kind::nothing;
    case shape::bits:
      return binary_kind::bits;
    case shape::atomic:
      return binary_kind::atomic;
    case shape::complex_number:
      return binary_kind::complexes;
    case shape::duration:
      return binary_kind::duration;
    case shape::time_point:
      return binary_kind::time_point;
    case shape::calendar:
      return binary_kind::calendar;
    case shape::enumeration:
      return binary_kind::enumeration;
    default:
      return binary_kind::refused;
  }
}

// Unique owners. A deleter_type distinguishes them from std::shared_ptr.
template <class T>
concept owner_of_one = requires(T& owner) {
  typename T::element_type;
  typename T::deleter_type;
  owner.release();
} && !std::is_array_v<typename T::element_type>;

// Shapes have precedence over a generic hook: see hooked_by_any.
template <class T>
constexpr binary_kind find_binary_kind() {
  if constexpr (is_format<T>) {
    return binary_kind::nothing;  // a format is an argument, not a value
  } else if constexpr (binary_number<T>) {
    return binary_kind::number;
  } else if constexpr (std::is_same_v<T, bool>) {
    return binary_kind::boolean;
  } else if constexpr (says_its_layout<T>) {
    return binary_kind::layout;
  } else if constexpr (has_variable_size<T>) {
    return binary_kind::variable;
  } else if constexpr (has_own_parts<T>) {
    return binary_kind::structure;
  } else if constexpr (hooked_by_name<T>) {
    return binary_kind::hook;
  } else if constexpr (binary_text<T>) {
    return binary_kind::text;
  } else if constexpr (owner_of_one<T>) {
    return binary_kind::owner;
  } else {
    constexpr shape found = shape_of<T>;
    if constexpr ((found == shape::aggregate || found == shape::none) &&
                  hooked_by_any<T>)
      return binary_kind::hook;
    else if constexpr (std::is_enum_v<T> && found != shape::enumeration)
      return binary_kind::enumeration;
    else
      return kind_of_shape(found);
  }
}

template <class T>
inline constexpr binary_kind binary_kind_of = find_binary_kind<T>();

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "failure_body.h"
#endif

#endif

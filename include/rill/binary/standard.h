// rill/binary/standard.h: complex and atomic numbers, references, values that
// are nothing.
//
// Layer 5. Allocates nothing. Tests: test/binary/standard_test.cpp.
#ifndef RILL_BINARY_STANDARD_H
#define RILL_BINARY_STANDARD_H

#include "structure.h"
#include "tagged.h"

namespace rill::inline RILL_BUILD::detail {

// std::monostate, std::nullopt_t: no byte, and in binary_tagged an empty group.
template <>
struct binary_coder<binary_kind::nothing> {
  template <class>
  static constexpr std::size_t size = 0;
  template <class>
  static constexpr bool image = false;
  template <class>
  static constexpr bool written_image = false;

  template <class F, class T>
  static char* store(char* at, T const&) noexcept {
    return at;
  }
  template <class F, class T>
  static char const* load(binary_source&, char const* at, T&) noexcept {
    return at;
  }
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const&) {
    return put_group<F>(to, at);
  }
  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T&) {
    int failed = -1;
    return get_group<F>(from, at, failed);
  }
};

// A type that is written as another one: `part(value)` is that, and
// `assign(value, part)` the way back.
template <class Other>
struct coder_of_other {
  template <class T>
  using type = typename Other::template type<T>;
  template <class T>
  static constexpr std::size_t size = binary_bytes<type<T>>;
  template <class T>
  static constexpr std::size_t least = least_size<type<T>>;
  template <class T>
  static constexpr bool image = false;
  template <class T>
  static constexpr bool written_image = false;

  template <class F, class T>
  static char* store(char* at, T const& value) {
    return binary_coder<binary_kind_of<type<T>>>::template store<F>(
        at, type<T>(Other::part(value)));
  }
  template <class F, class T>
  static char const* load(binary_source& from, char const* at, T& value) {
    type<T> part{};
    at =
        binary_coder<binary_kind_of<type<T>>>::template load<F>(from, at, part);
    return at ? assign(from, at, value, part) : nullptr;
  }
  template <class F, class T>
  static char* put(binary_target& to, char* at, T const& value) {
    return put_value<F, type<T>>(to, at, Other::part(value));
  }
  template <class F, class T>
  static char const* get(binary_source& from, char const* at, T& value) {
    type<T> part{};
    at = get_value<F>(from, at, part);
    return at ? assign(from, at, value, part) : nullptr;
  }
  template <class T>
  static char const* get_wired(binary_source& from, char const* at,
                               unsigned wire, T& value) {
    type<T> part{};
    at = detail::get_wired(from, at, wire, part);
    return at ? assign(from, at, value, part) : nullptr;
  }

 private:
  template <class T, class Part>
  static char const* assign(binary_source& from, char const* at, T& value,
                            Part& part) {
    if constexpr (requires {
                    { Other::assign(value, part) } -> std::same_as<bool>;
                  }) {
      if (!Other::assign(value, part))
        return from.fail(at, binary_problem::out_of_range);
    } else {
      Other::assign(value, part);
    }
    return at;
  }
};

struct atomic_as_value {
  template <class T>
  using type = typename T::value_type;
  template <class T>
  static auto part(T const& value) {
    return value.load();
  }
  template <class T, class Part>
  static void assign(T& value, Part& part) {
    value.store(part);
  }
};
template <>
struct binary_coder<binary_kind::atomic> : coder_of_other<atomic_as_value> {};

// Read into what it refers to.
struct reference_as_value {
  template <class T>
  using type = std::remove_cv_t<typename T::type>;
  template <class T>
  static auto const& part(T const& value) {
    return value.get();
  }
  template <class T, class Part>
  static void assign(T& value, Part& part) {
    value.get() = static_cast<Part&&>(part);
  }
};
template <>
struct binary_coder<binary_kind::reference>
    : coder_of_other<reference_as_value> {};

// The real part and the imaginary one.
template <class Number>
struct two_numbers {
  using rill_parts = void;
  Number real;
  Number imaginary;
};
struct complex_as_two {
  template <class T>
  using type = two_numbers<typename T::value_type>;
  template <class T>
  static type<T> part(T const& value) {
    return {value.real(), value.imag()};
  }
  template <class T>
  static void assign(T& value, type<T>& part) {
    value = T(part.real, part.imaginary);
  }
};
template <>
struct binary_coder<binary_kind::complex> : coder_of_other<complex_as_two> {
  // Section 29.4.1 of the standard: a complex number lies in memory as an array
  // of two.
  template <class T>
  static constexpr bool image =
      is_image<typename T::value_type> && std::is_trivially_copyable_v<T>;
  template <class T>
  static constexpr bool written_image = image<T>;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

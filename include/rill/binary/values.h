// rill/binary/values.h: the coders of all kinds, and the refusal of others.
//
// Layer 5. Tests: test/binary/property_test.cpp, test/refuse/binary_*.cpp.
#ifndef RILL_BINARY_VALUES_H
#define RILL_BINARY_VALUES_H

#include "associative.h"
#include "hook.h"
#include "layout.h"
#include "time.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
constexpr bool diagnose_refused() {
  constexpr bool is_pointer =
      std::is_pointer_v<T> || shape_of<T> == shape::pointer;
  static_assert(!is_pointer,
                "rill: a pointer is no binary data: addresses mean nothing to "
                "another program, and shared objects would be read twice; what "
                "it points to is, and a std::unique_ptr");
  static_assert(is_pointer || !is_odd_float<T>,
                "rill: a long double of 53 bits is written as a double");
  static_assert(is_pointer || is_odd_float<T>,
                "rill: this type is no binary data: give it `friend void "
                "rill_binary(auto& io, T& x) { io(x.a, x.b); }`, or a line "
                "RILL_FIELDS");
  return true;
}

template <>
struct binary_coder<binary_kind::refused> {
  template <class T>
  static constexpr std::size_t size = diagnose_refused<T>() ? dynamic_size : 0;
  template <class>
  static constexpr std::size_t least = 0;
  template <class>
  static constexpr bool image = false;
  template <class>
  static constexpr bool written_image = false;

  template <class F, class T>
  static char* put(binary_target&, char* at, T const&) {
    return at;
  }
  template <class F, class T>
  static char const* get(binary_source&, char const* at, T&) {
    return at;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

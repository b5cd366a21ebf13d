// rill/value/debug.h: values in the form that a programmer wants to see.
//
// Floor 2. Pure. Tests: test/print/debug_test.cpp.
#ifndef RILL_VALUE_DEBUG_H
#define RILL_VALUE_DEBUG_H

#include "../base/bare.h"

namespace rill::inline RILL_BUILD {

/// A value in debug form.
template <class T>
struct debugged {
  T value;
};

/// `debug(x)`: texts in double quotes and characters in single ones, with
/// escapes for what cannot be seen or is ill-formed; pointers as addresses,
/// or nullptr; everything else as print has it. The parts of containers and
/// structures are always printed so.
///
/// Example:
///     rill::println(rill::debug("two\nlines"), ' ', rill::debug('"'));
template <class T>
constexpr debugged<T> debug(T&& value) {
  return {static_cast<T&&>(value)};
}

}  // namespace rill::inline RILL_BUILD

#endif

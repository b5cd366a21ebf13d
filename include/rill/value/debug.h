// rill/value/debug.h: values in the form that a programmer wants to see.
//
// Floor 2. Pure. Tests: test/print/debug_test.cpp,
// test/print/pretty_test.cpp.
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

/// A value in debug form, over as many lines as it needs.
template <class T>
struct prettied {
  T value;
  int indent;
};

/// `pretty(x[, indent])`: debug form for long values: a structure that does
/// not fit into 80 columns has one part on each line, `indent` spaces
/// further in than the structure, and its closing bracket on a line of its
/// own. What fits stays in one line.
///
/// Cost: the text is made in memory before it is placed.
///
/// Example:
///     int const numbers[] = {1, 2, 3};
///     rill::println(rill::pretty(numbers));
template <class T>
constexpr prettied<T> pretty(T&& value, int indent = 2) {
  return {static_cast<T&&>(value), indent < 0 ? 0 : indent};
}

}  // namespace rill::inline RILL_BUILD

#endif

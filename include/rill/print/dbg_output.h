// rill/print/dbg_output.h: where the text of dbg goes.
//
// Floor 5. Any thread may call the functions. Tests:
// test/print/dbg_level_test.cpp.
#ifndef RILL_PRINT_DBG_OUTPUT_H
#define RILL_PRINT_DBG_OUTPUT_H

#include "../os/debug_terms.h"
#include "print.h"

namespace rill::inline RILL_BUILD {

/// What takes the text of dbg: one call for each dbg, with its lines and the
/// newline at their end. The text is valid during the call.
using dbg_output = void (*)(text message, debug_level level);

#if RILL_HOSTED

namespace detail {

// eprint(line), or eprintln(line), without a template that each program with
// dbg would instantiate.
inline void say_line(text line, bool ends_line) {
  static constexpr listed_type const* types[] = {&array_in_list,
                                                 &newline_in_list, nullptr};
  static constexpr listed_type const* only_text[] = {&array_in_list, nullptr};
  listed_value const values[2] = {listed_value(line.data, line.size),
                                  listed_value(nullptr)};
  print_plainly(stderr, {ends_line ? types : only_text, values});
}

}  // namespace detail

/// Prints the text to standard error, in one write. This is the default.
inline void dbg_to_standard_error(text message, debug_level) {
  detail::say_line(message, false);
}

namespace detail {

RILL_STATE inline dbg_output dbg_output_in_force = dbg_to_standard_error;

}  // namespace detail

/// Sets where the text of dbg and dbg_at goes, and returns what it was before.
/// Null puts the default back.
///
/// Example:
///     #include <rill/debug.h>
///     rill::set_dbg_output(rill::dbg_to_debugger);
inline dbg_output set_dbg_output(dbg_output output) noexcept {
  return __atomic_exchange_n(&detail::dbg_output_in_force,
                             output ? output : dbg_to_standard_error,
                             __ATOMIC_ACQ_REL);
}
#endif

}  // namespace rill::inline RILL_BUILD

#endif

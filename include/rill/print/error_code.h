// rill/print/error_code.h: what is inside an error.
//
// Floor 5. No allocation. Tests: test/print/error_code_test.cpp.
#ifndef RILL_PRINT_ERROR_CODE_H
#define RILL_PRINT_ERROR_CODE_H

#include "../base/config.h"

#if RILL_HOSTED
#include "../os/error_sentence.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// As rill/types.h prints the enumerations themselves.
constexpr text name_of(error_source source) noexcept {
  constexpr text names[] = {"none",      "system", "library", "scan",
                            "c_library", "text",   "openssl", "binary"};
  constexpr unsigned count = sizeof names / sizeof *names;
  static_assert(count == static_cast<unsigned>(error_source::binary) + 1);
  auto const number = static_cast<unsigned>(source);
  return number < count ? names[number] : text("unknown");
}

constexpr text name_of(scan_problem problem) noexcept {
  constexpr text names[] = {"unknown",  "malformed",    "out_of_range",
                            "mismatch", "end_of_input", "left_over"};
  constexpr unsigned count = sizeof names / sizeof *names;
  static_assert(count == static_cast<unsigned>(scan_problem::left_over) + 1);
  auto const number = static_cast<unsigned>(problem);
  return names[number < count ? number : 0];
}

}  // namespace detail

/// Prints what is inside an error: `No such file or directory (system:2)`, in
/// the form of std::error_code.
void rill_print(auto& out, error_code const& code) {
  if (!code) return static_cast<void>(out("no error"));
  char buffer[os::error_text_size];
  if (code.source == error_source::library)
    out(text(detail::library_text(code.number)));
  else if (code.source == error_source::scan)
    out(detail::name_of(static_cast<scan_problem>(code.number)));
  else if (code.source == error_source::text)
    out(text(detail::text_problem_name(code.number)));
  else if (code.source == error_source::openssl ||
           code.source == error_source::binary)
    out(text(detail::plain_sentence(code)));
  else
    out(text(os::error_text(code, buffer, sizeof buffer)));
  out(" (", detail::name_of(code.source), ':', code.number, ')');
}

}  // namespace rill::inline RILL_BUILD
#endif

#endif

// rill/os/error_body.h: the bodies of error.h.
//
// Floor 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_ERROR_BODY_H
#define RILL_OS_ERROR_BODY_H

#include "error.h"
#include "hooks.h"
#include "standard_message.h"

#if RILL_EXCEPTIONS
#include <exception>  // std::current_exception
#endif

namespace rill::inline RILL_BUILD {
namespace detail {

[[gnu::cold, gnu::noinline]] RILL_CORE void say_briefly(
    error const& reason) noexcept {
  char line[512];
  char* out = os::put_program_name(line, line + 200);
  out = copy_text(out, ": ");
  text const words = beginning_of(text(reason.what()),
                                  static_cast<std::size_t>(line + 511 - out));
  out = copy_bytes(out, words.data, words.size);
  *out++ = '\n';
  (void)os::write_all(os::standard_error_handle, line,
                      static_cast<std::size_t>(out - line));
}

[[gnu::cold, gnu::noinline]] RILL_CORE void say_on_standard_error(
    error const& reason) noexcept {
  error_text_builder line;
  add_name(line, os::program_name());
  line.add(": ");
  line.add(reason.what());
  line.add("\n");
  if (char* const sentence = line.release()) {
    (void)os::write_all(os::standard_error_handle, sentence,
                        length_of(sentence));
    os::give_memory(sentence);
  } else {
    say_briefly(reason);
  }
}

[[gnu::cold, gnu::noinline]] RILL_CORE void end_program(
    error const& reason) noexcept {
  say_on_standard_error(reason);
  os::end_program_with(1);
}

#if RILL_EXCEPTIONS
// Ends a program that does not catch a rill::error as one without exceptions
// ends. Returns when std::terminate was called for another reason.
[[gnu::cold]] RILL_CORE void end_with_uncaught_error() {
  if (!std::current_exception()) return;
  try {
    throw;
  } catch (error const& reason) {
    say_on_standard_error(reason);
  } catch (...) {
    return;
  }
  os::exit_after_flush(1);
}
#endif

[[gnu::cold, gnu::noinline]] RILL_CORE void expect_uncaught_error() noexcept {
#if RILL_EXCEPTIONS
  os::at_uncaught(end_with_uncaught_error);
#endif
}

}  // namespace detail

[[gnu::cold, gnu::noinline]] RILL_CORE void raise(error const& reason) {
#if RILL_EXCEPTIONS
  detail::expect_uncaught_error();
  throw reason;
#else
  detail::end_program(reason);
#endif
}

}  // namespace rill::inline RILL_BUILD

#endif

// rill/process/process_error.h: a child that has not ended as it should.
//
// Floor 5. As os/error.h: copies share one allocation and never throw. Tests:
// test/process/process_error_test.cpp.
#ifndef RILL_PROCESS_PROCESS_ERROR_H
#define RILL_PROCESS_PROCESS_ERROR_H

#include "../os/error.h"
#include "exit_status.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// run git fetch: exited with 128
// fatal: not a git repository
inline char* make_process_sentence(error_code code,
                                   error_body const& body) noexcept {
  error_text_builder out;
  add_name(out, body.operation);
  out.add(" ");
  add_name(out, body.path);
  out.add(": ");
  if (code != error_code(library_problem::child_failed)) {
    out.add(library_text(code.number));
    out.add("; ");
  }
  add_name(out, body.place.part);
  text rest = body.facts.names;
  while (rest.size != 0) {
    std::size_t size = 0;
    while (size != rest.size && rest.data[size] != '\n') ++size;
    out.add("\n");
    add_shown(out, {rest.data, size}, shown_as::name);
    std::size_t const used = size + (size != rest.size ? 1 : 0);
    rest = {rest.data + used, rest.size - used};
  }
  return out.release();
}

// The last lines of a text, without the newline at its end, and no more than
// so many bytes of them.
inline text last_lines(text bytes, std::size_t count,
                       std::size_t most) noexcept {
  if (bytes.ends_with("\n")) --bytes.size;
  char const* at = bytes.end();
  while (at != bytes.begin() &&
         static_cast<std::size_t>(bytes.end() - at) != most) {
    if (at[-1] == '\n' && --count == 0) break;
    --at;
  }
  return {at, static_cast<std::size_t>(bytes.end() - at)};
}

}  // namespace detail

/// A child that has not ended with status 0, or was ended: it took more time
/// than it was given, or printed more.
///
/// `what()` is a sentence, and below it what the child last said:
///
///     run git fetch: exited with 128
///     fatal: not a git repository
///
/// `code()` is library_problem::child_failed, ::timed_out or ::too_large. With
/// the last two the status is that of a child that was killed, or had ended
/// before its group.
class process_error : public error {
 public:
  /// How many lines of the child's standard error are kept, and how many bytes
  /// of them.
  static constexpr std::size_t most_lines = 20;
  static constexpr std::size_t most_bytes = 8192;

  /// `command` is the command as it prints, `errors` what the child has
  /// written to its standard error.
  process_error(error_code code, text command, exit_status status,
                text errors) noexcept
      : error(code, "run", command, place_of(status.words()),
              {.names = detail::last_lines(errors, most_lines, most_bytes)},
              detail::make_process_sentence),
        status_(status) {}

  /// The command, as one would type it. As path(): valid as long as a copy of
  /// this error lives.
  text command() const noexcept { return path(); }
  exit_status status() const noexcept { return status_; }
  /// The last lines, at most 20, of what the child has written to standard
  /// error, or to its output where it has written no errors; of what was
  /// captured.
  text errors() const noexcept { return body() ? body()->facts.names : text{}; }

  /// Prints itself: the sentence.
  friend void rill_print(auto& out, process_error const& e) { out(e.what()); }

 private:
  static scan_place place_of(text status) noexcept {
    scan_place place;
    place.part = status;
    return place;
  }

  exit_status status_;
};

/// Throws the error as what it is.
[[noreturn]] [[gnu::cold]] inline void raise(process_error const& reason) {
#if RILL_EXCEPTIONS
  detail::expect_uncaught_error();
  throw process_error(reason);
#else
  raise(static_cast<error const&>(reason));
#endif
}

}  // namespace rill::inline RILL_BUILD

#endif

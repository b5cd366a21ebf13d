// rill/os/error_body.h: the bodies of error.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_ERROR_BODY_H
#define RILL_OS_ERROR_BODY_H

#include "error.h"

#include "../base/text.h"
#include "hooks.h"
#include "shown_text.h"

#if RILL_EXCEPTIONS
#include <exception>  // std::current_exception
#endif

namespace rill::inline RILL_BUILD::os {

RILL_COLD RILL_CORE char* put_program_name(char* out, char* end) {
  char room[detail::longest_escape];
  for (text rest = program_name(); rest.size != 0;) {
    text const shown = detail::next_shown(rest, detail::shown_as::name, room);
    if (shown.size > static_cast<std::size_t>(end - out)) break;
    out = detail::copy_bytes(out, shown.data, shown.size);
  }
  return out;
}

RILL_COLD RILL_CORE void write_message(char const* thing, error_code error) {
  char buffer[error_text_size];
  char const* const reason =
      error.source == error_source::library
          ? output_problem_text(static_cast<library_problem>(error.number))
          : error_text(error, buffer, sizeof buffer);
  char const* const words[] = {": ", thing, ": ", reason, "\n"};
  char line[512];
  auto size =
      static_cast<std::size_t>(put_program_name(line, line + 200) - line);
  for (char const* word : words)
    while (*word && size != sizeof line) line[size++] = *word++;
  (void)write_all(standard_error_handle, line, size);
}

}  // namespace rill::inline RILL_BUILD::os

namespace rill::inline RILL_BUILD {
namespace detail {

[[gnu::cold, gnu::noinline]] RILL_CORE void add_shown(error_text_builder& out,
                                                      text bytes,
                                                      shown_as how) noexcept {
  char room[longest_escape];
  while (bytes.size != 0) out.add(next_shown(bytes, how, room));
}

[[gnu::cold, gnu::noinline]] RILL_CORE void add_name(error_text_builder& out,
                                                     text name) noexcept {
  text const part = beginning_of(name, longest_shown_name);
  add_shown(out, part, shown_as::name);
  if (part.size != name.size) out.add(ellipsis);
}

RILL_CORE char const* compression_text(int number) noexcept {
  switch (static_cast<library_problem>(number)) {
    case library_problem::damaged_data:
      return "the compressed data is damaged";
    case library_problem::cut_data:
      return "the compressed data ends too early";
    case library_problem::trailing_data:
      return "bytes that are not compressed data follow it";
    case library_problem::expands_too_much:
      return "the data expands more than max_ratio allows";
    case library_problem::window_too_large:
      return "the data needs a larger window than window_log_max allows";
    case library_problem::needs_dictionary:
      return "the data was compressed with another dictionary";
    case library_problem::unusable_option:
      return "an option is out of range";
    case library_problem::no_driver:
      return "the program includes no driver for this format";
    case library_problem::no_memory:
      return "there is not enough memory";
    case library_problem::coder_failed:
      return "the compression library failed";
    case library_problem::lent:
      return os::output_problem_text(library_problem::lent);
    case library_problem::device_failed:
      return "the device failed and gave no reason";
    default:
      return "unknown error";
  }
}

RILL_CORE char const* binary_problem_text(int number) noexcept {
  switch (static_cast<binary_problem>(number)) {
    case binary_problem::none:
      return "no error";
    case binary_problem::cut:
      return "the data ends too early";
    case binary_problem::too_long:
      return "a length exceeds the bytes that are left";
    case binary_problem::bad_value:
      return "the bytes are not a value of the type";
    case binary_problem::too_deep:
      return "nested too deep";
    case binary_problem::too_much_memory:
      return "the value needs more memory than the limit";
    case binary_problem::duplicate:
      return "a key or an element occurs twice";
    case binary_problem::left_over:
      return "bytes follow the value";
    case binary_problem::out_of_range:
      return "the number does not fit the type";
    case binary_problem::other_type:
      return "the field has another type";
    case binary_problem::out_of_order:
      return "the numbers of the fields do not ascend";
    case binary_problem::no_value:
      return "a variant without a value cannot be written";
    case binary_problem::misaligned:
      return "the elements are not aligned for their type";
    case binary_problem::not_a_record:
      return "no record begins here";
    case binary_problem::other_version:
      return "the record is of a newer version of the format";
    case binary_problem::other_shape:
      return "the record is of another type";
    case binary_problem::interrupted:
      return "a rill_binary function caught an exception of its io";
    case binary_problem::bad_checksum:
      return "the record is damaged: its checksum differs";
  }
  return "unknown problem";
}

RILL_CORE char const* process_text(int number) noexcept {
  switch (static_cast<library_problem>(number)) {
    case library_problem::empty_command:
      return "the command names no program";
    case library_problem::argument_contains_nul:
      return "an argument contains a NUL byte";
    case library_problem::unusable_variable:
      return "a variable's name is empty or contains '=' or NUL, or its value "
             "contains NUL";
    case library_problem::child_failed:
      return "the process failed";
    case library_problem::timed_out:
      return "the time-out expired";
    case library_problem::cannot_load:
      return "the loader gave no reason";
    case library_problem::batch_file:
      return "cmd.exe would interpret the arguments of a batch file "
             "(batch_files::escape escapes them)";
    case library_problem::unsafe_argument:
      return "an argument cannot be passed: a batch file takes no end of a "
             "line, the name of a program no quote";
    default:
      return compression_text(number);
  }
}

RILL_CORE char const* library_text(int number) noexcept {
  switch (static_cast<library_problem>(number)) {
    case library_problem::wrote_nothing:
      return os::output_problem_text(library_problem::wrote_nothing);
    case library_problem::path_contains_nul:
      return "the path contains a NUL byte";
    case library_problem::closed:
      return "the file is closed";
    case library_problem::no_room:
      return "the buffer is full";
    case library_problem::too_large:
      return "the data exceeds the limit";
    case library_problem::not_a_file:
      return "not a regular file";
    case library_problem::unsupported:
      return "this system cannot do that";
    case library_problem::locked:
      return "another process or handle holds the lock";
    case library_problem::overlap:
      return "the file would be copied onto itself";
    case library_problem::cannot_map:
      return "it cannot be mapped; load() reads it";
    case library_problem::out_of_reach:
      return "beyond the largest offset of a file, or of memory";
    case library_problem::stream_failed:
      return "the stream has failed";
    case library_problem::not_given_back:
      return "bytes that were peeked could not be given back";
    case library_problem::no_such_locale:
      return "no locale of that name is installed (locale -a lists those that "
             "are)";
    case library_problem::unusable_locale:
      return "its separators are not valid UTF-8, or are longer than 8 bytes";
    case library_problem::no_stream:
      return "there is no stream; check the call that opened it (fopen returns "
             "null if it fails)";
    case library_problem::no_size:
      return "its size is 0, and COLUMNS and LINES are not set";
    case library_problem::no_such_encoding:
      return "no encoding has this name";
    case library_problem::no_such_column:
      return "no column has this name";
    case library_problem::threw:
      return "an exception was thrown";
    case library_problem::impossible_count:
      return "the callable returned a larger count than it was offered";
    case library_problem::no_reason:
      return "the callable returned less than 0, and errno is 0";
    case library_problem::became_shorter:
      return "the file became shorter while it was read";
    case library_problem::used_elsewhere:
      return "the program ended while another thread had the writer; not "
             "written";
    default:
      return process_text(number);
  }
}

RILL_CORE char const* text_problem_name(int number) noexcept {
  switch (static_cast<text_problem>(number)) {
    case text_problem::none:
      break;
    case text_problem::cut:
      return "the text ends within a character";
    case text_problem::too_short:
      return "incomplete character";
    case text_problem::stray_continuation:
      return "stray continuation byte";
    case text_problem::overlong:
      return "overlong form";
    case text_problem::surrogate:
      return "lone surrogate";
    case text_problem::too_large:
      return "code point above U+10FFFF";
    case text_problem::invalid_byte:
      return "bytes that encode no character";
    case text_problem::unmappable:
      return "no such character";
    case text_problem::no_room:
      return "no room for the result";
  }
  return "unknown problem";
}

RILL_CORE scan_place scan_place_of(text_place const& place) noexcept {
  scan_place at;
  at.source = place.source;
  at.line = place.line;
  at.column = place.column;
  return at;
}

RILL_CORE text_facts text_facts_of(text_place const& place) noexcept {
  return {place.offset, place.character, place.encoding};
}

RILL_CORE void add_text_sentence(error_text_builder& out, int number,
                                 text_facts const& facts) noexcept {
  out.add(text_problem_name(number));
  if (facts.names.size != 0) {
    out.add(" in ");
    add_name(out, facts.names);
  }
  if (number == static_cast<int>(text_problem::unmappable)) {
    char digits[8];
    char* first = digits + sizeof digits;
    for (char32_t rest = facts.character;
         rest != 0 || digits + sizeof digits - first < 4; rest >>= 4)
      *--first = "0123456789ABCDEF"[rest & 15];
    out.add(": U+");
    out.add(first, static_cast<std::size_t>(digits + sizeof digits - first));
  }
  out.add(", at byte ");
  out.add(facts.offset);
}

[[gnu::cold, gnu::noinline]] RILL_CORE char const* plain_sentence(
    error_code code) noexcept {
  switch (code.source) {
    case error_source::none:
      return "no error";
    case error_source::library:
      return library_text(code.number);
    case error_source::text:
      return text_problem_name(code.number);
    case error_source::scan:
      return "the input is not as expected; there is no memory to show where";
    case error_source::openssl:
      return openssl_sentence;
    case error_source::binary:
      return binary_problem_text(code.number);
    default:
      char const* const constant = os::constant_error_text(code);
      return constant ? constant
                      : "the system reported an error; there is no memory to "
                        "describe it";
  }
}

RILL_CORE void add_place(error_text_builder& out,
                         scan_place const& place) noexcept {
  add_name(out, place.source);
  out.add(":");
  if (place.line == 0) return;
  out.add(place.line);
  out.add(":");
  out.add(place.column);
  out.add(":");
}

RILL_CORE void add_library_sentence(error_text_builder& out, int number,
                                    text words) noexcept {
  auto const problem = static_cast<library_problem>(number);
  bool const say_all = problem == library_problem::impossible_count ||
                       problem == library_problem::cannot_load ||
                       problem == library_problem::device_failed;
  if (say_all && words.size != 0) return add_name(out, words);
  out.add(library_text(number));
  if (words.size == 0) return;
  out.add(words_are_reason(problem)                    ? ": "
          : problem == library_problem::no_such_column ? "; there are: "
                                                       : "; the nearest: ");
  add_name(out, words);
}

RILL_CORE void add_system_sentence(error_text_builder& out, error_code code,
                                   text words) noexcept {
  char buffer[os::error_text_size];
  out.add(os::error_text(code, buffer, sizeof buffer));
  if (words.size == 0) return;
  out.add(": ");
  add_name(out, words);
}

[[gnu::cold]] RILL_CORE void add_written(error_text_builder& out,
                                         text_facts const& facts) noexcept {
  if (facts.written == 0) return;
  out.add("; bytes written before: ");
  out.add(facts.written);
}

RILL_CORE char* make_sentence(error_code code,
                              error_body const& body) noexcept {
  if (body.maker) return body.maker(code, body);
  error_text_builder out;
  if (code.source == error_source::text) {
    add_place(out, body.place);
    out.add(" ");
    add_text_sentence(out, code.number, body.facts);
    add_written(out, body.facts);
    return out.release();
  }
  add_name(out, body.operation);
  if (body.path.size != 0) {
    out.add(" ");
    add_name(out, body.path);
  }
  out.add(": ");
  text const words = body.facts.names;
  if (code.source == error_source::library)
    add_library_sentence(out, code.number, words);
  else if (code.source == error_source::openssl)
    add_name(out, words.size != 0 ? words : text(openssl_sentence));
  else if (code.source == error_source::binary)
    add_name(out,
             words.size != 0 ? words : text(binary_problem_text(code.number)));
  else
    add_system_sentence(out, code, words);
  add_written(out, body.facts);
  return out.release();
}

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

[[gnu::cold, gnu::noinline]] RILL_CORE error
with_written(error const& reason, unsigned long long written) noexcept {
  if (written == 0 || !reason.body_) return reason;
  error_body const& known = *reason.body_;
  text_facts facts = known.facts;
  facts.written = written;
  error made;
  made.code_ = reason.code_;
  made.body_ = make_error_body(known.operation, known.path, known.place, facts);
  if (!made.body_) return reason;
  made.body_->maker = known.maker;
  return made;
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
// Ends the program as a build without exceptions does, if the uncaught
// exception is a rill::error. Returns if std::terminate was called for another
// reason.
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
  throw reason;
#else
  detail::end_program(reason);
#endif
}

}  // namespace rill::inline RILL_BUILD

#endif

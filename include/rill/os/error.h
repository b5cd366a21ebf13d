// rill/os/error.h: what went wrong, with what, and why, as a sentence.
//
// Layer 3. Tests: test/os/error_test.cpp.
#ifndef RILL_OS_ERROR_H
#define RILL_OS_ERROR_H

#include <new>  // placement new

#include "../base/result.h"
#include "../base/text.h"
#include "../unicode/problem.h"
#include "output.h"
#include "runtime.h"
#include "shown_text.h"

#if RILL_HOSTED || RILL_EXCEPTIONS
#include <new>  // std::exception, the base of std::bad_alloc (measured.md)
#endif

// One line to standard error.
//
// Allocates nothing, throws nothing. Tests: test/system/.

namespace rill::inline RILL_BUILD::os {

// Writes the program's name for display, cut if long: the name is chosen by
// whoever starts the program. Returns the end of what was written.
[[gnu::cold]] char* put_program_name(char* out, char* end);

// Returns the reason for a problem of an output: lent or wrote_nothing.
constexpr char const* output_problem_text(library_problem problem) noexcept {
  return problem == library_problem::lent
             ? "its buffer is lent to another writer or reader"
             : "the device accepted no bytes";
}

/// Writes `program: thing: reason` and a newline to descriptor 2 in one call.
/// Writes at most 512 bytes, at most 200 of them for the program's name.
[[gnu::cold]] void write_message(char const* thing, error_code error);

}  // namespace rill::inline RILL_BUILD::os

// The shared state of a rill::error: its strings, and the sentence that what()
// makes of them.
//
// Allocates (os/runtime.h), throws nothing. If allocation fails, as it may when
// memory is short, the error has only its error_code and a plain sentence.

namespace rill::inline RILL_BUILD {

/// Where in a text something is wrong. Lines and columns start at 1; 0 means
/// unknown. Columns count bytes.
struct scan_place {
  text source;  ///< the file's name, or a substitute
  unsigned long long line = 0;
  unsigned long long column = 0;
  text excerpt;                ///< the line, or the part of it around the place
  std::size_t caret = 0;       ///< bytes of the excerpt before the place
  text expected;               ///< "an integer"
  bool is_literal = false;     ///< `expected` is literal text, not a name
  text found;                  ///< the first word at the place
  text part = {};              ///< of a whole: `column "price"`
  bool is_cut_before = false;  ///< the line begins before the excerpt
  bool is_cut_behind = false;  ///< the line continues after the excerpt
  bool is_found_cut = false;   ///< `found` is cut short
};

/// Where in a text the conversion fails. Lines and columns start at 1, 0 means
/// unknown; columns count bytes of the text as UTF-8, as in scan_place.
struct text_place {
  text source;                    ///< the file's name, or a substitute
  unsigned long long offset = 0;  ///< bytes before it, in its encoding
  unsigned long long line = 0;
  unsigned long long column = 0;
  text encoding;           ///< of the text; for unmappable, the target
  char32_t character = 0;  ///< for unmappable: the character
};

namespace detail {

// A growing text. If an allocation fails, this piece and all later ones are
// left out, and the text counts as incomplete. A NUL, which would end the
// sentence, becomes a question mark.
class error_text_builder {
 public:
  error_text_builder() = default;
  error_text_builder(error_text_builder const&) = delete;
  error_text_builder& operator=(error_text_builder const&) = delete;
  ~error_text_builder() { os::give_memory(data_); }

  // Out of line for code size: errors are not time-critical.
  [[gnu::cold, gnu::noinline]] void add(char const* data,
                                        std::size_t size) noexcept {
    if (!is_whole_) return;
    if (size + 1 > room_ - size_ && !grow(size + 1)) {
      is_whole_ = false;
      return;
    }
    for (std::size_t i = 0; i != size; ++i)
      data_[size_ + i] = data[i] != '\0' ? data[i] : '?';
    size_ += size;
    data_[size_] = 0;
  }
  void add(text piece) noexcept { add(piece.data, piece.size); }
  void add(char const* piece) noexcept { add(piece, length_of(piece)); }
  void add(unsigned long long number) noexcept {
    char digits[20];
    char* first = digits + sizeof digits;
    do {
      *--first = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    add(first, static_cast<std::size_t>(digits + sizeof digits - first));
  }

  // Valid until more text is added.
  text so_far() const noexcept { return {data_, size_}; }
  bool is_whole() const noexcept { return is_whole_; }
  // Removes all but the first `size` bytes.
  void cut_to(std::size_t size) noexcept {
    size_ = size;
    if (data_) data_[size] = 0;
    is_whole_ = true;
  }

  // Releases the text to the caller; null if it is incomplete.
  char* release() noexcept {
    if (!is_whole_) return nullptr;
    char* const result = data_;
    data_ = nullptr;
    return result;
  }

 private:
  bool grow(std::size_t more) noexcept {
    std::size_t wanted = (room_ + more) * 2;
    void* bigger = os::resize_memory(data_, wanted);
    if (!bigger) {
      wanted = size_ + more;
      bigger = os::resize_memory(data_, wanted);
    }
    if (!bigger) return false;
    data_ = static_cast<char*>(bigger);
    room_ = wanted;
    return true;
  }

  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
  bool is_whole_ = true;
};

// Adds text from outside, escaped so that no terminal interprets it.
[[gnu::cold]] void add_shown(error_text_builder& out, text bytes,
                             shown_as how) noexcept;

// The most bytes of a name that are shown: PATH_MAX of Linux.
inline constexpr std::size_t longest_shown_name = 4096;

[[gnu::cold]] void add_name(error_text_builder& out, text name) noexcept;

// Return the reason for a problem. library_text knows every library_problem: it
// calls process_text for processes and loaders, which calls compression_text
// for the rest. binary_problem_text is for a binary_problem.
char const* library_text(int number) noexcept;
char const* process_text(int number) noexcept;
char const* compression_text(int number) noexcept;
char const* binary_problem_text(int number) noexcept;

// Returns true if the error's extra strings are its reason, rather than a list
// of valid names.
constexpr bool words_are_reason(library_problem problem) noexcept {
  switch (problem) {
    case library_problem::threw:
    case library_problem::impossible_count:
    case library_problem::became_shorter:
    case library_problem::used_elsewhere:
    case library_problem::child_failed:
    case library_problem::timed_out:
    case library_problem::cannot_load:
    case library_problem::too_large:
    case library_problem::damaged_data:
    case library_problem::cut_data:
    case library_problem::trailing_data:
    case library_problem::expands_too_much:
    case library_problem::window_too_large:
    case library_problem::needs_dictionary:
    case library_problem::unusable_option:
    case library_problem::no_driver:
    case library_problem::coder_failed:
    case library_problem::device_failed:
      return true;
    default:
      return false;
  }
}
constexpr bool words_are_reason(error_code code) noexcept {
  switch (code.source) {
    case error_source::library:
      return words_are_reason(static_cast<library_problem>(code.number));
    case error_source::system:
    case error_source::c_library:
    case error_source::openssl:
    case error_source::binary:
      return true;
    default:
      return false;
  }
}

char const* text_problem_name(int number) noexcept;

// Used when OpenSSL gave no text, or memory for it is short.
inline constexpr char const* openssl_sentence = "OpenSSL reported an error";

// The facts of a text error besides its place.
struct text_facts {
  unsigned long long offset = 0;
  char32_t character = 0;
  text names = {};                 // the encoding, similar names, or a reason
  unsigned long long written = 0;  // bytes written before the error
};

scan_place scan_place_of(text_place const& place) noexcept;
text_facts text_facts_of(text_place const& place) noexcept;

// "overlong form in UTF-8, at byte 5", "no such character in ISO-8859-1:
// U+20AC, at byte 5"
void add_text_sentence(error_text_builder& out, int number,
                       text_facts const& facts) noexcept;

// The sentence when there is no memory for a full one.
[[gnu::cold]] char const* plain_sentence(error_code code) noexcept;

struct error_body;

// Makes the sentence of an error. A pointer, so that a program links the makers
// of only those kinds of errors that it uses.
using sentence_maker = char* (*)(error_code, error_body const&) noexcept;

// The sentence maker for parse errors: os/scan_sentence.h.
template <class Place>
struct scan_words;

// The state that all copies of an error share. Its strings lie behind the
// object, in the same allocation.
struct error_body {
  int references = 1;
  text operation;
  text path;
  scan_place place;
  text_facts facts;
  char* sentence = nullptr;
  sentence_maker maker = nullptr;
};

// Called when an error is made, which the program may throw: if it does not
// catch it, its sentence is printed before the program ends.
[[gnu::cold]] void expect_uncaught_error() noexcept;

inline error_body* make_error_body(text operation, text path,
                                   scan_place const& place,
                                   text_facts const& facts = {}) noexcept {
  expect_uncaught_error();
  text const kept[] = {operation,      path,        place.source, place.excerpt,
                       place.expected, place.found, place.part,   facts.names};
  std::size_t size = 0;
  for (text const& each : kept) size += each.size;
  void* const memory = os::take_memory(sizeof(error_body) + size);
  if (!memory) return nullptr;
  error_body* const body = ::new (memory) error_body;
  char* room = static_cast<char*>(memory) + sizeof(error_body);
  body->place = place;
  body->facts = facts;
  text* const fields[] = {&body->operation,      &body->path,
                          &body->place.source,   &body->place.excerpt,
                          &body->place.expected, &body->place.found,
                          &body->place.part,     &body->facts.names};
  for (int i = 0; i != 8; ++i) {
    *fields[i] = {room, kept[i].size};
    room = copy_bytes(room, kept[i].data, kept[i].size);
  }
  return body;
}

// input.txt:3:7:
void add_place(error_text_builder& out, scan_place const& place) noexcept;

// Adds the problem and the strings of the error.
void add_library_sentence(error_text_builder& out, int number,
                          text words) noexcept;

// Adds the system's sentence, and the text of another library that reported the
// system's error.
void add_system_sentence(error_text_builder& out, error_code code,
                         text words) noexcept;

// input.txt:3:7: overlong form …   for text
// open input.txt: No such …        for everything else
char* make_sentence(error_code code, error_body const& body) noexcept;

}  // namespace detail

// What went wrong, with what, and why.
//
// Copies share one allocation and never throw. The sentence is made when
// what() is first called. Reasons: docs/decisions/0005-errors.md.

class error;

namespace detail {

#if RILL_HOSTED || RILL_EXCEPTIONS
using error_base = std::exception;
#else
// An empty base: a program would have to link std::exception.
struct error_base {};
#endif

// Returns a copy of the error that has the number of bytes written before it.
// If there is no memory for the copy, returns the error as it is.
error with_written(error const& reason, unsigned long long written) noexcept;

}  // namespace detail

/// An operation that failed: which, on what, and the original number.
///
/// `what()` is a sentence for a person: `open data.txt: No such file or
/// directory`, or for text that is read
///
///     data.txt:3:7: expected an integer, found "abc"
///     12 34 abc
///           ^
///
/// or for text that is converted
/// `data.txt:3:7: overlong form in UTF-8, at byte 112`. The sentence escapes
/// what a terminal might interpret in names and texts from outside: control
/// characters (`\n` too), marks of direction, and ill-formed UTF-8. It shows at
/// most 4096 bytes of a name. path() and the other members return the bytes
/// unescaped.
///
/// Cost: one allocation for the error, and one at the first what(). If memory
/// runs out, what() is a sentence without names and places, such as the reason
/// alone; it is never cut.
/// Two threads must not use one error object at once. Each may use a copy.
class error : public detail::error_base {
 public:
  /// No error: converts to false.
  error() noexcept = default;

  /// `operation` is a verb ("open"), `path` what it was done to.
  error(error_code code, text operation, text path = {}) noexcept
      : code_(code), body_(detail::make_error_body(operation, path, {})) {}

  /// `words` end the sentence: they are the reason, for the problems that
  /// reason() lists, and otherwise the nearest valid names.
  error(error_code code, text operation, text path, text words) noexcept
      : code_(code),
        body_(detail::make_error_body(operation, path, {}, {.names = words})) {}

  /// A write that failed after it had written some bytes.
  error(error_code code, text operation, text path,
        unsigned long long written) noexcept
      : code_(code),
        body_(detail::make_error_body(operation, path, {},
                                      {.written = written})) {}

  /// An error in a text, with its place; rill/scan.h describes the sentence.
  template <class Place>
    requires std::is_same_v<Place, scan_place>
  error(scan_problem problem, Place const& place) noexcept
      : code_(problem), body_(detail::make_error_body("scan", {}, place)) {
    if (body_) body_->maker = detail::scan_words<Place>::make;
  }

  /// Text that cannot be converted, with its place.
  error(text_problem problem, text_place const& place) noexcept
      : code_(error_source::text, static_cast<int>(problem)),
        body_(detail::make_error_body("transcode", {},
                                      detail::scan_place_of(place),
                                      detail::text_facts_of(place))) {}

  error(error const& other) noexcept
      : detail::error_base(other), code_(other.code_), body_(other.body_) {
    if (body_) __atomic_add_fetch(&body_->references, 1, __ATOMIC_RELAXED);
  }
  error& operator=(error const& other) noexcept {
    error copy(other);
    swap(copy);
    return *this;
  }
  // This destructor and what() override those of std::exception, if it is a
  // base.
  ~error() { drop(); }

  /// Returns true when there is an error.
  explicit operator bool() const noexcept { return bool(code_); }

  /// The source of the error and its original number (errno, …).
  error_code code() const noexcept { return code_; }

  /// True if the input ended before the first item of a scan or read: the end
  /// of a loop, not a fault. False if it ended later (scan_problem::cut).
  bool is_end_of_input() const noexcept {
    return code_ == error_code(scan_problem::end_of_input);
  }

  /// The failed operation: "open", "write", "scan". Valid as long as a copy of
  /// this error lives.
  text operation() const noexcept { return body_ ? body_->operation : text{}; }

  /// The file; empty if the error concerns no file.
  text path() const noexcept {
    if (!body_) return {};
    return body_->path.size ? body_->path : body_->place.source;
  }

  /// Line and column (in bytes) of the place in a text, from 1; 0 if the error
  /// concerns no text or the line is unknown.
  unsigned long long line() const noexcept {
    return body_ ? body_->place.line : 0;
  }
  unsigned long long column() const noexcept {
    return body_ ? body_->place.column : 0;
  }

  /// What the parser expected at the place: "an integer between -128 and 127",
  /// or the literal to match. Empty in errors of other kinds. This string and
  /// those below are valid as long as a copy of the error lives; copies share
  /// them.
  text expected() const noexcept {
    return body_ ? body_->place.expected : text{};
  }
  /// The first word at the place, or the first bytes of a long one; empty at
  /// the end of the input.
  text found() const noexcept { return body_ ? body_->place.found : text{}; }
  /// The line without its end, unescaped; of a long line the part around the
  /// place.
  text excerpt() const noexcept {
    return body_ ? body_->place.excerpt : text{};
  }
  /// The number of bytes in excerpt() before the place.
  std::size_t caret() const noexcept { return body_ ? body_->place.caret : 0; }

  /// For a text that cannot be converted: the offset of the place in bytes of
  /// the text's own encoding. For other errors 0.
  unsigned long long offset() const noexcept {
    bool const is_text = code_.source == error_source::text;
    return body_ && is_text ? body_->facts.offset : 0;
  }

  /// How many bytes of a write or print to an unbuffered file were written
  /// before the error, or of a copy() copied; otherwise 0.
  unsigned long long written() const noexcept {
    return body_ ? body_->facts.written : 0;
  }

  /// The details of the reason, for these problems:
  /// library_problem::threw: what() of the exception, if it is a
  /// std::exception;
  /// ::impossible_count: the two counts; ::became_shorter: the two sizes;
  /// ::used_elsewhere: the number of bytes that were not written;
  /// ::child_failed, ::timed_out, ::too_large: the last lines of the process's
  /// standard error or output;
  /// ::cannot_load: the loader's message;
  /// ::device_failed and compression: the message of that library, and for
  /// compression the place;
  /// OpenSSL, and a system error that OpenSSL reports: OpenSSL's error queue;
  /// binary data: the path to the value, the reason and the offset.
  /// Otherwise empty.
  text reason() const noexcept {
    bool const has_one = body_ && detail::words_are_reason(code_);
    return has_one ? body_->facts.names : text{};
  }

  /// The sentence, terminated by a NUL.
  char const* what() const noexcept {
    if (!code_) return "no error";
    if (!body_) return detail::plain_sentence(code_);
    if (char* made = __atomic_load_n(&body_->sentence, __ATOMIC_ACQUIRE))
      return made;
    char* const fresh = detail::make_sentence(code_, *body_);
    if (!fresh) return detail::plain_sentence(code_);
    char* expected = nullptr;
    if (__atomic_compare_exchange_n(&body_->sentence, &expected, fresh, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return fresh;
    os::give_memory(fresh);  // another thread stored its sentence first
    return expected;
  }

  /// Prints the sentence.
  friend void rill_print(auto& out, error const& e) { out(e.what()); }

 protected:
  // For derived errors: `maker` builds the sentence from the place and the
  // facts.
  error(error_code code, text operation, text path, scan_place const& place,
        detail::text_facts const& facts, detail::sentence_maker maker) noexcept
      : code_(code),
        body_(detail::make_error_body(operation, path, place, facts)) {
    if (body_) body_->maker = maker;
  }
  detail::error_body const* body() const noexcept { return body_; }

 private:
  friend error detail::with_written(error const& reason,
                                    unsigned long long written) noexcept;

  void swap(error& other) noexcept {
    error_code const code = code_;
    detail::error_body* const body = body_;
    code_ = other.code_;
    body_ = other.body_;
    other.code_ = code;
    other.body_ = body;
  }
  void drop() noexcept {
    if (!body_) return;
    if (__atomic_sub_fetch(&body_->references, 1, __ATOMIC_ACQ_REL) != 0)
      return;
    os::give_memory(body_->sentence);
    os::give_memory(body_);
  }

  error_code code_;
  detail::error_body* body_ = nullptr;
};

/// A T, or the error that explains why there is no T.
template <class T>
using result = basic_result<T, error>;

namespace detail {

// Writes `program: sentence` to standard error from a buffer on the stack, cut
// to 512 bytes.
[[gnu::cold]] void say_briefly(error const& reason) noexcept;

// Writes `program: sentence` to standard error in one call.
[[gnu::cold]] void say_on_standard_error(error const& reason) noexcept;

// Writes the sentence to standard error and ends the program with status 1.
[[noreturn]] [[gnu::cold]] void end_program(error const& reason) noexcept;

}  // namespace detail

/// Throws the error. If it is not caught, or in a build without exceptions, the
/// program prints its sentence to standard error and exits with status 1. A
/// std::terminate handler that the program has set is called instead.
[[noreturn]] [[gnu::cold]] void raise(error const& reason);

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "error_body.h"
#endif

#endif

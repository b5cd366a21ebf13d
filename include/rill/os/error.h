// rill/os/error.h: what went wrong, with what, and why.
//
// Floor 3. Copies share one allocation and never throw. The sentence is made
// when what() is first called. Reasons: docs/decisions/0005-errors.md.
// Tests: test/os/error_test.cpp.
#ifndef RILL_OS_ERROR_H
#define RILL_OS_ERROR_H

#include "../base/result.h"
#include "error_sentence.h"

#if RILL_HOSTED || RILL_EXCEPTIONS
#include <new>  // std::exception, the base of std::bad_alloc (house.md: costs)
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

#if RILL_HOSTED || RILL_EXCEPTIONS
using error_base = std::exception;
#else
// std::exception is a part of a library that would have to be linked.
struct error_base {};
#endif

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
/// `data.txt:3:7: overlong form in UTF-8, at byte 112`. Escapes stand in it
/// for what a terminal would obey in the texts and names from outside:
/// controls, `\n` too, marks of direction, ill-formed UTF-8. Of a name at most
/// 4096 bytes are shown. path() and the other members have the bytes as they
/// are.
///
/// Cost: one allocation when it is made, one when the sentence is asked for.
/// Where there is no memory, what() is a sentence without the names and
/// places, such as the reason alone; it is never cut.
/// One error object, like any object, is not to be used by two threads at
/// once; copies in two threads are fine.
class error : public detail::error_base {
 public:
  /// No error: converts to false.
  error() noexcept = default;

  /// `operation` is a verb ("open"), `path` what it was done to.
  error(error_code code, text operation, text path = {}) noexcept
      : code_(code), body_(detail::make_error_body(operation, path, {})) {}

  /// With words for the end of the sentence: the names that would have been
  /// right, or the reason: reason() says for which problems.
  error(error_code code, text operation, text path, text words) noexcept
      : code_(code),
        body_(detail::make_error_body(operation, path, {}, {.names = words})) {}

  /// A write that failed after it had written some bytes.
  error(error_code code, text operation, text path,
        unsigned long long written) noexcept
      : code_(code),
        body_(detail::make_error_body(operation, path, {},
                                      {.offset = written})) {}

  /// An error in a text, with its place; rill/scan.h has what it says.
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
  // This and what() override those of std::exception, where it is there.
  ~error() { drop(); }

  /// Returns true when there is an error.
  explicit operator bool() const noexcept { return bool(code_); }

  /// The source of the error and its original number (errno, …).
  error_code code() const noexcept { return code_; }

  /// What was being done: "open", "write", "scan". Valid as long as a copy
  /// of this error lives.
  text operation() const noexcept { return body_ ? body_->operation : text{}; }

  /// The file, or empty when the error is about none.
  text path() const noexcept {
    if (!body_) return {};
    return body_->path.size ? body_->path : body_->place.source;
  }

  /// Line and column (in bytes) of the place in a text, from 1; 0 when the
  /// error is about no text, or the line is not known.
  unsigned long long line() const noexcept {
    return body_ ? body_->place.line : 0;
  }
  unsigned long long column() const noexcept {
    return body_ ? body_->place.column : 0;
  }

  /// What a text that was read should have had at the place: "an integer
  /// between -128 and 127", or the literal that was to match. Empty in errors
  /// of other kinds. This and the texts below are valid as long as a copy of
  /// the error lives; copies share them.
  text expected() const noexcept {
    return body_ ? body_->place.expected : text{};
  }
  /// The first word of what is there instead, or the first bytes of a long
  /// one; empty at the end of the input.
  text found() const noexcept { return body_ ? body_->place.found : text{}; }
  /// The line without its end, byte by byte as it is; of a long line the part
  /// around the place.
  text excerpt() const noexcept {
    return body_ ? body_->place.excerpt : text{};
  }
  /// How many bytes of excerpt() stand before the place.
  std::size_t caret() const noexcept { return body_ ? body_->place.caret : 0; }

  /// The bytes before the place in a text that cannot be converted, in its
  /// own encoding; otherwise 0.
  unsigned long long offset() const noexcept {
    bool const is_text = code_.source == error_source::text;
    return body_ && is_text ? body_->facts.offset : 0;
  }

  /// How many bytes of a write or print to an unbuffered file were written
  /// before the error; otherwise 0.
  unsigned long long written() const noexcept {
    bool const is_text = code_.source == error_source::text;
    return body_ && !is_text ? body_->facts.offset : 0;
  }

  /// For library_problem::threw what() of the exception, where it is a
  /// std::exception; for ::impossible_count the two counts; for
  /// ::became_shorter the two sizes; for ::child_failed and ::timed_out what
  /// else is known of the process; for ::cannot_load what the loader says; for
  /// ::device_failed what the device's library says; for the problems of
  /// compression what its library says, and where; for errors of OpenSSL, and
  /// those of the system that it reports, what its error queue says; for
  /// errors in binary data the path to the value, why, and the offset.
  /// Otherwise empty.
  text reason() const noexcept {
    bool const has_one = body_ && detail::words_are_reason(code_);
    return has_one ? body_->facts.names : text{};
  }

  /// The sentence, with a NUL at its end.
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
    os::give_memory(fresh);  // another thread's copy was first
    return expected;
  }

  /// Prints itself: the sentence.
  friend void rill_print(auto& out, error const& e) { out(e.what()); }

 protected:
  // Of a kind that makes its own sentence of the place and the facts.
  error(error_code code, text operation, text path, scan_place const& place,
        detail::text_facts const& facts, detail::sentence_maker maker) noexcept
      : code_(code),
        body_(detail::make_error_body(operation, path, place, facts)) {
    if (body_) body_->maker = maker;
  }
  detail::error_body const* body() const noexcept { return body_; }

 private:
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

/// A T, or the error that says why there is none.
template <class T>
using result = basic_result<T, error>;

namespace detail {

// The same without memory: at most 512 bytes.
[[gnu::cold]] void say_briefly(error const& reason) noexcept;

// Says `program: sentence` on standard error, in one write.
[[gnu::cold]] void say_on_standard_error(error const& reason) noexcept;

// Before an error is thrown: where it is not caught, its sentence is the
// program's last word.
[[gnu::cold]] void expect_uncaught_error() noexcept;

// What a program that cannot throw ends with.
[[noreturn]] [[gnu::cold]] void end_program(error const& reason) noexcept;

}  // namespace detail

/// Throws the error. Where it is not caught, and in builds without exceptions,
/// the program ends with its sentence on standard error and exit status 1; a
/// handler of std::terminate that the program sets is called instead.
[[noreturn]] [[gnu::cold]] void raise(error const& reason);

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "error_body.h"
#endif

#endif

// rill/base/result.h: error codes, and a value or the reason why there is
// none.
//
// Layer 0. Tests: test/base/result_test.cpp.
#ifndef RILL_BASE_RESULT_H
#define RILL_BASE_RESULT_H

#include <new>          // placement new
#include <type_traits>  // std::is_nothrow_move_constructible_v

#include "config.h"

// An error as two words, untranslated.
//
// Allocates nothing, throws nothing, constexpr. The number is what the source
// said, so that nothing is lost on the way up; the class rill::error
// (os/error.h) adds the operation, the path and the text.

namespace rill::inline RILL_BUILD {

/// Who reported an error.
enum class error_source : unsigned char {
  none,       ///< there is no error
  system,     ///< the operating system; errno, or GetLastError on Windows
  library,    ///< rill itself; the number is a library_problem
  scan,       ///< the text that was read; the number is a scan_problem
  c_library,  ///< the C library, by errno, where the system's numbers differ
  text,       ///< text in an encoding; the number is a text_problem
  openssl,    ///< OpenSSL; the number is the oldest of its error queue
  binary,     ///< binary data that was read; the number is a binary_problem
};

/// What rill itself refuses or finds wrong.
enum class library_problem : int {
  wrote_nothing = 1,  ///< the system accepted 0 bytes and gave no reason
  path_contains_nul,  ///< a path with a NUL byte would name another file
  closed,             ///< the file or stream was closed or moved from
  no_room,            ///< a fixed buffer is full
  too_large,          ///< more than the limit that the caller gave
  not_a_file,         ///< a device, a pipe or a socket, where a file must be
  unsupported,        ///< the system has no call for this
  locked,             ///< somebody else holds the lock
  overlap,            ///< a file was to be copied onto bytes of its own
  cannot_map,         ///< this has no bytes that can be mapped
  out_of_reach,       ///< an offset or a size that no file can have
  stream_failed,      ///< a C++ stream that has failed, now or before
  not_given_back,     ///< a source kept bytes that were only looked at
  no_such_locale,     ///< the C library has no locale of this name
  unusable_locale,    ///< signs that are no UTF-8, or of more than 8 bytes
  no_stream,          ///< a null pointer, where a stream must be
  no_size,            ///< a terminal that does not tell its size
  no_such_encoding,   ///< no encoding has this name
  no_such_column,     ///< no column of a table has this name
  threw,              ///< a sink threw an exception that is no rill::error
  impossible_count,   ///< a callable moved more bytes than it was offered
  no_reason,          ///< a callable failed and left errno at 0
  became_shorter,     ///< a file lost bytes while it was read
  empty_command,      ///< a command without the name of a program
  argument_contains_nul,  ///< the program would see the part before the NUL
  unusable_variable,      ///< of the environment: no name, or one with = or NUL
  child_failed,           ///< a process ended otherwise than with 0
  timed_out,              ///< the time that the caller gave is over
  cannot_load,            ///< a library or a name in it; the loader says why
  batch_file,             ///< cmd.exe would interpret its arguments
  unsafe_argument,        ///< no command line can hold this argument
  damaged_data,           ///< compressed data that its format does not allow
  cut_data,               ///< compressed data that ends too early
  trailing_data,          ///< other bytes behind compressed data
  expands_too_much,  ///< more plain bytes a compressed one than was allowed
  window_too_large,  ///< decompressing would need more memory than allowed
  needs_dictionary,  ///< compressed with a dictionary, which was not given
  unusable_option,   ///< a level or another option that a codec does not have
  no_driver,         ///< a format whose driver the program does not include
  no_memory,         ///< a library could not allocate what it needs
  coder_failed,      ///< a library of compression reports an error of its own
  device_failed,     ///< a device of another library; its words are the reason
  lent,              ///< another writer or reader has the buffer of this one
};

/// What is wrong with text that is read.
enum class scan_problem : int {
  malformed = 1,  ///< the text is not of the form that was expected
  out_of_range,   ///< the number does not fit in its type
  mismatch,       ///< a literal that must match does not
  end_of_input,   ///< the input ended before the item
  left_over,      ///< text follows the value that should be the whole
};

/// What is wrong with binary data that is read, or cannot be written.
enum class binary_problem : int {
  none,
  cut,              ///< the data ends before the value does
  too_long,         ///< a length exceeds the bytes that are left
  bad_value,        ///< bytes that are no value of the type
  too_deep,         ///< nested deeper than binary_limits::depth
  too_much_memory,  ///< more than binary_limits::memory
  duplicate,        ///< a key or an element of a set is there twice
  left_over,        ///< bytes follow the value that should be all
  out_of_range,     ///< a number does not fit the type
  other_type,       ///< tagged: the field has a type that cannot be converted
  out_of_order,     ///< tagged: the numbers of the fields do not ascend
  no_value,         ///< a variant without a value cannot be written
  misaligned,       ///< a view of elements that are not at their alignment
  not_a_record,     ///< the bytes are not the beginning of a record
  other_version,    ///< a record of a format that this version does not know
  other_shape,      ///< a record of another type
  bad_checksum,     ///< the bytes of a record are damaged
  interrupted,      ///< a hook caught what a call of its io threw
};

/// An error's source and its original number; false when there is none.
struct error_code {
  error_source source = error_source::none;
  int number = 0;

  constexpr error_code() noexcept = default;
  constexpr error_code(error_source from, int original) noexcept
      : source(from), number(original) {}
  constexpr error_code(library_problem problem) noexcept
      : source(error_source::library), number(static_cast<int>(problem)) {}
  constexpr error_code(scan_problem problem) noexcept
      : source(error_source::scan), number(static_cast<int>(problem)) {}
  constexpr error_code(binary_problem problem) noexcept
      : source(problem == binary_problem::none ? error_source::none
                                               : error_source::binary),
        number(static_cast<int>(problem)) {}

  constexpr explicit operator bool() const noexcept {
    return source != error_source::none;
  }
  friend constexpr bool operator==(error_code a, error_code b) noexcept {
    return a.source == b.source && a.number == b.number;
  }
};

// A value or the reason why there is none.
//
// Allocates nothing itself; throws only what moving the value throws.
// rill::result<T> (os/error.h) is this with rill::error as the reason.

namespace detail {
template <class T>
constexpr T&& moved(T& value) noexcept {
  return static_cast<T&&>(value);
}
}  // namespace detail

/// Holds a T, or an E that says why there is none.
///
/// `raise(E const&)` is what value() calls when there is no value; it is
/// found by argument-dependent lookup and must not return.
template <class T, class E>
class [[nodiscard]] basic_result {
 public:
  // Named `value`, a pointer to a function gets a warning from g++ that it
  // hides value().
  basic_result(T given) : has_value_(true) {
    ::new (static_cast<void*>(&value_)) T(detail::moved(given));
  }
  basic_result(E reason) : has_value_(false) {
    ::new (static_cast<void*>(&error_)) E(detail::moved(reason));
  }
  basic_result(basic_result&& other) : has_value_(other.has_value_) {
    take(other);
  }
  basic_result(basic_result const&) = delete;
  basic_result& operator=(basic_result const&) = delete;
  /// Only where moving cannot throw: there is always a value or a reason.
  basic_result& operator=(basic_result&& other) noexcept
    requires(std::is_nothrow_move_constructible_v<T> &&
             std::is_nothrow_move_constructible_v<E>)
  {
    if (this == &other) return *this;
    destroy();
    has_value_ = other.has_value_;
    take(other);
    return *this;
  }
  ~basic_result() { destroy(); }

  /// Returns true when there is a value.
  explicit operator bool() const noexcept { return has_value_; }

  /// Returns the value. Requires that there is one.
  T& operator*() & noexcept { return value_; }
  T const& operator*() const& noexcept { return value_; }
  T&& operator*() && noexcept { return detail::moved(value_); }
  T* operator->() noexcept { return &value_; }
  T const* operator->() const noexcept { return &value_; }

  /// Returns the value, or raises the error.
  T& value() & {
    if (!has_value_) raise(error_);
    return value_;
  }
  T const& value() const& {
    if (!has_value_) raise(error_);
    return value_;
  }
  T&& value() && {
    if (!has_value_) raise(error_);
    return detail::moved(value_);
  }

  /// Returns the error. Requires that there is no value.
  E const& error() const noexcept { return error_; }

 private:
  // Makes what the other has, where nothing lives.
  void take(basic_result& other) {
    if (other.has_value_)
      ::new (static_cast<void*>(&value_)) T(detail::moved(other.value_));
    else
      ::new (static_cast<void*>(&error_)) E(detail::moved(other.error_));
  }
  void destroy() noexcept {
    if (has_value_)
      value_.~T();
    else
      error_.~E();
  }

  union {
    T value_;
    E error_;
  };
  bool has_value_;
};

/// The result of an operation that gives nothing but may fail.
template <class E>
class [[nodiscard]] basic_result<void, E> {
 public:
  basic_result() = default;
  basic_result(E reason) : error_(detail::moved(reason)) {}

  explicit operator bool() const noexcept { return !error_; }
  void value() const {
    if (error_) raise(error_);
  }
  E const& error() const noexcept { return error_; }

 private:
  E error_;  // an E that is false says that all went well
};

}  // namespace rill::inline RILL_BUILD

#endif

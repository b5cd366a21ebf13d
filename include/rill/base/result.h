// rill/base/result.h: error codes, and results that hold a value or an error.
//
// Layer 0. Tests: test/base/result_test.cpp.
#ifndef RILL_BASE_RESULT_H
#define RILL_BASE_RESULT_H

#include <new>          // placement new
#include <type_traits>  // std::is_nothrow_move_constructible_v

#include "config.h"

// An error as two numbers, without a text.
//
// Allocates nothing, throws nothing, constexpr. The number is the source's own,
// so its meaning is kept; the class rill::error (os/error.h) adds the
// operation, the path and the text.

namespace rill::inline RILL_BUILD {

/// Who reported an error.
enum class error_source : unsigned char {
  none,       ///< no error
  system,     ///< the operating system; errno, or GetLastError on Windows
  library,    ///< rill itself; the number is a library_problem
  scan,       ///< scanned text; the number is a scan_problem
  c_library,  ///< the C library, by errno, where the system's numbers differ
  text,       ///< text in an encoding; the number is a text_problem
  openssl,    ///< OpenSSL; the number is the oldest of its error queue
  binary,     ///< binary data that was read; the number is a binary_problem
};

/// Errors that rill itself detects.
enum class library_problem : int {
  wrote_nothing = 1,  ///< a write accepted 0 bytes and reported no error
  path_contains_nul,  ///< a path contains a NUL byte, which would cut it
  closed,             ///< the file or stream was closed or moved from
  no_room,            ///< a fixed buffer is full
  too_large,          ///< the data exceed the caller's limit
  not_a_file,         ///< a device, pipe or socket; a regular file is required
  unsupported,        ///< the system has no call for this
  locked,             ///< another process or handle holds the lock
  overlap,            ///< source and destination of a copy overlap in one file
  cannot_map,         ///< the source has no bytes that can be mapped
  out_of_reach,       ///< an offset or a size beyond what any file can have
  stream_failed,      ///< a C++ stream failed, now or before
  not_given_back,     ///< a source did not take back bytes that were peeked
  no_such_locale,     ///< the C library has no locale of this name
  unusable_locale,    ///< signs that are not UTF-8, or longer than 8 bytes
  no_stream,          ///< a null pointer instead of a stream
  no_size,            ///< a terminal does not report its size
  no_such_encoding,   ///< no encoding has this name
  no_such_column,     ///< no column of a table has this name
  threw,              ///< a sink threw an exception other than rill::error
  impossible_count,   ///< a callable moved more bytes than it was offered
  no_reason,          ///< a callable failed and left errno at 0
  became_shorter,     ///< a file shrank while it was read
  used_elsewhere,     ///< the program ended; a thread may have been printing
  empty_command,      ///< a command without the name of a program
  argument_contains_nul,  ///< a process would see only the part before it
  unusable_variable,      ///< of the environment: no name, or with = or NUL
  child_failed,           ///< a process exited with a status other than 0
  timed_out,              ///< the caller's time-out expired
  cannot_load,            ///< a library or a symbol; the reason is the loader's
  batch_file,             ///< cmd.exe would interpret its arguments
  unsafe_argument,        ///< an argument that no command line can represent
  damaged_data,           ///< compressed data that its format does not allow
  cut_data,               ///< compressed data that ends too early
  trailing_data,          ///< other bytes follow the compressed data
  expands_too_much,       ///< more plain bytes per compressed byte than allowed
  window_too_large,       ///< decompressing would need more memory than allowed
  needs_dictionary,       ///< compressed with a dictionary, which was not given
  unusable_option,        ///< a codec has no such level or option
  no_driver,      ///< the program does not include the driver of a format
  no_memory,      ///< a library failed to allocate memory
  coder_failed,   ///< a compression library reported its own error
  device_failed,  ///< a device of another library; the reason is its text
  lent,           ///< another writer or reader uses the buffer of this one
};

/// Errors in scanned text.
enum class scan_problem : int {
  malformed = 1,  ///< the text does not have the expected form
  out_of_range,   ///< the number does not fit in its type
  mismatch,       ///< a required literal does not match
  end_of_input,   ///< the input ended before the first item
  left_over,      ///< text follows the value, which should be all
  cut,            ///< the input ended within an item, or between two of a call
};

/// Errors in binary data that is read, or in values that are written.
enum class binary_problem : int {
  none,
  cut,              ///< the data ends before the value does
  too_long,         ///< a length exceeds the remaining bytes
  bad_value,        ///< bytes that are not a value of the type
  too_deep,         ///< nested deeper than binary_limits::depth
  too_much_memory,  ///< more than binary_limits::memory
  duplicate,        ///< a key or an element of a set occurs twice
  left_over,        ///< bytes follow the value, which should be all
  out_of_range,     ///< a number does not fit the type
  other_type,       ///< tagged: the field has a type that cannot be converted
  out_of_order,     ///< tagged: the field numbers do not ascend
  no_value,         ///< a variant without a value cannot be written
  misaligned,       ///< a view of elements at a misaligned address
  not_a_record,     ///< the bytes do not begin a record
  other_version,    ///< a record of a format unknown to this version
  other_shape,      ///< a record of another type
  bad_checksum,     ///< the bytes of a record are damaged
  interrupted,      ///< a hook caught an exception that io threw
};

/// An error's source and its original number. Converts to false without an
/// error.
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

// A value or an error.
//
// Allocates nothing itself; throws only what moving the value throws.
// rill::result<T> (os/error.h) is this class with rill::error as the error.

namespace detail {
template <class T>
constexpr T&& moved(T& value) noexcept {
  return static_cast<T&&>(value);
}

// The error of a result that holds a value. Never destroyed. Traps if there is
// no such error, and without an operating system, where a static variable needs
// functions that are not there.
template <class E>
[[gnu::cold, gnu::noinline]] E const& no_error() noexcept {
#if RILL_HOSTED
  if constexpr (std::is_nothrow_default_constructible_v<E>) {
    alignas(E) static unsigned char place[sizeof(E)];
    static E const* const none = ::new (static_cast<void*>(place)) E();
    return *none;
  }
#endif
  __builtin_trap();
}

// Raises the error of a result that holds no value.
template <class E>
[[noreturn, gnu::cold, gnu::noinline]] void raise_error(E const& reason) {
  if constexpr (requires { raise(reason); }) raise(reason);
  __builtin_trap();
}
}  // namespace detail

/// A T, or an E that says why the operation failed.
///
/// value(), * and -> without a value call `raise(E const&)`, found by
/// argument-dependent lookup, which must not return; * and -> of an E that has
/// none end the program.
template <class T, class E>
class [[nodiscard]] basic_result {
 public:
  // Not named `value`: for a pointer to a function, g++ would warn that the
  // parameter hides value().
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
  /// Requires moves that cannot throw, so that the object always holds a value
  /// or an error.
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

  /// Returns true when it holds a value.
  explicit operator bool() const noexcept { return has_value_; }

  /// Returns the value; without one, raises the error, as value() does.
  T& operator*() & { return *checked(*this); }
  T const& operator*() const& { return *checked(*this); }
  T&& operator*() && { return detail::moved(*checked(*this)); }
  T* operator->() { return checked(*this); }
  T const* operator->() const { return checked(*this); }

  /// Returns the value; without one, raises the error.
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

  /// Returns the error; E(), which is no error, if it holds a value.
  E const& error() const noexcept {
    return has_value_ ? detail::no_error<E>() : error_;
  }

 private:
  template <class Self>
  static auto checked(Self& self) -> decltype(&self.value_) {
    if (!self.has_value_) detail::raise_error(self.error_);
    return &self.value_;
  }
  // Moves the content of `other` into raw storage. Requires that no content of
  // this object is alive.
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

/// The result of an operation that returns no value but may fail.
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
  E error_;  // converts to false on success
};

}  // namespace rill::inline RILL_BUILD

#endif

// rill/unicode/problem.h: the errors of text in an encoding, the policies for
// them, and the result of a conversion.
//
// Layer 2. Tests: test/unicode/convert_test.cpp.
#ifndef RILL_UNICODE_PROBLEM_H
#define RILL_UNICODE_PROBLEM_H

#include <cstddef>  // std::size_t

#include "../base/config.h"

namespace rill::inline RILL_BUILD {

/// Why a character could not be converted. The kinds of ill-formed UTF-8 are
/// those of the Unicode standard, section 3.9, tables 3-6 and 3-7.
enum class text_problem : unsigned char {
  none,
  cut,                 ///< the text ends within a character
  too_short,           ///< a character without all of its units
  stray_continuation,  ///< a continuation byte without a lead
  overlong,            ///< more bytes than the character needs
  surrogate,           ///< a surrogate without its other half
  too_large,           ///< more than 10FFFF
  invalid_byte,        ///< a byte that the encoding does not use
  unmappable,          ///< a character that the other encoding does not have
  no_room,             ///< the output is full
};

/// What is done about a problem: stop; write one replacement character (U+FFFD,
/// or the encoding's substitute) for each maximal subpart; leave it out.
enum class text_policy : unsigned char { strict, replace, ignore };

/// How far a conversion came, in units of the input and of the output. After an
/// error, `read` is the offset of the problem; everything before it was
/// converted.
struct transcode_result {
  std::size_t read;
  std::size_t written;
  text_problem error;
  constexpr explicit operator bool() const noexcept {
    return error == text_problem::none;
  }
};

namespace detail {

// The same, and how many problems the policy replaced or left out.
struct conversion_result {
  std::size_t read;
  std::size_t written;
  text_problem error;
  std::size_t replaced;
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif

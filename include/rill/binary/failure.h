// rill/binary/failure.h: what is wrong with binary data, and where.
//
// Layer 5. Allocates nothing. Tests: test/binary/failure_test.cpp.
#ifndef RILL_BINARY_FAILURE_H
#define RILL_BINARY_FAILURE_H

#include "../os/error.h"

namespace rill::inline RILL_BUILD::detail {

/// The words of an error, which grow at both ends: the path at the front, as
/// the calls return from inside out, the reason behind it.
class binary_failure {
 public:
  binary_failure() noexcept {}  // the texts are set when they are used

  explicit operator bool() const noexcept {
    return problem_ != binary_problem::none;
  }
  binary_problem problem() const noexcept { return problem_; }

  /// Notes the first problem; a second one is a consequence of it.
  void set(binary_problem problem, unsigned long long offset,
           unsigned long long value, unsigned long long limit) noexcept;

  /// The value is an element, or a member, of another one.
  void in_element(unsigned long long index) noexcept;
  void in_member(text name, int number) noexcept;

  /// The error: `read binary data.bin: orders[17].name: …, at byte 40`.
  rill::error error(text operation, text path) const noexcept;

 private:
  void prepend(text words) noexcept;

  binary_problem problem_ = binary_problem::none;
  unsigned long long offset_;
  unsigned long long value_;
  unsigned long long limit_;
  char path_[192];
  std::size_t path_begin_ = sizeof path_;  // it is filled from its end
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "failure_body.h"
#endif

#endif

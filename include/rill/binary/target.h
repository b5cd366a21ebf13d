// rill/binary/target.h: where binary data is written to.
//
// Layer 5. A cursor into the buffer of a writer: functions take it, write, and
// return its new place, so that it stays in a register. Where the writer has no
// room, as one without a buffer or at the end of it, the cursor goes into 256
// bytes of the target's own. Allocates nothing; the writer's device may throw.
// Tests: test/binary/target_test.cpp.
#ifndef RILL_BINARY_TARGET_H
#define RILL_BINARY_TARGET_H

#include "../stream/writer.h"
#include "failure.h"
#include "format.h"

namespace rill::inline RILL_BUILD::detail {

/// The most bytes that are written behind one check.
inline constexpr std::size_t binary_run = 256;

/// A count, by seven bits a byte (LEB128). Requires room for count_size bytes.
inline constexpr std::size_t count_size = 10;
RILL_ALWAYS_INLINE char* store_count(char* at,
                                     unsigned long long count) noexcept {
  while (RILL_UNLIKELY(count >= 128)) {
    *at++ = static_cast<char>(count | 128);
    count >>= 7;
  }
  *at++ = static_cast<char>(count);
  return at;
}

class binary_target {
 public:
  explicit binary_target(writer& out, unsigned depth = binary_limits{}.depth)
      : out_(out), depth_left_(depth) {
    (void)use_writer();
  }
  binary_target(binary_target const&) = delete;
  binary_target& operator=(binary_target const&) = delete;

  /// Where the first byte goes.
  char* begin() noexcept { return is_on_scratch_ ? scratch_ : start_; }

  /// Returns a cursor with room for `size` bytes, at most binary_run.
  RILL_ALWAYS_INLINE char* reserve(char* at, std::size_t size) {
    if (RILL_LIKELY(static_cast<std::size_t>(end_ - at) >= size)) return at;
    return reserve_slowly(at, size);
  }

  /// Writes bytes of any number.
  RILL_ALWAYS_INLINE char* put_bytes(char* at, void const* data,
                                     std::size_t size) {
    auto const* const bytes = static_cast<char const*>(data);
    if (RILL_LIKELY(static_cast<std::size_t>(end_ - at) >= size))
      return copy_bytes(at, bytes, size);
    return put_slowly(at, bytes, size);
  }

  /// Writes a count and as many elements of `size` bytes, whose bytes are those
  /// in memory.
  char* put_list(char* at, void const* data, std::size_t count,
                 std::size_t size);

  /// Where to go on when the place is lost. What is written then is of no use.
  char* begin_anew() noexcept { return use_writer(); }

  /// Gives the writer all bytes before the cursor.
  void finish(char* at) { commit(at); }

  /// Counts one level of nesting; pair with leave(). Returns false at the
  /// limit: then the output is invalid, and problem() is too_deep.
  bool enter() noexcept {
    if (RILL_LIKELY(depth_left_ != 0)) {
      --depth_left_;
      return true;
    }
    fail(binary_problem::too_deep);
    return false;
  }
  void leave() noexcept { ++depth_left_; }

  void fail(binary_problem problem) noexcept {
    if (problem_ == binary_problem::none) problem_ = problem;
  }
  binary_problem problem() const noexcept { return problem_; }

 private:
  void commit(char* at);
  [[gnu::cold]] char* reserve_slowly(char* at, std::size_t size);
  char* put_slowly(char* at, char const* data, std::size_t size);
  // Where the next bytes go, after commit().
  char* use_writer() noexcept {
    start_ = out_.cursor();
    if (!start_) return use_scratch();  // a writer without memory
    is_on_scratch_ = false;
    end_ = start_ + out_.room();
    return start_;
  }
  char* use_scratch() noexcept {
    is_on_scratch_ = true;
    end_ = scratch_ + sizeof scratch_;
    return scratch_;
  }

  writer& out_;
  char* start_;  // in the writer's room
  char* end_;    // of the writer's room, or of scratch_
  unsigned depth_left_;
  binary_problem problem_ = binary_problem::none;
  bool is_on_scratch_ = false;
  char scratch_[binary_run];
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "target_body.h"
#endif

#endif

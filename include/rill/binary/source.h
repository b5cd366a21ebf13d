// rill/binary/source.h: the buffers that binary data is written to and read
// from.
//
// Layer 6. Tests: test/binary/target_test.cpp, test/binary/source_test.cpp,
// test/binary/limits_test.cpp.
#ifndef RILL_BINARY_SOURCE_H
#define RILL_BINARY_SOURCE_H

#include "../stream/reader.h"
#include "../stream/writer.h"
#include "failure.h"

// Where binary data is written to.
//
// A cursor into the buffer of a writer: functions take the cursor, write, and
// return its new place, so that it stays in a register. If the writer has no
// buffer, or too little room at its end, the cursor points into 256 bytes of
// the target. Allocates nothing; the writer's device may throw.

namespace rill::inline RILL_BUILD::detail {

/// The most bytes that one check of the room covers.
inline constexpr std::size_t binary_run = 256;

/// Writes a count as LEB128. Requires count_size bytes of room.
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

  /// The cursor for the first byte.
  char* begin() noexcept { return is_on_scratch_ ? scratch_ : start_; }

  /// Returns a cursor with room for `size` bytes, at most binary_run.
  RILL_ALWAYS_INLINE char* reserve(char* at, std::size_t size) {
    if (RILL_LIKELY(static_cast<std::size_t>(end_ - at) >= size)) return at;
    return reserve_slowly(at, size);
  }

  /// Writes any number of bytes.
  RILL_ALWAYS_INLINE char* put_bytes(char* at, void const* data,
                                     std::size_t size) {
    auto const* const bytes = static_cast<char const*>(data);
    if (RILL_LIKELY(static_cast<std::size_t>(end_ - at) >= size))
      return copy_bytes(at, bytes, size);
    return put_slowly(at, bytes, size);
  }

  /// Writes `count`, and that many elements of `size` bytes, as they are in
  /// memory.
  char* put_list(char* at, void const* data, std::size_t count,
                 std::size_t size);

  /// Returns a valid cursor after the previous one was lost. The output is
  /// invalid then.
  char* begin_anew() noexcept { return use_writer(); }

  /// Gives the writer all bytes before the cursor.
  void finish(char* at) { commit(at); }

  /// Counts one level of nesting; pair with leave(). Returns false at the
  /// limit: the output is then invalid, and problem() is too_deep.
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
  // Returns the cursor for the next bytes. Call after commit().
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
    *scratch_ = '\0';  // as in message_writer
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

// Where binary data is read from.
//
// A cursor into the buffer of a reader: functions take the cursor, read, and
// return its new place, or null after a failure. Every count is checked against
// the memory limit before memory is allocated for its elements. If the data is
// known to be shorter, containers grow with what arrives. Allocates nothing
// itself; the reader's device may throw.

class binary_source {
 public:
  /// `is_whole`: the reader's memory has all the data.
  binary_source(reader& in, binary_limits const& limits, bool is_whole) noexcept
      : in_(in),
        start_(in.cursor() ? in.cursor() : &nothing),
        end_(in.cursor() ? in.end() : &nothing),
        memory_left_(limits.memory),
        limits_(limits),
        depth_left_(limits.depth),
        is_whole_(is_whole) {}
  binary_source(binary_source const&) = delete;
  binary_source& operator=(binary_source const&) = delete;

  /// The cursor at the first byte.
  char const* begin() const noexcept { return start_; }
  std::size_t left(char const* at) const noexcept {
    return static_cast<std::size_t>(end_ - at);
  }
  /// The offset of the cursor from the first byte of this source.
  unsigned long long offset(char const* at) const noexcept {
    return passed_ + static_cast<unsigned long long>(at - start_);
  }
  binary_limits const& limits() const noexcept { return limits_; }
  bool is_whole() const noexcept { return is_whole_; }

  /// Returns a cursor with at least `size` bytes in memory, at most binary_run;
  /// null if the data ends before.
  RILL_ALWAYS_INLINE char const* need(char const* at, std::size_t size) {
    if (RILL_LIKELY(left(at) >= size)) return at;
    return need_slowly(at, size);
  }

  /// Reads a LEB128 count. Only the shortest form is valid.
  RILL_ALWAYS_INLINE char const* count(char const* at,
                                       unsigned long long& value) {
    if (RILL_LIKELY(at != end_ && static_cast<signed char>(*at) >= 0)) {
      value = static_cast<unsigned char>(*at);
      return at + 1;
    }
    // Only the local's address is taken, so that the caller's value stays in a
    // register.
    unsigned long long found = 0;
    at = count_slowly(at, found);
    value = found;
    return at;
  }

  /// Reads the count of a text of up to 127 bytes that is all in the buffer.
  /// Otherwise returns null, and reads nothing.
  RILL_ALWAYS_INLINE char const* short_count(char const* at,
                                             std::size_t& size) noexcept {
    if (RILL_UNLIKELY(at == end_)) return nullptr;
    auto const byte = static_cast<unsigned char>(*at);
    if (RILL_UNLIKELY(byte > 127 || byte >= left(at) || byte > memory_left_))
      return nullptr;
    memory_left_ -= byte;
    size = byte;
    return at + 1;
  }

  /// Checks whether `count` elements may be created, each of at least `least`
  /// bytes in the data and `made` bytes in memory. Fails if that is more than
  /// the limit. If the data is known to have fewer, it is read as from a
  /// device, up to its end.
  RILL_ALWAYS_INLINE bool admit(char const* at, unsigned long long count,
                                std::size_t least, std::size_t made) {
    // No product overflows: the count is below 2^32, the sizes of types below
    // 2^31.
    if (RILL_UNLIKELY(count >> 32 != 0 ||
                      (count * least > left(at) && is_whole_) ||
                      count * made > memory_left_))
      return admit_slowly(at, count, least, made);
    memory_left_ -= count * made;
    return true;
  }

  /// How many elements to make room for, when `done` of `count` were read: all,
  /// if the data is known to have them; otherwise as many again, at least 64
  /// KiB.
  std::size_t step(unsigned long long count, std::size_t done,
                   std::size_t least, std::size_t made) const noexcept {
    auto const rest = static_cast<std::size_t>(count - done);
    if (is_whole_ && least != 0) return rest;
    return smaller(rest, larger(done, std::size_t{65536} / made + 1));
  }

  /// Counts one level of nesting; pair with leave(). Returns false at the
  /// limit.
  RILL_ALWAYS_INLINE bool enter(char const* at) noexcept {
    if (RILL_UNLIKELY(depth_left_ == 0)) {
      fail(at, binary_problem::too_deep, 0, limits_.depth);
      return false;
    }
    --depth_left_;
    return true;
  }
  RILL_ALWAYS_INLINE void leave() noexcept { ++depth_left_; }

  /// Called when the reading of `count` elements from offset `begin` on has
  /// failed, each of at least `least` bytes. If the data ended and cannot have
  /// had them all, replaces the failure by that, so that it does not depend on
  /// how much of the data was in memory. Returns null.
  [[gnu::cold]] char const* lacks(unsigned long long begin,
                                  unsigned long long count,
                                  std::size_t least) noexcept;
  /// Notes that only `there` bytes follow offset `begin`, too few for `count`
  /// elements. Returns null.
  [[gnu::cold]] char const* fail_short(unsigned long long begin,
                                       unsigned long long count,
                                       std::size_t least,
                                       unsigned long long there) noexcept;

  /// Notes a problem with the bytes before the cursor, and returns null.
  [[gnu::cold, gnu::noinline]] char const* fail(
      char const* at, binary_problem problem, unsigned long long value = 0,
      unsigned long long limit = 0) noexcept {
    failure_.set(problem, offset(at), value, limit);
    return nullptr;
  }
  /// The same for an offset. A cursor is invalid once more data is read.
  [[gnu::cold, gnu::noinline]] char const* fail_at(
      unsigned long long offset, binary_problem problem) noexcept {
    failure_.set(problem, offset, 0, 0);
    return nullptr;
  }
  [[gnu::cold, gnu::noinline]] char const* in_element(
      unsigned long long index) noexcept {
    failure_.in_element(index);
    return nullptr;
  }
  [[gnu::cold, gnu::noinline]] char const* in_member(text name,
                                                     int number) noexcept {
    failure_.in_member(name, number);
    return nullptr;
  }
  /// The bytes before those in the buffer.
  unsigned long long passed() const noexcept { return passed_; }
  binary_failure const& failure() const noexcept { return failure_; }

  /// Consumes the bytes before the cursor in the reader.
  void finish(char const* at) noexcept {
    if (start_ != &nothing) in_.advance_to(at);
  }

 private:
  [[gnu::cold]] char const* need_slowly(char const* at, std::size_t size);
  [[gnu::cold]] char const* count_slowly(char const* at,
                                         unsigned long long& value);
  [[gnu::cold]] bool admit_slowly(char const* at, unsigned long long count,
                                  std::size_t least, std::size_t made) noexcept;

  // The cursor of a reader without memory: null would mean a failure.
  static constexpr char nothing = 0;

  reader& in_;
  char const* start_;  // in the buffer, behind passed_ bytes
  char const* end_;
  unsigned long long passed_ = 0;
  unsigned long long memory_left_;
  binary_limits const& limits_;
  unsigned depth_left_;
  bool is_whole_;
  bool has_ended_ = false;
  binary_failure failure_;
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "source_body.h"
#endif

#endif

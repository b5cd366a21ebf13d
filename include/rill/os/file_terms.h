// rill/os/file_terms.h: what is asked of a file and told about it, on every
// system.
//
// Floor 3. Values only. Tests: test/os/file_view_test.cpp,
// test/os/file_lock_test.cpp.
#ifndef RILL_OS_FILE_TERMS_H
#define RILL_OS_FILE_TERMS_H

#include <cstddef>  // std::size_t

#include "../base/config.h"

namespace rill::inline RILL_BUILD {

/// Who may hold the lock of a file besides.
enum class lock_kind : unsigned char {
  shared,     ///< everybody else with a shared one (many read)
  exclusive,  ///< nobody (one writes)
};

/// How a file is going to be read: a hint about what to keep in memory.
enum class file_advice : unsigned char {
  normal,
  sequential,     ///< from the front to the end: read ahead more
  random,         ///< anywhere: do not read ahead
  will_need,      ///< soon: begin to fetch it
  will_not_need,  ///< not soon: what is on the disk may leave the memory
  no_reuse,       ///< once
};

/// Memory to read into: one of several parts of a readv.
struct memory_part {
  char* data = nullptr;
  std::size_t size = 0;

  constexpr memory_part() noexcept = default;
  constexpr memory_part(char* bytes, std::size_t count) noexcept
      : data(bytes), size(count) {}
  /// Of an array, a string, a vector of char, or anything else with data()
  /// and size().
  template <std::size_t Size>
  constexpr memory_part(char (&array)[Size]) noexcept
      : data(array), size(Size) {}
  template <class Bytes>
    requires requires(Bytes& b) { memory_part(b.data(), b.size()); }
  constexpr memory_part(Bytes& bytes) noexcept
      : data(bytes.data()), size(bytes.size()) {}
};

namespace os {

/// A run of bytes that are not in a hole.
struct extent {
  long long begin = 0;
  long long end = 0;
  bool is_known = true;  // false: the file system does not tell
  bool is_there = true;  // false: only a hole follows, or nothing
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#endif

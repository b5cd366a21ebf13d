// rill/os/buffering.h: the settings that a user's environment has for the
// standard streams.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/os/buffering_test.cpp.
#ifndef RILL_OS_BUFFERING_H
#define RILL_OS_BUFFERING_H

#include <stdlib.h>  // getenv, strtoull

#include "../base/config.h"

namespace rill::inline RILL_BUILD::os {

enum class buffer_mode : unsigned char { unset, line, block, none };

/// How a stream is to be buffered; `size` in bytes, 0 when not said.
struct buffering {
  buffer_mode mode = buffer_mode::unset;
  std::size_t size = 0;
};

// No setting asks for more: one that does counts as not set.
inline constexpr std::size_t largest_wanted_buffer = std::size_t{1} << 30;

// The number that `value` is, K, M and G behind it counting 1024 and so on;
// 0 when it is none, or too large.
RILL_ALWAYS_INLINE std::size_t wanted_size(char const* value) {
  if (*value < '0' || *value > '9') return 0;
  char* end = nullptr;
  unsigned long long const size = ::strtoull(value, &end, 10);
  int const shift = *end == 'K' || *end == 'k' ? 10
                    : *end == 'M'              ? 20
                    : *end == 'G'              ? 30
                                               : 0;
  if (shift != 0) ++end;
  if (*end != '\0' || size > largest_wanted_buffer >> shift) return 0;
  return static_cast<std::size_t>(size << shift);
}

// The word, or its letter.
[[gnu::cold]] bool is_word(char const* value, char const* word, char letter);

/// What `line`, `block`, `none` or a size says, or as stdbuf writes it: L, B,
/// 0 or a size. Anything else, and null, counts as not set.
[[gnu::cold]] buffering buffering_of(char const* value);

/// What the environment says of a stream: rill's own variable, and where that
/// is not set, the one that stdbuf sets.
[[gnu::cold]] buffering wanted_buffering(char const* variable,
                                         char const* of_stdbuf);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "buffering_body.h"
#endif

#endif

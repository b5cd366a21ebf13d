// rill/os/buffering.h: the settings that a user's environment has for the
// standard streams.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/os/buffering_test.cpp.
#ifndef RILL_OS_BUFFERING_H
#define RILL_OS_BUFFERING_H

#include <stdlib.h>  // getenv
#include <string.h>  // strcmp

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
  unsigned long long size = 0;
  char const* at = value;
  for (; *at >= '0' && *at <= '9'; ++at) {
    size = size * 10 + static_cast<unsigned>(*at - '0');
    if (size > largest_wanted_buffer) return 0;
  }
  if (at == value) return 0;
  if (*at == 'K' || *at == 'k')
    size <<= 10;
  else if (*at == 'M')
    size <<= 20;
  else if (*at == 'G')
    size <<= 30;
  else
    --at;
  if (at[1] != '\0' || size > largest_wanted_buffer) return 0;
  return static_cast<std::size_t>(size);
}

/// What `line`, `block`, `none` or a size says, or as stdbuf writes it: L, B,
/// 0 or a size. Anything else, and null, counts as not set.
[[gnu::cold]] inline buffering buffering_of(char const* value) {
  constexpr char const* words[] = {"line", "L", "block", "B", "none", "0"};
  constexpr buffer_mode modes[] = {buffer_mode::line, buffer_mode::block,
                                   buffer_mode::none};
  if (!value) return {};
  for (int i = 0; i != 6; ++i)
    if (::strcmp(value, words[i]) == 0) return {modes[i / 2], 0};
  std::size_t const size = wanted_size(value);
  if (size == 0) return {};
  return {buffer_mode::block, size};
}

/// What the environment says of a stream: rill's own variable, and where that
/// is not set, the one that stdbuf sets.
[[gnu::cold]] inline buffering wanted_buffering(char const* variable,
                                                char const* of_stdbuf) {
  buffering const own = buffering_of(::getenv(variable));
  return own.mode != buffer_mode::unset ? own
                                        : buffering_of(::getenv(of_stdbuf));
}

}  // namespace rill::inline RILL_BUILD::os

#endif

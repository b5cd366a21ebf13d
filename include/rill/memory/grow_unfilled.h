// rill/memory/grow_unfilled.h: a string that grows by bytes that are written
// into it, without being filled before.
//
// Floor 1. Includes no <string>; throws what the string throws. Tests:
// test/stream/transcode_test.cpp, test/compression/compress_test.cpp.
#ifndef RILL_MEMORY_GROW_UNFILLED_H
#define RILL_MEMORY_GROW_UNFILLED_H

#include "../base/text.h"

namespace rill::inline RILL_BUILD::detail {

// Makes a string longer by what write(memory, room) leaves there, without
// filling it before. As C++23 has it, and the two libraries before that.
template <class String, class Write>
concept grows_unfilled = requires(String& to, std::size_t size, Write write) {
  to.resize_and_overwrite(size, write);
} || requires(String& to, std::size_t size, Write write) {
  to.__resize_and_overwrite(size, write);
} || requires(String& to, std::size_t size) { to.__resize_default_init(size); };

template <class String, class Write>
void grow_unfilled(String& to, std::size_t room, Write write) {
  std::size_t const before = to.size();
  auto const fill = [&](char* data, std::size_t) noexcept {
    return before + write(data + before, room);
  };
  if constexpr (requires { to.resize_and_overwrite(before, fill); }) {
    to.resize_and_overwrite(before + room, fill);
  } else if constexpr (requires { to.__resize_and_overwrite(before, fill); }) {
    to.__resize_and_overwrite(before + room, fill);
  } else {
    to.__resize_default_init(before + room);
    to.__resize_default_init(fill(to.data(), 0));
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/stream/area.h: the unused part of a buffer, for code that writes to it
// or reads from it directly.
//
// Floor 4. Allocates nothing, throws nothing. put_area(x) and get_area(x) are
// overloaded for every stream whose buffer can be reached; the header of the
// stream declares its own. Tests: test/stream/area_test.cpp.
#ifndef RILL_STREAM_AREA_H
#define RILL_STREAM_AREA_H

#include "reader.h"
#include "writer.h"

namespace rill::inline RILL_BUILD {

/// Bytes, or characters, [cursor, end) of a buffer.
template <class Char>
struct buffer_area {
  Char* cursor = nullptr;
  Char* end = nullptr;

  constexpr std::size_t size() const noexcept {
    return cursor ? static_cast<std::size_t>(end - cursor) : 0;
  }
};

/// Where the next bytes of output go, as many as there is room for; empty
/// where the device has to be asked first.
constexpr buffer_area<char> put_area(writer& out) noexcept {
  return {out.cursor(), out.cursor() + out.room()};
}
/// Says that the bytes of the put area before `end` were written.
constexpr void advance_put_area(writer& out, char* end) noexcept {
  out.advance_to(end);
}

/// The input that is in memory and not read yet.
constexpr buffer_area<char const> get_area(reader const& in) noexcept {
  return {in.cursor(), in.end()};
}
/// Says that the bytes of the get area before `end` were read.
constexpr void advance_get_area(reader& in, char const* end) noexcept {
  in.advance_to(end);
}

}  // namespace rill::inline RILL_BUILD

#endif

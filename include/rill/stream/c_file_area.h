// rill/stream/c_file_area.h: the unused parts of a FILE's buffer.
//
// Floor 4. Part of rill/stdio.h. Allocates nothing, throws nothing. Empty
// where the C library keeps its buffer to itself. The caller holds the
// stream's lock, or has the only thread. Tests: test/stream/c_file_test.cpp.
#ifndef RILL_STREAM_C_FILE_AREA_H
#define RILL_STREAM_C_FILE_AREA_H

#include "area.h"
#include "c_file_lock.h"

namespace rill::inline RILL_BUILD {

inline buffer_area<char> put_area(FILE* to) noexcept {
  libc::put_area const area = libc::writable(to);
  return {area.cursor, area.end};
}
inline void advance_put_area(FILE* to, char* end) noexcept {
  if (end) libc::put_up_to(to, end);
}
inline buffer_area<char const> get_area(FILE* from) noexcept {
  libc::get_state none;
  libc::get_area const area = libc::readable(from, none);
  return {area.cursor, area.end};
}
inline void advance_get_area(FILE* from, char const* end) noexcept {
  libc::get_state none;
  if (end) libc::taken_up_to(from, none, end);
}

/// Of a c_file, nothing is shown after an error.
template <bool Locks>
buffer_area<char> put_area(basic_c_file<Locks>& to) noexcept {
  FILE* const quick = detail::c_file_access::quick(to);
  return quick ? put_area(quick) : buffer_area<char>{};
}
template <bool Locks>
void advance_put_area(basic_c_file<Locks>& to, char* end) noexcept {
  if (FILE* const quick = detail::c_file_access::quick(to))
    advance_put_area(quick, end);
}
template <bool Locks>
buffer_area<char const> get_area(basic_c_file<Locks> const& from) noexcept {
  return from.get() ? get_area(from.get()) : buffer_area<char const>{};
}
template <bool Locks>
void advance_get_area(basic_c_file<Locks>& from, char const* end) noexcept {
  if (from.get()) advance_get_area(from.get(), end);
}

inline buffer_area<char> put_area(c_file_view to) noexcept {
  return to.get() ? put_area(to.get()) : buffer_area<char>{};
}
inline void advance_put_area(c_file_view to, char* end) noexcept {
  if (to.get()) advance_put_area(to.get(), end);
}
inline buffer_area<char const> get_area(c_file_view from) noexcept {
  return from.get() ? get_area(from.get()) : buffer_area<char const>{};
}
inline void advance_get_area(c_file_view from, char const* end) noexcept {
  if (from.get()) advance_get_area(from.get(), end);
}

}  // namespace rill::inline RILL_BUILD

#endif

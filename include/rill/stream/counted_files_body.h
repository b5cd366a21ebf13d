// rill/stream/counted_files_body.h: the bodies of counted_files.h.
//
// Floor 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_COUNTED_FILES_BODY_H
#define RILL_STREAM_COUNTED_FILES_BODY_H

#include "counted_files.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE counted_file counted_files::before(os::device_status const& file,
                                             long long offset) noexcept {
  counted_file best;
  best.device = file.device;
  best.inode = file.inode;
  best.size = file.size;
  best.changed = file.changed;
  taken const held(*this);
  if (!held) return best;
  for (counted_file const& one : all_)
    if (one.used != 0 && is_same(one, best) && one.offset <= offset &&
        one.offset >= best.offset)
      best = one;
  return best;
}

RILL_CORE void counted_files::keep(counted_file const& now,
                                   counted_file const& from) noexcept {
  taken const held(*this);
  if (!held) return;
  counted_file* to = &all_[0];
  for (counted_file& one : all_) {
    if (one.used < to->used) to = &one;
    if (from.used != 0 && one.used == from.used) {
      to = &one;
      break;
    }
  }
  *to = now;
  to->used = ++uses_;
}

RILL_CORE bool counted_files::is_same(counted_file const& a,
                                      counted_file const& b) noexcept {
  return a.device == b.device && a.inode == b.inode && a.size == b.size &&
         a.changed == b.changed;
}

RILL_CORE bool tells_changes(os::device_status const& file,
                             unsigned long long now) noexcept {
  constexpr unsigned long long second = 1'000'000'000;
  unsigned long long const tick =
      file.changed % second == 0 ? 2 * second : second / 50;
  return file.changed != 0 && file.changed + tick < now;
}

[[gnu::cold, gnu::noinline]] RILL_CORE void keep_last_bytes(
    char (&last)[16], std::size_t& held, text read) noexcept {
  std::size_t const fresh = smaller(read.size, sizeof last);
  std::size_t const old = smaller(held, sizeof last - fresh);
  __builtin_memmove(last, last + (held - old), old);
  copy_bytes(last + old, read.data + (read.size - fresh), fresh);
  held = old + fresh;
}

RILL_CORE bool count_between(os::native_handle handle, counted_file const& from,
                             counted_file& to) noexcept {
  auto before = static_cast<std::size_t>(
      smaller(from.offset, static_cast<long long>(sizeof from.last)));
  source_position at;
  at.line = from.line;
  at.column = from.column;
  std::size_t held = 0;
  char piece[counted_piece];
  for (long long done = from.offset - static_cast<long long>(before);
       done < to.offset; before = 0) {
    auto const want = static_cast<std::size_t>(
        smaller(to.offset - done, static_cast<long long>(sizeof piece)));
    if (os::read_all_at(handle, piece, want, done).moved != want) return false;
    if (__builtin_memcmp(piece, from.last, before) != 0) return false;
    count_lines(at, {piece + before, want - before});
    keep_last_bytes(to.last, held, {piece, want});
    done += static_cast<long long>(want);
  }
  to.line = at.line;
  to.column = at.column;
  return true;
}

[[gnu::cold, gnu::noinline]] RILL_CORE source_position
position_in_known_file(dated_file const& file, long long offset) {
  counted_file const from = known_files.before(file.status, offset);
  counted_file to = from;
  to.offset = offset;
  source_position at;
  bool const is_known = from.used != 0 && count_between(file.handle, from, to);
  if (!is_known && !count_between(file.handle, {}, to)) {
    at.line = 0;
    return at;
  }
  at.line = to.line;
  at.column = to.column;
  if (tells_changes(file.status, file.now)) known_files.keep(to, from);
  return at;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/stream/copy_sparse.h: from one file to another, with the holes where
// that is asked for.
//
// Floor 4. Allocates what stream/copy_handles.h does. What is a hole in the
// source is a hole in the sink, or zeros where the sink has bytes already and
// its file system makes no holes. Tests: test/stream/copy_sparse_test.cpp.
#ifndef RILL_STREAM_COPY_SPARSE_H
#define RILL_STREAM_COPY_SPARSE_H

#include "../os/file_calls.h"
#include "copy_handles.h"

namespace rill::inline RILL_BUILD::detail {

// No file goes further.
inline constexpr long long last_offset = static_cast<long long>(~0ull >> 1);

// One copy from file to file.
class sparse_copy {
 public:
  sparse_copy(file_view from, file_view to, copy_count& count)
      : from_(from), to_(to), count_(count), copy_(from, to, count) {}

  result<void> run(copy_options const& options) {
    bool const share_blocks = options.share_blocks;
    if (!options.sparse || !copy_.are_both_regular() || copy_.is_same_file() ||
        os::is_appending(to_.native_handle()))
      return copy_.run(share_blocks);
    if (share_blocks && copy_.cloned()) return {};
    return by_extents();
  }

  // True when an error was, or may have been, one of the sink.
  bool is_of_sink() const noexcept { return is_of_sink_ || copy_.is_of_sink(); }

 private:
  result<void> by_extents() {
    long long at = offset_of(from_);
    while (count_.left() != 0) {
      os::extent next = os::next_extent(from_.native_handle(), at);
      // Asking has moved it.
      (void)os::seek(from_.native_handle(), at, os::from_start);
      bool const is_last = next.is_known && !next.is_there;
      if (is_last) next.begin = size_of(from_);
      if (next.is_known && next.begin > at) {
        auto const size = static_cast<long long>(smaller(
            static_cast<unsigned long long>(next.begin - at), count_.left()));
        if (result<void> done = make_hole(size); !done) return done;
        at += size;
      }
      if (is_last || !next.is_known || at != next.begin) break;
      unsigned long long const before = count_.moved();
      auto const size = static_cast<unsigned long long>(next.end - at);
      count_.fence_off(size);
      result<void> done = copy_.by_moving();
      count_.fence_off(~0ull);
      if (!done || count_.moved() - before != size) return done;
      at = next.end;
    }
    return copy_.by_moving();
  }

  // Leaves so many bytes out in both. Where the sink is as long already, its
  // old bytes go; where not, it is made so long at once: what is counted is
  // there, whatever comes next.
  result<void> make_hole(long long size) {
    long long const at = offset_of(to_);
    long long const end = size_of(to_);
    if (size > last_offset - at)
      return of_sink("seek", library_problem::out_of_reach);
    if (at < end) {
      if (error_code const code = clear(at, smaller(size, end - at)))
        return of_sink("write", code);
    }
    if (end < at + size)
      if (error_code const code = os::truncate(to_.native_handle(), at + size))
        return of_sink("truncate", code);
    os::position const moved =
        os::seek(to_.native_handle(), at + size, os::from_start);
    if (moved.error) return of_sink("seek", moved.error);
    (void)os::seek(from_.native_handle(), size, os::from_here);
    count_.add(static_cast<unsigned long long>(size));
    return {};
  }

  error_code clear(long long at, long long size) {
    if (!os::punch_hole(to_.native_handle(), at, size)) return {};
    static constexpr char zeros[4096] = {};
    while (size != 0) {
      auto const piece = static_cast<std::size_t>(
          smaller(size, static_cast<long long>(sizeof zeros)));
      os::transfer const done =
          os::write_all_at(to_.native_handle(), zeros, piece, at);
      if (done.error) return done.error;
      at += static_cast<long long>(piece);
      size -= static_cast<long long>(piece);
    }
    return {};
  }

  rill::error of_sink(char const* operation, error_code code) {
    is_of_sink_ = true;
    return to_.failure(operation, code);
  }

  static long long offset_of(file_view file) {
    return os::seek(file.native_handle(), 0, os::from_here).offset;
  }
  static long long size_of(file_view file) {
    return static_cast<long long>(os::status(file.native_handle()).size);
  }

  file_view from_;
  file_view to_;
  copy_count& count_;
  handle_copy copy_;
  bool is_of_sink_ = false;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/driver/gzip_indexer.h: makes the table of a gzip file, and reads blocks
// of plain bytes by it.
//
// Floor 6. For driver/gzip_index.h. Allocates with operator new, and zlib with
// malloc. Tests: test/driver/gzip_index_test.cpp.
#ifndef RILL_DRIVER_GZIP_INDEXER_H
#define RILL_DRIVER_GZIP_INDEXER_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <zlib.h>  // compress2, uncompress

#include "gzip_stream.h"

namespace rill::inline RILL_BUILD::detail {

// Makes the table in one pass over the file.
class gzip_indexer {
 public:
  gzip_indexer(file_view file, unsigned long long spacing)
      : file_(file),
        stream_(file),
        spacing_(larger(spacing, 1ull)),
        block_(block_size_for(spacing_)),
        window_(largest_gzip_window),
        packed_room_(::compressBound(largest_gzip_window)),
        packed_(packed_room_) {}

  /// Errors: see gzip_index::build.
  result<gzip_table> run() {
    result<gzip_identity> const before = gzip_identity::try_of(file_);
    if (!before) return before.error();
    table_ = gzip_table(*before, static_cast<unsigned>(block_.size()));
    if (error why = stream_.begin_member(0, 0)) return why;
    note(0, {}, 0);
    if (error why = pass_members()) return why;
    if (filled_ != 0) table_.add_block({block_.data(), filled_});
    result<gzip_identity> const after = gzip_identity::try_of(file_);
    if (!after) return after.error();
    if (!after->is(*before) || stream_.offset() != before->size)
      return stream_.failure(library_problem::damaged_data,
                             "the file changed while it was indexed");
    return static_cast<gzip_table&&>(table_);
  }

 private:
  static std::size_t block_size_for(unsigned long long spacing) noexcept {
    // With 1 MiB, a block is usual_block.
    return static_cast<std::size_t>(larger<unsigned long long>(
        smaller<unsigned long long>(spacing / 16, gzip_table::usual_block),
        gzip_table::least_block));
  }
  unsigned long long passed() const noexcept {
    return stream_.plain() - last_point_;
  }

  error pass_members() {
    for (;;) {
      std::size_t const room = block_.size() - filled_;
      // zlib stops between blocks where a point can be due: elsewhere each
      // stop would cost a copy of the window.
      bool const may_be_due = passed() + room >= spacing_;
      if (error why = stream_.step(block_.data() + filled_, room,
                                   may_be_due ? Z_BLOCK : Z_NO_FLUSH))
        return why;
      member_.update(text(block_.data() + filled_, stream_.written()));
      filled_ += stream_.written();
      if (filled_ == block_.size()) {
        table_.add_block({block_.data(), filled_});
        filled_ = 0;
      }
      if (stream_.has_ended()) {
        bool is_last = false;
        error const why = next_member(is_last);
        if (why || is_last) return why;
      } else if (stream_.is_between_blocks() && passed() >= spacing_) {
        if (error why = note_window()) return why;
      }
    }
  }

  // A point between two members costs no window, so there are more of them.
  error next_member(bool& is_last) {
    if (error why = check_trailer()) return why;
    result<text> const next = stream_.ahead(2);
    if (!next) return next.error();
    is_last = next->size == 0;
    if (is_last) return {};
    if (next->data[0] != '\x1f' ||
        (next->size > 1 && next->data[1] != '\x8b')) {
      is_last = true;
      return pass_zeros();
    }
    if (passed() >= smaller<unsigned long long>(spacing_, block_.size()))
      note(stream_.offset() * 8, {}, 0);
    member_ = crc32();
    member_begin_ = stream_.plain();
    return stream_.begin_member();
  }

  // The CRC-32 of the member's plain bytes, and their count modulo 2^32.
  error check_trailer() {
    result<text> const trailer = stream_.pass_trailer();
    if (!trailer) return trailer.error();
    if (load_little<std::uint32_t>(trailer->data) != member_.finish())
      return stream_.failure(library_problem::damaged_data,
                             "the CRC-32 of the plain bytes is wrong");
    auto const size =
        static_cast<std::uint32_t>(stream_.plain() - member_begin_);
    if (load_little<std::uint32_t>(trailer->data + 4) != size)
      return stream_.failure(library_problem::damaged_data,
                             "the count of plain bytes is wrong");
    return {};
  }

  error pass_zeros() {
    for (;;) {
      result<text> const more = stream_.ahead(1);
      if (!more) return more.error();
      if (more->size == 0) return {};
      std::size_t zeros = 0;
      while (zeros != more->size && more->data[zeros] == '\0') ++zeros;
      stream_.take(zeros);
      if (zeros != more->size)
        return stream_.failure(library_problem::trailing_data, nullptr);
    }
  }

  // The window is not empty: of `spacing` bytes since the last point fewer
  // than that are of members before, where next_member would note a point.
  error note_window() {
    result<unsigned> const size = stream_.window(window_.data());
    if (!size) return size.error();
    uLongf packed = packed_room_;
    // Level 1: 0.3 ms and 13 KB for a window of a log; level 6: 0.8 ms, 12 KB.
    // The 1 MiB behind it decompresses in 2.8 ms.
    int const code =
        ::compress2(reinterpret_cast<Bytef*>(packed_.data()), &packed,
                    reinterpret_cast<Bytef const*>(window_.data()), *size, 1);
    if (code != Z_OK) return {library_problem::no_memory, "read", file_.name()};
    note(stream_.bit(), {packed_.data(), packed}, *size);
    return {};
  }
  void note(unsigned long long bit, text packed, unsigned window_size) {
    last_point_ = stream_.plain();
    table_.add_point(last_point_, bit, packed, window_size);
  }

  file_view file_;
  gzip_stream stream_;
  unsigned long long spacing_;
  storage block_;
  storage window_;
  uLong packed_room_;
  storage packed_;
  gzip_table table_;
  std::size_t filled_ = 0;  // bytes of the block
  crc32 member_;            // of its plain bytes
  unsigned long long member_begin_ = 0;
  unsigned long long last_point_ = 0;  // plain
};

// A gzip file, its table, and the last block that was read.
class gzip_blocks {
 public:
  gzip_blocks(file owned, gzip_table table)
      : file_(static_cast<file&&>(owned)),
        table_(static_cast<gzip_table&&>(table)),
        stream_(file_),
        block_(table_.block_size()) {}

  gzip_table const& table() const noexcept { return table_; }
  file_view view() const noexcept { return file_; }

  result<std::size_t> read_at(unsigned long long offset, char* out,
                              std::size_t size) {
    std::size_t done = 0;
    while (done != size && offset < table_.plain_size()) {
      unsigned long long const number = offset / table_.block_size();
      if (number != number_)
        if (error why = load(number)) return why;
      auto const from = static_cast<std::size_t>(offset % table_.block_size());
      std::size_t const some = smaller(size - done, size_ - from);
      copy_bytes(out + done, block_.data() + from, some);
      done += some;
      offset += some;
    }
    return done;
  }

 private:
  static constexpr unsigned long long no_block = ~0ull;

  // Reads a block. Until its CRC-32 is right, there is none.
  error load(unsigned long long number) {
    unsigned long long const begin = number * table_.block_size();
    number_ = no_block;
    size_ = static_cast<std::size_t>(smaller<unsigned long long>(
        table_.block_size(), table_.plain_size() - begin));
    error why = go_to(begin);
    if (!why) why = fill(size_);
    if (!why && crc32::of(text(block_.data(), size_)) != table_.sum(number))
      why = stream_.failure(library_problem::damaged_data,
                            "the plain bytes are not those that were indexed");
    can_go_on_ = !why;
    if (!why) number_ = number;
    return why;
  }

  // Goes on from where the stream stands, unless a point is nearer.
  error go_to(unsigned long long begin) {
    gzip_point const& point = table_.point_before(begin);
    if (!can_go_on_ || stream_.plain() > begin || stream_.plain() < point.plain)
      if (error why = begin_at(point)) return why;
    while (stream_.plain() != begin)
      if (error why = fill(static_cast<std::size_t>(smaller<unsigned long long>(
              block_.size(), begin - stream_.plain()))))
        return why;
    return {};
  }

  error begin_at(gzip_point const& point) {
    if (point.window_size == 0)
      return stream_.begin_member(point.bit / 8, point.plain);
    storage const window(largest_gzip_window);
    text const packed = table_.packed_window(point);
    uLongf size = largest_gzip_window;
    int const code = ::uncompress(
        reinterpret_cast<Bytef*>(window.data()), &size,
        reinterpret_cast<Bytef const*>(packed.data), point.packed_size);
    if (code == Z_MEM_ERROR)
      return {library_problem::no_memory, "read", file_.name()};
    if (code != Z_OK || size != point.window_size)
      return {library_problem::damaged_data, "read", file_.name(),
              "a window in the index is damaged"};
    return stream_.begin_inside(point, {window.data(), point.window_size});
  }

  // Puts the next plain bytes at the start of the block.
  error fill(std::size_t size) {
    std::size_t done = 0;
    while (done != size) {
      if (stream_.has_ended()) {
        result<text> const trailer = stream_.pass_trailer();
        if (!trailer) return trailer.error();
        if (error why = stream_.begin_member()) return why;
      }
      if (error why =
              stream_.step(block_.data() + done, size - done, Z_NO_FLUSH))
        return why;
      done += stream_.written();
    }
    return {};
  }

  file file_;
  gzip_table table_;
  gzip_stream stream_;
  storage block_;
  unsigned long long number_ = no_block;  // of the block
  std::size_t size_ = 0;                  // its bytes
  bool can_go_on_ = false;                // the stream stands where it says
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

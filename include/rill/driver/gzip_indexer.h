// rill/driver/gzip_indexer.h: builds the index table of a gzip file, and reads
// decompressed blocks with it.
//
// Layer 7. For driver/gzip_index.h. Allocates with operator new, and zlib with
// malloc. Tests: test/driver/gzip_index_test.cpp.
#ifndef RILL_DRIVER_GZIP_INDEXER_H
#define RILL_DRIVER_GZIP_INDEXER_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <zlib.h>  // inflate, inflatePrime, inflateGetDictionary, compress2, …

#include "../compression/coder.h"
#include "../compression/gzip_index_table.h"
#include "../memory/storage.h"
#include "../os/file_view.h"

namespace rill::inline RILL_BUILD::detail {

// Decompresses a gzip file from a given point. Has one buffer and one z_stream.
// Not movable: zlib keeps the address of the z_stream.
class gzip_stream {
 public:
  explicit gzip_stream(file_view file) : file_(file), buffer_(buffer_size) {}
  gzip_stream(gzip_stream const&) = delete;
  gzip_stream& operator=(gzip_stream const&) = delete;
  ~gzip_stream() {
    if (is_open_) (void)::inflateEnd(&state_);
  }

  // Goes to the end of the header of the member that begins at `offset`.
  error begin_member(unsigned long long offset, unsigned long long plain) {
    restart_at(offset, plain);
    return begin_member();
  }
  // The same for a member that begins at the current offset. zlib reads only
  // the header, as a gzip stream; the rest is read as raw deflate. zlib's
  // CRC-32 costs 5 % of decompressing (7 GB/s, zlib 1.2.13), rill's 1 %.
  error begin_member() {
    if (error why = reset(with_header)) return why;
    do {
      if (error why = step(nullptr, 0, Z_BLOCK)) return why;
    } while (!is_between_blocks());
    return reset(without_header);
  }

  // Goes to an access point between two blocks of a member.
  error begin_inside(gzip_point const& point, text window) {
    restart_at(point.bit / 8, point.plain);
    if (error why = reset(without_header)) return why;
    int code = Z_OK;
    if (int const used = static_cast<int>(point.bit % 8)) {
      result<text> const first = ahead(1);
      if (!first) return first.error();
      if (first->size == 0) return cut();
      int const bits = static_cast<unsigned char>(*first->data) >> used;
      code = ::inflatePrime(&state_, 8 - used, bits);
      take(1);
    }
    if (code == Z_OK)
      code = ::inflateSetDictionary(&state_,
                                    reinterpret_cast<Bytef const*>(window.data),
                                    static_cast<uInt>(window.size));
    return code == Z_OK ? error() : failed(code);
  }

  // Calls inflate once, which consumes or writes a byte, or ends the member.
  // Requires room for at least one byte; no room while it reads a header.
  error step(char* out, std::size_t room, int flush) {
    if (state_.avail_in == 0) {
      result<text> const more = ahead(1);
      if (!more) return more.error();
      if (more->size == 0) return cut();
    }
    char nothing[1];  // zlib refuses a null pointer
    state_.next_out = reinterpret_cast<Bytef*>(out ? out : nothing);
    state_.avail_out = static_cast<uInt>(room);
    int const code = ::inflate(&state_, flush);
    written_ = room - state_.avail_out;
    plain_ += written_;
    has_ended_ = code == Z_STREAM_END;
    return has_ended_ || code == Z_OK ? error() : failed(code);
  }
  std::size_t written() const noexcept { return written_; }
  bool has_ended() const noexcept { return has_ended_; }

  // After the last block of a member, skips its trailer of 8 bytes and returns
  // it. The result is valid until the next call.
  result<text> pass_trailer() {
    result<text> const found = ahead(trailer_size);
    if (!found) return found.error();
    if (found->size < trailer_size) return cut();
    take(trailer_size);
    return text(found->data, trailer_size);
  }

  // True between two blocks of a member, and right after its header.
  bool is_between_blocks() const noexcept {
    return (state_.data_type & 128) != 0 && (state_.data_type & 64) == 0;
  }
  // Copies the window: the decompressed bytes that the rest of the member can
  // refer to. Returns its size. Requires room for largest_gzip_window bytes.
  result<unsigned> window(char* out) {
    uInt size = 0;
    int const code =
        ::inflateGetDictionary(&state_, reinterpret_cast<Bytef*>(out), &size);
    if (code != Z_OK) return failed(code);
    return size;
  }

  // Returns at least the next `size` bytes of the file, or all up to its end.
  result<text> ahead(std::size_t size) {
    if (state_.avail_in < size) {
      std::size_t const left = state_.avail_in;
      if (left != 0) __builtin_memmove(buffer_.data(), state_.next_in, left);
      result<std::size_t> const got =
          file_.try_pread(buffer_.data() + left, buffer_.size() - left,
                          static_cast<long long>(read_to_));
      if (!got) return got.error();
      read_to_ += *got;
      state_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
      state_.avail_in = static_cast<uInt>(left + *got);
    }
    return text(reinterpret_cast<char const*>(state_.next_in), state_.avail_in);
  }
  void take(std::size_t size) noexcept {
    state_.next_in += size;
    state_.avail_in -= static_cast<uInt>(size);
  }

  // The current position: bytes of the file, bits of the file, and decompressed
  // bytes.
  unsigned long long offset() const noexcept {
    return read_to_ - state_.avail_in;
  }
  unsigned long long bit() const noexcept {
    return offset() * 8 - static_cast<unsigned>(state_.data_type & 7);
  }
  unsigned long long plain() const noexcept { return plain_; }

  // An error at the current position.
  error failure(library_problem problem, char const* reason) const noexcept {
    return failure_at(offset(), problem, reason);
  }

 private:
  static constexpr std::size_t buffer_size = 65536;
  static constexpr std::size_t trailer_size = 8;
  // windowBits of inflateReset2: a window of 2^15 bytes, plus 16 for a gzip
  // header.
  static constexpr int with_header = 15 + 16;
  static constexpr int without_header = -15;

  void restart_at(unsigned long long offset,
                  unsigned long long plain) noexcept {
    read_to_ = offset;
    state_.avail_in = 0;
    plain_ = plain;
  }
  error reset(int bits) {
    has_ended_ = false;
    int const code =
        is_open_ ? ::inflateReset2(&state_, bits) : inflateInit2(&state_, bits);
    is_open_ |= code == Z_OK;
    return code == Z_OK ? error() : failed(code);
  }

  // At the end of the file.
  error cut() const noexcept {
    return failure_at(read_to_, library_problem::cut_data, nullptr);
  }
  error failure_at(unsigned long long offset, library_problem problem,
                   char const* reason) const noexcept {
    coder_words const words(reason, offset, plain_);
    return {problem, "read", file_.name(), words.words()};
  }
  error failed(int code) const noexcept {
    if (code == Z_MEM_ERROR)
      return {library_problem::no_memory, "read", file_.name()};
    if (code == Z_DATA_ERROR)
      return failure(library_problem::damaged_data, state_.msg);
    return failure(library_problem::coder_failed,
                   state_.msg ? state_.msg : ::zError(code));
  }

  file_view file_;
  storage buffer_;
  z_stream state_{};
  unsigned long long read_to_ = 0;  // where the next read begins
  unsigned long long plain_ = 0;
  std::size_t written_ = 0;
  bool is_open_ = false;
  bool has_ended_ = false;
};

// Builds the table in one pass over the file.
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
    // From a spacing of 1 MiB on, the size is usual_block.
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
      // Stop between blocks only where a point can be due: each stop of zlib
      // costs a copy of the window.
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

  // A point between members stores no window, so they may be closer.
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

  // Checks the CRC-32 and the size (modulo 2^32) of the member's decompressed
  // bytes against its trailer.
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

  // The window is not empty: if this member had no bytes yet, next_member would
  // have noted a point at its start.
  error note_window() {
    result<unsigned> const size = stream_.window(window_.data());
    if (!size) return size.error();
    uLongf packed = packed_room_;
    // For a window of a log, level 1 takes 0.3 ms and makes 13 KB; level 6
    // takes 0.8 ms and makes 12 KB. For comparison, decompressing the 1 MiB
    // after the window takes 2.8 ms.
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
  crc32 member_;            // of its decompressed bytes
  unsigned long long member_begin_ = 0;
  unsigned long long last_point_ = 0;  // in decompressed bytes
};

// A gzip file, its table, and the last block read.
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

  // Reads a block into memory. Sets number_ only after the check of the CRC-32:
  // after an error, it is no_block.
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

  // Decompresses up to `begin`, from the current position or from a nearer
  // access point.
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

  // Decompresses the next `size` bytes to the start of the block.
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
  unsigned long long number_ = no_block;  // of the block in memory
  std::size_t size_ = 0;                  // its bytes
  bool can_go_on_ = false;                // the stream's position is valid
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

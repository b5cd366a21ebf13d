// rill/driver/gzip_stream.h: zlib's state over a gzip file, from any place
// that it can begin at.
//
// Floor 6. For driver/gzip_index.h. Allocates with operator new, and zlib with
// malloc. Tests: test/driver/gzip_index_test.cpp.
#ifndef RILL_DRIVER_GZIP_STREAM_H
#define RILL_DRIVER_GZIP_STREAM_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <zlib.h>  // inflate, inflatePrime, inflateGetDictionary

#include "../compression/coder_words.h"
#include "../compression/gzip_index_table.h"
#include "../memory/storage.h"
#include "../os/file_view.h"

namespace rill::inline RILL_BUILD::detail {

// A gzip file that is decompressed from some place on. One buffer, one state
// of zlib. zlib refers to the state by its address: it does not move.
class gzip_stream {
 public:
  explicit gzip_stream(file_view file) : file_(file), buffer_(buffer_size) {}
  gzip_stream(gzip_stream const&) = delete;
  gzip_stream& operator=(gzip_stream const&) = delete;
  ~gzip_stream() {
    if (is_open_) (void)::inflateEnd(&state_);
  }

  // Stands behind the header of a member that begins at a byte of the file.
  error begin_member(unsigned long long offset, unsigned long long plain) {
    restart_at(offset, plain);
    return begin_member();
  }
  // The same of a member that begins here. zlib reads the header alone: its
  // CRC-32 costs 5 % of decompressing (7 GB/s, zlib 1.2.13), rill's 1 %.
  error begin_member() {
    if (error why = reset(with_header)) return why;
    do {
      if (error why = step(nullptr, 0, Z_BLOCK)) return why;
    } while (!is_between_blocks());
    return reset(without_header);
  }

  // Stands between two blocks of a member.
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

  // One call of inflate, into room for at least one byte, or for none in a
  // header. Gives a byte, or takes one, or the member ends.
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

  // Behind the last block of a member: passes its trailer of 8 bytes, and
  // returns them. Valid until the next call.
  result<text> pass_trailer() {
    result<text> const found = ahead(trailer_size);
    if (!found) return found.error();
    if (found->size < trailer_size) return cut();
    take(trailer_size);
    return text(found->data, trailer_size);
  }

  // True between two blocks of a member, or behind its header.
  bool is_between_blocks() const noexcept {
    return (state_.data_type & 128) != 0 && (state_.data_type & 64) == 0;
  }
  // The plain bytes before this place that the rest of the member can refer
  // to. Requires room for largest_gzip_window bytes.
  result<unsigned> window(char* out) {
    uInt size = 0;
    int const code =
        ::inflateGetDictionary(&state_, reinterpret_cast<Bytef*>(out), &size);
    if (code != Z_OK) return failed(code);
    return size;
  }

  // At least the next `size` bytes of the file, or all up to its end.
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

  // Bytes and bits of the file before this place, and plain bytes.
  unsigned long long offset() const noexcept {
    return read_to_ - state_.avail_in;
  }
  unsigned long long bit() const noexcept {
    return offset() * 8 - static_cast<unsigned>(state_.data_type & 7);
  }
  unsigned long long plain() const noexcept { return plain_; }

  // An error at this place.
  error failure(library_problem problem, char const* reason) const noexcept {
    return failure_at(offset(), problem, reason);
  }

 private:
  static constexpr std::size_t buffer_size = 65536;
  static constexpr std::size_t trailer_size = 8;
  // What inflateReset2 calls windowBits: 2^15 bytes, and 16 for a gzip header.
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
  unsigned long long read_to_ = 0;  // offset of what is read next
  unsigned long long plain_ = 0;
  std::size_t written_ = 0;
  bool is_open_ = false;
  bool has_ended_ = false;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

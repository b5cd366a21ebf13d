// peer: zstd
// row: loop | write-zstd+ read-zstd+ lines-zstd+ | ZSTD_compressStream2 or
//   ZSTD_decompressStream, read(2) and write(2), all of 64 KiB; lines by memchr
#include <zstd.h>

#include "compress.h"

namespace {

size_t checked(size_t made) {
  if (ZSTD_isError(made)) race::fail(ZSTD_getErrorName(made));
  return made;
}

class zstd_writer {
 public:
  explicit zstd_writer(race::job const& j)
      : state_(ZSTD_createCCtx()), fd_(race::create_file(j.output)) {
    checked(ZSTD_CCtx_setParameter(state_, ZSTD_c_compressionLevel,
                                   race::zstd_level));
    checked(ZSTD_CCtx_setParameter(state_, ZSTD_c_checksumFlag, 1));
  }
  void operator()(char const* data, size_t size) {
    ZSTD_inBuffer from{data, size, 0};
    while (from.pos != from.size) put(from, ZSTD_e_continue);
  }
  void close() {
    ZSTD_inBuffer none{nullptr, 0, 0};
    while (put(none, ZSTD_e_end) != 0) {
    }
    race::write_all(fd_, buffer_, used_);
    ::close(fd_);
    ZSTD_freeCCtx(state_);
  }

 private:
  // Writes the buffer if it is full.
  size_t put(ZSTD_inBuffer& from, ZSTD_EndDirective how) {
    ZSTD_outBuffer to{buffer_, sizeof buffer_, used_};
    size_t const left = checked(ZSTD_compressStream2(state_, &to, &from, how));
    used_ = to.pos;
    if (used_ != sizeof buffer_) return left;
    race::write_all(fd_, buffer_, used_);
    used_ = 0;
    return left;
  }

  ZSTD_CCtx* state_;
  int fd_;
  size_t used_ = 0;
  static inline char buffer_[race::piece_size];
};

// Decompresses all frames of a file.
template <class Take>
void decompress_file(char const* path, Take& take) {
  static char in[race::piece_size], out[race::piece_size];
  int const fd = race::open_file(path);
  ZSTD_DCtx* const state = ZSTD_createDCtx();
  size_t left = 1;
  while (size_t const got = race::read_piece(fd, in)) {
    ZSTD_inBuffer from{in, got, 0};
    bool is_full = false;
    while (from.pos != from.size || is_full) {
      ZSTD_outBuffer to{out, sizeof out, 0};
      left = checked(ZSTD_decompressStream(state, &to, &from));
      is_full = to.pos == to.size && left != 0;
      take(out, to.pos);
    }
  }
  if (left != 0) race::fail("the file is cut");
  ZSTD_freeDCtx(state);
  close(fd);
}

uint64_t loop_row(race::job const& j) {
  if (race::is_write(j))
    return race::write_text(
        j, [](race::job const& job) { return zstd_writer(job); });
  return race::take_pieces(
      j, [](char const* path, auto& take) { decompress_file(path, take); });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"loop", loop_row}};
  return race::main(argc, argv, rows);
}

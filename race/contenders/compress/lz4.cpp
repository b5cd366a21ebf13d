// peer: lz4
// row: loop | write-lz4+ read-lz4+ lines-lz4+ | LZ4F_compressUpdate or
//   LZ4F_decompress, read(2) and write(2), all of 64 KiB; lines by memchr
// row: loop_256k | write-lz4 | the same with independent blocks of 256 KiB,
//   which are rill's
#include <lz4frame.h>

#include "compress.h"

namespace {

size_t checked(size_t made) {
  if (LZ4F_isError(made)) race::fail(LZ4F_getErrorName(made));
  return made;
}

// Blocks as the library makes them by default, or as rill does.
LZ4F_preferences_t preferences(bool is_256k) {
  LZ4F_preferences_t made = LZ4F_INIT_PREFERENCES;
  made.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  if (is_256k) {
    made.frameInfo.blockSizeID = LZ4F_max256KB;
    made.frameInfo.blockMode = LZ4F_blockIndependent;
  }
  return made;
}

class lz4_writer {
 public:
  lz4_writer(race::job const& j, bool is_256k)
      : preferences_(preferences(is_256k)), fd_(race::create_file(j.output)) {
    room_ =
        race::piece_size + LZ4F_compressBound(race::piece_size, &preferences_);
    buffer_ = static_cast<char*>(malloc(room_));
    checked(LZ4F_createCompressionContext(&state_, LZ4F_VERSION));
    used_ = checked(LZ4F_compressBegin(state_, buffer_, room_, &preferences_));
  }
  void operator()(char const* data, size_t size) {
    used_ += checked(LZ4F_compressUpdate(state_, buffer_ + used_, room_ - used_,
                                         data, size, nullptr));
    if (used_ >= race::piece_size) flush();
  }
  void close() {
    used_ += checked(
        LZ4F_compressEnd(state_, buffer_ + used_, room_ - used_, nullptr));
    flush();
    ::close(fd_);
    LZ4F_freeCompressionContext(state_);
    free(buffer_);
  }

 private:
  void flush() {
    race::write_all(fd_, buffer_, used_);
    used_ = 0;
  }

  LZ4F_preferences_t preferences_;
  LZ4F_cctx* state_ = nullptr;
  char* buffer_ = nullptr;
  size_t room_ = 0;
  size_t used_ = 0;
  int fd_;
};

// Decompresses all frames of a file.
template <class Take>
void decompress_file(char const* path, Take& take) {
  static char in[race::piece_size], out[race::piece_size];
  int const fd = race::open_file(path);
  LZ4F_dctx* state = nullptr;
  checked(LZ4F_createDecompressionContext(&state, LZ4F_VERSION));
  size_t left = 1;
  while (size_t const got = race::read_piece(fd, in)) {
    bool is_full = false;
    for (size_t at = 0; at != got || is_full;) {
      size_t used = got - at, made = sizeof out;
      left =
          checked(LZ4F_decompress(state, out, &made, in + at, &used, nullptr));
      at += used;
      is_full = made == sizeof out && left != 0;
      take(out, made);
    }
  }
  if (left != 0) race::fail("the file is cut");
  LZ4F_freeDecompressionContext(state);
  close(fd);
}

uint64_t loop_row(race::job const& j) {
  if (race::is_write(j))
    return race::write_text(
        j, [](race::job const& job) { return lz4_writer(job, false); });
  return race::take_pieces(
      j, [](char const* path, auto& take) { decompress_file(path, take); });
}

uint64_t loop_256k_row(race::job const& j) {
  return race::write_text(
      j, [](race::job const& job) { return lz4_writer(job, true); });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"loop", loop_row}, {"loop_256k", loop_256k_row}};
  return race::main(argc, argv, rows);
}

// test/support/frames.h: zstd and lz4 frames, compressed and decompressed by
// one call of their libraries: the oracle of the compression tests.
#ifndef RILL_TEST_SUPPORT_FRAMES_H
#define RILL_TEST_SUPPORT_FRAMES_H

#include <lz4frame.h>
#include <rill/driver/lz4.h>
#include <rill/driver/zstd.h>
#include <zstd.h>

#include <optional>
#include <string>

namespace rill_test {

inline std::string zstd_frame(std::string const& text, int level) {
  ZSTD_CCtx* const state = ZSTD_createCCtx();
  (void)ZSTD_CCtx_setParameter(state, ZSTD_c_compressionLevel, level);
  (void)ZSTD_CCtx_setParameter(state, ZSTD_c_checksumFlag, 1);
  std::string bytes(ZSTD_compressBound(text.size()) + 4, '\0');
  bytes.resize(ZSTD_compress2(state, bytes.data(), bytes.size(), text.data(),
                              text.size()));
  (void)ZSTD_freeCCtx(state);
  return bytes;
}
inline std::string lz4_frame(std::string const& text, int level) {
  LZ4F_preferences_t how = {};
  how.compressionLevel = level;
  how.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  std::string bytes(LZ4F_compressFrameBound(text.size(), &how), '\0');
  bytes.resize(LZ4F_compressFrame(bytes.data(), bytes.size(), text.data(),
                                  text.size(), &how));
  return bytes;
}

// Decodes whole frames of at most `most` bytes of text, or returns nothing.
inline std::optional<std::string> read_zstd(std::string const& bytes,
                                            std::size_t most = 4 << 20) {
  std::string text(most, '\0');
  std::size_t const size =
      ZSTD_decompress(text.data(), most, bytes.data(), bytes.size());
  if (bytes.empty() || ZSTD_isError(size)) return std::nullopt;
  text.resize(size);
  return text;
}
inline std::optional<std::string> read_lz4(std::string const& bytes,
                                           std::size_t most = 4 << 20) {
  LZ4F_dctx* state = nullptr;
  (void)LZ4F_createDecompressionContext(&state, LZ4F_VERSION);
  std::string text(most, '\0');
  std::size_t read = 0, written = 0, left = 1;
  while (read != bytes.size() && !LZ4F_isError(left)) {
    std::size_t in = bytes.size() - read, out = most - written;
    left = LZ4F_decompress(state, text.data() + written, &out,
                           bytes.data() + read, &in, nullptr);
    if (in + out == 0) break;
    read += in;
    written += out;
  }
  (void)LZ4F_freeDecompressionContext(state);
  if (left != 0 || read != bytes.size()) return std::nullopt;
  text.resize(written);
  return text;
}

struct frame_format {
  rill::compression how;
  std::string (*made)(std::string const& text, int level);
  std::optional<std::string> (*read)(std::string const& bytes,
                                     std::size_t most);
};
inline frame_format const frame_formats[] = {
    {rill::zstd(), zstd_frame, read_zstd}, {rill::lz4(), lz4_frame, read_lz4}};

}  // namespace rill_test

#endif

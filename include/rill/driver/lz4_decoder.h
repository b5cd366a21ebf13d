// rill/driver/lz4_decoder.h: decodes LZ4 frames, and checks their content.
//
// Floor 6. For driver/lz4.h. Throws nothing; allocates a state, and liblz4 its
// tables. Source: the LZ4 frame format 1.6. Tests: test/driver/lz4_test.cpp.
#ifndef RILL_DRIVER_LZ4_DECODER_H
#define RILL_DRIVER_LZ4_DECODER_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <lz4frame.h>  // LZ4F_decompress

#include <new>  // operator new that returns null

#include "../compression/compression.h"
#include "../hash/xxh32.h"

namespace rill::inline RILL_BUILD::detail {

inline error_code lz4_problem(std::size_t code,
                              library_problem other) noexcept {
  bool const is_memory =
      text(LZ4F_getErrorName(code)) == "ERROR_allocation_failed";
  return is_memory ? library_problem::no_memory : other;
}

// In the flags of a frame, which stand behind the magic number.
inline constexpr unsigned char lz4_has_dictionary = 1;
inline constexpr unsigned char lz4_has_content_hash = 4;
inline constexpr unsigned char lz4_has_block_hashes = 16;

// liblz4's hash of the content takes up to 0.5 ns a byte (1.9.4 of Debian 12,
// Zen 5), and xxh32 a sixth of that. The option exists since 1.9.4; an older
// liblz4 compares the hash itself. Returns whether it need not.
template <class Options>
bool skip_checksums(Options& options) noexcept {
  if constexpr (requires { options.skipChecksums; }) {
    options.skipChecksums = 1;
    return true;
  } else {
    return false;
  }
}

class lz4_decoder {
 public:
  lz4_decoder() noexcept = default;
  lz4_decoder(lz4_decoder const&) = delete;
  lz4_decoder& operator=(lz4_decoder const&) = delete;
  ~lz4_decoder() { LZ4F_freeDecompressionContext(context_); }
  std::size_t open() noexcept {
    return LZ4F_createDecompressionContext(&context_, LZ4F_VERSION);
  }

  coder_step step(text in, char* out, std::size_t room) noexcept {
    if (head_size_ != sizeof head_) {
      coder_step const refused = look_at_head(in);
      if (refused.outcome == coder_outcome::failed) return refused;
    }
    std::size_t read = in.size;
    std::size_t written = room;
    std::size_t const left =
        LZ4F_decompress(context_, out, &written, in.data, &read, &options_);
    if (LZ4F_isError(left))
      return {0, 0, coder_outcome::failed,
              lz4_problem(left, library_problem::damaged_data),
              LZ4F_getErrorName(left)};
    std::size_t const more = smaller(read, sizeof head_ - head_size_);
    copy_bytes(head_ + head_size_, in.data, more);
    head_size_ += more;
    if (is_hashing_) {
      hash_.update(text(out, written));
      keep_last(text(in.data, read));
      if (left == 0 && last_ != hash_.finish())
        return {0, 0, coder_outcome::failed, library_problem::damaged_data,
                "ERROR_contentChecksum_invalid"};  // as liblz4 names it
    }
    return {read, written,
            left == 0 ? coder_outcome::done : coder_outcome::going};
  }
  void restart() noexcept {
    LZ4F_resetDecompressionContext(context_);
    head_size_ = 0;
    options_ = {};
    is_hashing_ = false;
    hash_ = xxh32();
  }

 private:
  // What liblz4 does not read, by the first bytes: it would call a legacy
  // frame an unknown one, and decompress without the dictionary. Decides
  // whether liblz4 hashes the content: skipChecksums leaves out the hashes of
  // blocks, too.
  coder_step look_at_head(text in) noexcept {
    char head[sizeof head_] = {};
    char* const end = copy_bytes(head, head_, head_size_);
    copy_bytes(end, in.data, smaller(in.size, sizeof head - head_size_));
    if (text(head, 4) == text("\x02\x21\x4C\x18", 4))
      return {0, 0, coder_outcome::failed, library_problem::no_driver,
              "legacy frames of LZ4 (lz4 -l)"};
    if (text(head, 4) != text("\x04\x22\x4D\x18", 4)) return {};
    auto const flags = static_cast<unsigned char>(head[4]);
    if ((flags & lz4_has_dictionary) != 0)
      return {0, 0, coder_outcome::failed, library_problem::needs_dictionary,
              "rill::lz4 has none"};
    bool const has_hash = (flags & lz4_has_content_hash) != 0;
    if (has_hash && (flags & lz4_has_block_hashes) == 0)
      is_hashing_ = skip_checksums(options_);
    return {};
  }

  // The last bytes of a frame are the hash, the least significant one first.
  void keep_last(text in) noexcept {
    for (std::size_t i = in.size - smaller<std::size_t>(in.size, 4);
         i != in.size; ++i)
      last_ = last_ >> 8 | std::uint32_t{static_cast<unsigned char>(in.data[i])}
                               << 24;
  }

  LZ4F_dctx* context_ = nullptr;
  char head_[5];  // of the frame: the magic number and the flags
  std::size_t head_size_ = 0;
  LZ4F_decompressOptions_t options_ = {};
  bool is_hashing_ = false;  // the content of this frame
  xxh32 hash_;
  std::uint32_t last_ = 0;  // 4 bytes of what was read
};

inline opened_coder open_lz4_decoder(compression const&) noexcept {
  auto* const state = new (std::nothrow) lz4_decoder;
  if (state && !LZ4F_isError(state->open())) return {state};
  delete state;
  return {nullptr, library_problem::no_memory};
}
inline coder_step lz4_decode(void* state, text in, char* out, std::size_t room,
                             coder_goal) noexcept {
  return static_cast<lz4_decoder*>(state)->step(in, out, room);
}
inline coder_step restart_lz4_decoder(void* state) noexcept {
  static_cast<lz4_decoder*>(state)->restart();
  return {};
}
inline void close_lz4_decoder(void* state) noexcept {
  delete static_cast<lz4_decoder*>(state);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

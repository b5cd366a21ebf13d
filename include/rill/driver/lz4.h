// rill/driver/lz4.h: LZ4 frames by liblz4. Inert unless included.
//
//     rill::compressed_writer out("log.lz4", rill::lz4());
//     rill::decompressed_reader in("log.lz4", rill::lz4());
//
// Needs <lz4frame.h>, version 1.9 or newer; link with -llz4. Layer 7. Throws
// nothing; allocates a state, and liblz4 its tables. Source: the LZ4 frame
// format 1.6. Tests: test/driver/lz4_test.cpp.
#ifndef RILL_DRIVER_LZ4_H
#define RILL_DRIVER_LZ4_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <lz4frame.h>  // LZ4F_decompress, LZ4F_compressUpdate
#include <new>         // operator new that returns null

#include "../compression/compress.h"
#include "../compression/compression.h"
#include "../compression/streams.h"
#include "../hash/xxh32.h"

// Decodes LZ4 frames, and checks their content.

namespace rill::inline RILL_BUILD {
namespace detail {

inline error_code lz4_problem(std::size_t code,
                              library_problem other) noexcept {
  bool const is_memory =
      text(LZ4F_getErrorName(code)) == "ERROR_allocation_failed";
  return is_memory ? library_problem::no_memory : other;
}

// Bits of the flags byte of a frame, which follows the magic number.
inline constexpr unsigned char lz4_has_dictionary = 1;
inline constexpr unsigned char lz4_has_content_hash = 4;
inline constexpr unsigned char lz4_has_block_hashes = 16;

// Tells liblz4 not to check the hash of the content. Returns false if liblz4
// checks it in any case: skipChecksums exists since version 1.9.4. liblz4 takes
// up to 0.5 ns a byte for the hash (1.9.4 of Debian 12, Zen 5); rill's xxh32
// takes a sixth of that.
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
  // Refuses two frames that liblz4 does not handle: it reports a legacy frame
  // as unknown, and ignores that a frame needs a dictionary. Then decides
  // whether liblz4 or rill checks the content's hash. skipChecksums also skips
  // the hashes of blocks, so liblz4 checks all hashes of a frame with them.
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
              "rill::lz4 supports no dictionaries"};
    bool const has_hash = (flags & lz4_has_content_hash) != 0;
    if (has_hash && (flags & lz4_has_block_hashes) == 0)
      is_hashing_ = skip_checksums(options_);
    return {};
  }

  // Keeps the last four bytes read: at the end of a frame they are the hash, in
  // little-endian order.
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

}  // namespace detail

/// Options for compressing with LZ4; decompressing needs none. A value that
/// liblz4 does not support is library_problem::unusable_option, and reason()
/// lists the valid values.
struct lz4_options {
  /// -65536 (fastest) to 12 (smallest). From 3 on, slower to compress and as
  /// fast to decompress; 0, 1 and 2 are the same.
  int level = 0;
  /// Ends each frame with a 4-byte hash of its plain bytes, which the decoder
  /// checks. Without it, damaged data can decode to wrong bytes. Takes 1/4 of
  /// the time of decompressing, 1/16 of the time of compressing at level 0
  /// (0.09 ns a byte; Zen 5). If liblz4 is older than 1.9.4 or there are block
  /// checksums, liblz4 checks it: 0.5 ns a byte.
  bool checksum = true;
  /// Adds a checksum of the compressed bytes to each block.
  bool block_checksums = false;
  /// The plain bytes of a block: 64 KiB, 256 KiB, 1 MiB or 4 MiB (the choice of
  /// the command lz4). Up to one block is kept back until a flush; compressing
  /// and decompressing each need up to three blocks of memory. 256 KiB is the
  /// fastest on a core with 1 MiB of cache; a log is 0.3 % larger with it than
  /// with 4 MiB.
  std::size_t block_size = 256 * 1024;
  /// Blocks refer to the bytes of the block before: 0.6 % smaller with blocks
  /// of 64 KiB, and 12 % slower.
  bool linked = false;
};

namespace detail {

// Returns why the options are invalid, or null. liblz4 itself would silently
// take the nearest level.
inline char const* lz4_refusal(lz4_options const& options) noexcept {
  if (options.level < -65536 || options.level > LZ4F_compressionLevel_max())
    return "lz4 has the levels -65536 to 12";
  switch (options.block_size) {
    case 1 << 16:
    case 1 << 18:
    case 1 << 20:
    case 1 << 22:
      return nullptr;
    default:
      return "block_size is 65536, 262144, 1048576 or 4194304";
  }
}

// Sets the flag in a frame's header that a hash of the content follows the end
// mark. liblz4 itself would hash the content at 2 GB/s: see skip_checksums.
inline void announce_content_hash(char* header) noexcept {
  header[4] = static_cast<char>(header[4] | lz4_has_content_hash);
  std::size_t const last = LZ4F_headerSize(header, LZ4F_HEADER_SIZE_MIN) - 1;
  std::uint32_t const hash = xxh32::of(text(header + 4, last - 4));
  header[last] = static_cast<char>(hash >> 8 & 0xff);
}

inline LZ4F_preferences_t lz4_preferences(lz4_options const& options) noexcept {
  LZ4F_preferences_t all = {};
  all.compressionLevel = options.level;
  auto& frame = all.frameInfo;
  frame.blockSizeID = options.block_size == 1 << 16   ? LZ4F_max64KB
                      : options.block_size == 1 << 18 ? LZ4F_max256KB
                      : options.block_size == 1 << 20 ? LZ4F_max1MB
                                                      : LZ4F_max4MB;
  frame.blockMode = options.linked ? LZ4F_blockLinked : LZ4F_blockIndependent;
  frame.contentChecksumFlag =
      options.checksum ? LZ4F_contentChecksumEnabled : LZ4F_noContentChecksum;
  frame.blockChecksumFlag = options.block_checksums ? LZ4F_blockChecksumEnabled
                                                    : LZ4F_noBlockChecksum;
  return all;
}

// liblz4 requires room for the worst case of a whole block. If the output has
// less, the block goes to a staging buffer, and from there in pieces.
class lz4_encoder {
 public:
  explicit lz4_encoder(lz4_options const& options) noexcept
      : preferences_(lz4_preferences(options)), block_(options.block_size) {}
  lz4_encoder(lz4_encoder const&) = delete;
  lz4_encoder& operator=(lz4_encoder const&) = delete;
  ~lz4_encoder() {
    LZ4F_freeCompressionContext(context_);
    ::operator delete(staging_);
  }
  // Returns 0 or an error of liblz4.
  std::size_t open() noexcept {
    return LZ4F_createCompressionContext(&context_, LZ4F_VERSION);
  }

  coder_step step(text in, char* out, std::size_t room,
                  coder_goal goal) noexcept {
    in_ = in;
    out_ = out;
    room_ = room;
    step_ = {};
    bool const is_done = run(goal);
    step_.read = in.size - in_.size;
    step_.written = room - room_;
    if (is_done) step_.outcome = coder_outcome::done;
    return step_;
  }

 private:
  // Returns true when the flush or the frame is complete.
  bool run(coder_goal goal) noexcept {
    bool const is_last = goal == coder_goal::finish;
    give_staged();
    if (!is_begun_ && !is_ended_) {
      if (in_.size == 0 && goal == coder_goal::go_on) return false;
      if (is_last && compress_whole()) return true;
      if (can_go_on()) begin(is_last ? in_.size : 0);
    }
    while (can_go_on() && in_.size != 0) compress();
    if (goal == coder_goal::go_on || !can_go_on()) return false;
    if (!is_ended_) end(is_last);
    if (!can_go_on()) return false;
    is_ended_ = false;
    return true;
  }
  bool can_go_on() const noexcept {
    return staged_ == staged_end_ && step_.outcome == coder_outcome::going;
  }

  // Compresses in one step, if all of the input is there and the output has
  // room for the worst case.
  bool compress_whole() noexcept {
    preferences_.frameInfo.contentSize = in_.size;
    if (room_ < LZ4F_compressFrameBound(in_.size, &preferences_)) return false;
    write(0, [&](char* to, std::size_t room) noexcept {
      std::size_t const size = make_frame(to, room);
      if (!has_hash() || LZ4F_isError(size)) return size;
      announce_content_hash(to);
      hash_.update(in_);
      return size + put_hash(to + size);
    });
    in_ = {};
    return step_.outcome == coder_outcome::going;
  }
  // Writes the bytes of LZ4F_compressFrame, which has 16 KiB of tables on the
  // stack: the context has them in the heap. Returns the size or an error.
  std::size_t make_frame(char* to, std::size_t room) noexcept {
    auto plain = without_content_hash();
    auto& frame = plain.frameInfo;
    // The smallest block that holds the input. Sizes are 64 KiB to 4 MiB.
    std::size_t block = 1 << 16;
    int number = LZ4F_max64KB;
    for (; number < frame.blockSizeID && in_.size > block; block *= 4) ++number;
    frame.blockSizeID = static_cast<LZ4F_blockSizeID_t>(number);
    if (in_.size <= block) frame.blockMode = LZ4F_blockIndependent;
    plain.autoFlush = 1;
    LZ4F_compressOptions_t stable = {};
    stable.stableSrc = 1;
    std::size_t size = LZ4F_compressBegin(context_, to, room, &plain);
    if (LZ4F_isError(size)) return size;
    std::size_t const done = LZ4F_compressUpdate(
        context_, to + size, room - size, in_.data, in_.size, &stable);
    if (LZ4F_isError(done)) return done;
    size += done;
    std::size_t const rest =
        LZ4F_compressEnd(context_, to + size, room - size, &stable);
    return LZ4F_isError(rest) ? rest : size + rest;
  }

  // `content_size` is 0 if it is not known.
  void begin(std::size_t content_size) noexcept {
    preferences_.frameInfo.contentSize = content_size;
    is_begun_ = true;
    auto const plain = without_content_hash();
    write(LZ4F_HEADER_SIZE_MAX, [&](char* to, std::size_t room) noexcept {
      std::size_t const size = LZ4F_compressBegin(context_, to, room, &plain);
      if (has_hash() && !LZ4F_isError(size)) announce_content_hash(to);
      return size;
    });
  }

  // Compresses as many blocks as the output has room for, at least one.
  // LZ4F_compressBound adds at most 8 bytes a block and 8 for the end of the
  // frame.
  void compress() noexcept {
    std::size_t const blocks = larger<std::size_t>(room_ / (block_ + 16), 1);
    std::size_t const size =
        in_.size / block_ < blocks ? in_.size : blocks * block_;
    std::size_t const bound = LZ4F_compressBound(size, &preferences_);
    write(bound, [&](char* to, std::size_t room) noexcept {
      return LZ4F_compressUpdate(context_, to, room, in_.data, size, nullptr);
    });
    if (has_hash()) hash_.update(text(in_.data, size));
    in_ = {in_.data + size, in_.size - size};
  }

  void end(bool is_last) noexcept {
    std::size_t const bound = LZ4F_compressBound(0, &preferences_);
    write(bound, [&](char* to, std::size_t room) noexcept {
      if (!is_last) return LZ4F_flush(context_, to, room, nullptr);
      std::size_t const size = LZ4F_compressEnd(context_, to, room, nullptr);
      if (!has_hash() || LZ4F_isError(size)) return size;
      return size + put_hash(to + size);
    });
    if (!is_last) return;
    is_begun_ = false;
    is_ended_ = true;
  }

  // liblz4 gets preferences without the hash, which rill adds. preferences_
  // keeps the flag, so that liblz4's bounds include the 4 bytes of the hash.
  bool has_hash() const noexcept {
    return preferences_.frameInfo.contentChecksumFlag != LZ4F_noContentChecksum;
  }
  LZ4F_preferences_t without_content_hash() const noexcept {
    LZ4F_preferences_t plain = preferences_;
    plain.frameInfo.contentChecksumFlag = LZ4F_noContentChecksum;
    return plain;
  }
  // Writes the hash, after the end mark of a frame. Returns its size.
  std::size_t put_hash(char* to) noexcept {
    store_little(reinterpret_cast<unsigned char*>(to), hash_.finish());
    hash_ = xxh32();
    return 4;
  }

  // Calls make(memory, room) with at least `bound` bytes of room: in the output
  // or, if that has less, in the staging buffer.
  template <class Make>
  void write(std::size_t bound, Make make) noexcept {
    bool const is_direct = room_ >= bound;
    if (!is_direct && !has_staging())
      return fail(library_problem::no_memory, nullptr);
    std::size_t const size =
        is_direct ? make(out_, room_) : make(staging_, staging_size_);
    if (LZ4F_isError(size))
      return fail(lz4_problem(size, library_problem::coder_failed),
                  LZ4F_getErrorName(size));
    if (is_direct) {
      out_ += size;
      room_ -= size;
    } else {
      staged_ = 0;
      staged_end_ = size;
      give_staged();
    }
  }
  // Allocates the staging buffer once. It has room for a block, and for the end
  // of a frame with the bytes that liblz4 holds back. Returns false without
  // memory.
  bool has_staging() noexcept {
    if (staging_) return true;
    staging_size_ = larger(LZ4F_compressBound(block_, &preferences_),
                           LZ4F_compressBound(0, &preferences_));
    staging_ = static_cast<char*>(::operator new(staging_size_, std::nothrow));
    return staging_;
  }
  void give_staged() noexcept {
    std::size_t const size = smaller(staged_end_ - staged_, room_);
    out_ = copy_bytes(out_, staging_ + staged_, size);
    room_ -= size;
    staged_ += size;
  }
  void fail(error_code code, char const* reason) noexcept {
    step_.outcome = coder_outcome::failed;
    step_.error = code;
    step_.reason = reason;
  }

  LZ4F_cctx* context_ = nullptr;
  LZ4F_preferences_t preferences_;
  std::size_t block_;
  char* staging_ = nullptr;  // allocated on first use
  std::size_t staging_size_ = 0;
  std::size_t staged_ = 0;  // next byte to give out
  std::size_t staged_end_ = 0;
  bool is_begun_ = false;
  bool is_ended_ = false;  // the frame is complete, but perhaps not given out
  xxh32 hash_;             // of the frame's bytes so far
  // Valid during one step.
  text in_ = {};
  char* out_ = nullptr;
  std::size_t room_ = 0;
  coder_step step_ = {};
};

inline opened_coder open_lz4_encoder(compression const& which) noexcept {
  auto const options = which.options<lz4_options>();
  if (char const* const why = lz4_refusal(options))
    return {nullptr, library_problem::unusable_option, why};
  auto* const state = new (std::nothrow) lz4_encoder(options);
  if (state && !LZ4F_isError(state->open())) return {state};
  delete state;
  return {nullptr, library_problem::no_memory};
}
inline coder_step lz4_encode(void* state, text in, char* out, std::size_t room,
                             coder_goal goal) noexcept {
  return static_cast<lz4_encoder*>(state)->step(in, out, room, goal);
}
inline void close_lz4_encoder(void* state) noexcept {
  delete static_cast<lz4_encoder*>(state);
}

// Includes legacy frames, so that the decoder refuses them by name.
inline bool begins_lz4(text first) noexcept {
  return begins_as_lz4(first) || begins_with(first, {"\x02\x21\x4C\x18", 4});
}

inline constexpr compression_format lz4_format{
    "lz4",
    {open_lz4_encoder, lz4_encode, nullptr, close_lz4_encoder},
    {open_lz4_decoder, lz4_decode, restart_lz4_decoder, close_lz4_decoder},
    begins_lz4,
    4};

}  // namespace detail

/// LZ4 frames with these options, for compressed_writer, decompressed_reader,
/// compress and decompress. Reads consecutive frames, and skips skippable ones.
/// Errors, reported on use: unusable_option; no_driver for legacy frames (lz4
/// -l); needs_dictionary for frames that name one; damaged_data with liblz4's
/// message; no_memory.
/// Cost: this call only stores the options. Memory: lz4_options::block_size.
///
/// Example:
///     rill::compression const fast = rill::lz4();
///     rill::compression const small =
///         rill::lz4({.level = 12, .block_size = 4 << 20});
///     rill::println(fast, ' ', small);
inline compression lz4(lz4_options const& options = {}) noexcept {
  return compression(detail::lz4_format, options);
}
/// The same with a level and default options.
inline compression lz4(int level) noexcept {
  return compression(detail::lz4_format, lz4_options{.level = level});
}

namespace detail {
// Lets decompressing() find this driver.
inline compression compression_of(known<known_format::lz4>) noexcept {
  return lz4();
}
}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif

// rill/driver/zstd.h: Zstandard by libzstd. Inert unless included.
//
//     rill::compressed_writer out("log.zst", rill::zstd());
//     rill::decompressed_reader in("log.zst", rill::zstd());
//
// Needs <zstd.h>, version 1.4 or newer; link with -lzstd. Layer 7. Throws
// nothing; libzstd allocates. Source: RFC 8878. Tests:
// test/driver/zstd_test.cpp.
#ifndef RILL_DRIVER_ZSTD_H
#define RILL_DRIVER_ZSTD_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <new>            // operator new that returns null
#include <zstd.h>         // ZSTD_compressStream2, ZSTD_decompressStream
#include <zstd_errors.h>  // ZSTD_getErrorCode

#include "../compression/compress.h"
#include "../compression/streams.h"

namespace rill::inline RILL_BUILD {

/// Options for compressing and decompressing with Zstandard. A value that
/// libzstd does not support is library_problem::unusable_option, and reason()
/// lists the valid values.
struct zstd_options {
  /// -131072 (fastest) to 22 (smallest); 0 is the library's choice, 3. Levels
  /// 20 to 22 need 200, 400 and 800 MB of memory to compress.
  int level = 3;
  /// Ends each frame with a 4-byte hash of its plain bytes, which the decoder
  /// checks. Without it, damaged data can decode to wrong bytes.
  bool checksum = true;
  /// The number of compressing threads, at most 256; 0 compresses in the
  /// calling thread. Each thread has a copy of the state and a part of the
  /// input, some MiB. A libzstd that was built without threads accepts only 0.
  int threads = 0;
  /// The base-2 logarithm of the window, the distance to a match in bytes: 10
  /// to 31 (30 in 32-bit programs); 0 is the default of the level. By default,
  /// decoders refuse more than 27.
  int window_log = 0;
  /// The largest window, as a base-2 logarithm, for which the decoder
  /// allocates memory: 10 to 31 (30); 27 is 128 MiB; 0 is the library's
  /// choice, 27. Data that needs more is library_problem::window_too_large.
  int window_log_max = 27;
  /// Bytes that both sides know: a dictionary of `zstd --train`, or any bytes
  /// that resemble the data. Frames with a trained dictionary contain its
  /// number; decoding without it is library_problem::needs_dictionary. Without
  /// a raw dictionary, only the checksum finds the error.
  text dictionary = {};
};

namespace detail {

inline error_code zstd_problem(std::size_t code,
                               library_problem other) noexcept {
  switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_memory_allocation:
      return library_problem::no_memory;
    case ZSTD_error_frameParameter_windowTooLarge:
      return library_problem::window_too_large;
    case ZSTD_error_dictionary_wrong:
      return library_problem::needs_dictionary;
    case ZSTD_error_dictionary_corrupted:
    case ZSTD_error_dictionaryCreation_failed:
      return library_problem::unusable_option;
    default:
      return other;
  }
}

// libzstd's message, or null if the error code says the same.
inline char const* zstd_reason(std::size_t code) noexcept {
  switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_memory_allocation:
    case ZSTD_error_frameParameter_windowTooLarge:
    case ZSTD_error_dictionary_wrong:
      return nullptr;
    default:
      return ZSTD_getErrorName(code);
  }
}

inline bool lies_within(ZSTD_bounds const& bounds, int value) noexcept {
  return !ZSTD_isError(bounds.error) && value >= bounds.lowerBound &&
         value <= bounds.upperBound;
}
inline bool zstd_has(ZSTD_cParameter which, int value) noexcept {
  return lies_within(ZSTD_cParam_getBounds(which), value);
}

// Returns why the options are invalid, or null. libzstd itself would silently
// take the nearest value for most of them.
inline char const* zstd_refusal(zstd_options const& options) noexcept {
  if (!zstd_has(ZSTD_c_compressionLevel, options.level))
    return "zstd has the levels -131072 to 22";
  if (options.threads != 0 && !zstd_has(ZSTD_c_nbWorkers, 1))
    return "this libzstd was built without threads";
  if (options.threads != 0 && !zstd_has(ZSTD_c_nbWorkers, options.threads))
    return "zstd has 0 to 256 threads (64 in a program of 32 bits)";
  if (options.window_log != 0 &&
      !zstd_has(ZSTD_c_windowLog, options.window_log))
    return "window_log is 10 to 31 (30 in a program of 32 bits), or 0";
  return nullptr;
}

// Returns 0 or the first error.
inline std::size_t set_zstd(ZSTD_CCtx* state,
                            zstd_options const& options) noexcept {
  struct {
    ZSTD_cParameter which;
    int value;
  } const all[] = {{ZSTD_c_compressionLevel, options.level},
                   {ZSTD_c_checksumFlag, options.checksum},
                   {ZSTD_c_nbWorkers, options.threads},
                   {ZSTD_c_windowLog, options.window_log}};
  for (auto const& one : all) {
    std::size_t const done =
        ZSTD_CCtx_setParameter(state, one.which, one.value);
    if (ZSTD_isError(done)) return done;
  }
  text const dictionary = options.dictionary;
  if (dictionary.size == 0) return 0;
  return ZSTD_CCtx_loadDictionary(state, dictionary.data, dictionary.size);
}

// Returns why a dictionary is unusable. libzstd has the same code for a lack of
// memory and a damaged dictionary, and an encoder reports it only on use.
// Decompressing an empty frame distinguishes them.
inline opened_coder dictionary_refusal(text dictionary) noexcept {
  if (dictionary.size == 0) return {};
  ZSTD_DCtx* const state = ZSTD_createDCtx();
  if (!state) return {nullptr, library_problem::no_memory};
  char const frame[] = "\x28\xB5\x2F\xFD\x20\x00\x01\x00";  // and its NUL
  char nothing[1];
  std::size_t const done = ZSTD_decompress_usingDict(
      state, nothing, 0, frame, sizeof frame, dictionary.data, dictionary.size);
  ZSTD_freeDCtx(state);
  if (!ZSTD_isError(done)) return {};
  return {nullptr, library_problem::unusable_option,
          "the dictionary is damaged"};
}

inline opened_coder open_zstd_encoder(compression const& which) noexcept {
  auto const options = which.options<zstd_options>();
  if (char const* const why = zstd_refusal(options))
    return {nullptr, library_problem::unusable_option, why};
  opened_coder const refused = dictionary_refusal(options.dictionary);
  if (refused.error) return refused;
  ZSTD_CCtx* const state = ZSTD_createCCtx();
  if (!state) return {nullptr, library_problem::no_memory};
  std::size_t const done = set_zstd(state, options);
  if (!ZSTD_isError(done)) return {state};
  ZSTD_freeCCtx(state);
  return {nullptr, zstd_problem(done, library_problem::unusable_option),
          zstd_reason(done)};
}

inline coder_step zstd_encode(void* state, text in, char* out, std::size_t room,
                              coder_goal goal) noexcept {
  ZSTD_inBuffer from{in.data, in.size, 0};
  ZSTD_outBuffer to{out, room, 0};
  ZSTD_EndDirective const directive = goal == coder_goal::go_on
                                          ? ZSTD_e_continue
                                      : goal == coder_goal::flush ? ZSTD_e_flush
                                                                  : ZSTD_e_end;
  std::size_t const left = ZSTD_compressStream2(static_cast<ZSTD_CCtx*>(state),
                                                &to, &from, directive);
  if (ZSTD_isError(left))
    return {from.pos, to.pos, coder_outcome::failed,
            zstd_problem(left, library_problem::coder_failed),
            zstd_reason(left)};
  bool const is_done =
      left == 0 && from.pos == from.size && goal != coder_goal::go_on;
  return {from.pos, to.pos,
          is_done ? coder_outcome::done : coder_outcome::going};
}

inline void close_zstd_encoder(void* state) noexcept {
  ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(state));
}

// Follows the frames in the bytes that libzstd takes, and finds blocks that RFC
// 8878 does not allow. libzstd accepts or refuses these depending on whether
// the frame is in memory as a whole.
class zstd_blocks {
 public:
  // Returns false after such a block.
  bool pass(text bytes) noexcept {
    while (bytes.size != 0) {
      std::size_t size = 0;
      if (skipped_ != 0) {
        size = static_cast<std::size_t>(
            smaller<unsigned long long>(bytes.size, skipped_));
        skipped_ -= size;
      } else {
        size = smaller(bytes.size, wanted_ - size_);
        copy_bytes(head_ + size_, bytes.data, size);
        size_ += size;
        if (size_ == wanted_ && !take_head()) return false;
      }
      bytes = {bytes.data + size, bytes.size - size};
    }
    return true;
  }

 private:
  static constexpr std::size_t first_size = 5;  // magic number and flags

  unsigned long long number(std::size_t at, std::size_t size) const noexcept {
    unsigned long long made = 0;
    while (size-- != 0)
      made = made << 8 | static_cast<unsigned char>(head_[at + size]);
    return made;
  }
  // Begins to collect a frame's header, or one of a block.
  void expect(std::size_t size, bool is_block) noexcept {
    size_ = 0;
    wanted_ = size;
    is_block_ = is_block;
  }
  bool take_head() noexcept {
    if (is_block_) return take_block();
    if (begins_as_skippable({head_, first_size})) {
      wanted_ = 8;
      if (size_ != wanted_) return true;
      skipped_ = number(4, 4);
      expect(first_size, false);
    } else {
      take_frame();
    }
    return true;
  }

  // RFC 8878, 3.1.1.1: the window, the dictionary's number, the content's size.
  void take_frame() noexcept {
    auto const flags = static_cast<unsigned char>(head_[4]);
    bool const is_single = (flags & 0x20) != 0;
    std::size_t const window = is_single ? 0 : 1;
    std::size_t const dictionary = (1u << (flags & 3)) >> 1;
    std::size_t const content =
        flags < 0x40 && !is_single ? 0 : 1u << (flags >> 6);
    wanted_ = first_size + window + dictionary + content;
    if (size_ != wanted_) return;
    unsigned long long limit = number(first_size + dictionary, content);
    if (content == 2) limit += 256;
    if (!is_single) {
      auto const byte = static_cast<unsigned char>(head_[first_size]);
      limit = (8ull + (byte & 7)) << (7 + (byte >> 3));
    }
    largest_ = smaller<unsigned long long>(limit, 1 << 17);
    has_checksum_ = (flags & 4) != 0;
    expect(3, true);
  }

  // 3.1.1.2: compressed blocks are not empty, and no block is too large.
  bool take_block() noexcept {
    unsigned long long const head = number(0, 3);
    bool const is_last = (head & 1) != 0;
    unsigned long long const type = head >> 1 & 3;
    unsigned long long const size = head >> 3;
    if (size > largest_ || (type == compressed && size == 0)) return false;
    skipped_ = type == repeated ? 1 : size;
    if (is_last && has_checksum_) skipped_ += 4;
    expect(is_last ? first_size : 3, !is_last);
    return true;
  }

  static constexpr unsigned repeated = 1;
  static constexpr unsigned compressed = 2;

  char head_[18] = {};  // 4 + 1 + 1 + 4 + 8 bytes are used at most
  bool is_block_ = false;
  bool has_checksum_ = false;
  std::size_t size_ = 0;
  std::size_t wanted_ = first_size;
  unsigned long long skipped_ = 0;  // bytes up to the next header
  unsigned long long largest_ = 0;  // bytes of a block
};

struct zstd_decoder {
  ZSTD_DCtx* context = nullptr;
  zstd_blocks blocks = {};

  zstd_decoder() noexcept : context(ZSTD_createDCtx()) {}
  zstd_decoder(zstd_decoder const&) = delete;
  zstd_decoder& operator=(zstd_decoder const&) = delete;
  ~zstd_decoder() { ZSTD_freeDCtx(context); }
};

inline opened_coder open_zstd_decoder(compression const& which) noexcept {
  auto const options = which.options<zstd_options>();
  int const limit = options.window_log_max;
  if (limit != 0 &&
      !lies_within(ZSTD_dParam_getBounds(ZSTD_d_windowLogMax), limit))
    return {nullptr, library_problem::unusable_option,
            "window_log_max is 10 to 31 (30 in a program of 32 bits), or 0"};
  text const dictionary = options.dictionary;
  opened_coder const refused = dictionary_refusal(dictionary);
  if (refused.error) return refused;
  auto* const state = new (std::nothrow) zstd_decoder;
  ZSTD_DCtx* const context = state ? state->context : nullptr;
  if (context && limit != 0)
    (void)ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, limit);
  if (context &&
      (dictionary.size == 0 || !ZSTD_isError(ZSTD_DCtx_loadDictionary(
                                   context, dictionary.data, dictionary.size))))
    return {state};
  delete state;
  return {nullptr, library_problem::no_memory};
}

inline coder_step zstd_decode(void* state, text in, char* out, std::size_t room,
                              coder_goal) noexcept {
  auto& decoder = *static_cast<zstd_decoder*>(state);
  ZSTD_inBuffer from{in.data, in.size, 0};
  ZSTD_outBuffer to{out, room, 0};
  std::size_t const left = ZSTD_decompressStream(decoder.context, &to, &from);
  if (!ZSTD_isError(left)) {
    if (decoder.blocks.pass({in.data, from.pos}))
      return {from.pos, to.pos,
              left == 0 ? coder_outcome::done : coder_outcome::going};
    return {from.pos, to.pos, coder_outcome::failed,
            library_problem::damaged_data,
            ZSTD_getErrorString(ZSTD_error_corruption_detected)};
  }
  // libzstd fails on the 16th consecutive call without input or without room,
  // which it treats as an endless loop. Its state does not change, so this is
  // no error here. The error codes differ between versions.
  if (in.size == 0 || room == 0) {
    ZSTD_ErrorCode const code = ZSTD_getErrorCode(left);
    if (code == ZSTD_error_srcSize_wrong || code == 80 || code == 82 ||
        code == ZSTD_error_dstSize_tooSmall)
      return {};
  }
  return {from.pos, to.pos, coder_outcome::failed,
          zstd_problem(left, library_problem::damaged_data), zstd_reason(left)};
}

inline coder_step restart_zstd_decoder(void* state) noexcept {
  auto& decoder = *static_cast<zstd_decoder*>(state);
  decoder.blocks = {};
  (void)ZSTD_DCtx_reset(decoder.context, ZSTD_reset_session_only);
  return {};
}

inline void close_zstd_decoder(void* state) noexcept {
  delete static_cast<zstd_decoder*>(state);
}

inline constexpr compression_format zstd_format{
    "zstd",
    {open_zstd_encoder, zstd_encode, nullptr, close_zstd_encoder},
    {open_zstd_decoder, zstd_decode, restart_zstd_decoder, close_zstd_decoder},
    begins_as_zstd,
    4};

}  // namespace detail

/// Zstandard with these options, for compressed_writer, decompressed_reader,
/// compress and decompress. Reads consecutive frames, and skips skippable ones.
/// Errors, reported on use: unusable_option for an unsupported value or a
/// damaged dictionary; window_too_large; needs_dictionary; damaged_data with
/// libzstd's message; no_memory.
/// Cost: this call only stores the options. Compressing at level 3 needs about
/// 3 MiB of memory, decompressing the window that the data states, up to
/// window_log_max.
///
/// Example:
///     rill::compression const fast = rill::zstd(1);
///     rill::compression const shared =
///         rill::zstd({.level = 19, .threads = 4, .dictionary = "x = 1\n"});
///     rill::println(fast, ' ', shared);
inline compression zstd(zstd_options const& options = {}) noexcept {
  return compression(detail::zstd_format, options);
}
/// The same with a level and default options.
inline compression zstd(int level) noexcept {
  return compression(detail::zstd_format, zstd_options{.level = level});
}

namespace detail {
// Lets decompressing() find this driver.
inline compression compression_of(known<known_format::zstd>) noexcept {
  return zstd();
}
}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif

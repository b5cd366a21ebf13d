// rill/compression/coder.h: an encoder or decoder of a format, its limits, and
// the detection of formats.
//
// Layer 6. Tests: test/compression/compression_test.cpp,
// test/compression/decompressed_reader_test.cpp,
// test/compression/decompressing_test.cpp.
#ifndef RILL_COMPRESSION_CODER_H
#define RILL_COMPRESSION_CODER_H

#include "../base/text.h"
#include "../os/error.h"
#include "../stream/read_buffer.h"
#include "compression.h"

// An encoder or a decoder, with its state.
//
// The compression library allocates the state.

namespace rill::inline RILL_BUILD {
namespace detail {

/// Owns the state of an encoder or a decoder.
class coder {
 public:
  /// Errors: unusable_option, no_memory, and those of the library.
  static result<coder> open(compression const& which, coder_calls const& calls,
                            text operation) noexcept {
    opened_coder const made = calls.open(which);
    if (made.state) return coder(calls, made.state);
    return error(made.error, operation, which.name(),
                 made.reason ? text(made.reason) : text());
  }
  static result<coder> encoder(compression const& which) noexcept {
    return open(which, which.format().encoder, "compress as");
  }
  static result<coder> decoder(compression const& which) noexcept {
    return open(which, which.format().decoder, "decompress");
  }

  coder(coder&& other) noexcept : calls_(other.calls_), state_(other.state_) {
    other.state_ = nullptr;
  }
  coder& operator=(coder&& other) noexcept {
    void* const state = state_;
    coder_calls const* const calls = calls_;
    calls_ = other.calls_;
    state_ = other.state_;
    other.calls_ = calls;
    other.state_ = state;
    return *this;
  }
  ~coder() { close(); }

  /// Frees the state, which may be large and have threads. step() must not be
  /// called afterwards.
  void close() noexcept {
    if (state_) calls_->close(state_);
    state_ = nullptr;
  }

  coder_step step(text in, char* out, std::size_t room,
                  coder_goal goal) noexcept {
    return calls_->step(state_, in, out, room, goal);
  }
  coder_step restart() noexcept { return calls_->restart(state_); }
  void const* state() const noexcept { return state_; }

 private:
  coder(coder_calls const& calls, void* state) noexcept
      : calls_(&calls), state_(state) {}

  coder_calls const* calls_;
  void* state_;
};

// Builds the reason of a compression error in a block of a fixed size.
//
// Allocates nothing.

/// "incorrect data check, at compressed byte 4711 (plain byte 65536)"
class coder_words {
 public:
  coder_words() noexcept = default;
  coder_words(char const* reason, unsigned long long compressed,
              unsigned long long plain) noexcept {
    if (reason) {
      // No text of a library is longer than 96 bytes.
      add({reason, smaller(length_of(reason), std::size_t{96})});
      add(", ");
    }
    add("at compressed byte ");
    add(compressed);
    add(" (plain byte ");
    add(plain);
    add(")");
  }

  text words() const noexcept { return {words_, size_}; }

 private:
  void add(text piece) noexcept {
    copy_bytes(words_ + size_, piece.data, piece.size);
    size_ += piece.size;
  }
  void add(unsigned long long number) noexcept {
    char digits[20];
    std::size_t first = sizeof digits;
    do {
      digits[--first] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    add({digits + first, sizeof digits - first});
  }

  std::size_t size_ = 0;
  char words_[176];  // 96 + 2 + 19 + 20 + 13 + 20 + 1 are used at most
};

// How much may come out of compressed bytes, and what may follow them.

class format_search;
}  // namespace detail

/// What happens to bytes behind the compressed data. NUL bytes up to the end of
/// the source are skipped by `refuse`, and left unread by `ignore`.
enum class trailing_bytes : unsigned char {
  refuse,  ///< they are an error, trailing_data
  ignore,  ///< the input ends; the source stays at the first of them
};

inline constexpr unsigned long long no_limit = ~0ull;

namespace detail {
// The defaults of decompression_options and of decompress_options. gzip reaches
// at most 1032 plain bytes for each compressed byte, lz4 255: neither is ever
// refused. zstd reaches 32,768, for long runs of few values: above the ratio
// are bombs, and files such as images of empty disks. 64 MiB of these harm no
// program.
inline constexpr unsigned usual_max_ratio = 2000;
inline constexpr unsigned long long usual_ratio_from = 64ull << 20;
}  // namespace detail

/// Options for reading compressed data. Sizes are in bytes. The defaults of
/// max_ratio, ratio_from and trailing are those of decompress_options.
struct decompression_options {
  unsigned long long limit = no_limit;  ///< plain bytes; more are too_large
  /// The most plain bytes for each compressed byte; more are expands_too_much.
  /// 0 means no limit. The default refuses zstd alone, and there bombs and
  /// files that begin with 64 MiB of zeros, such as images of empty disks.
  unsigned max_ratio = detail::usual_max_ratio;
  /// max_ratio applies only above this many plain bytes: 64 MiB of zeros are 2
  /// KB of zstd.
  unsigned long long ratio_from = detail::usual_ratio_from;
  trailing_bytes trailing = trailing_bytes::refuse;
  std::size_t buffer_size = default_read_size;  ///< of each of the two buffers
};

// The formats that can be recognized by their first bytes.
//
// Allocates nothing, throws nothing. Sources: RFC 1950, 1952 and 8878; the
// frame format of LZ4; the formats of xz, bzip2 and compress.

namespace detail {

/// Formats that have a driver come first.
enum class known_format : unsigned char {
  gzip,
  zlib,
  zstd,
  lz4,
  xz,
  bzip2,
  compress,  ///< .Z files of compress(1)
  old_lz4,   ///< frames of lz4 -l, without header or checksum
  plain,     ///< none of these
};
inline constexpr std::size_t formats_with_driver = 4;

// True when one of the two is a prefix of the other. Requires at least one
// byte.
constexpr bool begins_with(text first, text magic) noexcept {
  std::size_t const size = smaller(first.size, magic.size);
  return same_bytes(first.data, magic.data, size);
}

constexpr bool begins_as_gzip(text first) noexcept {
  return begins_with(first, {"\x1F\x8B", 2});
}
// The first of the four bytes that begin a skippable frame has 16 values.
constexpr bool begins_as_skippable(text first) noexcept {
  if (static_cast<unsigned char>(first.data[0]) >> 4 != 5) return false;
  return begins_with({first.data + 1, first.size - 1}, {"\x2A\x4D\x18", 3});
}
constexpr bool begins_as_zstd(text first) noexcept {
  return begins_with(first, {"\x28\xB5\x2F\xFD", 4}) ||
         begins_as_skippable(first);
}
constexpr bool begins_as_lz4(text first) noexcept {
  return begins_with(first, {"\x04\x22\x4D\x18", 4}) ||
         begins_as_skippable(first);
}
// The headers of zlib streams without a dictionary (RFC 1950, 2.2): the method
// deflate, a window of at most 32 KiB, and as a big-endian number a multiple of
// 31. 32 pairs of bytes are such headers.
constexpr bool begins_as_zlib(text first) noexcept {
  unsigned const method = static_cast<unsigned char>(first.data[0]);
  if ((method & 0x8F) != 8) return false;
  if (first.size == 1) return true;
  unsigned const flags = static_cast<unsigned char>(first.data[1]);
  return (method * 256 + flags) % 31 == 0 && (flags & 0x20) == 0;
}
// The first bytes of the formats that always begin with the same bytes.
struct format_magic {
  known_format format;
  unsigned char size;
  char bytes[7];

  constexpr text whole() const noexcept { return {bytes, size}; }
};
inline constexpr format_magic format_magics[] = {
    {known_format::gzip, 2, "\x1F\x8B"},
    {known_format::zstd, 4, "\x28\xB5\x2F\xFD"},
    {known_format::lz4, 4, "\x04\x22\x4D\x18"},
    {known_format::old_lz4, 4, "\x02\x21\x4C\x18"},
    {known_format::xz, 6, {'\xFD', '7', 'z', 'X', 'Z', '\0'}},
    {known_format::bzip2, 3, "BZh"},
    {known_format::compress, 2, "\x1F\x9D"}};

/// The format of a source that begins with these bytes. Skippable frames count
/// as zstd: parallel compressors of zstd write one first.
constexpr known_format format_of(text first) noexcept {
  for (format_magic const& one : format_magics)
    if (first.size >= one.size && begins_with(first, one.whole()))
      return one.format;
  if (first.size >= 4 && begins_as_skippable(first)) return known_format::zstd;
  if (first.size >= 2 && begins_as_zlib(first)) return known_format::zlib;
  return known_format::plain;
}

/// True when more bytes can change the result of format_of().
constexpr bool is_beginning(text first) noexcept {
  for (format_magic const& one : format_magics)
    if (first.size < one.size && begins_with(first, one.whole())) return true;
  return first.size == 0 || (first.size < 4 && begins_as_skippable(first)) ||
         (first.size < 2 && begins_as_zlib(first));
}

/// The message of no_driver.
constexpr char const* missing_driver(known_format format) noexcept {
  switch (format) {
    case known_format::gzip:
      return "gzip needs #include <rill/driver/zlib.h>";
    case known_format::zlib:
      return "zlib needs #include <rill/driver/zlib.h>";
    case known_format::zstd:
      return "zstd needs #include <rill/driver/zstd.h>";
    case known_format::lz4:
      return "lz4 needs #include <rill/driver/lz4.h>";
    case known_format::xz:
      return "rill has no driver for xz";
    case known_format::bzip2:
      return "rill has no driver for bzip2";
    case known_format::compress:
      return "rill has no driver for compress (.Z)";
    case known_format::old_lz4:
      return "rill has no driver for legacy frames of LZ4 (lz4 -l)";
    default:
      return "unknown format";
  }
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif

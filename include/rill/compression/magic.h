// rill/compression/magic.h: the formats that can be told by their first bytes.
//
// Floor 5. Allocates nothing, throws nothing. Sources: RFC 1950, 1952 and
// 8878; the frame format of LZ4; the formats of xz, bzip2 and compress. Tests:
// test/compression/decompressing_test.cpp.
#ifndef RILL_COMPRESSION_MAGIC_H
#define RILL_COMPRESSION_MAGIC_H

#include "../base/text.h"

namespace rill::inline RILL_BUILD::detail {

/// Those with a driver come first.
enum class known_format : unsigned char {
  gzip,
  zlib,
  zstd,
  lz4,
  xz,
  bzip2,
  compress,  ///< of compress(1), the .Z files
  old_lz4,   ///< frames of lz4 -l, which have no header and no checksum
  plain,     ///< none of these
};
inline constexpr std::size_t formats_with_driver = 4;

// True when the bytes, at least one, are the beginning of the other ones, or
// begin with them.
constexpr bool begins_with(text first, text magic) noexcept {
  std::size_t const size = smaller(first.size, magic.size);
  return same_bytes(first.data, magic.data, size);
}

constexpr bool begins_as_gzip(text first) noexcept {
  return begins_with(first, {"\x1F\x8B", 2});
}
// The first of the four bytes that begin a frame to be skipped has 16 values.
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
// The first bytes of a format. Of zlib those for a window of 32 KiB without a
// dictionary, at the four levels of its header; "x^" is one of the four.
struct format_magic {
  known_format format;
  unsigned char size;
  char bytes[7];

  constexpr text whole() const noexcept { return {bytes, size}; }
};
inline constexpr format_magic format_magics[] = {
    {known_format::gzip, 2, "\x1F\x8B"},
    {known_format::zlib, 2, "\x78\x01"},
    {known_format::zlib, 2, "\x78\x5E"},
    {known_format::zlib, 2, "\x78\x9C"},
    {known_format::zlib, 2, "\x78\xDA"},
    {known_format::zstd, 4, "\x28\xB5\x2F\xFD"},
    {known_format::lz4, 4, "\x04\x22\x4D\x18"},
    {known_format::old_lz4, 4, "\x02\x21\x4C\x18"},
    {known_format::xz, 6, {'\xFD', '7', 'z', 'X', 'Z', '\0'}},
    {known_format::bzip2, 3, "BZh"},
    {known_format::compress, 2, "\x1F\x9D"}};

/// What a source is that begins with these bytes. Frames to be skipped count
/// as zstd's: parallel compressors of zstd begin with one.
constexpr known_format format_of(text first) noexcept {
  for (format_magic const& one : format_magics)
    if (first.size >= one.size && begins_with(first, one.whole()))
      return one.format;
  if (first.size >= 4 && begins_as_skippable(first)) return known_format::zstd;
  return known_format::plain;
}

/// True when more bytes can make another format of these.
constexpr bool is_beginning(text first) noexcept {
  for (format_magic const& one : format_magics)
    if (first.size < one.size && begins_with(first, one.whole())) return true;
  return first.size == 0 || (first.size < 4 && begins_as_skippable(first));
}

/// The sentence of no_driver.
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

}  // namespace rill::inline RILL_BUILD::detail

#endif

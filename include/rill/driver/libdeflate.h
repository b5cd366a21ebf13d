// rill/driver/libdeflate.h: gzip, zlib and raw deflate by libdeflate, for whole
// texts in memory. Inert unless included.
//
//     std::string const bytes = rill::compress(text, rill::libdeflate_gzip(9));
//     std::string const again =
//         rill::decompress(bytes, rill::libdeflate_gzip(), 1 << 30);
//
// Faster than zlib, but only for compress and decompress: it has no streams.
// Needs <libdeflate.h>, version 1.6 or newer; link with -ldeflate. Layer 7.
// Throws nothing; libdeflate allocates. Tests: test/driver/libdeflate_test.cpp.
#ifndef RILL_DRIVER_LIBDEFLATE_H
#define RILL_DRIVER_LIBDEFLATE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <libdeflate.h>  // libdeflate_gzip_compress and its siblings

#include "../compression/compress_whole.h"
#include "../compression/coder.h"

namespace rill::inline RILL_BUILD {

namespace detail {

inline opened_coder open_libdeflate_encoder(int level) noexcept {
  if (level < 0 || level > 12)
    return {nullptr, library_problem::unusable_option,
            "libdeflate has the levels 0 to 12"};
  libdeflate_compressor* const state = ::libdeflate_alloc_compressor(level);
  if (!state) return {nullptr, library_problem::no_memory};
  return {state};
}
inline void close_libdeflate_encoder(void* state) noexcept {
  ::libdeflate_free_compressor(static_cast<libdeflate_compressor*>(state));
}
inline opened_coder open_libdeflate_decoder() noexcept {
  libdeflate_decompressor* const state = ::libdeflate_alloc_decompressor();
  if (!state) return {nullptr, library_problem::no_memory};
  return {state};
}
inline void close_libdeflate_decoder(void* state) noexcept {
  ::libdeflate_free_decompressor(static_cast<libdeflate_decompressor*>(state));
}

template <auto Bound>
std::size_t libdeflate_bound(void* state, std::size_t size) noexcept {
  return Bound(static_cast<libdeflate_compressor*>(state), size);
}
template <auto Compress>
std::size_t libdeflate_encode(void* state, text in, char* out,
                              std::size_t room) noexcept {
  return Compress(static_cast<libdeflate_compressor*>(state), in.data, in.size,
                  out, room);
}
template <auto Decompress>
whole_step libdeflate_decode(void* state, text in, char* out,
                             std::size_t room) noexcept {
  whole_step step;
  switch (Decompress(static_cast<libdeflate_decompressor*>(state), in.data,
                     in.size, out, room, &step.read, &step.written)) {
    case LIBDEFLATE_SUCCESS:
      return step;
    case LIBDEFLATE_INSUFFICIENT_SPACE:
      return {0, 0, whole_outcome::no_room, nullptr};
    default:
      return {0, 0, whole_outcome::damaged,
              "libdeflate does not report whether it is truncated"};
  }
}

// The size in the last four bytes of a member, modulo 2^32 (RFC 1952, 2.3.1:
// ISIZE).
inline unsigned long long last_gzip_size(text in) noexcept {
  if (in.size < 4) return 0;
  unsigned long long size = 0;
  for (std::size_t i = 1; i <= 4; ++i)
    size = size << 8 | static_cast<unsigned char>(in.data[in.size - i]);
  return size;
}

inline constexpr whole_format libdeflate_gzip_format{
    "gzip",
    open_libdeflate_encoder,
    close_libdeflate_encoder,
    libdeflate_bound<::libdeflate_gzip_compress_bound>,
    libdeflate_encode<::libdeflate_gzip_compress>,
    open_libdeflate_decoder,
    close_libdeflate_decoder,
    libdeflate_decode<::libdeflate_gzip_decompress_ex>,
    begins_as_gzip,
    last_gzip_size};
inline constexpr whole_format libdeflate_zlib_format{
    "zlib",
    open_libdeflate_encoder,
    close_libdeflate_encoder,
    libdeflate_bound<::libdeflate_zlib_compress_bound>,
    libdeflate_encode<::libdeflate_zlib_compress>,
    open_libdeflate_decoder,
    close_libdeflate_decoder,
    libdeflate_decode<::libdeflate_zlib_decompress_ex>};
inline constexpr whole_format libdeflate_deflate_format{
    "deflate",
    open_libdeflate_encoder,
    close_libdeflate_encoder,
    libdeflate_bound<::libdeflate_deflate_compress_bound>,
    libdeflate_encode<::libdeflate_deflate_compress>,
    open_libdeflate_decoder,
    close_libdeflate_decoder,
    libdeflate_decode<::libdeflate_deflate_decompress_ex>};

}  // namespace detail

/// gzip by libdeflate: for compress and decompress, which read all members.
/// Levels are 0 (stored) to 12.
/// Errors: those of compress and decompress; truncated data is damaged_data;
/// data of exactly `limit` bytes can be too_large.
/// Cost: the time of libdeflate. Decompressing first allocates the size that
/// the data states, but at most 32 times the compressed size plus 64 KiB. If
/// the data states no size, it allocates 8 times the compressed size. If a
/// member does not fit, it decodes the member again with at least twice the
/// memory. It never allocates more than the limit.
///
/// Example:
///     std::string const bytes =
///         rill::compress("to be or not to be", rill::libdeflate_gzip(12));
///     rill::println(rill::decompress(bytes, rill::libdeflate_gzip(), 1000));
inline whole_compression libdeflate_gzip(int level = 6) noexcept {
  return {detail::libdeflate_gzip_format, level};
}

/// A zlib stream by libdeflate, without a dictionary. Like libdeflate_gzip, but
/// with one member, which does not state its size.
inline whole_compression libdeflate_zlib(int level = 6) noexcept {
  return {detail::libdeflate_zlib_format, level};
}

/// Raw deflate by libdeflate: like libdeflate_zlib, but without a checksum, so
/// only damage that makes the data invalid is found.
inline whole_compression libdeflate_deflate(int level = 6) noexcept {
  return {detail::libdeflate_deflate_format, level};
}

}  // namespace rill::inline RILL_BUILD

#endif

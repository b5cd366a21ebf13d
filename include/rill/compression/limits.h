// rill/compression/limits.h: how much may come out of compressed bytes, and
// what may follow them.
//
// Floor 5. Tests: test/compression/decompressed_reader_test.cpp.
#ifndef RILL_COMPRESSION_LIMITS_H
#define RILL_COMPRESSION_LIMITS_H

#include "../stream/read_buffer.h"

namespace rill::inline RILL_BUILD {

namespace detail {
class format_search;
}  // namespace detail

/// What is done with bytes behind the compressed data. Zeros up to the end of
/// the source are no such bytes, but with `ignore` they are left as well.
enum class trailing_bytes : unsigned char {
  refuse,  ///< they are an error, trailing_data
  ignore,  ///< the input ends; a reader behind stands at the first of them
};

inline constexpr unsigned long long no_limit = ~0ull;

/// How compressed data is read. Sizes are in bytes.
struct decompression_options {
  unsigned long long limit = no_limit;  ///< plain bytes; more are too_large
  /// Plain bytes for each compressed one; more are expands_too_much. 0 is no
  /// bound. A gzip file reaches at most 1032, zstd 32,768, lz4 255.
  unsigned max_ratio = 0;
  /// Below so many plain bytes max_ratio is not looked at: 1 MiB of zeros is
  /// 54 bytes of zstd, and harms no program.
  unsigned long long ratio_from = 1 << 20;
  trailing_bytes trailing = trailing_bytes::refuse;
  std::size_t buffer_size = default_read_size;  ///< of each of the two buffers
};

}  // namespace rill::inline RILL_BUILD

#endif

// rill/compression/compress.h: compresses and decompresses whole texts in
// memory.
//
// Layer 6. Does not include <string>, which takes 120 ms to compile: a program
// that names std::string includes it. Tests:
// test/compression/compress_test.cpp.
#ifndef RILL_COMPRESSION_COMPRESS_H
#define RILL_COMPRESSION_COMPRESS_H

#include "../memory/storage.h"
#include "../stream/memory_reader.h"
#include "coder.h"
#include "streams.h"

#include RILL_STRING_HEADER  // declares std::string

namespace rill::inline RILL_BUILD {

class whole_compression;  // of compress_whole.h

/// Limits for decompress, besides its `limit` argument. Meanings and defaults
/// are those of decompression_options.
struct decompress_options {
  unsigned max_ratio = detail::usual_max_ratio;
  unsigned long long ratio_from = detail::usual_ratio_from;
  trailing_bytes trailing = trailing_bytes::refuse;
};

namespace detail {

// The compression of a text in memory, in one or more steps.
struct whole_compression_call {
  coder& encoder;
  text const in;
  coder_step all{};

  // Returns the number of bytes written.
  std::size_t step(char* out, std::size_t room) noexcept {
    coder_step const some =
        encoder.step({in.data + all.read, in.size - all.read}, out, room,
                     coder_goal::finish);
    all = {all.read + some.read, all.written + some.written, some.outcome,
           some.error, some.reason};
    return some.written;
  }
  bool is_done() const noexcept { return all.outcome != coder_outcome::going; }
};

// The size of a block of plain bytes that is filled, then appended to the
// string. It stays in the second-level cache in between.
inline constexpr std::size_t compression_block = 65536;

// The size of a block that holds the compressed form of a text, in any format.
// With such a block the library needs one step; with blocks of 64 KiB, zstd
// takes a third longer (50 MB at level 3). The block is limited to about 256
// MiB; longer texts take several steps. Pages that are not written use no
// memory.
constexpr std::size_t room_for_all(std::size_t size) noexcept {
  return smaller(size, std::size_t{1} << 28) / 64 * 65 + 1024;
}

template <class String>
result<String> compress_string(text in, compression const& how) {
  result<coder> encoder = coder::encoder(how);
  if (!encoder) return encoder.error();
  whole_compression_call whole{*encoder, in};
  String made;
  storage const block(room_for_all(in.size));
  do made.append(block.data(), whole.step(block.data(), block.size()));
  while (!whole.is_done());
  if (whole.all.error)
    return error(
        whole.all.error, "compress as", how.name(),
        coder_words(whole.all.reason, whole.all.written, whole.all.read)
            .words());
  return made;
}

template <class String>
result<String> decompress_string(text in, compression const& how,
                                 unsigned long long limit,
                                 decompress_options const& options) {
  memory_reader from(in);
  // A short text needs no large buffer.
  std::size_t const wanted =
      in.size < compression_block / 8 ? 8 * in.size + 64 : compression_block;
  result<decompressed_reader> opened =
      decompressed_reader::try_make(from, how,
                                    {.limit = limit,
                                     .max_ratio = options.max_ratio,
                                     .ratio_from = options.ratio_from,
                                     .trailing = options.trailing,
                                     .buffer_size = wanted});
  if (!opened) return opened.error();
  String made;
  while (opened->more()) {
    made.append(opened->cursor(), opened->available());
    opened->advance_to(opened->end());
  }
  if (error_code const code = opened->error())
    return error(code, "decompress", how.name(), source_of(*opened).reason);
  return made;
}

// A number of bytes. A negative value, which int arithmetic can produce,
// becomes 0 instead of a huge number.
struct byte_limit {
  unsigned long long bytes;

  template <class Integer>
    requires std::is_integral_v<Integer>
  constexpr byte_limit(Integer given) noexcept
      : bytes(given < Integer{} ? 0 : static_cast<unsigned long long>(given)) {}
};

struct try_compress_fn {
  template <class String = std::string>
  [[nodiscard]] result<String> operator()(text in,
                                          compression const& how) const {
    return compress_string<String>(in, how);
  }
  // Defined in compress_whole.h.
  template <class String = std::string>
  [[nodiscard]] result<String> operator()(text in,
                                          whole_compression const& how) const;
};
struct compress_fn {
  template <class String = std::string>
  [[nodiscard]] String operator()(text in, compression const& how) const {
    return compress_string<String>(in, how).value();
  }
  template <class String = std::string>
  [[nodiscard]] String operator()(text in, whole_compression const& how) const;
};
struct try_decompress_fn {
  template <class String = std::string>
  [[nodiscard]] result<String> operator()(
      text in, compression const& how, byte_limit limit,
      decompress_options const& options = {}) const {
    return decompress_string<String>(in, how, limit.bytes, options);
  }
  template <class String = std::string>
  [[nodiscard]] result<String> operator()(
      text in, whole_compression const& how, byte_limit limit,
      decompress_options const& options = {}) const;
  template <class Format>
  result<text> operator()(text, Format const&) const {
    static_assert(
        always_false<Format>,
        "rill: decompress needs a limit, the most plain bytes that "
        "the program takes: decompress(bytes, rill::gzip(), 1 << 20)");
    return text();
  }
};
struct decompress_fn {
  template <class String = std::string>
  [[nodiscard]] String operator()(
      text in, compression const& how, byte_limit limit,
      decompress_options const& options = {}) const {
    return decompress_string<String>(in, how, limit.bytes, options).value();
  }
  template <class String = std::string>
  [[nodiscard]] String operator()(text in, whole_compression const& how,
                                  byte_limit limit,
                                  decompress_options const& options = {}) const;
  template <class Format>
  text operator()(text, Format const&) const {
    static_assert(
        always_false<Format>,
        "rill: decompress needs a limit, the most plain bytes that "
        "the program takes: decompress(bytes, rill::gzip(), 1 << 20)");
    return text();
  }
};

}  // namespace detail

/// compress(text, format): the compressed bytes, as a std::string. Requires
/// <string>. Errors: unusable_option, no_memory.
/// Cost: the library's, a block of the text's size, and a copy of the output.
///
/// Example:
///     #include <rill/driver/zlib.h>
///     std::string const bytes = rill::compress("to be or not", rill::gzip(9));
///     rill::println(rill::decompress(bytes, rill::gzip(), 1000));
inline constexpr detail::compress_fn compress{};

/// The same as a result<std::string>.
inline constexpr detail::try_compress_fn try_compress{};

/// decompress(bytes, format, limit[, options]): the plain bytes, as a
/// std::string of at most `limit` bytes. The limit has no default: compressed
/// data from outside can be a thousand times as long as it looks. Reads all
/// members; with trailing_bytes::ignore, ignores what follows them.
/// Errors: as decompressed_reader.
/// Cost: the library's, and a copy of the output. Memory grows with the
/// decompressed bytes, whatever size a header declares.
inline constexpr detail::decompress_fn decompress{};

/// The same as a result<std::string>.
inline constexpr detail::try_decompress_fn try_decompress{};

}  // namespace rill::inline RILL_BUILD

#endif

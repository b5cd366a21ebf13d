// rill/compression/decompressed_reader.h: a reader of compressed bytes.
//
// Floor 5. One buffer of plain bytes, filled straight from the buffer of the
// reader behind, or of the file that it owns. Tests:
// test/compression/decompressed_reader_test.cpp and test/system/.
#ifndef RILL_COMPRESSION_DECOMPRESSED_READER_H
#define RILL_COMPRESSION_DECOMPRESSED_READER_H

#include "../base/bare.h"
#include "../memory/remake.h"
#include "../stream/encoded_source.h"
#include "coder.h"
#include "coder_words.h"
#include "limits.h"

namespace rill::inline RILL_BUILD {

class whole_compression;  // of whole_compression.h

/// A reader of compressed bytes: over another reader, which must outlive it,
/// or over a file that it owns. It gives the plain bytes of all members (gzip)
/// or frames (zstd, lz4; also called members below), one after another.
///
/// NUL bytes behind the last member are read and left out, as tar and disk
/// images have them. No other byte behind it is taken from the reader below.
///
/// An error ends the input. The bytes decompressed before it are given first;
/// then more() returns false, error() is set, and read, scan and lines throw
/// it. Its reason() has the offsets in the compressed and in the plain bytes.
/// - cut_data: the source ends within a member, or is empty
/// - damaged_data: the format does not allow these bytes, or a checksum differs
/// - trailing_data: other bytes follow the last member
/// - too_large, expands_too_much: a limit of the options is exceeded
/// - window_too_large, needs_dictionary, no_memory: the library says so
/// - and the errors of the source
/// A checksum, where the data has one, stands at the end of a member: bytes
/// given before are checked only then. A file that was cut exactly between two
/// members looks like a file without the second.
///
/// Cost: the library's state (zlib 40 KB, zstd the window that the data names,
/// lz4 two blocks of the data), and two buffers. That of plain bytes grows
/// where a line does not fit.
///
/// Example:
///     #include <rill/driver/zlib.h>
///     std::string const bytes = rill::compress("12 34", rill::gzip());
///     rill::memory_reader from(bytes);
///     rill::decompressed_reader in(from, rill::gzip());
///     auto const [a, b] = rill::read<int, int>(in);
///     RILL_ASSERT(a + b == 46);
class decompressed_reader : public detail::buffered_reader {
 public:
  decompressed_reader(reader& behind, compression const& how,
                      decompression_options const& options = {})
      : decompressed_reader(try_make(behind, how, options).value()) {}

  /// Opens the file. Errors: as file::open.
  decompressed_reader(path_view path, compression const& how,
                      decompression_options const& options = {})
      : decompressed_reader(try_open(path, how, options).value()) {}

  /// Takes over an open file, and reads on from where it stands.
  decompressed_reader(rill::file file, compression const& how,
                      decompression_options const& options = {})
      : decompressed_reader(
            try_make(static_cast<rill::file&&>(file), how, options).value()) {}

  template <class From>
    requires(!std::is_same_v<detail::bare<From>, decompressed_reader>)
  explicit decompressed_reader(From&&) : decompressed_reader(none()) {
    static_assert(detail::never<From>,
                  "rill: a decompressed_reader needs a format, such as "
                  "decompressed_reader(source, rill::gzip()); "
                  "rill::decompressing(source) finds it");
  }
  template <class From>
  decompressed_reader(From&&, whole_compression const&,
                      decompression_options const& = {})
      : decompressed_reader(none()) {
    static_assert(detail::never<From>,
                  "rill: libdeflate decompresses whole texts alone: "
                  "decompress(text, rill::libdeflate_gzip(), limit)");
  }

  static result<decompressed_reader> try_open(
      path_view path, compression const& how,
      decompression_options const& options = {});
  static result<decompressed_reader> try_make(
      reader& behind, compression const& how,
      decompression_options const& options = {});
  static result<decompressed_reader> try_make(
      rill::file file, compression const& how,
      decompression_options const& options = {});

  decompressed_reader(decompressed_reader&& other) noexcept
      : buffered_reader(static_cast<buffered_reader&&>(other)),
        source_(static_cast<detail::encoded_source&&>(other.source_)),
        decoder_(static_cast<detail::coder&&>(other.decoder_)),
        format_(other.format_),
        options_(other.options_),
        compressed_(other.compressed_),
        plain_(other.plain_),
        words_(other.words_),
        progress_(other.progress_) {}
  decompressed_reader& operator=(decompressed_reader&& other) noexcept {
    return detail::remake(*this, static_cast<decompressed_reader&&>(other));
  }
  ~decompressed_reader() = default;

  /// What the header of the member that is being read says, of the first one
  /// with a byte before anything is read; this reads it. Empty for formats
  /// without these fields, and after close().
  compressed_header header();

  /// The bytes of the source that were decompressed until now, and what they
  /// became. The reader is behind: some of these are still in its buffer.
  unsigned long long compressed_offset() const noexcept { return compressed_; }
  unsigned long long plain_offset() const noexcept { return plain_; }

  /// The format that is read: "gzip"; "plain" after decompressing().
  text format() const noexcept { return format_->name; }

  /// Closes a file of its own, and frees the library's state; what was not
  /// read is gone.
  result<void> try_close();
  void close() { try_close().value(); }

 private:
  friend class detail::format_search;  // of decompressing.h

  // For constructors that only say what is wrong.
  static decompressed_reader&& none() noexcept;

  enum class progress : unsigned char { before, inside, between, behind };

  decompressed_reader(detail::encoded_source source, detail::coder decoder,
                      compression const& how,
                      decompression_options const& options);
  static result<decompressed_reader> made(detail::encoded_source source,
                                          compression const& how,
                                          decompression_options const& options);

  [[gnu::cold]] bool fail(error_code code,
                          char const* reason = nullptr) noexcept;
  // The source has no more bytes.
  bool end_input(error_code when_cut) noexcept;
  // The data ends here, whatever follows.
  bool end_here() noexcept {
    progress_ = progress::behind;
    return false;
  }
  // Goes to the first byte of the next member. False: there is none, or the
  // bytes here are no member.
  bool begin_member();
  // Asks for no more bytes than it takes to tell: the source may wait.
  bool member_is_here();
  // Nothing but zeros may follow until the end of the source.
  bool skip_zeros();
  bool expands_too_much() const noexcept {
    return options_.max_ratio != 0 && plain_ > options_.ratio_from &&
           plain_ / options_.max_ratio > compressed_;
  }
  // One step. Returns true when it moved a byte or ended a member: false asks
  // for more input, unless there is an error.
  bool decode(bool& has_plain) noexcept;
  bool fill_from_source();

  static bool fill(reader& base) {
    return static_cast<decompressed_reader&>(base).fill_from_source();
  }
  static source_position locate_text(reader const& base);
  static source_position place_in_text(reader const& base, char const* place);
  static constexpr reader_device device{fill, locate_text, place_in_text};

  detail::encoded_source source_;
  detail::coder decoder_;
  detail::compression_format const* format_;
  decompression_options options_;
  unsigned long long compressed_ = 0;  // bytes that the decoder has taken
  unsigned long long plain_ = 0;       // bytes that it has given
  detail::coder_words words_;          // of error_, if it arose here
  progress progress_ = progress::before;
};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "decompressed_reader_body.h"
#endif

#endif

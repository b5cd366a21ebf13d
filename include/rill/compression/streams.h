// rill/compression/streams.h: a compressing writer, a decompressing reader, and
// one that detects the format.
//
// Layer 6. Tests: test/compression/compressed_writer_test.cpp,
// test/compression/decompressed_reader_test.cpp,
// test/compression/decompressing_test.cpp.
#ifndef RILL_COMPRESSION_STREAMS_H
#define RILL_COMPRESSION_STREAMS_H

#include "../base/text.h"
#include "../encoding/filter_writer.h"
#include "../memory/storage.h"
#include "../stream/file_reader.h"
#include "coder.h"

// A writer whose bytes are compressed.
//
// Has one buffer of plain bytes, which is compressed straight into the buffer
// of the underlying writer, or of the file that it owns. If bytes cannot be
// passed on, that call throws rill::error, and so do later calls of flush() and
// close().

namespace rill::inline RILL_BUILD {

class whole_compression;  // of compress_whole.h

/// The options of a compressed_writer besides its format.
struct compression_options {
  std::size_t buffer_size = default_buffer_size;  ///< of plain bytes
};

/// Compresses what is written to it, into another writer, which must outlive
/// it, or into a file that it owns.
///
/// close() ends the compressed data, flushes, and throws if a byte could not be
/// written. The destructor also ends the data, but does not flush another
/// writer; an error that no call has thrown or returned goes to the lost-output
/// handler. If nothing was written, the output is one empty member.
///
/// flush() makes what was written so far decodable. Each flush costs some bytes
/// (zlib 5 to 9, zstd 3 or more, lz4 4 or more) and makes the following bytes
/// compress worse. A flush with nothing written since the previous one costs
/// nothing.
///
/// Errors are sticky: after one, nothing more is accepted. There is no
/// clear_error(), because the encoder cannot return bytes that it has taken. A
/// level that the format does not have is the error unusable_option; the file
/// is then neither created nor emptied.
///
/// Cost: the library's state, which close() frees (zlib 260 KB, zstd at level
/// 3 some 4 MB), the buffer, and for a file another one of the same size. A
/// piece as large as the buffer is compressed without being copied.
///
/// Example:
///     #include <rill/driver/zlib.h>
///     rill::compressed_writer out("squares.gz", rill::gzip());
///     for (int i = 0; i != 1000; ++i) rill::println(out, i * i);
///     out.close();
class compressed_writer : public detail::filter_writer {
 public:
  compressed_writer(writer& behind, compression const& how,
                    compression_options options = {})
      : compressed_writer(detail::encoded_target(behind), open(how), options) {}

  /// Creates the file, or empties it. Errors: as file::create.
  compressed_writer(path_view path, compression const& how,
                    compression_options options = {})
      : compressed_writer(try_create(path, how, options).value()) {}

  /// Takes over an open file.
  compressed_writer(rill::file file, compression const& how,
                    compression_options options = {})
      : compressed_writer(open(how), static_cast<rill::file&&>(file), options) {
  }

  template <class To>
    requires(!std::is_same_v<detail::remove_cvref<To>, compressed_writer>)
  explicit compressed_writer(To&&) : compressed_writer(none()) {
    static_assert(detail::always_false<To>,
                  "rill: a compressed_writer needs a format, such as "
                  "compressed_writer(sink, rill::gzip())");
  }
  template <class To>
  compressed_writer(To&&, whole_compression const&, compression_options = {})
      : compressed_writer(none()) {
    static_assert(detail::always_false<To>,
                  "rill: libdeflate compresses whole texts alone: "
                  "compress(text, rill::libdeflate_gzip())");
  }

  /// Appends a member to the file; readers read all members. Errors:
  /// unusable_option for zlib and deflate, which have one member, in a file
  /// that is not empty. If two programs append at the same time, their bytes
  /// mix and the data is damaged. To prevent this, lock the file
  /// (os/file_view.h), or write compress(text, format) with one call of
  /// file::write.
  static compressed_writer append(path_view path, compression const& how,
                                  compression_options options = {}) {
    return try_append(path, how, options).value();
  }
  static result<compressed_writer> try_create(path_view path,
                                              compression const& how,
                                              compression_options options = {});
  static result<compressed_writer> try_append(path_view path,
                                              compression const& how,
                                              compression_options options = {});
  static result<compressed_writer> try_make(writer& behind,
                                            compression const& how,
                                            compression_options options = {});
  static result<compressed_writer> try_make(rill::file file,
                                            compression const& how,
                                            compression_options options = {});

  compressed_writer(compressed_writer&& other) noexcept
      : filter_writer(static_cast<filter_writer&&>(other)),
        encoder_(static_cast<detail::coder&&>(other.encoder_)),
        buffer_(static_cast<storage&&>(other.buffer_)),
        block_(static_cast<storage&&>(other.block_)),
        taken_(other.taken_),
        given_(other.given_),
        flushed_(other.flushed_) {}
  compressed_writer& operator=(compressed_writer&& other) noexcept {
    return detail::remake(*this, static_cast<compressed_writer&&>(other));
  }
  ~compressed_writer() { close_or_report(); }

  /// How many plain bytes were accepted since construction, as
  /// file_writer::accepted().
  unsigned long long accepted() const noexcept { return taken_ + buffered(); }
  /// The number of compressed bytes so far, without those that the library
  /// holds back until flush() or close().
  unsigned long long compressed_size() const noexcept { return given_; }

 private:
  // With less room the target is asked for more, because each call of a library
  // costs some 100 ns.
  static constexpr std::size_t least_room = 4096;

  compressed_writer(detail::encoded_target target, detail::coder encoder,
                    compression_options options);
  compressed_writer(detail::coder encoder, rill::file file,
                    compression_options options);

  // For constructors that only contain a static_assert.
  static compressed_writer&& none() noexcept;

  static detail::coder open(compression const& how) {
    return detail::coder::encoder(how).value();
  }

  [[gnu::cold]] void fail(detail::coder_step const& step) noexcept;
  // One step into the buffer of the target, or into a block if that has too
  // little room.
  detail::coder_step encode_some(text from, detail::coder_goal goal);
  detail::coder_step encode_into_block(text from, detail::coder_goal goal);
  void make_room(writer& out);
  // Compresses a text and, unless the goal is go_on, what the library still
  // holds. Adds the bytes that the library has taken to `done`.
  void encode(text from, detail::coder_goal goal, std::size_t& done);
  // Removes the bytes that the encoder has taken from the buffer, also after an
  // exception.
  struct encoded_bytes;
  void encode_buffer(detail::coder_goal goal);
  void accept(char const* data, std::size_t size);

  static void move_on(filter_writer& base, bool is_last);
  static void drain(writer& base, char const* data, std::size_t size);
  static void flush_device(writer& base);
  static constexpr writer_device device{drain, flush_device};
  static constexpr detail::filter_kind kind{move_on, "compressed data"};

  detail::coder encoder_;
  storage buffer_;
  storage block_;                   // compressed, for a target with little room
  unsigned long long taken_ = 0;    // plain bytes that the encoder has
  unsigned long long given_ = 0;    // compressed bytes that the target has
  unsigned long long flushed_ = 0;  // taken_ at the last flush
};

// A reader of compressed bytes.
//
// Has one buffer of plain bytes. Decodes straight from the buffer of the
// underlying reader, or of the file that it owns.

class whole_compression;  // of compress_whole.h

/// A reader of compressed bytes: over another reader, which must outlive it, or
/// over a file that it owns. It gives the plain bytes of all members (gzip) or
/// frames (zstd, lz4; also called members below), one after another.
///
/// NUL bytes behind the last member are skipped, because tar and disk images
/// have them. No other byte behind it is consumed from the underlying reader.
///
/// An error ends the input. The bytes decompressed before it are given first;
/// then more() returns false, error() is set, and read, scan and lines throw
/// it. Its reason() has the offsets in the compressed and in the plain bytes.
/// - cut_data: the source ends within a member, or is empty
/// - damaged_data: the format does not allow these bytes, or a checksum differs
/// - trailing_data: other bytes follow the last member
/// - too_large, expands_too_much: a limit of the options is exceeded
/// - window_too_large, needs_dictionary, no_memory: errors of the library
/// - and the errors of the source
/// Checksums, in formats that have them, are at the end of a member: bytes
/// given before are checked only then. A file that was cut exactly between two
/// members looks like a file without the second.
///
/// Cost: the library's state (zlib 40 KB, zstd the window that the data names,
/// lz4 two blocks of the data), and two buffers. The buffer of plain bytes
/// grows if a line does not fit.
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

  /// Takes over an open file and reads from its current position.
  decompressed_reader(rill::file file, compression const& how,
                      decompression_options const& options = {})
      : decompressed_reader(
            try_make(static_cast<rill::file&&>(file), how, options).value()) {}

  template <class From>
    requires(!std::is_same_v<detail::remove_cvref<From>, decompressed_reader>)
  explicit decompressed_reader(From&&) : decompressed_reader(none()) {
    static_assert(detail::always_false<From>,
                  "rill: a decompressed_reader needs a format, such as "
                  "decompressed_reader(source, rill::gzip()); "
                  "rill::decompressing(source) finds it");
  }
  template <class From>
  decompressed_reader(From&&, whole_compression const&,
                      decompression_options const& = {})
      : decompressed_reader(none()) {
    static_assert(detail::always_false<From>,
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

  /// The header fields of the current member. Before the first read, reads up
  /// to the first plain byte, and returns the fields of its member. Empty for
  /// formats without such fields, and after close().
  compressed_header header();

  /// How many compressed bytes were decompressed so far, and into how many
  /// plain bytes. Some of these may still be unread in the buffer.
  unsigned long long compressed_offset() const noexcept { return compressed_; }
  unsigned long long plain_offset() const noexcept { return plain_; }

  /// The format: "gzip"; "plain" if decompressing() found no compression.
  text format() const noexcept { return format_->name; }

  /// Closes a file that it owns, and frees the library's state. Unread bytes
  /// are lost.
  result<void> try_close();
  void close() { try_close().value(); }

 private:
  friend class detail::format_search;  // below

  // For constructors that only contain a static_assert.
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
  // Handles the end of the source.
  bool end_input(error_code when_cut) noexcept;
  // Ends the data here, whatever follows.
  bool end_here() noexcept {
    progress_ = progress::behind;
    return false;
  }
  // Moves to the first byte of the next member. False if no member follows: at
  // the end, or with an error.
  bool begin_member();
  // Peeks at no more bytes than needed: the source may block.
  bool member_is_here();
  // Skips zeros, which must reach to the end of the source.
  bool skip_zeros();
  bool expands_too_much() const noexcept {
    return options_.max_ratio != 0 && plain_ > options_.ratio_from &&
           plain_ / options_.max_ratio > compressed_;
  }
  // One step of the decoder. Returns false if it needs more input or has
  // failed.
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
  unsigned long long compressed_ = 0;  // bytes taken by the decoder
  unsigned long long plain_ = 0;       // bytes written by the decoder
  detail::coder_words words_;          // of error_, if it arose here
  progress progress_ = progress::before;
};

// A reader of bytes that may be compressed. It detects the format by its first
// bytes.
//
// Supports the formats whose drivers the program includes.

namespace detail {

// Tags a format. The header of a driver defines an overload `compression
// compression_of(known<F>)` for each format F that it supports.
template <known_format F>
struct known {};
using make_compression = compression (*)();
struct driver_list {
  make_compression of[formats_with_driver];
};

// A bit for each format whose driver the translation unit has included before
// the call. `Call` is a new type at each call, so that the compiler evaluates
// the requires-expression again. The bits are a template argument of
// decompressing(), and so a part of its mangled name: translation units with
// other drivers call other functions, so the one-definition rule holds.
template <known_format F, class Call>
consteval unsigned included_driver() noexcept {
  bool const is_there =
      requires(known<F> which, Call) { compression_of(which); };
  return is_there ? 1u << static_cast<unsigned>(F) : 0u;
}
template <class Call>
consteval unsigned included_drivers() noexcept {
  return included_driver<known_format::gzip, Call>() |
         included_driver<known_format::zlib, Call>() |
         included_driver<known_format::zstd, Call>() |
         included_driver<known_format::lz4, Call>();
}

template <unsigned Drivers, known_format F>
constexpr make_compression driver_of() noexcept {
  if constexpr ((Drivers >> static_cast<unsigned>(F) & 1) != 0)
    return [] { return compression_of(known<F>()); };
  else
    return nullptr;
}
template <unsigned Drivers>
inline constexpr driver_list drivers_of{
    {driver_of<Drivers, known_format::gzip>(),
     driver_of<Drivers, known_format::zlib>(),
     driver_of<Drivers, known_format::zstd>(),
     driver_of<Drivers, known_format::lz4>()}};

// Detects the format of a source by its first bytes.
class format_search {
 public:
  format_search(driver_list const& drivers,
                decompression_options const& options) noexcept
      : drivers_(drivers), options_(options) {}

  result<decompressed_reader> open(encoded_source source) const;
  result<decompressed_reader> open(result<rill::file> opened) const;

 private:
  make_compression find(known_format format) const noexcept;
  result<decompressed_reader> make(encoded_source& source,
                                   compression const& how) const;
  // True if data that begins as a zlib stream is something else. With zlib's
  // driver: if its first bytes cannot be decompressed. Without it: if they are
  // UTF-8 text. Three headers are always zlib: 78 01, 78 9C and 78 DA.
  bool is_text(reader& in, known_format found) const;

  driver_list const& drivers_;
  decompression_options const& options_;
};

}  // namespace detail

/// Returns a reader over another reader, which must outlive it, or over a file
/// that it owns. Detects by the first bytes whether the data is gzip, zlib,
/// zstd or lz4. All other bytes are given unchanged.
///
/// Decompresses the formats whose drivers the translation unit includes before
/// the call; rill/driver/compression.h includes those whose libraries are
/// installed. Data in another of these formats, and in xz, bzip2, compress(1)
/// and the legacy format of lz4, is the error no_driver, which names what to
/// include. A zlib stream is recognized by its header: a window of 256 bytes to
/// 32 KiB, no dictionary. The headers 78 01, 78 9C and 78 DA are enough. Texts
/// begin with some of the other 29, such as "x^", "(S" and "H\r": such data is
/// a zlib stream only if its first 64 bytes, or all of them, can be
/// decompressed and are no text. Without zlib's driver it is plain if these
/// bytes are text, and the error no_driver otherwise. Text here is UTF-8
/// without control characters other than white space.
///
/// A source that ends within the first bytes of a format is plain.
///
/// Throws: errors of file::open and of the source; no_driver. Errors of the
/// returned reader: as decompressed_reader.
/// Cost: as decompressed_reader; plain bytes are copied once. Reads no more
/// bytes from the source than needed to distinguish the formats.
///
/// Example:
///     #include <rill/driver/zlib.h>
///     rill::memory_reader from("12 34");
///     rill::decompressed_reader in = rill::decompressing(from);
///     auto const [a, b] = rill::read<int, int>(in);
///     RILL_ASSERT(a + b == 46 && in.format() == "plain");
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
result<decompressed_reader> try_decompressing(
    reader& behind, decompression_options const& options = {}) {
  return detail::format_search(detail::drivers_of<Drivers>, options)
      .open(detail::encoded_source(behind));
}
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
result<decompressed_reader> try_decompressing(
    rill::file file, decompression_options const& options = {}) {
  return detail::format_search(detail::drivers_of<Drivers>, options)
      .open(result<rill::file>(static_cast<rill::file&&>(file)));
}
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
result<decompressed_reader> try_decompressing(
    path_view path, decompression_options const& options = {}) {
  return detail::format_search(detail::drivers_of<Drivers>, options)
      .open(file::try_open(path));
}
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
decompressed_reader decompressing(reader& behind,
                                  decompression_options const& options = {}) {
  return try_decompressing<Drivers>(behind, options).value();
}
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
decompressed_reader decompressing(rill::file file,
                                  decompression_options const& options = {}) {
  return try_decompressing<Drivers>(static_cast<rill::file&&>(file), options)
      .value();
}
template <unsigned Drivers = detail::included_drivers<decltype([] {})>()>
decompressed_reader decompressing(path_view path,
                                  decompression_options const& options = {}) {
  return try_decompressing<Drivers>(path, options).value();
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "streams_body.h"
#endif

#endif

// rill/compression/compressed_writer.h: a writer whose bytes are compressed.
//
// Floor 5. One buffer of plain bytes, compressed straight into the buffer of
// the writer behind, or of the file that it owns. Throws rill::error from the
// call whose bytes could not be moved on, and again from flush() and close().
// Tests: test/compression/compressed_writer_test.cpp and test/system/.
#ifndef RILL_COMPRESSION_COMPRESSED_WRITER_H
#define RILL_COMPRESSION_COMPRESSED_WRITER_H

#include "../base/bare.h"
#include "../memory/remake.h"
#include "../stream/filter_writer.h"
#include "coder.h"

namespace rill::inline RILL_BUILD {

class whole_compression;  // of whole_compression.h

/// What a compressed_writer has besides its format.
struct compression_options {
  std::size_t buffer_size = default_buffer_size;  ///< of plain bytes
};

/// Compresses what is written to it, for another writer, which must outlive it,
/// or for a file that it owns.
///
/// close() ends the compressed data, flushes, and throws when a byte could not
/// be written. The destructor ends the data, too, but does not flush another
/// writer; an error that no call has thrown or returned goes to the lost-output
/// handler. Where nothing was written, the output is one empty member.
///
/// flush() makes what was written so far decodable. Each flush costs some bytes
/// (zlib 5 to 9, zstd 3 or more, lz4 4 or more) and makes the following bytes
/// compress worse. A flush with nothing written since the one before costs
/// nothing.
///
/// Errors stick: after one, nothing more is accepted. There is no
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
    requires(!std::is_same_v<detail::bare<To>, compressed_writer>)
  explicit compressed_writer(To&&) : compressed_writer(none()) {
    static_assert(detail::never<To>,
                  "rill: a compressed_writer needs a format, such as "
                  "compressed_writer(sink, rill::gzip())");
  }
  template <class To>
  compressed_writer(To&&, whole_compression const&, compression_options = {})
      : compressed_writer(none()) {
    static_assert(detail::never<To>,
                  "rill: libdeflate compresses whole texts alone: "
                  "compress(text, rill::libdeflate_gzip())");
  }

  /// Adds a member to the end of the file; readers read all members. Errors:
  /// unusable_option for zlib and deflate, which have one member, in a file
  /// that is not empty. Two programs that append at the same time mix their
  /// bytes, and the data is damaged: a lock on the file (os/file_lock.h), or
  /// one call of file::write with compress(text, format), keeps it whole.
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

  /// How many plain bytes have been accepted since the writer was made. As
  /// file_writer::accepted().
  unsigned long long accepted() const noexcept { return taken_ + held(); }
  /// The compressed bytes that they have become until now; what the library
  /// holds back is not counted before flush() or close().
  unsigned long long compressed_size() const noexcept { return given_; }

 private:
  // Where the target shows less room, it is asked for more: a call of a
  // library costs some 100 ns.
  static constexpr std::size_t least_room = 4096;

  compressed_writer(detail::encoded_target target, detail::coder encoder,
                    compression_options options);
  compressed_writer(detail::coder encoder, rill::file file,
                    compression_options options);

  // For constructors that only say what is wrong.
  static compressed_writer&& none() noexcept;

  static detail::coder open(compression const& how) {
    return detail::coder::encoder(how).value();
  }

  [[gnu::cold]] void fail(detail::coder_step const& step) noexcept;
  // One step into the buffer of the target or, where that shows no room or
  // little, into a block.
  detail::coder_step encode_some(text from, detail::coder_goal goal);
  detail::coder_step encode_into_block(text from, detail::coder_goal goal);
  void make_room(writer& out);
  // Compresses a text, and with another goal than go_on what the library
  // still holds. `done` counts what it has taken.
  void encode(text from, detail::coder_goal goal, std::size_t& done);
  // Takes the bytes out of the buffer that the encoder has taken, whichever
  // way that ends.
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
  storage block_;  // compressed, on its way to a target that shows little room
  unsigned long long taken_ = 0;    // plain bytes that the encoder has
  unsigned long long given_ = 0;    // compressed bytes that the target has
  unsigned long long flushed_ = 0;  // taken_ at the last flush
};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "compressed_writer_body.h"
#endif

#endif

// rill/encoding/decoded_reader.h: a reader of text in another encoding.
//
// Layer 4. Has one buffer of UTF-8, filled straight from the buffer of the
// underlying reader, or of the file that it owns. Tests:
// test/encoding/decoded_reader_test.cpp and test/system/.
#ifndef RILL_ENCODING_DECODED_READER_H
#define RILL_ENCODING_DECODED_READER_H

#include "../memory/storage.h"
#include "../stream/file_reader.h"
#include "../stream/reader.h"
#include "transcoder.h"

namespace rill::inline RILL_BUILD {

/// A reader of text in an encoding: over another reader, which must outlive it,
/// or over a file that it owns. Reading from it gives UTF-8. Skips a byte-order
/// mark at the beginning of utf8, utf16 and utf32; see byte_order_mark.
///
/// A read gives the complete characters that are available, without waiting for
/// more. The reader consumes no more of the underlying reader than fits its own
/// buffer as UTF-8.
///
/// Errors: with text_policy::strict, text that is ill-formed or ends within a
/// character ends the input. The text before it is given first; then error() is
/// set, and read, scan and lines throw it with the position in the source.
///
/// Example:
///     rill::memory_reader bytes("caf\xE9 12");
///     rill::decoded_reader in(bytes, rill::latin1);
///     auto const [word, n] = rill::read<std::string, int>(in);
///     rill::println(word, ' ', n);
class decoded_reader : public detail::buffered_reader {
 public:
  decoded_reader(reader& behind, encoding const& from,
                 encoding_options options = {})
      : decoded_reader(detail::encoded_source(behind), from, options) {}

  /// Opens the file. Errors: as file::open.
  decoded_reader(path_view path, encoding const& from,
                 encoding_options options = {})
      : decoded_reader(file::open(path), from, options) {}

  /// Takes over an open file and reads from its current position.
  decoded_reader(rill::file file, encoding const& from,
                 encoding_options options = {})
      : decoded_reader(detail::encoded_source(static_cast<rill::file&&>(file),
                                              options.buffer_size),
                       from, options) {}

  static result<decoded_reader> try_open(path_view path, encoding const& from,
                                         encoding_options options = {}) {
    result<rill::file> opened = file::try_open(path);
    if (!opened) return opened.error();
    return decoded_reader(*static_cast<result<rill::file>&&>(opened), from,
                          options);
  }

  decoded_reader(decoded_reader&& other) noexcept
      : buffered_reader(static_cast<buffered_reader&&>(other)),
        work_(static_cast<detail::transcoder&&>(other.work_)),
        source_(static_cast<detail::encoded_source&&>(other.source_)),
        offset_(other.offset_),
        is_last_(other.is_last_) {}
  decoded_reader& operator=(decoded_reader&& other) noexcept {
    return detail::remake(*this, static_cast<decoded_reader&&>(other));
  }
  ~decoded_reader() = default;

  /// Closes a file that it owns. Unread text is lost.
  result<void> try_close() {
    forget();
    return source_.file() ? source_.file()->try_close() : result<void>{};
  }
  void close() { try_close().value(); }

 private:
  // A quarter of this still has room for any character of UTF-8.
  static constexpr std::size_t least_buffer = 16;
  static constexpr std::size_t most_buffer = 32768;

  decoded_reader(detail::encoded_source source, encoding const& from,
                 encoding_options const& options)
      : buffered_reader(
            device,
            detail::larger(detail::smaller(options.buffer_size, most_buffer),
                           least_buffer)),
        work_(from, detail::inside_utf8, options.policy,
              skipped_mark(from, options.mark), byte_order_mark::no),
        source_(static_cast<detail::encoded_source&&>(source)) {
    work_.opened().value();
  }

  // A mark in UTF-8 shows no byte order; many editors write it all the same.
  static byte_order_mark skipped_mark(encoding const& from,
                                      byte_order_mark asked) noexcept {
    detail::codec const* const codec = detail::encoding_access::codec_of(from);
    bool const is_utf8 = codec && codec->kind == detail::codec_kind::utf8;
    return asked == byte_order_mark::as_encoding && is_utf8
               ? byte_order_mark::yes
               : asked;
  }

  // Converts what the source has in memory. Returns true if it gave text.
  bool decode() noexcept {
    reader& in = source_.in();
    detail::conversion_result const done = work_.step(
        in.cursor(), in.available(), room_begin(), room_size(), is_last_);
    in.advance_to(in.cursor() + done.read);
    offset_ += done.read;
    add(done.written);
    if (done.written != 0) return true;
    if (done.error != text_problem::none &&
        (is_last_ || done.error != text_problem::cut))
      error_ = {error_source::text, static_cast<int>(done.error)};
    return false;
  }

  // Converts buffered bytes first, and reads more only if they give no text.
  bool fill_from_source() {
    if (error_) return false;
    make_counted_room();
    reader& in = source_.in();
    while (true) {
      if (in.available() != 0 || is_last_)
        if (decode()) return true;
      if (error_ || is_last_) return false;
      if (in.more()) continue;
      if ((error_ = in.error())) return false;
      is_last_ = true;
    }
  }

  static bool fill(reader& base) {
    return static_cast<decoded_reader&>(base).fill_from_source();
  }
  static source_position locate_text(reader const& base) {
    auto& self = static_cast<decoded_reader const&>(base);
    source_position at = self.position_;
    source_position const behind = detail::source_of(self.source_.in());
    at.name = behind.name;
    at.reason = behind.reason;
    at.offset = self.offset_;
    at.encoding = self.work_.from().given().name();
    return at;
  }
  static source_position place_in_text(reader const& base, char const* place) {
    auto& self = static_cast<decoded_reader const&>(base);
    return detail::count_on(self.memo_, locate_text(base), base, place);
  }
  static constexpr reader_device device{fill, locate_text, place_in_text};

  detail::transcoder work_;
  detail::encoded_source source_;
  unsigned long long offset_ = 0;  // bytes of the source decoded so far
  bool is_last_ = false;           // the source has ended
};

}  // namespace rill::inline RILL_BUILD

#endif

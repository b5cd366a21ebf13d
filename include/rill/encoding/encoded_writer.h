// rill/encoding/encoded_writer.h: a writer that converts to another encoding.
//
// Layer 4. Has one buffer of UTF-8, which is converted straight into the buffer
// of the underlying writer, or of the file that it owns. If bytes cannot be
// passed on, that call throws rill::error, and so do later calls of flush() and
// close(). Tests: test/encoding/encoded_writer_test.cpp and test/system/.
#ifndef RILL_ENCODING_ENCODED_WRITER_H
#define RILL_ENCODING_ENCODED_WRITER_H

#include "../memory/storage.h"
#include "filter_writer.h"
#include "../stream/reader.h"
#include "transcoder.h"

namespace rill::inline RILL_BUILD {

/// A writer of text in an encoding: over another writer, which must outlive it,
/// or over a file that it owns.
///
/// The program prints UTF-8; the device gets whole characters of the encoding.
/// A sequence cut by the end of the buffer is kept until its rest is written;
/// at close() it is an error, or replaced, depending on the policy. Each write
/// to a file opened for appending ends with a whole line if the buffer holds
/// one; a byte-order mark is written if the file is empty.
///
/// Errors are sticky, as in file_writer. With text_policy::strict they include
/// ill-formed text and characters that the encoding does not have; the offset
/// counts the bytes of UTF-8 since the writer was made. A print that throws is
/// accepted whole or not at all, as with file_writer.
///
/// close() reports whether all bytes arrived. The destructor calls it, and
/// gives an error that no call has reported to the lost-output handler. flush()
/// and close() flush an underlying writer, the destructor does not.
///
/// Example:
///     std::string bytes;
///     {
///       rill::string_writer to(bytes);
///       rill::encoded_writer out(to, rill::utf16le);
///       rill::println(out, "x = ", 42);
///     }
///     rill::println(bytes.size());
class encoded_writer : public detail::filter_writer {
 public:
  encoded_writer(writer& behind, encoding const& to,
                 encoding_options options = {})
      : encoded_writer(detail::encoded_target(behind), to, options) {}

  /// Creates the file, or empties it. Errors: as file::create.
  encoded_writer(path_view path, encoding const& to,
                 encoding_options options = {})
      : encoded_writer(file::create(path), to, options) {}

  /// Takes over an open file.
  encoded_writer(rill::file file, encoding const& to,
                 encoding_options options = {})
      : encoded_writer(detail::encoded_target(static_cast<rill::file&&>(file),
                                              block_size(options.buffer_size)),
                       to, options) {}

  static encoded_writer append(path_view path, encoding const& to,
                               encoding_options options = {}) {
    return encoded_writer(file::append(path), to, options);
  }
  static result<encoded_writer> try_create(path_view path, encoding const& to,
                                           encoding_options options = {}) {
    return made(file::try_create(path), to, options);
  }
  static result<encoded_writer> try_append(path_view path, encoding const& to,
                                           encoding_options options = {}) {
    return made(file::try_append(path), to, options);
  }

  encoded_writer(encoded_writer&& other) noexcept
      : filter_writer(static_cast<filter_writer&&>(other)),
        buffer_(static_cast<storage&&>(other.buffer_)),
        work_(static_cast<detail::transcoder&&>(other.work_)),
        place_(other.place_),
        offset_(other.offset_),
        held_size_(other.held_size_) {
    detail::copy_bytes(held_, other.held_, held_size_);
  }
  encoded_writer& operator=(encoded_writer&& other) noexcept {
    return detail::remake(*this, static_cast<encoded_writer&&>(other));
  }
  ~encoded_writer() { close_or_report(); }

  /// Clears the error, here and in a file that it owns. The next call tries the
  /// bytes still in the buffers again.
  void clear_error() noexcept {
    if (forget_error()) end_ = begin_ + buffer_.size();
  }

  /// Sets the policy for the text that is converted after this call.
  void set_policy(text_policy policy) noexcept { work_.set_policy(policy); }

  /// How many bytes of UTF-8 were accepted since construction, converted or
  /// pending(), as file_writer::accepted().
  unsigned long long accepted() const noexcept { return offset_ + buffered(); }

 private:
  // The longest character of an encoding in bytes, with the sequence that
  // changes the shift state.
  static constexpr std::size_t most_character = 16;
  // The UTF-8 in the buffer stays in the first- or second-level cache until it
  // is converted. The block of a file, four times that size, fits 32 pages of 4
  // KiB.
  static constexpr std::size_t most_buffer = 32768 - most_character;

  static std::size_t text_size(std::size_t buffer_size) noexcept {
    return detail::larger(detail::smaller(buffer_size, most_buffer), utf8_size);
  }
  // The block of a file can hold the buffer's text in any encoding.
  static std::size_t block_size(std::size_t buffer_size) noexcept {
    return detail::larger(buffer_size,
                          4 * text_size(buffer_size) + most_character);
  }

  encoded_writer(detail::encoded_target target, encoding const& to,
                 encoding_options const& options)
      : filter_writer(device, kind,
                      static_cast<detail::encoded_target&&>(target)),
        buffer_(text_size(options.buffer_size)),
        work_(detail::inside_utf8, to, options.policy, byte_order_mark::no,
              this->target().has_beginning() ? byte_order_mark::no
                                             : options.mark) {
    work_.opened().value();
    begin_ = cursor_ = buffer_.data();
    end_ = begin_ + buffer_.size();
  }
  static result<encoded_writer> made(result<rill::file> opened,
                                     encoding const& to,
                                     encoding_options const& options) {
    if (!opened) return opened.error();
    return encoded_writer(*static_cast<result<rill::file>&&>(opened), to,
                          options);
  }

  // --- Errors ---------------------------------------------------------------

  // Sets the error for text that cannot be converted, at the start of `rest`.
  [[gnu::cold]] void refuse_text(text rest, text_problem problem) noexcept {
    text_place place;
    place.source =
        target().file() ? target().file()->file().name() : text("encoded text");
    place.offset = offset_;
    place.line = place_.line;
    place.column = place_.column + 1;
    if (problem == text_problem::unmappable) {
      place.encoding = work_.to().given().name();
      place.character = work_.refused(rest);
    } else {
      place.encoding = work_.from().given().name();
    }
    keep(rill::error(problem, place));
  }

  // --- From the buffer to the target ----------------------------------------

  // Passes on bytes that were converted before the target had room.
  void pass_held() {
    if (held_size_ == 0) return;
    use_target([this] {
      target().out().write(held_, held_size_);
      if (!target().out().error()) held_size_ = 0;
    });
  }

  // Converts once: into the buffer of the target, or into held_ if that has
  // fewer than `least` bytes of room.
  detail::conversion_result convert_some(text from, bool is_last,
                                         std::size_t least) {
    writer& out = target().out();
    if (out.room() < least) use_target([&] { make_room(out); });
    if (error_) return {0, 0, text_problem::none, 0};
    bool const shows_room = out.room() >= least;
    char* const to = shows_room ? out.cursor() : held_;
    detail::conversion_result const done =
        work_.step(from.data, from.size, to,
                   shows_room ? out.room() : sizeof held_, is_last);
    if (shows_room)
      out.advance_to(to + done.written);
    else
      held_size_ = done.written;
    offset_ += done.read;
    detail::count_lines(place_, {from.data, done.read});
    return done;
  }
  void make_room(writer& out) {
    if (target().file())
      keep_target(target().file()->try_flush());
    else
      (void)out.reserve(most_character);
  }

  // Converts all of a text except a cut sequence at its end. Counts the bytes
  // in `done`, also when the target throws.
  void convert_all(text from, bool is_last, std::size_t& done) {
    std::size_t least = most_character;
    while (!error_) {
      pass_held();
      if (error_) return;
      text const rest{from.data + done, from.size - done};
      detail::conversion_result const some = convert_some(rest, is_last, least);
      done += some.read;
      // An iconv codec may write many bytes for one character.
      if (some.read == 0 && some.written == 0) least = sizeof held_;
      if (error_ || some.error == text_problem::no_room) continue;
      if (some.error != text_problem::none &&
          (is_last || some.error != text_problem::cut))
        refuse_text({from.data + done, from.size - done}, some.error);
      return pass_held();
    }
  }

  // Removes the converted bytes from the buffer, also after an exception.
  struct converted_bytes {
    encoded_writer& self;
    std::size_t done = 0;
    ~converted_bytes() {
      std::size_t const left = self.buffered() - done;
      if (self.call_)
        self.call_ =
            done <= self.held_before_call() ? self.call_ - done : nullptr;
      if (left != 0) __builtin_memmove(self.begin_, self.begin_ + done, left);
      self.cursor_ = self.begin_ + left;
      self.end_ =
          self.error_ ? self.cursor_ : self.begin_ + self.buffer_.size();
    }
  };
  void convert_buffer(std::size_t size, bool is_last) {
    if (error_) return;
    converted_bytes taken{*this};
    convert_all({begin_, size}, is_last, taken.done);
  }

  // Empties a full buffer. For a file opened for appending, writes only whole
  // lines, if there is one.
  void drain_buffer() {
    std::size_t const size = buffered();
    // Converts what precedes the current print. Converts bytes of the print
    // itself only if that frees nothing: then nothing, or only a cut sequence,
    // precedes it.
    if (call_ && call_ != begin_) drain_bytes(held_before_call());
    if (buffered() == size) drain_bytes(size);
  }
  void drain_bytes(std::size_t size) {
    if (!target().appends()) return convert_buffer(size, false);
    std::size_t whole = size;
    while (whole != 0 && begin_[whole - 1] != '\n') --whole;
    convert_buffer(whole != 0 ? whole : size, false);
    if (whole != 0) flush_target();
  }

  static void move_on(filter_writer& base, bool is_last) {
    auto& self = static_cast<encoded_writer&>(base);
    self.convert_buffer(self.buffered(), is_last);
  }

  // --- What is printed ------------------------------------------------------

  // After an error, removes a piece that was not printed from the buffer.
  struct piece_in_buffer {
    encoded_writer& self;
    std::size_t size;
    ~piece_in_buffer() {
      if (!self.error_) return;
      if (!self.call_) self.cursor_ -= detail::smaller(size, self.buffered());
      self.end_ = self.cursor_;
      self.take_call_back();
    }
  };

  // Makes room and copies `data`. There is always some room when the buffer
  // holds only a cut sequence or an unfinished line.
  void accept(char const* data, std::size_t size) {
    if (error_) return;
    if (size == 0 && call_ && call_ == begin_) return;
    piece_in_buffer piece{*this, 0};
    drain_buffer();
    while (!error_ && size > room()) {
      std::size_t const first = room();
      cursor_ = detail::copy_bytes(cursor_, data, first);
      data += first;
      size -= first;
      piece.size += first;
      drain_buffer();
    }
    if (!error_) cursor_ = detail::copy_bytes(cursor_, data, size);
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<encoded_writer&>(base);
    self.accept(data, size);
    self.report();
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<encoded_writer&>(base);
    self.flush_all(false);
    if (self.error_) self.take_call_back();
    self.report();
  }
  static detail::style_question ask_target(writer& base) {
    auto& self = static_cast<encoded_writer&>(base);
    return {self.target().out().takes_styles() ? detail::style_answer::yes
                                               : detail::style_answer::no};
  }
  static constexpr writer_device device{drain, flush_device, ask_target};
  static constexpr detail::filter_kind kind{move_on, "encoded text"};

  storage buffer_;
  detail::transcoder work_;
  source_position place_;          // of the first byte in the buffer
  unsigned long long offset_ = 0;  // bytes of UTF-8 converted so far
  std::size_t held_size_ = 0;
  char held_[512];  // converted, but not taken by the target
};

}  // namespace rill::inline RILL_BUILD

#endif

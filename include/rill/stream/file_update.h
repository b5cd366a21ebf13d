// rill/stream/file_update.h: one buffered file that is read and written, and
// buffers over a borrowed descriptor.
//
// Layer 4. Tests: test/stream/borrowed_test.cpp,
// test/stream/file_update_test.cpp.
#ifndef RILL_STREAM_FILE_UPDATE_H
#define RILL_STREAM_FILE_UPDATE_H

#include <concepts>  // std::same_as

#include "../memory/storage.h"
#include "file_reader.h"
#include "file_writer.h"
#include "source.h"

// Buffers over an open file that another object or the program owns.
//
// Each object owns only its buffer.

namespace rill::inline RILL_BUILD {

/// A file_writer over a file that another object or the program owns. The
/// destructor writes the buffer and does not close the file. The file must be
/// open until then, and its name, for errors, must outlive this writer.
///
/// Errors: as file_writer. The destructor passes an error that no call has
/// thrown or returned to the lost-output handler.
/// Example:
///     rill::file file = rill::file::create("numbers.txt");
///     {
///       rill::borrowed_writer out(file);
///       for (int i = 0; i != 3; ++i) rill::print(out, i, ' ');
///     }
///     rill::println(file.position());
class borrowed_writer : public detail::view_writer {
 public:
  explicit borrowed_writer(file_view file,
                           std::size_t buffer_size = default_buffer_size)
      : view_writer(view_device, file, block_of(buffer_size)) {}
  /// Refuses a temporary file.
  template <std::same_as<rill::file> File>
  explicit borrowed_writer(File&& file, std::size_t = 0)
      : borrowed_writer(file) {
    static_assert(detail::always_false<File>,
                  "rill: a temporary rill::file is closed before its borrower "
                  "writes: rill::file_writer takes it over");
  }

  borrowed_writer(borrowed_writer&&) noexcept = default;
  borrowed_writer& operator=(borrowed_writer&& other) noexcept {
    return detail::remake(*this, static_cast<borrowed_writer&&>(other));
  }
  ~borrowed_writer() {
    leave();
    if (capacity_ == 0) return;  // moved from
    bool const is_known = is_reported_;
    result<void> const flushed = try_flush();
    if (!flushed && !is_known) detail::on_lost_output(flushed.error());
  }
};

/// A file_reader over a file that another object or the program owns. The
/// destructor does not close it. It gives the unread bytes of a regular file
/// back by a seek, unless the file's position has changed meanwhile: the next
/// reader continues behind the bytes that were taken. Bytes read ahead from a
/// pipe are lost.
///
/// Errors: as file_reader.
class borrowed_reader : public detail::view_reader {
 public:
  explicit borrowed_reader(file_view file,
                           std::size_t buffer_size = default_read_size)
      : view_reader(file, buffer_size) {}
  /// Refuses a temporary file.
  template <std::same_as<rill::file> File>
  explicit borrowed_reader(File&& file, std::size_t = 0)
      : borrowed_reader(file) {
    static_assert(detail::always_false<File>,
                  "rill: a temporary rill::file is closed before its borrower "
                  "reads: rill::file_reader takes it over");
  }

  borrowed_reader(borrowed_reader&&) noexcept = default;
  borrowed_reader& operator=(borrowed_reader&& other) noexcept {
    return detail::remake(*this, static_cast<borrowed_reader&&>(other));
  }
  ~borrowed_reader() { give_back_unread(); }
};

// One buffered file that is read and written.
//
// A file_writer and a reader over the same file. Only one of them has bytes in
// its buffer. The other shows neither bytes nor room, so its next call reaches
// its device function, which switches sides. Two buffers, each allocated when
// first used.

/// A file that it owns, to print to and to scan from at one position.
///
/// A print writes where the last scan ended, and a scan reads behind what was
/// printed last. Switching from reading to writing gives the unread bytes back
/// by a seek; switching from writing to reading writes the buffer first. In a
/// file that is opened to append, prints go to the end, and the next scan reads
/// from there.
///
/// writer() and reader() return the two sides, for functions that take a
/// writer& or a reader&. The references are valid while the object is not
/// moved. Bytes that reader() shows (peek, cursor) are valid until the next
/// write.
///
/// A file without a position (pipe, socket, terminal) has two independent
/// directions: a write keeps the unread bytes. Reading writes the buffer first
/// there as well, so that a program that prints a request does not wait for the
/// reply before it has sent it; an error of that write is the writer's.
///
/// Errors: each side keeps its own until clear_error(), as file_writer and
/// file_reader do. Bytes that cannot be written end reading too: scan reports
/// the error, and flush() and close() return it. The destructor closes, and
/// passes a write error that no call has thrown or returned to the lost-output
/// handler.
/// Cost: one seek for each switch of sides, in addition to the write; and bytes
/// that were read ahead, up to `buffer_size`, are read again.
/// Example:
///     auto file = rill::file_update::create("counter.txt");
///     rill::println(file, 41);
///     file.seek(0);
///     int count = 0;
///     rill::scan(file, count);
///     file.seek(0);
///     rill::println(file, count + 1);
///     file.close();
class file_update : file_writer, detail::view_reader {
 public:
  /// Opens an existing file. Errors: as file::update.
  explicit file_update(path_view path,
                       std::size_t buffer_size = default_buffer_size)
      : file_update(file::update(path), buffer_size) {}

  /// Takes over an open file, and continues at its current position. Each side
  /// has a buffer of `buffer_size` bytes.
  explicit file_update(rill::file file,
                       std::size_t buffer_size = default_buffer_size) noexcept
      : file_writer(static_cast<rill::file&&>(file), storage()),
        view_reader(reading, file_writer::file()),
        buffer_size_(buffer_size),
        has_position_(stands_somewhere(handle_writer::handle_)),
        is_reading_(has_position_) {
    device_of_writer() = &writing;
  }

  file_update(file_update&& other) noexcept
      : file_writer(static_cast<file_writer&&>(other)),
        view_reader(static_cast<view_reader&&>(other)),
        buffer_size_(other.buffer_size_),
        has_position_(other.has_position_),
        is_reading_(other.is_reading_) {}
  file_update& operator=(file_update&& other) noexcept {
    return detail::remake(*this, static_cast<file_update&&>(other));
  }
  ~file_update() = default;

  /// `open` opens an existing file, `create` makes or empties one, `create_new`
  /// requires that it does not exist, `temporary` makes one without a name.
  static file_update open(path_view path,
                          std::size_t size = default_buffer_size) {
    return file_update(file::update(path), size);
  }
  static file_update create(path_view path,
                            std::size_t size = default_buffer_size) {
    return file_update(file::create(path, file::reading), size);
  }
  static file_update create_new(path_view path,
                                std::size_t size = default_buffer_size) {
    return file_update(file::create_new(path, file::reading), size);
  }
  static file_update temporary(path_view folder = os::temporary_folder,
                               std::size_t size = default_buffer_size) {
    return file_update(file::temporary(folder), size);
  }
  static result<file_update> try_open(path_view path,
                                      std::size_t size = default_buffer_size) {
    return made(file::try_update(path), size);
  }
  static result<file_update> try_create(
      path_view path, std::size_t size = default_buffer_size) {
    return made(file::try_create(path, file::reading), size);
  }
  static result<file_update> try_create_new(
      path_view path, std::size_t size = default_buffer_size) {
    return made(file::try_create_new(path, file::reading), size);
  }
  static result<file_update> try_temporary(
      path_view folder = os::temporary_folder,
      std::size_t size = default_buffer_size) {
    return made(file::try_temporary(folder), size);
  }

  /// The two sides. The first call of each allocates its buffer.
  rill::writer& writer() {
    if (!file_writer::has_memory() && is_open()) {
      file_writer::allocate(buffer_size_);
      if (!is_reading_) handle_writer::open_room();
    }
    return *this;
  }
  rill::reader& reader() {
    if (!view_reader::has_memory() && is_open())
      view_reader::allocate(buffer_size_);
    return *this;
  }

  /// Moves to an offset from the start, or to the end, for the next print or
  /// scan. Returns the offset. Errors: those of writing the buffer; ESPIPE for
  /// a file without a position.
  result<long long> try_seek(long long offset) {
    if (result<void> done = try_flush(); !done) return done.error();
    return moved(file().try_seek(offset));
  }
  long long seek(long long offset) { return try_seek(offset).value(); }
  result<long long> try_seek_to_end() {
    if (result<void> done = try_flush(); !done) return done.error();
    return moved(file().try_seek_to_end());
  }
  long long seek_to_end() { return try_seek_to_end().value(); }

  /// Returns the offset of the byte that is printed or scanned next.
  result<long long> try_position() const {
    result<long long> at = file().try_position();
    if (!at) return at;
    auto const held = static_cast<long long>(handle_writer::buffered());
    if (held == 0) return *at - static_cast<long long>(available());
    if (mode_ != detail::writing::by_lines) return *at + held;
    result<unsigned long long> size = file().try_size();
    if (!size) return size.error();
    return static_cast<long long>(*size) + held;
  }
  long long position() const { return try_position().value(); }

  /// Writes the buffer, then cuts or extends the file to `size` bytes. The
  /// position does not change, even if it is behind the new end.
  result<void> try_truncate(long long size) {
    if (result<void> done = try_flush(); !done) return done;
    if (error_code const code = give_back()) return lost_place(code);
    return file().try_truncate(size);
  }
  void truncate(long long size) { try_truncate(size).value(); }

  /// These act on the writer, as in file_writer. Bytes that were read ahead
  /// stay.
  using file_writer::accepted;
  using file_writer::flush;
  using file_writer::sync;
  using file_writer::try_flush;
  using file_writer::try_sync;

  /// Flushes and closes. Bytes that could not be written are given up.
  result<void> try_close() noexcept {
    view_reader::forget();
    return file_writer::try_close();
  }
  void close() { try_close().value(); }

  /// Flushes and gives the file away. Its position is behind what was scanned
  /// or printed last.
  rill::file release() {
    flush();
    if (error_code const code = give_back()) raise(lost_place(code).error());
    view_reader::forget();
    return file_writer::release();
  }

  /// Returns the error of writing, otherwise that of reading.
  error_code error() const noexcept {
    return writer_error() ? writer_error() : rill::reader::error();
  }
  /// Clears the errors of both sides. An object that is closed or moved from
  /// stays so.
  void clear_error() noexcept {
    if (!is_open()) return;
    file_writer::clear_error();
    view_reader::error_ = {};
    if (is_reading_) hide_room();
  }

  using file_writer::file;
  using file_writer::is_open;

 private:
  static result<file_update> made(result<rill::file> opened, std::size_t size) {
    if (!opened) return opened.error();
    return file_update(*static_cast<result<rill::file>&&>(opened), size);
  }

  static bool stands_somewhere(os::native_handle handle) noexcept {
    device_kind const kind = os::status(handle).kind;
    return kind == device_kind::regular || kind == device_kind::block;
  }

  writer_device const*& device_of_writer() noexcept {
    return file_writer::device_;
  }
  error_code writer_error() const noexcept { return file_writer::error_; }
  void hide_room() noexcept { file_writer::end_ = file_writer::cursor_; }

  // Called after a seek. Returns its result.
  result<long long> moved(result<long long> at) noexcept {
    if (at && has_position_) start_at(*at);
    return at;
  }

  // Moves back to the byte that would be scanned next.
  error_code give_back() noexcept {
    if (!has_position_ || available() == 0) return {};
    auto const unread = static_cast<long long>(available());
    os::position const at =
        os::seek(handle_writer::handle_, -unread, os::from_here);
    if (!at.error) start_at(at.offset);
    return at.error;
  }
  result<void> lost_place(error_code code) const {
    return file().failure("seek", code);
  }

  // Shows room for writing. Returns false after an error, which the writer
  // keeps.
  bool begin_writing() noexcept {
    if (writer_error()) return false;
    if (error_code const code = give_back()) {
      operation_ = "seek";
      stop(code);
      return false;
    }
    is_reading_ = false;
    handle_writer::open_room();
    return true;
  }

  // Writes what was printed, then allows reading. Returns false after an error,
  // which the writer and the reader then both keep.
  bool begin_reading() noexcept {
    write_everything();
    if (!has_position_) return true;
    if (writer_error()) {
      view_reader::error_ = writer_error();
      return false;
    }
    hide_room();
    os::position const at = os::seek(handle_writer::handle_, 0, os::from_here);
    start_at(at.error ? -1 : at.offset);
    is_reading_ = true;
    return true;
  }

  static void drain(rill::writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<file_update&>(base);
    self.own();
    if (self.is_reading_) {
      if (!self.begin_writing()) return self.report();
      if (size <= self.room()) {
        base.write(data, size);
        return;
      }
    }
    if (!self.accept(data, size)) self.report();
  }
  static constexpr writer_device writing{drain, flush_device, ask_handle};

  static bool fill(rill::reader& base) {
    auto& self = static_cast<file_update&>(base);
    if (base.error()) return false;
    if (!self.is_reading_ && !self.begin_reading()) return false;
    return self.fill_from_handle();
  }
  static constexpr reader_device reading{fill, locate_file, place_in_file,
                                         name_file};

  std::size_t buffer_size_;
  bool has_position_;
  bool is_reading_;  // no room is shown; always false without a position
};

namespace detail {

struct held_update {
  file_update& source;
  rill::reader& reader() { return source.reader(); }
};
struct owned_update {
  file_update source;
  rill::reader& reader() { return source.reader(); }
};

}  // namespace detail

template <>
struct source_traits<file_update> {
  using held = detail::held_update;
  using owned = detail::owned_update;
  template <class Use>
  static auto with(file_update& in, Use use) {
    return use(in.reader());
  }
};

}  // namespace rill::inline RILL_BUILD

#endif

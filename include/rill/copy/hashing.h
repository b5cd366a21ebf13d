// rill/copy/hashing.h: a reader and a writer that hash the bytes that pass.
//
// Layer 4. Tests: test/stream/hashing_test.cpp.
#ifndef RILL_COPY_HASHING_H
#define RILL_COPY_HASHING_H

#include "../memory/storage.h"
#include "../stream/accounting_writer.h"
#include "../stream/file_reader.h"
#include "../stream/file_writer.h"  // default_buffer_size
#include "../stream/reader.h"
#include "hash_file.h"

// A reader that hashes the bytes that are read through it.
//
// No buffer of its own: it shows the memory of the reader behind it.

namespace rill::inline RILL_BUILD {

/// A reader with the hash function `H`: over another reader, which must
/// outlive it and is not used meanwhile, or over a file that it owns.
///
/// Hashed are the bytes that were consumed, those before cursor(). What the
/// source has read ahead is not in the digest before it is consumed, and a
/// reader behind goes on, when this one ends or is closed, at the first byte
/// that is not in the digest.
///
/// Errors and places in errors are those of the reader behind.
///
/// Example:
///     #include <rill/hash.h>
///     rill::memory_reader bytes("12 34");
///     rill::hashing_reader<rill::sha256> in(bytes);
///     int n = 0;
///     rill::scan(in, n);
///     RILL_ASSERT(in.digest() == rill::sha256::of("12"));
template <hash_state H>
class hashing_reader : public reader {
 public:
  /// `state` is where the hash begins, which an hmac needs.
  explicit hashing_reader(reader& behind) : hashing_reader(behind, H()) {}
  hashing_reader(reader& behind, H state)
      : hashing_reader(detail::encoded_source(behind), state) {}

  /// Opens the file. Errors: as file::open.
  explicit hashing_reader(path_view path) : hashing_reader(path, H()) {}
  hashing_reader(path_view path, H state)
      : hashing_reader(file::open(path), state) {}

  /// Takes over an open file, and reads on from where it stands.
  explicit hashing_reader(rill::file file)
      : hashing_reader(static_cast<rill::file&&>(file), H()) {}
  hashing_reader(rill::file file, H state)
      : hashing_reader(detail::encoded_source(static_cast<rill::file&&>(file),
                                              default_read_size),
                       state) {}

  static result<hashing_reader> try_open(path_view path) {
    result<rill::file> opened = file::try_open(path);
    if (!opened) return opened.error();
    return hashing_reader(*static_cast<result<rill::file>&&>(opened));
  }

  hashing_reader(hashing_reader&& other) noexcept
      : reader(static_cast<reader&&>(other)),
        source_(static_cast<detail::encoded_source&&>(other.source_)),
        state_(other.state_),
        hashed_(other.hashed_),
        is_open_(other.is_open_) {
    other.hashed_ = nullptr;
    other.is_open_ = false;
  }
  hashing_reader& operator=(hashing_reader&& other) noexcept {
    return detail::remake(*this, static_cast<hashing_reader&&>(other));
  }
  ~hashing_reader() { leave(); }

  /// The digest of the bytes that were consumed until now. More can be read
  /// afterwards. Also after close().
  auto digest() const noexcept { return state().finish(); }

  /// The state after these bytes.
  H state() const noexcept {
    H taken = state_;
    taken.update(consumed());
    return taken;
  }

  /// Leaves the reader behind, or closes the file; what was not consumed is
  /// gone then.
  result<void> try_close() {
    leave();
    return source_.file() ? source_.file()->try_close() : result<void>{};
  }
  void close() { try_close().value(); }

 private:
  hashing_reader(detail::encoded_source source, H state)
      : reader(device, nullptr, 0),
        source_(static_cast<detail::encoded_source&&>(source)),
        state_(state) {
    show_memory();
  }

  // The bytes before the cursor that are not in state_.
  text consumed() const noexcept {
    return {hashed_, static_cast<std::size_t>(cursor_ - hashed_)};
  }
  void hash_consumed() noexcept {
    state_.update(consumed());
    hashed_ = cursor_;
  }

  // Shows what the reader behind has in memory.
  void show_memory() noexcept {
    reader& in = source_.in();
    begin_ = in.history().data;
    hashed_ = cursor_ = in.cursor();
    end_ = in.end();
    error_ = in.error();
  }

  // After this the reader behind can be used again.
  void leave() noexcept {
    if (!is_open_) return;
    hash_consumed();
    source_.in().advance_to(cursor_);
    forget();
    hashed_ = nullptr;
    is_open_ = false;
  }

  bool fill_from_source() {
    if (!is_open_) return false;
    // Also when the source throws: its memory may have moved.
    struct shown_memory {
      hashing_reader& self;
      ~shown_memory() { self.show_memory(); }
    } const afterwards{*this};
    hash_consumed();
    reader& in = source_.in();
    in.advance_to(cursor_);
    return in.more();
  }

  static bool fill(reader& base) {
    return static_cast<hashing_reader&>(base).fill_from_source();
  }
  static reader const& behind(reader const& base) {
    return static_cast<hashing_reader const&>(base).source_.in();
  }
  static source_position locate_behind(reader const& base) {
    return behind(base).locate();
  }
  static source_position place_behind(reader const& base, char const* place) {
    return detail::position_of(behind(base), place);
  }
  static text name_behind(reader const& base) {
    return detail::source_of(behind(base)).name;
  }
  static constexpr reader_device device{fill, locate_behind, place_behind,
                                        name_behind};

  detail::encoded_source source_;
  H state_;
  char const* hashed_ = nullptr;  // state_ has the bytes before this
  bool is_open_ = true;
};

// A writer that passes bytes on and hashes those that arrive.
//
// One buffer on the heap. Throws rill::error from the call whose bytes could
// not be moved on, and again from flush(), digest() and close().

/// A writer with the hash function `H`: over another writer, which must
/// outlive it, over a file that it owns, or over nothing.
///
/// The digest is of the bytes that the sink has taken, in their order. Over a
/// file, these are the bytes that write(2) has taken; those that a full disk
/// refused are not in the digest. Over another writer, these are the bytes in
/// its buffer or behind it; flush() and close() of this writer flush that one
/// and say whether its device has them.
///
/// Errors stick. After one, nothing more is given to the sink. Writing to a
/// writer that is closed or moved from throws `library_problem::closed`. The
/// destructor passes on what is held, closes a file, does not flush a writer
/// behind, and hands an error that no call has told to the lost-output handler.
///
/// Example:
///     #include <rill/hash.h>
///     rill::hashing_writer<rill::sha256> out("sums.txt");
///     rill::println(out, "x = ", 42);
///     out.close();
///     RILL_ASSERT(out.digest() == rill::sha256::of("x = 42\n"));
template <hash_state H>
class hashing_writer : public detail::accounting_writer {
 public:
  /// Hashes alone. `state` is where it begins, which an hmac needs.
  hashing_writer() : hashing_writer(H()) {}
  explicit hashing_writer(H state)
      : hashing_writer(nullptr, rill::file(), small_buffer, state) {}

  explicit hashing_writer(writer& behind) : hashing_writer(behind, H()) {}
  hashing_writer(writer& behind, H state)
      : hashing_writer(&behind, rill::file(), small_buffer, state) {}

  /// Creates the file, or empties it. Errors: as file::create.
  explicit hashing_writer(path_view path) : hashing_writer(path, H()) {}
  hashing_writer(path_view path, H state)
      : hashing_writer(file::create(path), state) {}

  /// Takes over an open file.
  explicit hashing_writer(rill::file file)
      : hashing_writer(static_cast<rill::file&&>(file), H()) {}
  hashing_writer(rill::file file, H state)
      : hashing_writer(nullptr, static_cast<rill::file&&>(file),
                       default_buffer_size, state) {}

  static result<hashing_writer> try_create(path_view path) {
    result<rill::file> opened = file::try_create(path);
    if (!opened) return opened.error();
    return hashing_writer(*static_cast<result<rill::file>&&>(opened));
  }

  hashing_writer(hashing_writer&& other) noexcept
      : accounting_writer(static_cast<accounting_writer&&>(other)),
        state_(other.state_) {}
  hashing_writer& operator=(hashing_writer&& other) noexcept {
    return detail::remake(*this, static_cast<hashing_writer&&>(other));
  }
  ~hashing_writer() { close_or_report(); }

  /// The digest of everything that was written; also after close(). What is
  /// held is passed on first, without flushing a writer behind. Throws the
  /// error of that, or of before; without exceptions it is the digest of what
  /// the sink has taken.
  auto digest() {
    pass_or_throw();
    return state_.finish();
  }

  /// The state after the bytes that the sink has taken until now, which are
  /// not those in the buffer. Also after an error, and after close().
  H const& state() const noexcept { return state_; }

 private:
  // Of a hash or of a copy to another buffer; four blocks of SHA-512.
  static constexpr std::size_t small_buffer = 512;

  hashing_writer(writer* behind, rill::file file, std::size_t size, H state)
      : accounting_writer(take, behind, static_cast<rill::file&&>(file), size),
        state_(state) {}

  static void take(accounting_writer& base, text taken) {
    static_cast<hashing_writer&>(base).state_.update(taken);
  }

  H state_;
};

}  // namespace rill::inline RILL_BUILD

#endif

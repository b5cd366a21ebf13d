// rill/copy/hashing.h: a reader and a writer that hash the bytes passing
// through.
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
// It has no buffer of its own and exposes the buffer of the underlying reader.

namespace rill::inline RILL_BUILD {

/// A reader with the hash function `H`: over another reader, which must outlive
/// it and must not be used meanwhile, or over a file that it owns.
///
/// The digest covers the consumed bytes, those before cursor(). Bytes that the
/// source has read ahead are not in it until they are consumed. When this
/// reader ends or is closed, the underlying reader continues at the first byte
/// that is not in the digest.
///
/// Errors, and the positions in them, come from the underlying reader.
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
  /// `state` is the initial state, such as an hmac with its key.
  explicit hashing_reader(reader& behind) : hashing_reader(behind, H()) {}
  hashing_reader(reader& behind, H state)
      : hashing_reader(detail::encoded_source(behind), state) {}

  /// Opens the file. Errors: as file::open.
  explicit hashing_reader(path_view path) : hashing_reader(path, H()) {}
  hashing_reader(path_view path, H state)
      : hashing_reader(file::open(path), state) {}

  /// Takes over an open file and reads from its current position.
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

  /// The digest of the bytes consumed so far. Reading may continue afterwards.
  /// Remains valid after close().
  auto digest() const noexcept { return state().finish(); }

  /// The state after the bytes consumed so far.
  H state() const noexcept {
    H taken = state_;
    taken.update(consumed());
    return taken;
  }

  /// Releases the underlying reader, or closes the file. Bytes of the file that
  /// were read ahead are lost.
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

  // The consumed bytes that are not in state_ yet.
  text consumed() const noexcept {
    return {hashed_, static_cast<std::size_t>(cursor_ - hashed_)};
  }
  void hash_consumed() noexcept {
    state_.update(consumed());
    hashed_ = cursor_;
  }

  // Exposes the buffer of the underlying reader.
  void show_memory() noexcept {
    reader& in = source_.in();
    begin_ = in.history().data;
    hashed_ = cursor_ = in.cursor();
    end_ = in.end();
    error_ = in.error();
  }

  // Hands the position back to the underlying reader, which can be used again.
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
    // Shows the source's buffer again, also after an exception: the read may
    // have moved that buffer.
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
  static std::size_t capacity_behind(reader const& base) {
    return behind(base).longest_token();
  }
  static constexpr reader_device device{fill, locate_behind, place_behind,
                                        name_behind, capacity_behind};

  detail::encoded_source source_;
  H state_;
  char const* hashed_ = nullptr;  // end of the bytes in state_
  bool is_open_ = true;
};

// A writer that passes bytes on and hashes them.
//
// Allocates one buffer. If bytes cannot be passed on, that call throws
// rill::error, and so do later calls of flush(), digest() and close().

/// A writer with the hash function `H`: over another writer, which must
/// outlive it, over a file that it owns, or over nothing.
///
/// The digest covers the bytes that the sink has taken, in their order. Over a
/// file, these are the bytes that write(2) has taken; those that a full disk
/// refused are not in the digest. Over another writer, these are the bytes in
/// its buffer or behind it; flush() and close() of this writer flush that one
/// and report its errors.
///
/// Errors are sticky: after one, nothing more is given to the sink. Writing to
/// a closed or moved-from writer throws `library_problem::closed`. The
/// destructor passes on what is held and closes a file, but does not flush an
/// underlying writer; it gives an error that no call has thrown to the
/// lost-output handler.
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
  /// Only hashes. `state` is the initial state, such as an hmac with its key.
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

  /// The digest of everything that was written; also after close(). First
  /// passes on the buffered bytes, without flushing an underlying writer.
  /// Throws the sticky error, if any; without exceptions it returns the digest
  /// of what the sink has taken.
  auto digest() {
    pass_or_throw();
    return state_.finish();
  }

  /// The state after the bytes that the sink has taken so far, without those in
  /// the buffer. Remains valid after an error and after close().
  H const& state() const noexcept { return state_; }

 private:
  // The buffer of a writer without a file. A full one is only hashed or copied,
  // so four blocks of SHA-512 are enough.
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

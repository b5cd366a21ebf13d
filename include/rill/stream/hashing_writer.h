// rill/stream/hashing_writer.h: a writer that passes bytes on and hashes those
// that arrive.
//
// Floor 4. One buffer on the heap. Throws rill::error from the call whose
// bytes could not be moved on, and again from flush(), digest() and close().
// Tests: test/stream/hashing_test.cpp.
#ifndef RILL_STREAM_HASHING_WRITER_H
#define RILL_STREAM_HASHING_WRITER_H

#include "../memory/remake.h"
#include "accounting_writer.h"
#include "file_writer.h"  // default_buffer_size
#include "hash_area.h"

namespace rill::inline RILL_BUILD {

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

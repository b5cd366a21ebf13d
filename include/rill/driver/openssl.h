// rill/driver/openssl.h: OpenSSL's BIOs as sinks and sources, BIOs over rill's
// streams, and OpenSSL's errors as rill::error. Inert unless included.
//
//     rill::println(bio, "x = ", x);                   // one BIO_write a call
//     rill::bio_writer out(bio);                       // buffered
//     for (auto line : rill::lines(rill::bio_reader(bio))) ...
//     rill::bio_owner const made = rill::make_bio(out);  // for PEM_write_bio_…
//
// Needs <openssl/ssl.h>, version 1.1.1, 3 or 4; link with -lssl
// -lcrypto.
// Layer 7. Tests: test/driver/openssl_test.cpp, openssl_bio_test.cpp and
// openssl_tls_test.cpp. See docs/openssl.md.
#ifndef RILL_DRIVER_OPENSSL_H
#define RILL_DRIVER_OPENSSL_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <openssl/bio.h>  // BIO

#include <new>  // std::nothrow

// Included first: compilers then print a short include chain for its errors.
#include "../print/refuse.h"

#include "../base/text.h"
#include "../print/list.h"
#include "../stream/device_reader.h"
#include "../stream/device.h"
#include "../stream/source.h"
#include "openssl_bio.h"
#include "openssl_calls.h"
#include "openssl_error.h"

namespace rill::inline RILL_BUILD {

/// Returns the first error of the rill stream behind a BIO of make_bio();
/// OpenSSL itself sees only that a call failed. The error converts to false if
/// no call failed. `bio` may be the first of a chain.
inline error bio_error(BIO* bio) noexcept {
  return detail::stream_failure(bio);
}

/// Completes the TLS handshake of a chain with a BIO_f_ssl(), so that its
/// errors come before any data is sent. Otherwise the first write or read runs
/// it. Errors: those of OpenSSL; for a refused certificate with the reason,
/// such as "certificate has expired".
inline result<void> try_tls_handshake(BIO* bio);
inline void tls_handshake(BIO* bio) { try_tls_handshake(bio).value(); }

namespace detail {

// Returns the error for a null BIO: the entries of the error queue, which the
// function that failed to make a BIO has left.
[[gnu::cold, gnu::noinline]] inline error no_bio(text operation,
                                                 text path) noexcept {
  if (::ERR_peek_error() == 0)
    return {library_problem::no_stream, operation, path};
  return take_openssl_error(operation, path, nullptr);
}
inline BIO* required_bio(BIO* bio, text operation, text path) {
  if (!bio) raise(no_bio(operation, path));
  return bio;
}

[[gnu::noinline]] inline void print_to_bio(BIO* bio, print_list list) {
  bio_call out(required_bio(bio, "write", "to a BIO"));
  put_list(out, list);
  out.end();
}

// The reader of a BIO for scan, lines, words and values. The BIO owns it as
// ex_data, so the next call finds the bytes that were read ahead.
class kept_bio_reader final : public device_reader {
 public:
  explicit kept_bio_reader(BIO* bio)
      : device_reader(source, buffer_size), bio_(bio) {}

  // Clears the error of the call before: each call of scan tries again.
  void begin() noexcept { error_ = {}; }

 private:
  static constexpr std::size_t buffer_size = 16384;  // a record of TLS

  static std::size_t get(device_reader& base, char* room, std::size_t size,
                         rill::error& why) {
    return read_from_bio(static_cast<kept_bio_reader&>(base).bio_, room, size,
                         why);
  }
  static constexpr device_source source{get, "a BIO"};

  BIO* bio_;
};

// The type of the fourth parameter differs between OpenSSL 1.1.1 and 3.
inline void free_kept_reader(void*, void* kept, CRYPTO_EX_DATA*, int, long,
                             void*) {
  delete static_cast<kept_bio_reader*>(kept);
}
template <class Pointer>
int copy_no_kept_reader(CRYPTO_EX_DATA*, CRYPTO_EX_DATA const*, Pointer kept,
                        int, long, void*) {
  *reinterpret_cast<void**>(kept) = nullptr;
  return 1;
}

// The index of the reader in a BIO's ex_data; -1 until the first use. One index
// serves all BIOs of the program.
RILL_STATE inline int kept_reader_number = -1;
inline int kept_reader_place() noexcept {
  int place = __atomic_load_n(&kept_reader_number, __ATOMIC_ACQUIRE);
  if (place >= 0) return place;
  int const fresh =
      ::CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_BIO, 0, nullptr, nullptr,
                                copy_no_kept_reader, free_kept_reader);
  if (fresh < 0) return fresh;
  return __atomic_compare_exchange_n(&kept_reader_number, &place, fresh, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
             ? fresh
             : place;
}
inline kept_bio_reader* find_kept_reader(BIO* bio) noexcept {
  int const place = __atomic_load_n(&kept_reader_number, __ATOMIC_ACQUIRE);
  if (place < 0) return nullptr;
  return static_cast<kept_bio_reader*>(::BIO_get_ex_data(bio, place));
}

[[gnu::noinline]] inline reader& kept_reader(BIO* bio) {
  kept_bio_reader* kept = find_kept_reader(required_bio(bio, "read", "a BIO"));
  if (!kept) {
    int const place = kept_reader_place();
    kept = new kept_bio_reader(bio);
    if (place < 0 || ::BIO_set_ex_data(bio, place, kept) != 1) {
      delete kept;
      raise(error(library_problem::no_memory, "read", "a BIO"));
    }
  }
  kept->begin();
  return *kept;
}

// Refers to a BIO during the lifetime of a range.
class held_bio {
 public:
  explicit held_bio(BIO* bio) noexcept : bio_(bio) {}
  rill::reader& reader() {
    if (!reader_) reader_ = &kept_reader(bio_);
    return *reader_;
  }

 private:
  BIO* bio_;
  rill::reader* reader_ = nullptr;
};

}  // namespace detail

inline result<void> try_tls_handshake(BIO* bio) {
  if (!bio) return detail::no_bio("handshake", "over a BIO");
  error why;
  detail::shake_hands(bio, why);
  if (why) return why;
  return {};
}

/// BIOs: one BIO_write for each print whose text fits 4 KiB. If the BIO asks
/// for a retry, waits for its descriptor. Errors: throws rill::error with
/// OpenSSL's messages; for a null BIO, with those of the function that failed
/// to make it.
template <>
struct sink_traits<BIO*> {
  template <class... Args>
  static void put(BIO* bio, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::print_to_bio(bio, detail::listed_call<Args...>(args...).list());
  }
  static void flush(BIO* bio) {
    error why;
    detail::flush_bio(detail::required_bio(bio, "flush", "a BIO"), why);
    if (why) raise(why);
  }
};

/// BIOs as sources: reads up to 16 KiB ahead, and keeps unread bytes with the
/// BIO for the next scan, range or bio_reader. BIO_read does not see them, and
/// BIO_reset and BIO_seek do not drop them. If the end was not final, as with a
/// memory BIO that is written to again, the next call continues.
template <>
struct source_traits<BIO*> {
  using held = detail::held_bio;
  using owned = detail::held_bio;
  template <class Use>
  static auto with(BIO* bio, Use use) {
    return use(detail::kept_reader(bio));
  }
};

/// A buffered writer over a BIO: memory, a file, a socket, TLS, or a chain.
///
/// A BIO* and an lvalue of a bio_owner are borrowed, and must outlive it; a
/// temporary bio_owner is owned. flush() writes the buffer and calls BIO_flush.
/// close() also does so, and closes an owned BIO like bio_owner::close(). The
/// destructor writes the buffer, and sends an error that no call has reported
/// to the lost-output handler.
///
/// With a non-blocking BIO, waits for its descriptor. A BIO that would block
/// and has no descriptor, such as a full BIO pair, is an error.
///
/// Errors are sticky; bytes that the BIO has not taken are lost with the
/// writer. Each call first clears the thread's error queue.
///
/// Cost: the buffer, and one BIO_write each time it is full. Pieces as large as
/// the buffer are written without a copy.
///
/// Example:
///     rill::bio_writer out(rill::bio_owner(BIO_new_file("x", "w")));
///     rill::println(out, "x = ", 5);
///     out.close();
class bio_writer : public detail::device_writer {
 public:
  explicit bio_writer(BIO* bio, std::size_t buffer_size = RILL_BUFFER_SIZE)
      : device_writer(borrowing, buffer_size),
        bio_(detail::required_bio(bio, "write", "to a BIO")) {}
  explicit bio_writer(bio_owner const& bio,
                      std::size_t buffer_size = RILL_BUFFER_SIZE)
      : bio_writer(bio.get(), buffer_size) {}
  explicit bio_writer(bio_owner&& bio,
                      std::size_t buffer_size = RILL_BUFFER_SIZE)
      : device_writer(owning, buffer_size),
        bio_(detail::required_bio(bio.get(), "write", "to a BIO")),
        owner_(static_cast<bio_owner&&>(bio)) {}
  bio_writer(bio_writer&& other) noexcept = default;
  bio_writer& operator=(bio_writer&& other) noexcept {
    return detail::remake(*this, static_cast<bio_writer&&>(other));
  }
  ~bio_writer() { close_or_report(); }

  /// The BIO, while the writer is open.
  BIO* bio() const noexcept { return is_open() ? bio_ : nullptr; }

 private:
  static bio_writer& self_of(device_writer& base) noexcept {
    return static_cast<bio_writer&>(base);
  }
  static std::size_t take_bytes(device_writer& base, text bytes,
                                rill::error& why) {
    return detail::write_to_bio(self_of(base).bio_, bytes, why);
  }
  static void flush_it(device_writer& base, rill::error& why) {
    detail::flush_bio(self_of(base).bio_, why);
  }
  static void close_it(device_writer& base, rill::error& why) {
    bio_writer& self = self_of(base);
    rill::error known(self.writer::error(), "write", "to a BIO");
    bio_owner::give_up(self.owner_.release(), known);
    if (!self.writer::error()) why = known;
  }
  static constexpr detail::device_calls borrowing{take_bytes, flush_it, nullptr,
                                                  "to a BIO"};
  static constexpr detail::device_calls owning{take_bytes, flush_it, close_it,
                                               "to a BIO"};

  BIO* bio_;
  bio_owner owner_;
};

/// A buffered reader over a BIO, which it borrows or owns like bio_writer.
///
/// The input ends at 0 bytes, at an empty memory BIO, and with TLS at the
/// peer's close_notify. A TLS connection that ends without close_notify, or
/// inside a record, is an error, because data may be missing. A BIO that would
/// block and has no descriptor is an error too.
///
/// Example:
///     rill::bio_reader in(rill::bio_owner(BIO_new_mem_buf("1 2\n3\n", -1)));
///     int sum = 0;
///     for (int n : rill::values<int>(in)) sum += n;
///     RILL_ASSERT(sum == 6);
class bio_reader : public detail::device_reader {
 public:
  explicit bio_reader(BIO* bio, std::size_t buffer_size = default_read_size)
      : device_reader(source, buffer_size),
        bio_(detail::required_bio(bio, "read", "a BIO")) {}
  explicit bio_reader(bio_owner const& bio,
                      std::size_t buffer_size = default_read_size)
      : bio_reader(bio.get(), buffer_size) {}
  explicit bio_reader(bio_owner&& bio,
                      std::size_t buffer_size = default_read_size)
      : bio_reader(bio.get(), buffer_size) {
    owner_ = static_cast<bio_owner&&>(bio);
  }
  bio_reader(bio_reader&& other) noexcept = default;
  bio_reader& operator=(bio_reader&& other) noexcept {
    return detail::remake(*this, static_cast<bio_reader&&>(other));
  }
  ~bio_reader() = default;

  /// Drops unread bytes, and frees an owned BIO.
  void close() noexcept {
    forget();
    owner_ = bio_owner();
  }

 private:
  static std::size_t get(device_reader& base, char* room, std::size_t size,
                         rill::error& why) {
    BIO* const bio = static_cast<bio_reader&>(base).bio_;
    reader* const kept = detail::find_kept_reader(bio);
    if (kept && kept->available() != 0)
      return kept->read(room, detail::smaller(size, kept->available()));
    return detail::read_from_bio(bio, room, size, why);
  }
  static constexpr detail::device_source source{get, "a BIO"};

  BIO* bio_;
  bio_owner owner_;
};

namespace detail {

template <class Stream>
concept bio_stream =
    requires(bio_streams& box, Stream& stream) { place(box, stream); };
template <class Stream>
concept bio_input = std::derived_from<std::remove_reference_t<Stream>, reader>;
template <class Stream>
concept bio_output = std::derived_from<std::remove_reference_t<Stream>, writer>;

inline result<bio_owner> made_bio(BIO* bio) noexcept {
  if (!bio) return error(library_problem::no_memory, "make", "a BIO");
  return bio_owner(bio);
}

}  // namespace detail

/// Makes a BIO over a writer, a reader, or both, for functions of OpenSSL.
///
/// An lvalue is borrowed, must outlive the BIO, and must not be moved; a
/// temporary is moved into the BIO. BIO_write and BIO_puts write to the writer.
/// BIO_gets reads a line from the reader. BIO_read returns the bytes that the
/// reader has in memory, and waits only if there are no bytes. BIO_flush
/// flushes the writer. BIO_eof is true once a read has found the end.
///
/// Exceptions of the stream do not pass through OpenSSL: the call returns -1,
/// and OpenSSL's error queue has the message. bio_error() returns the error
/// itself. A bio_writer, a bio_reader or a print over this BIO throws the
/// stream's error, not OpenSSL's.
///
/// Errors: no_memory; std::bad_alloc from moving a stream.
/// Cost: one allocation besides BIO_new.
///
/// Example:
///     std::string pem;
///     rill::string_writer out(pem);
///     rill::bio_owner const bio = rill::make_bio(out);
///     BIO_puts(bio.get(), "text");
///     BIO_flush(bio.get());
///     RILL_ASSERT(pem == "text");
template <detail::bio_stream Stream>
result<bio_owner> try_make_bio(Stream&& stream) {
  return detail::made_bio(
      detail::new_stream_bio<Stream>(static_cast<Stream&&>(stream)));
}
template <detail::bio_input In, detail::bio_output Out>
result<bio_owner> try_make_bio(In&& in, Out&& out) {
  return detail::made_bio(detail::new_stream_bio<In, Out>(
      static_cast<In&&>(in), static_cast<Out&&>(out)));
}
template <detail::bio_stream Stream>
bio_owner make_bio(Stream&& stream) {
  return try_make_bio(static_cast<Stream&&>(stream)).value();
}
template <detail::bio_input In, detail::bio_output Out>
bio_owner make_bio(In&& in, Out&& out) {
  return try_make_bio(static_cast<In&&>(in), static_cast<Out&&>(out)).value();
}

}  // namespace rill::inline RILL_BUILD

#endif

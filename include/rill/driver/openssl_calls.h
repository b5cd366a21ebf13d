// rill/driver/openssl_calls.h: calls of a BIO with retries, and the owner that
// closes it.
//
// Layer 7. For driver/openssl.h. Allocates nothing but errors. Tests:
// test/driver/openssl_test.cpp, test/driver/openssl_tls_test.cpp.
#ifndef RILL_DRIVER_OPENSSL_CALLS_H
#define RILL_DRIVER_OPENSSL_CALLS_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <openssl/ssl.h>  // SSL_shutdown, SSL_get_shutdown
#include <stdio.h>        // fclose

#include "../memory/storage.h"
#include "../os/clock.h"
#include "../os/descriptor_wait.h"
#include "../os/file_calls.h"
#include "openssl_error.h"

namespace rill::inline RILL_BUILD {
namespace detail {

// Clears the error queue and errno: libssl takes an entry left in the queue for
// its own, and some BIOs report only by errno.
inline void prepare_bio_call() noexcept {
  if (::ERR_peek_error() != 0) ::ERR_clear_error();
  os::clear_c_error();
}

// The descriptor behind a BIO, or -1. BIOs that do not know this call return 0
// and leave `descriptor` unchanged.
inline int descriptor_of(BIO* bio, bool to_write) noexcept {
  SSL const* const tls = tls_of(bio);
  BIO* const at = !tls       ? bio
                  : to_write ? ::SSL_get_wbio(tls)
                             : ::SSL_get_rbio(tls);
  int descriptor = -1;
  long const found = at ? ::BIO_ctrl(at, BIO_C_GET_FD, 0, &descriptor) : -1;
  return found == descriptor ? descriptor : -1;
}

// Waits until a call of a BIO can be retried.
class bio_waits {
 public:
  // Returns null when the caller should retry, or the reason why that is
  // useless.
  char const* wait(BIO* bio) noexcept {
    int reason = 0;
    (void)::BIO_get_retry_BIO(bio, &reason);
    bool const is_special = BIO_should_io_special(bio) != 0;
    bool const connects = is_special && reason == BIO_RR_CONNECT;
    bool const accepts = is_special && reason == BIO_RR_ACCEPT;
    return wait(bio, BIO_should_read(bio) != 0 || accepts,
                BIO_should_write(bio) != 0 || connects);
  }
  char const* wait(BIO* bio, bool to_read, bool to_write) noexcept {
    if (!to_read && !to_write)
      return "the BIO asks for a retry and names no event to wait for";
    int const descriptor = descriptor_of(bio, to_write);
    unsigned long long const start = os::steady_nanoseconds();
    if (descriptor < 0 ||
        !os::wait_for_descriptor(descriptor, to_read, to_write))
      return "the BIO asks for a retry and has no descriptor to wait for";
    // A descriptor that is always ready must not cause a busy loop.
    bool const is_quick = os::steady_nanoseconds() - start < shortest_wait;
    quick_waits_ = is_quick ? quick_waits_ + 1 : 0;
    if (quick_waits_ > most_quick_waits) os::rest(1);
    return nullptr;
  }

 private:
  static constexpr unsigned long long shortest_wait = 50'000;  // nanoseconds
  // A TLS record of 16 KiB arrives in 12 segments of 1460 bytes.
  static constexpr int most_quick_waits = 64;
  int quick_waits_ = 0;
};

// Waits for `asking`, the BIO that set its retry flag, or null. Returns true if
// the caller should repeat the failed call; otherwise `why` has the error.
[[gnu::cold, gnu::noinline]] inline bool may_call_again(BIO* bio, BIO* asking,
                                                        bio_waits& waits,
                                                        text operation,
                                                        text path,
                                                        error& why) noexcept {
  if (!asking) {
    why = bio_failure(operation, path, bio);
    return false;
  }
  char const* const refusal = waits.wait(asking);
  if (refusal)
    why = error(library_problem::device_failed, operation, path,
                {refusal, length_of(refusal)});
  return !refusal;
}
inline bool may_call_again(BIO* bio, bio_waits& waits, text operation,
                           text path, error& why) noexcept {
  return may_call_again(bio, BIO_should_retry(bio) ? bio : nullptr, waits,
                        operation, path, why);
}

// Writes as many bytes as the BIO takes at once, at least one unless it fails.
// After a wait, TLS requires the same bytes again.
inline std::size_t write_to_bio(BIO* bio, text bytes, error& why) noexcept {
  int const size = static_cast<int>(smaller(bytes.size, bio_chunk));
  for (bio_waits waits;;) {
    prepare_bio_call();
    int const taken = ::BIO_write(bio, bytes.data, size);
    if (taken > 0 && taken <= size) return static_cast<std::size_t>(taken);
    if (taken > size) {
      why = error(library_problem::impossible_count, "write", "to a BIO");
      return 0;
    }
    if (!may_call_again(bio, waits, "write", "to a BIO", why)) return 0;
  }
}

// One call of print to a BIO. If a hook throws, the bytes printed before it are
// still written; errors of that go to the lost-output handler, because the
// hook's exception is active.
class bio_call : public writer {
 public:
  explicit bio_call(BIO* bio) noexcept
      : writer(device, memory_, sizeof memory_), bio_(bio) {}
  ~bio_call() {
    if (cursor_ == begin_ || error_) return;
    send();
    if (error_) on_lost_output(why_);
  }

  void end() {
    send();
    if (error_) raise(why_);
  }

 private:
  void give(text bytes) noexcept {
    while (bytes.size != 0 && !error_) {
      std::size_t const taken = write_to_bio(bio_, bytes, why_);
      bytes = {bytes.data + taken, bytes.size - taken};
      if (why_) stop(why_.code());
    }
  }
  // Writes the buffer, then `more`.
  void send(text more = {}) noexcept {
    give(pending());
    give(more);
    cursor_ = begin_;
    end_ = error_ ? begin_ : memory_ + sizeof memory_;
  }
  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<bio_call&>(base);
    if (self.error_) return;
    bool const fits = size < sizeof memory_;
    self.send(fits ? text{} : text{data, size});
    if (self.error_) raise(self.why_);
    if (fits) self.write(data, size);
  }
  static void flush_it(writer& base) { static_cast<bio_call&>(base).end(); }
  static constexpr writer_device device{drain, flush_it};

  BIO* bio_;
  rill::error why_;
  char memory_[4096];
};

// Finds the BIO of the chain that asks for a retry: filters do not pass on the
// flag of the BIO behind them.
inline BIO* asking_to_flush(BIO* bio) noexcept {
  while (bio && !BIO_should_retry(bio)) bio = ::BIO_next(bio);
  return bio;
}
inline void flush_bio(BIO* bio, error& why) noexcept {
  for (bio_waits waits;;) {
    prepare_bio_call();
    if (BIO_flush(bio) > 0) return;
    if (!may_call_again(bio, asking_to_flush(bio), waits, "flush", "a BIO",
                        why))
      return;
  }
}

// True if an empty memory BIO in the chain is the end of the input. OpenSSL
// asks for a retry there, because the program may write more to it. False if a
// BIO before it keeps bytes back, as TLS, ciphers and base64 do: it gives its
// last bytes only after a real end.
inline bool ends_as_memory(BIO* bio) noexcept {
  for (; bio; bio = ::BIO_next(bio)) switch (::BIO_method_type(bio)) {
      case BIO_TYPE_MEM:
        return true;
      case BIO_TYPE_BUFFER:
      case BIO_TYPE_LINEBUFFER:
      case BIO_TYPE_MD:
      case BIO_TYPE_NULL_FILTER:
        break;
      default:
        return false;
    }
  return false;
}

// Called after a read of 0 bytes. Returns null at the end of the data, or the
// reason why the data is incomplete: TLS ends with the peer's close_notify, a
// cipher with a last block that fits the key.
inline char const* no_end_of(BIO* bio) noexcept {
  SSL const* const tls = tls_of(bio);
  if (tls && (::SSL_get_shutdown(tls) & SSL_RECEIVED_SHUTDOWN) == 0)
    return "the connection ended without a close_notify of TLS";
  BIO* const cipher = ::BIO_find_type(bio, BIO_TYPE_CIPHER);
  if (cipher && BIO_ctrl(cipher, BIO_C_GET_CIPHER_STATUS, 0, nullptr) <= 0)
    return "a wrong key, or encrypted data that is damaged";
  return nullptr;
}
// Checks whether an end is a failure: some filters return the bytes before an
// error, and then an end instead of the error.
inline void check_end(BIO* bio, error& why) noexcept {
  bio_streams const* const streams = streams_in(bio);
  if (streams && streams->is_cut) {
    why = streams->failure;
    return;
  }
  char const* const problem = no_end_of(bio);
  if (::ERR_peek_error() == 0 && !problem) return;
  why = bio_failure("read", "a BIO", bio);
  if (problem && why.code() == library_problem::device_failed)
    why = error(why.code(), "read", "a BIO", {problem, length_of(problem)});
}

// Reads the bytes that the BIO has. Returns 0 at the end, and after an error.
inline std::size_t read_from_bio(BIO* bio, char* room, std::size_t size,
                                 error& why) noexcept {
  for (bio_waits waits;;) {
    prepare_bio_call();
    int const got =
        ::BIO_read(bio, room, static_cast<int>(smaller(size, bio_chunk)));
    if (got > 0) return static_cast<std::size_t>(got);
    bool const may_retry = BIO_should_retry(bio) != 0;
    if (may_retry && ends_as_memory(bio)) return 0;
    if (!may_retry && got == 0) {
      check_end(bio, why);
      return 0;
    }
    if (!may_call_again(bio, waits, "read", "a BIO", why)) return 0;
  }
}

// Completes the TLS handshake.
inline void shake_hands(BIO* bio, error& why) noexcept {
  for (bio_waits waits;;) {
    prepare_bio_call();
    if (BIO_do_handshake(bio) > 0) return;
    if (!may_call_again(bio, waits, "handshake", "over a BIO", why)) return;
  }
}

// Sends a close_notify. Does not wait for the peer's answer.
inline void send_close_notify(BIO* bio, SSL* tls, error& why) noexcept {
  for (bio_waits waits;;) {
    prepare_bio_call();
    int const done = ::SSL_shutdown(tls);
    if (done >= 0) return;
    int const wanted = ::SSL_get_error(tls, done);
    char const* refusal = nullptr;
    if (wanted == SSL_ERROR_WANT_READ || wanted == SSL_ERROR_WANT_WRITE)
      refusal = waits.wait(bio, wanted == SSL_ERROR_WANT_READ,
                           wanted == SSL_ERROR_WANT_WRITE);
    else
      why = bio_failure("close", "a BIO", bio);
    if (refusal)
      why = error(library_problem::device_failed, "close", "a BIO",
                  {refusal, length_of(refusal)});
    if (why) return;
  }
}

// Ends TLS before its BIO is freed. After an error, sends no close_notify, so
// that the peer does not take the data for complete. Sets quiet shutdown, so
// that freeing the BIO does not send one, or wait for the peer's. Ignores an
// error of sending if the peer has ended its data already: it may be gone.
inline void end_tls(BIO* bio, error& why) noexcept {
  SSL* const tls = tls_of(bio);
  if (!tls || ::SSL_in_init(tls)) return;
  int const ended = ::SSL_get_shutdown(tls);
  error sending;
  if (!why && (ended & SSL_SENT_SHUTDOWN) == 0)
    send_close_notify(bio, tls, sending);
  if (!why && (ended & SSL_RECEIVED_SHUTDOWN) == 0) why = sending;
  ::SSL_set_quiet_shutdown(tls, 1);
}

// The result of closing a file, which OpenSSL's BIOs ignore.
struct file_closing {
  error_code error;
  bool is_done = false;
};
template <class Handle = os::native_handle>
error_code close_descriptor(int descriptor) noexcept {
  if constexpr (std::is_same_v<Handle, int>)
    return os::close(Handle(descriptor));
  else
    return {};
}
// A BIO callback: closes the file or descriptor of a BIO that is being freed.
inline long close_file_of_bio(BIO* bio, int operation, char const*, std::size_t,
                              int, long, int answer, std::size_t*) {
  if (operation != BIO_CB_FREE) return answer;
  auto& closing = *reinterpret_cast<file_closing*>(::BIO_get_callback_arg(bio));
  FILE* stream = nullptr;
  os::clear_c_error();
  if (::BIO_method_type(bio) == BIO_TYPE_FD)
    closing.error = close_descriptor(descriptor_of(bio, true));
  else if (BIO_get_fp(bio, &stream) > 0 && ::fclose(stream) != 0)
    closing.error = os::last_c_error();
  (void)BIO_set_close(bio, BIO_NOCLOSE);
  closing.is_done = true;
  return answer;
}

// The BIO of a chain that closes its file when it is freed, or null. Null where
// handles are no descriptors: a FILE may be of another C library there.
inline BIO* closing_bio_of(BIO* bio) noexcept {
  if (!std::is_same_v<os::native_handle, int>) return nullptr;
  for (; bio; bio = ::BIO_next(bio)) {
    int const type = ::BIO_method_type(bio);
    if (type != BIO_TYPE_FILE && type != BIO_TYPE_FD) continue;
    bool const is_plain = !::BIO_get_callback_ex(bio) && BIO_get_close(bio) > 0;
    return is_plain ? bio : nullptr;
  }
  return nullptr;
}

// Frees a chain, and closes the file at its end unless its BIO has another
// reference.
inline void free_bio(BIO* bio, error& why) noexcept {
  file_closing closing;
  BIO* const last = closing_bio_of(bio);
  char* const argument = last ? ::BIO_get_callback_arg(last) : nullptr;
  if (last) {
    ::BIO_set_callback_arg(last, reinterpret_cast<char*>(&closing));
    ::BIO_set_callback_ex(last, close_file_of_bio);
  }
  ::BIO_free_all(bio);
  if (last && !closing.is_done) {  // another reference is left
    ::BIO_set_callback_ex(last, nullptr);
    ::BIO_set_callback_arg(last, argument);
  }
  if (closing.error) why = error(closing.error, "close", "a BIO");
}

}  // namespace detail

/// Owns a BIO and its chain, which the destructor frees.
///
/// The destructor ignores errors, like BIO_free_all; close() reports them.
class bio_owner {
 public:
  bio_owner() noexcept = default;
  /// Takes ownership of a BIO, or of none if `bio` is null.
  explicit bio_owner(BIO* bio) noexcept : bio_(bio) {}
  bio_owner(bio_owner&& other) noexcept : bio_(other.release()) {}
  bio_owner& operator=(bio_owner&& other) noexcept {
    return detail::remake(*this, static_cast<bio_owner&&>(other));
  }
  ~bio_owner() { ::BIO_free_all(bio_); }

  BIO* get() const noexcept { return bio_; }
  explicit operator bool() const noexcept { return bio_ != nullptr; }
  /// Gives up the ownership, for example to a chain: BIO_push(head,
  /// owner.release()).
  BIO* release() noexcept {
    BIO* const bio = bio_;
    bio_ = nullptr;
    return bio;
  }

  /// Flushes, sends a TLS peer a close_notify, and frees the chain, which
  /// closes the file at its end. Returns the first error; frees the chain in
  /// any case.
  result<void> try_close() {
    error why;
    BIO* const bio = release();
    if (bio) detail::flush_bio(bio, why);
    give_up(bio, why);
    if (why) return why;
    return {};
  }
  void close() { try_close().value(); }

 private:
  friend class bio_writer;

  static void give_up(BIO* bio, error& why) noexcept {
    if (!bio) return;
    error freeing;
    detail::end_tls(bio, why);
    detail::free_bio(bio, freeing);
    if (!why) why = freeing;
  }

  BIO* bio_ = nullptr;
};

}  // namespace rill::inline RILL_BUILD

#endif

// rill/driver/openssl_error.h: OpenSSL's error queue as rill::error.
//
// Layer 7. For driver/openssl.h. Allocates nothing but errors. Tests:
// test/driver/openssl_test.cpp, test/driver/openssl_tls_test.cpp.
#ifndef RILL_DRIVER_OPENSSL_ERROR_H
#define RILL_DRIVER_OPENSSL_ERROR_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <openssl/ssl.h>  // SSL_get_verify_result

#include "../os/file_calls.h"
#include "openssl_bio.h"

namespace rill::inline RILL_BUILD {
namespace detail {

// Collects the messages of the thread's error queue, up to 1,024 bytes.
class openssl_words {
 public:
  text words() const noexcept { return {words_, size_}; }

  // "SSL routines:certificate verify failed (hostname mismatch)"; for a system
  // error only its additional data, because the rill::error has its reason.
  void add_entry(unsigned long code, text data, bool has_reason) noexcept {
    if (size_ != 0) add("; ");
    if (!has_reason) return add(data);
    add_known(::ERR_lib_error_string(code), "library ", ERR_GET_LIB(code));
    add(":");
    add_reason(code);
    if (data.size == 0) return;
    add(" (");
    add(data);
    add(")");
  }

 private:
  // Truncates if there is no room.
  void add(text piece) noexcept {
    std::size_t const size = smaller(piece.size, sizeof words_ - size_);
    copy_bytes(words_ + size_, piece.data, size);
    size_ += size;
  }
  void add_known(char const* name, text kind, int number) noexcept {
    if (name) return add({name, length_of(name)});
    char digits[12];
    std::size_t first = sizeof digits;
    auto rest = static_cast<unsigned>(number);
    do {
      digits[--first] = static_cast<char>('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    add(kind);
    add({digits + first, sizeof digits - first});
  }
  void add_reason(unsigned long code) noexcept {
    char const* name = ::ERR_reason_error_string(code);
    char buffer[os::error_text_size];
    if (ERR_GET_LIB(code) == ERR_LIB_SYS && !name)
      name = os::error_text(os::c_error(ERR_GET_REASON(code)), buffer,
                            sizeof buffer);
    add_known(name, "reason ", ERR_GET_REASON(code));
  }

  std::size_t size_ = 0;
  char words_[1024];
};

// Removes and returns the oldest entry of the queue; 0 if it is empty.
inline unsigned long take_openssl_entry(text& data) noexcept {
  char const* words = nullptr;
  int flags = 0;
#if OPENSSL_VERSION_NUMBER >= 0x30000000L
  unsigned long const code =
      ::ERR_get_error_all(nullptr, nullptr, nullptr, &words, &flags);
#else
  unsigned long const code =
      ::ERR_get_error_line_data(nullptr, nullptr, &words, &flags);
#endif
  bool const has_words = words && (flags & ERR_TXT_STRING) != 0;
  data = has_words ? text{words, length_of(words)} : text{};
  return code;
}

// The SSL object of a chain, or null.
inline SSL* tls_of(BIO* bio) noexcept {
  BIO* const at = bio ? ::BIO_find_type(bio, BIO_TYPE_SSL) : nullptr;
  SSL* tls = nullptr;
  if (at) (void)BIO_get_ssl(at, &tls);
  return tls;
}

// Returns why the peer's certificate was refused, if `code` is that refusal;
// otherwise an empty text. The error queue does not have the reason.
inline text refused_certificate(BIO* bio, unsigned long code) noexcept {
  bool const is_refusal =
      ERR_GET_LIB(code) == ERR_LIB_SSL &&
      ERR_GET_REASON(code) == SSL_R_CERTIFICATE_VERIFY_FAILED;
  SSL const* const tls = is_refusal ? tls_of(bio) : nullptr;
  if (!tls) return {};
  char const* const why =
      ::X509_verify_cert_error_string(::SSL_get_verify_result(tls));
  return {why, length_of(why)};
}

// Returns the error for an empty queue: errno, or device_failed.
inline error unknown_bio_error(text operation, text path) noexcept {
  if (error_code const asked = os::last_c_error())
    return {asked, operation, path};
  return {library_problem::device_failed, operation, path};
}

// Empties the queue. The code comes from its oldest entry, which is the cause;
// later entries come from its callers.
[[gnu::cold, gnu::noinline]] inline error take_openssl_error(
    text operation, text path, BIO* bio) noexcept {
  text data;
  unsigned long const first = take_openssl_entry(data);
  if (first == 0) return unknown_bio_error(operation, path);
  bool const is_system = ERR_GET_LIB(first) == ERR_LIB_SYS;
  error_code const cause =
      is_system ? os::c_error(ERR_GET_REASON(first))
                : error_code(error_source::openssl, static_cast<int>(first));
  openssl_words words;
  for (unsigned long code = first; code != 0; code = take_openssl_entry(data)) {
    if (data.size == 0) data = refused_certificate(bio, code);
    if (!is_system || code != first || data.size != 0)
      words.add_entry(code, data, !is_system || code != first);
  }
  return {cause, operation, path, words.words()};
}

// The first error of a rill stream behind a BIO. With TLS, also looks behind
// the two BIOs of the SSL object, one for writing and one for reading.
inline error stream_failure(BIO* bio) noexcept {
  SSL const* const tls = tls_of(bio);
  error kept = chain_failure(bio);
  if (!kept && tls) kept = chain_failure(::SSL_get_wbio(tls));
  if (!kept && tls) kept = chain_failure(::SSL_get_rbio(tls));
  return kept;
}

// Why a call of a BIO failed. If a rill stream behind it has failed, OpenSSL's
// own errors, such as "bad write retry", are consequences.
[[gnu::cold, gnu::noinline]] inline error bio_failure(text operation, text path,
                                                      BIO* bio) noexcept {
  error const kept = stream_failure(bio);
  error const latest = take_openssl_error(operation, path, bio);
  return kept ? kept : latest;
}

}  // namespace detail

/// Takes the thread's error queue of OpenSSL as an error, and empties it.
///
/// The oldest entry, which is the cause, gives the code: error_source::openssl
/// with its number, for ERR_GET_LIB and ERR_GET_REASON, or the system's error.
/// reason() has all entries: "SSL routines:certificate verify failed (hostname
/// mismatch)". If the queue is empty, the code is errno, or device_failed.
///
/// `bio` is the BIO of the failed call, if any. It gives the reason for a
/// refused certificate, and the error of a rill stream behind it.
///
/// Example:
///     BIO* const bio = BIO_new_file("key.pem", "r");
///     if (!bio) rill::raise(rill::openssl_error("open", "key.pem"));
[[gnu::cold]] inline error openssl_error(text operation, text path = {},
                                         BIO* bio = nullptr) noexcept {
  return detail::bio_failure(operation, path, bio);
}

}  // namespace rill::inline RILL_BUILD

#endif

// test/support/tls.h: certificates that the test makes, and the two ends of a
// TLS connection over a socket pair.
#ifndef RILL_TEST_SUPPORT_TLS_H
#define RILL_TEST_SUPPORT_TLS_H

#include <doctest/doctest.h>
#include <fcntl.h>
#include <openssl/ec.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

namespace rill_test {

struct certificate {
  X509* own = nullptr;
  EVP_PKEY* key = nullptr;

  certificate() = default;
  certificate(certificate const&) = delete;
  certificate& operator=(certificate const&) = delete;
  ~certificate() {
    X509_free(own);
    EVP_PKEY_free(key);
  }
};

inline EVP_PKEY* new_key() {
  EVP_PKEY* key = nullptr;
  EVP_PKEY_CTX* const maker = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nullptr);
  REQUIRE(EVP_PKEY_keygen_init(maker) == 1);
  REQUIRE(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(maker, NID_X9_62_prime256v1) ==
          1);
  REQUIRE(EVP_PKEY_keygen(maker, &key) == 1);
  EVP_PKEY_CTX_free(maker);
  return key;
}

inline void extend(X509* of, int what, char const* value) {
  X509_EXTENSION* const extension =
      X509V3_EXT_conf_nid(nullptr, nullptr, what, value);
  REQUIRE(extension);
  REQUIRE(X509_add_ext(of, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

// Makes a certificate for a name, signed by `issuer` or by itself. It expires
// `until` seconds from now.
inline void make_certificate(certificate& made, char const* name,
                             certificate const* issuer, long until) {
  made.key = new_key();
  made.own = X509_new();
  X509_set_version(made.own, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(made.own), issuer ? 2 : 1);
  X509_gmtime_adj(X509_getm_notBefore(made.own), -86400);
  X509_gmtime_adj(X509_getm_notAfter(made.own), until);
  X509_set_pubkey(made.own, made.key);
  X509_NAME* const subject = X509_NAME_new();
  X509_NAME_add_entry_by_txt(
      subject, "CN", MBSTRING_ASC,
      reinterpret_cast<unsigned char const*>(issuer ? name : "issuer"), -1, -1,
      0);
  X509_set_subject_name(made.own, subject);
  X509_set_issuer_name(made.own,
                       issuer ? X509_get_subject_name(issuer->own) : subject);
  X509_NAME_free(subject);
  if (issuer)
    extend(made.own, NID_subject_alt_name,
           (std::string("DNS:") + name).c_str());
  else
    extend(made.own, NID_basic_constraints, "critical,CA:TRUE");
  EVP_PKEY* const signer = issuer ? issuer->key : made.key;
  REQUIRE(X509_sign(made.own, signer, EVP_sha256()) > 0);
}

// The two sides of a connection. The client verifies the certificate.
class tls_pair {
 public:
  static constexpr long tomorrow = 86400;

  // The name in the certificate, and its lifetime in seconds.
  explicit tls_pair(char const* name = "localhost", long until = tomorrow,
                    bool is_issuer_known = true) {
    make_certificate(issuer_, "issuer", nullptr, tomorrow);
    make_certificate(own_, name, &issuer_, until);
    REQUIRE(SSL_CTX_use_certificate(server_, own_.own) == 1);
    REQUIRE(SSL_CTX_use_PrivateKey(server_, own_.key) == 1);
    SSL_CTX_set_verify(client_, SSL_VERIFY_PEER, nullptr);
    if (is_issuer_known)
      X509_STORE_add_cert(SSL_CTX_get_cert_store(client_), issuer_.own);
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  }
  tls_pair(tls_pair const&) = delete;
  tls_pair& operator=(tls_pair const&) = delete;
  ~tls_pair() {
    SSL_CTX_free(server_);
    SSL_CTX_free(client_);
  }

  // The TLS BIO of one side, without a BIO below it. The client expects the
  // name "localhost".
  BIO* side(bool is_client) const {
    BIO* const bio = BIO_new_ssl(is_client ? client_ : server_, is_client);
    SSL* tls = nullptr;
    BIO_get_ssl(bio, &tls);
    if (is_client) REQUIRE(SSL_set1_host(tls, "localhost") == 1);
    return bio;
  }
  // The TLS BIO of one side over its socket, which it closes.
  BIO* end(bool is_client) const {
    return BIO_push(side(is_client),
                    BIO_new_socket(ends[is_client ? 1 : 0], BIO_CLOSE));
  }
  void do_not_wait() const {
    for (int end : ends) REQUIRE(::fcntl(end, F_SETFL, O_NONBLOCK) == 0);
  }

  int ends[2];  // [0] of the server, [1] of the client

 private:
  // A write to a closed connection raises SIGPIPE, which would end the program.
  struct no_signal {
    void (*before)(int) = ::signal(SIGPIPE, SIG_IGN);
    ~no_signal() { ::signal(SIGPIPE, before); }
  } quiet_;
  SSL_CTX* server_ = SSL_CTX_new(TLS_server_method());
  SSL_CTX* client_ = SSL_CTX_new(TLS_client_method());
  certificate issuer_;
  certificate own_;
};

}  // namespace rill_test

#endif

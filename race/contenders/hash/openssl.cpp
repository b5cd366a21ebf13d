// peer: openssl
// row: evp | digest-short+ digest-long+ memory+ batch+ | EVP_Digest
// row: evp_kept | digest-short digest-long batch | EVP_DigestInit_ex2 of a kept
//   context and of a fetched algorithm, EVP_DigestUpdate, EVP_DigestFinal_ex
// row: evp_file | file | read(2) of 128 KiB and EVP_DigestUpdate
#include <openssl/evp.h>

#include "hash.h"

namespace {

EVP_MD const* algorithm(race::job const& j) {
  return race::is_of(j, "md5")      ? EVP_md5()
         : race::is_of(j, "sha1")   ? EVP_sha1()
         : race::is_of(j, "sha256") ? EVP_sha256()
                                    : EVP_sha512();
}

template <class Hash>
uint64_t run(race::job const& j, Hash hash) {
  return j.is("sha256-batch")    ? race::hash_messages(j, hash)
         : j.is("sha256-memory") ? race::hash_once(j, hash)
                                 : race::hash_again(j, hash);
}

uint64_t evp_row(race::job const& j) {
  EVP_MD const* const md = algorithm(j);
  return run(j, [md](unsigned char const* data, size_t size) {
    unsigned char out[EVP_MAX_MD_SIZE];
    if (EVP_Digest(data, size, out, nullptr, md, nullptr) != 1)
      race::fail("EVP_Digest");
    return race::number_of(out);
  });
}

uint64_t kept_row(race::job const& j) {
  EVP_MD* const md =
      EVP_MD_fetch(nullptr, EVP_MD_get0_name(algorithm(j)), nullptr);
  EVP_MD_CTX* const context = EVP_MD_CTX_new();
  return run(j, [=](unsigned char const* data, size_t size) {
    unsigned char out[EVP_MAX_MD_SIZE];
    if (EVP_DigestInit_ex2(context, md, nullptr) != 1 ||
        EVP_DigestUpdate(context, data, size) != 1 ||
        EVP_DigestFinal_ex(context, out, nullptr) != 1)
      race::fail("EVP_DigestUpdate");
    return race::number_of(out);
  });
}

uint64_t file_row(race::job const& j) {
  static unsigned char buffer[race::buffer_size];
  EVP_MD_CTX* const context = EVP_MD_CTX_new();
  int const fd = open(j.input, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || EVP_DigestInit_ex2(context, EVP_sha256(), nullptr) != 1)
    race::fail("open");
  for (;;) {
    ssize_t const n = read(fd, buffer, sizeof buffer);
    if (n < 0) race::fail("read");
    if (n == 0) break;
    EVP_DigestUpdate(context, buffer, static_cast<size_t>(n));
  }
  close(fd);
  unsigned char out[EVP_MAX_MD_SIZE];
  EVP_DigestFinal_ex(context, out, nullptr);
  return race::number_of(out);
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"evp", evp_row}, {"evp_kept", kept_row}, {"evp_file", file_row}};
  return race::main(argc, argv, rows);
}

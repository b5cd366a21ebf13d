// rill/hash/encoded_bytes.h: bytes that print as a text of bytes.
//
// Floor 2. No allocation, constexpr. Tests: test/hash/base64_test.cpp.
#ifndef RILL_HASH_ENCODED_BYTES_H
#define RILL_HASH_ENCODED_BYTES_H

#include "kernel/base64.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// 1024 characters at a time, of which each but the last is whole groups.
template <class Form, class Out, class Byte>
constexpr void print_encoded(Out& out, run<Byte> bytes, bool padded) {
  constexpr std::size_t most = 128 * Form::bits;
  char characters[1024];
  for (std::size_t at = 0; at < bytes.size; at += most) {
    std::size_t const count = smaller(bytes.size - at, most);
    char* const end =
        encode_bytes<Form>(characters, bytes.data + at, count, padded);
    out(text(characters, static_cast<std::size_t>(end - characters)));
  }
}

}  // namespace detail

/// What `base64`, `base64url`, `base32` and `hex_bytes` return. It prints; it
/// refers to bytes that have a name, and keeps what has none.
template <class Form, class T>
struct encoded_bytes {
  T value;
  bool padded;

  friend constexpr void rill_print(auto& out, encoded_bytes const& bytes) {
    detail::print_encoded<Form>(
        out, detail::bytes_of<detail::bare<T>>(bytes.value), bytes.padded);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif

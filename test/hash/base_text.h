// test/hash/base_text.h: functions shared by the tests of base64, base32 and
// hexadecimal digits.
#ifndef RILL_TEST_HASH_BASE_TEXT_H
#define RILL_TEST_HASH_BASE_TEXT_H

#include <doctest/doctest.h>
#include <rill/hash/kernel/base64_kernels.h>

#include <cstddef>
#include <cstring>  // std::memcpy
#include <memory>   // std::make_unique
#include <string>
#include <string_view>
#include <vector>

#include "hashing.h"

namespace rill_test {

// The reference encoder: bit by bit.
template <class Form>
std::string slow_text(std::string_view bytes, bool padding) {
  std::string made;
  unsigned value = 0;
  std::size_t bits = 0;
  auto const add_bit = [&](unsigned bit) {
    value = value * 2 + bit;
    if (++bits % Form::bits != 0) return;
    made += Form::characters[value];
    value = 0;
  };
  for (char const byte : bytes)
    for (int bit = 7; bit >= 0; --bit)
      add_bit(static_cast<unsigned char>(byte) >> bit & 1);
  while (bits % Form::bits != 0) add_bit(0);
  while (padding && made.size() % Form::group != 0) made += '=';
  return made;
}

struct Decoded {
  std::size_t offset;
  rill::decode_problem error;
  std::string bytes;
};

// All kernels that this processor can run, not only the chosen one.
template <class Form>
std::vector<rill::detail::base64_encoder> encoders() {
  std::vector<rill::detail::base64_encoder> made;
  [[maybe_unused]] auto const level = rill::detail::processor_level();
#if RILL_X86_64
  namespace detail = rill::detail;
  if (level >= rill::cpu::ssse3)
    made.push_back(detail::base64_ssse3::encode<Form>);
  if (level >= rill::cpu::avx2)
    made.push_back(detail::base64_avx2::encode<Form>);
  if (level >= rill::cpu::avx512)
    made.push_back(detail::base64_avx512::encode<Form>);
#elif RILL_NEON
  made.push_back(rill::detail::base64_neon::encode<Form>);
#endif
  return made;
}
template <class Form>
std::vector<rill::detail::base64_decoder> decoders() {
  std::vector<rill::detail::base64_decoder> made;
  [[maybe_unused]] auto const level = rill::detail::processor_level();
#if RILL_X86_64
  namespace detail = rill::detail;
  if (level >= rill::cpu::ssse3)
    made.push_back(detail::base64_ssse3::decode<Form>);
  if (level >= rill::cpu::avx2)
    made.push_back(detail::base64_avx2::decode<Form>);
  if (level >= rill::cpu::avx512)
    made.push_back(detail::base64_avx512::decode<Form>);
#elif RILL_NEON
  made.push_back(rill::detail::base64_neon::decode<Form>);
#endif
  return made;
}

inline std::unique_ptr<char[]> exact_copy(std::string_view bytes) {
  auto block = std::make_unique<char[]>(bytes.size());
  if (!bytes.empty()) std::memcpy(block.get(), bytes.data(), bytes.size());
  return block;
}

// Encodes with the chosen kernel, with the plain one and with every other one,
// and requires equal results. Input and output are heap blocks of exactly their
// size, so that a sanitizer reports any access beyond them.
template <class Form>
std::string encode_all_ways(std::string_view bytes, bool padding) {
  auto const from = exact_copy(bytes);
  std::size_t const size =
      rill::detail::encoded_size<Form>(bytes.size(), padding);
  auto const out = std::make_unique<char[]>(size);
  char* end = rill::detail::encode_bytes<Form>(out.get(), from.get(),
                                               bytes.size(), padding);
  REQUIRE(end == out.get() + size);
  std::string const made(out.get(), size);
  end = rill::detail::encode_plainly<Form>(out.get(), from.get(), bytes.size(),
                                           padding);
  REQUIRE(std::string(out.get(), end) == made);
  if constexpr (Form::bits == 6)
    for (auto const kernel : encoders<Form>()) {
      end = kernel(out.get(), reinterpret_cast<unsigned char*>(from.get()),
                   bytes.size(), padding);
      REQUIRE(std::string(out.get(), end) == made);
    }
  return made;
}

template <class Form>
Decoded decode_all_ways(std::string_view text, bool padding) {
  auto const from = exact_copy(text);
  rill::text const whole(from.get(), text.size());
  std::size_t const size = rill::detail::decoded_size<Form>(whole, padding);
  auto const out = std::make_unique<char[]>(size);
  auto const done = rill::detail::decode_bytes<Form>(out.get(), whole, padding);
  Decoded const made{done.offset, done.error,
                     std::string(out.get(), done.written)};
  auto const check_same = [&](rill::decode_result const& other) {
    REQUIRE(other.offset == made.offset);
    REQUIRE(other.error == made.error);
    REQUIRE(other.written == made.bytes.size());
    REQUIRE(std::string(out.get(), other.written) == made.bytes);
  };
  check_same(rill::detail::decode_plainly<Form>(out.get(), whole, padding));
  if constexpr (Form::bits == 6)
    for (auto const kernel : decoders<Form>()) {
      std::size_t const taken = kernel(
          reinterpret_cast<unsigned char*>(out.get()), from.get(), text.size());
      REQUIRE(taken <= made.offset);
      REQUIRE(taken % 4 == 0);
      check_same(rill::detail::decode_plainly<Form>(out.get(), whole, padding,
                                                    taken / 4 * 3, taken));
    }
  if (done) REQUIRE(made.bytes.size() == size);
  REQUIRE(made.bytes.size() <= size);
  return made;
}

}  // namespace rill_test

#endif

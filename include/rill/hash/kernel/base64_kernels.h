// rill/hash/kernel/base64_kernels.h: chooses the base64 kernels for this
// processor.
//
// Layer 2. No allocation, constexpr. In the second-level cache of a Zen 4 the
// kernels with SSSE3, AVX2 and AVX-512 take 0.14, 0.08 and 0.02 of the time of
// the generic functions to encode, and 0.24, 0.12 and 0.05 to decode, with 2 ns
// a call at least. Tests: test/hash/base64_test.cpp.
#ifndef RILL_HASH_KERNEL_BASE64_KERNELS_H
#define RILL_HASH_KERNEL_BASE64_KERNELS_H

#include "chosen.h"
#include "generic/base64.h"
#if RILL_NEON
#include "arm/base64_neon.h"
#endif
#if RILL_X86_64
#include "x86/base64.h"
#endif

namespace rill::inline RILL_BUILD::detail {

// Writes all characters; returns their end.
using base64_encoder = char* (*)(char*, unsigned char const*, std::size_t,
                                 bool) noexcept;
// Returns the number of characters that it decoded, in whole groups of 4. Stops
// before the first group with a character outside the alphabet, and may stop
// some vectors earlier. Writes nothing after the bytes of the text.
using base64_decoder = std::size_t (*)(unsigned char*, char const*,
                                       std::size_t) noexcept;

inline std::size_t base64_not_decoded(unsigned char*, char const*,
                                      std::size_t) noexcept {
  return 0;
}

template <class Form>
base64_encoder base64_encoder_choice() noexcept {
#if RILL_X86_64
  cpu const level = cpu_level();
  if (level >= cpu::avx512) return base64_avx512::encode<Form>;
  if (level >= cpu::avx2) return base64_avx2::encode<Form>;
  if (level >= cpu::ssse3) return base64_ssse3::encode<Form>;
#elif RILL_NEON
  if (cpu_level() >= cpu::neon) return base64_neon::encode<Form>;
#endif
  return encode_plainly<Form, unsigned char>;
}
template <class Form>
base64_decoder base64_decoder_choice() noexcept {
#if RILL_X86_64
  cpu const level = cpu_level();
  if (level >= cpu::avx512) return base64_avx512::decode<Form>;
  if (level >= cpu::avx2) return base64_avx2::decode<Form>;
  if (level >= cpu::ssse3) return base64_ssse3::decode<Form>;
#elif RILL_NEON
  if (cpu_level() >= cpu::neon) return base64_neon::decode<Form>;
#endif
  return base64_not_decoded;
}

// For shorter texts, calling a kernel costs what it saves.
inline constexpr std::size_t base64_least_bytes = 12;
inline constexpr std::size_t base64_least_characters = 24;

template <class Form, class Byte>
constexpr char* encode_bytes(char* out, Byte const* from, std::size_t count,
                             bool padded) noexcept {
  if constexpr (Form::bits == 6)
    if (!std::is_constant_evaluated() && count >= base64_least_bytes)
      return chosen<base64_encoder_choice<Form>>::now(
          out, reinterpret_cast<unsigned char const*>(from), count, padded);
  return encode_plainly<Form>(out, from, count, padded);
}

template <class Form, class Byte>
constexpr decode_result decode_bytes(Byte* out, text from,
                                     bool padded) noexcept {
  std::size_t taken = 0;
  if constexpr (Form::bits == 6)
    if (!std::is_constant_evaluated() && from.size >= base64_least_characters)
      taken = chosen<base64_decoder_choice<Form>>::now(
          reinterpret_cast<unsigned char*>(out), from.data, from.size);
  return decode_plainly<Form>(out, from, padded, taken / 4 * 3, taken);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

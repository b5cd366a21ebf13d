// rill/hash/kernel/adler32.h: chooses the Adler-32 kernel for this processor.
//
// Layer 2. Tests: test/hash/crc_test.cpp, test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_ADLER32_H
#define RILL_HASH_KERNEL_ADLER32_H

#include "chosen.h"
#include "generic/adler32.h"

#if RILL_X86_64
#include "features.h"
#include "x86/adler32.h"
#endif

namespace rill::inline RILL_BUILD::detail {

using adler32_function = std::uint32_t (*)(std::uint32_t, unsigned char const*,
                                           std::size_t) noexcept;

// Templates, so that only programs that use them compile them. adler32_sum
// passes its own template argument to adler32_choice: g++ 11 instantiates no
// choice whose argument does not depend on that of its caller.
template <class = void>
adler32_function adler32_choice() noexcept {
#if RILL_X86_64
  if (has_ice_lake()) return adler32_avx512<>;
  if (cpu_level() >= cpu::avx2) return adler32_avx2<>;
  if (cpu_level() >= cpu::ssse3) return adler32_ssse3<>;
#endif
  return adler32_plain<unsigned char>;
}

template <class Dependent = void>
std::uint32_t adler32_sum(std::uint32_t sum, unsigned char const* bytes,
                          std::size_t count) noexcept {
  constexpr std::size_t least = adler32_least, most = adler32_most;
  for (; count > most; bytes += most, count -= most)
    sum = chosen<adler32_choice<Dependent>>::now(sum, bytes, most);
  return count < least
             ? adler32_plain(sum, bytes, count)
             : chosen<adler32_choice<Dependent>>::now(sum, bytes, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

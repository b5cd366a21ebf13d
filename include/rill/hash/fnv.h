// rill/hash/fnv.h: Fowler, Noll and Vo's hash, the shortest for short keys.
//
// Floor 2. No allocation, no exception, constexpr. Anybody can make texts of
// one hash. Source: RFC 9923. Tests: test/hash/table_test.cpp.
#ifndef RILL_HASH_FNV_H
#define RILL_HASH_FNV_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "bytes.h"

namespace rill::inline RILL_BUILD {

/// FNV-1a: `fnv1a32::of(parts…)`, `fnv1a64::of(parts…)`, or a state that is
/// updated. Cost: a multiplication a byte, each waiting for the one before.
template <class Word, Word Start, Word Prime>
class fnv1a {
 public:
  template <class... Parts>
  static constexpr Word of(Parts const&... parts) noexcept {
    return fnv1a().update(parts...).finish();
  }
  template <class... Parts>
  constexpr fnv1a& update(Parts const&... parts) noexcept {
    (take(detail::bytes_of(parts)), ...);
    return *this;
  }
  constexpr Word finish() const noexcept { return hash_; }

 private:
  template <class Byte>
  constexpr void take(detail::run<Byte> bytes) noexcept {
    for (std::size_t i = 0; i != bytes.size; ++i)
      hash_ = (hash_ ^ static_cast<unsigned char>(bytes.data[i])) * Prime;
  }

  Word hash_ = Start;
};
using fnv1a32 = fnv1a<std::uint32_t, 0x811c9dc5, 0x01000193>;
using fnv1a64 = fnv1a<std::uint64_t, 0xcbf29ce484222325, 0x00000100000001b3>;

}  // namespace rill::inline RILL_BUILD

#endif

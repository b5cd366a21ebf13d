// rill/hash/side_by_side.h: the digests of many messages.
//
// Floor 2. No allocation, no exception, constexpr. One message is a chain of
// steps that wait for each other; several at once are not. Tests:
// test/hash/side_by_side_test.cpp.
#ifndef RILL_HASH_SIDE_BY_SIDE_H
#define RILL_HASH_SIDE_BY_SIDE_H

#include "kernel/chosen.h"
#include "lane_batch.h"
#include "md5.h"
#include "sha1.h"
#include "sha2.h"

#if RILL_X86_64
#include "kernel/x86/lanes_avx2.h"
#include "kernel/x86/lanes_avx512.h"
#include "kernel/x86/sha256_ni.h"
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

template <class Hash>
using each_function = void (*)(messages const&, digest<Hash::size>*) noexcept;

template <class Hash>
void each_plain(messages const& all, digest<Hash::size>* out) noexcept {
  for (std::size_t i = 0; i != all.count; ++i)
    out[i] = Hash::of(all.at(all.texts, i));
}

#if RILL_X86_64
template <class Core>
inline constexpr bool is_sha256 =
    std::is_base_of_v<sha2_core<std::uint32_t, Core::digest_size>, Core>;

// Down to so many messages one after the other is faster than sixteen lanes:
// SHA-1 and SHA-256 have instructions.
template <class Core>
inline constexpr std::size_t few_for_instructions =
    is_sha256<Core> || std::is_same_v<Core, sha1_core> ? 5 : 1;

template <class Core>
constexpr auto batch_of_64_bytes() noexcept {
  using word = typename Core::word;
  constexpr std::size_t lanes = 64 / sizeof(word);
  if constexpr (std::is_same_v<Core, md5_core>)
    return lane_batch<Core, lanes, lanes_avx512::md5_lanes,
                      few_for_instructions<Core>>::hash;
  else if constexpr (std::is_same_v<Core, sha1_core>)
    return lane_batch<Core, lanes, lanes_avx512::sha1_lanes,
                      few_for_instructions<Core>>::hash;
  else
    return lane_batch<Core, lanes, lanes_avx512::sha2_lanes<word>,
                      few_for_instructions<Core>>::hash;
}
template <class Core>
constexpr auto batch_of_32_bytes() noexcept {
  using word = typename Core::word;
  constexpr std::size_t lanes = 32 / sizeof(word);
  if constexpr (std::is_same_v<Core, md5_core>)
    return lane_batch<Core, lanes, lanes_avx2::md5_lanes, 1>::hash;
  else if constexpr (std::is_same_v<Core, sha1_core>)
    return lane_batch<Core, lanes, lanes_avx2::sha1_lanes, 4>::hash;
  else
    return lane_batch<Core, lanes, lanes_avx2::sha2_lanes<word>, 1>::hash;
}
#endif

template <class Hash>
each_function<Hash> each_choice() noexcept {
#if RILL_X86_64
  using core = core_of<Hash>;
  if (cpu_level() >= cpu::avx512) return batch_of_64_bytes<core>();
  if constexpr (is_sha256<core>)
    if (has_sha_ni()) return lane_batch<core, 2, sha256_ni_pair, 1>::hash;
  if (cpu_level() >= cpu::avx2) return batch_of_32_bytes<core>();
#endif
  return each_plain<Hash>;
}

// The elements of an array, and of what has data and size.
template <class Element, std::size_t Count>
constexpr auto elements_of(Element (&array)[Count]) noexcept {
  struct elements {
    Element* data;
    std::size_t size;
  };
  return elements{array, Count};
}
template <class Range>
constexpr auto elements_of(Range&& range) noexcept {
  struct elements {
    decltype(range.data()) data;
    std::size_t size;
  };
  return elements{range.data(), range.size()};
}
template <class Element>
run<unsigned char> message_at(void const* texts, std::size_t i) noexcept {
  auto const bytes = bytes_of(static_cast<Element const*>(texts)[i]);
  return {reinterpret_cast<unsigned char const*>(bytes.data), bytes.size};
}

}  // namespace detail

/// The digest of each text: of a vector, span or array of texts or of ranges of
/// bytes, into one of digests, which has at least as many. The same as
/// `Hash::of` of each. Hash is one of md5, sha1, sha224, sha256, sha384, sha512
/// and sha512_256.
///
/// Cost: texts go side by side, a text to each element of a vector, and need
/// not be of one length. Where there are enough of them, in 1 KiB each: with
/// AVX-512 SHA-256 takes 0.4 of the time of one after the other, SHA-1 and
/// SHA-512 0.25, MD5 0.16; with AVX2 0.7 (by the instructions for SHA), 0.6,
/// 0.5, 0.4. 10 KB of stack.
///
///     std::string_view const words[] = {"one", "two"};
///     rill::digest<32> digests[2];
///     rill::hash_each<rill::sha256>(words, digests);
template <class Hash, class Texts, class Digests>
constexpr void hash_each(Texts const& texts, Digests&& digests) noexcept {
  auto const from = detail::elements_of(texts);
  auto const out = detail::elements_of(digests);
  RILL_ASSERT(out.size >= from.size);
  if (std::is_constant_evaluated()) {
    for (std::size_t i = 0; i != from.size; ++i)
      out.data[i] = Hash::of(from.data[i]);
    return;
  }
  using element = detail::bare<decltype(*from.data)>;
  detail::chosen<detail::each_choice<Hash>>::now(
      {from.data, from.size, detail::message_at<element>}, out.data);
}

}  // namespace rill::inline RILL_BUILD

#endif

// rill/hash/side_by_side.h: the digests of many messages, several at a time.
//
// Layer 2. Tests: test/hash/side_by_side_test.cpp.
#ifndef RILL_HASH_SIDE_BY_SIDE_H
#define RILL_HASH_SIDE_BY_SIDE_H

#include "digest.h"
#include "kernel/chosen.h"
#include "sha.h"

#if RILL_X86_64
#include "kernel/x86/lanes.h"
#include "kernel/x86/sha256_ni.h"
#endif

// Many messages through a kernel that compresses blocks of several at once.
//
// No allocation, no exception. When a message ends, its lane starts the next
// one, so messages of any lengths keep all lanes busy. Lanes compute unused
// results only when no message is left to start.

namespace rill::inline RILL_BUILD {
namespace detail {

// Texts of any type, by their index.
struct messages {
  void const* texts;
  std::size_t count;
  run<unsigned char> (*at)(void const* texts, std::size_t i) noexcept;
};

// Kernel(state, at, count) compresses `count` blocks of each of Lanes messages:
// state[k][i] is word k of message i, and at[i] points to its next block and is
// moved past them. With at most Few unfinished messages, it is faster to finish
// them one after the other by Core::compress.
template <class Core, std::size_t Lanes, auto Kernel, std::size_t Few>
class lane_batch {
  using word = typename Core::word;
  using result = digest<Core::digest_size>;
  static constexpr std::size_t block_size = Core::block_size;
  // Texts up to this size are copied whole into the buffer of their last
  // blocks, so that a kernel gets all of their blocks at once.
  static constexpr std::size_t copied = 2 * block_size;

 public:
  static void hash(messages const& all, result* out) noexcept {
    lane_batch batch(all, out);
    batch.run_lanes();
    batch.finish_one_by_one();
  }

 private:
  lane_batch(messages const& all, result* out) noexcept
      : all_(all), out_(out) {}

  // The rest of a message: first the whole blocks of its text, then its last
  // blocks with the padding.
  struct lane {
    std::size_t blocks = 0;  // left of this part; 0: no message
    std::size_t message = 0;
    run<unsigned char> text;
    bool is_ending = false;
  };

  void run_lanes() noexcept {
    for (std::size_t i = 0; i != Lanes; ++i) begin_next(i);
    while (busy_ > Few) {
      std::size_t const count = shortest();
      Kernel(state_, at_, count);
      for (std::size_t i = 0; i != Lanes; ++i)
        if (lanes_[i].blocks != 0) move_on(i, count);
    }
  }

  // Returns the number of blocks that every message has. A lane without a
  // message reads the blocks of another.
  std::size_t shortest() noexcept {
    std::size_t least = 0, of = 0;
    for (std::size_t i = 0; i != Lanes; ++i) {
      std::size_t const blocks = lanes_[i].blocks;
      if (blocks != 0 && (least == 0 || blocks < least)) {
        least = blocks;
        of = i;
      }
    }
    for (std::size_t i = 0; i != Lanes; ++i)
      if (lanes_[i].blocks == 0) at_[i] = at_[of];
    return least;
  }

  void move_on(std::size_t i, std::size_t count) noexcept {
    lane& l = lanes_[i];
    l.blocks -= count;
    if (l.blocks != 0) return;
    if (!l.is_ending) {
      begin_end(i, l.text.size / block_size * block_size);
      return;
    }
    word state[Core::words];
    for (std::size_t k = 0; k != Core::words; ++k) state[k] = state_[k][i];
    put(l.message, state);
    --busy_;
    begin_next(i);
  }

  void begin_next(std::size_t i) noexcept {
    if (next_ == all_.count) return;
    ++busy_;
    lane& l = lanes_[i];
    l.message = next_++;
    l.text = all_.at(all_.texts, l.message);
    prefetch(next_ + Lanes);
    l.blocks = l.text.size <= copied ? 0 : l.text.size / block_size;
    l.is_ending = false;
    at_[i] = l.text.data;
    for (std::size_t k = 0; k != Core::words; ++k)
      state_[k][i] = Core::start_of(k);
    if (l.blocks == 0) begin_end(i, 0);
  }

  // Prefetches the first cache lines of a message that a lane starts soon.
  void prefetch(std::size_t message) const noexcept {
    if (message >= all_.count) return;
    run<unsigned char> const text = all_.at(all_.texts, message);
    for (std::size_t i = 0; i < text.size && i != 256; i += 64)
      __builtin_prefetch(text.data + i);
  }

  // Makes the last blocks: the rest of the text, a one bit, zeros and the
  // length.
  void begin_end(std::size_t i, std::size_t whole) noexcept {
    lane& l = lanes_[i];
    std::size_t const rest = l.text.size - whole;
    l.blocks = (rest + Core::length_size) / block_size + 1;
    l.is_ending = true;
    unsigned char* const end = ends_[i];
    if (rest != 0) __builtin_memcpy(end, l.text.data + whole, rest);
    std::size_t const length_at = l.blocks * block_size - Core::length_size;
    end[rest] = 0x80;
    __builtin_memset(end + rest + 1, 0, length_at - rest - 1);
    Core::store_length(end + length_at, l.text.size);
    at_[i] = end;
  }

  void finish_one_by_one() noexcept {
    for (std::size_t i = 0; i != Lanes; ++i) {
      lane const& l = lanes_[i];
      if (l.blocks == 0) continue;
      word state[Core::words];
      for (std::size_t k = 0; k != Core::words; ++k) state[k] = state_[k][i];
      Core::compress(state, at_[i], l.blocks);
      if (!l.is_ending) {
        begin_end(i, l.text.size / block_size * block_size);
        Core::compress(state, at_[i], l.blocks);
      }
      put(l.message, state);
    }
  }

  // A digest consists of whole words.
  void put(std::size_t message, word const* state) noexcept {
    unsigned char* const to = out_[message].bytes;
    for (std::size_t k = 0; k != Core::digest_size / sizeof(word); ++k)
      Core::store(to + k * sizeof(word), state[k]);
  }

  alignas(64) word state_[Core::words][Lanes] = {};
  unsigned char const* at_[Lanes] = {};
  lane lanes_[Lanes];
  unsigned char ends_[Lanes][copied + block_size];
  messages const& all_;
  result* out_;
  std::size_t next_ = 0;
  std::size_t busy_ = 0;
};

// The digests of many messages.
//
// No allocation, no exception, constexpr. One message is one dependency chain;
// several messages at once are independent chains.

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

// Up to this number of messages, one after the other is faster than sixteen
// lanes, because SHA-1 and SHA-256 have instructions.
template <class Core>
inline constexpr std::size_t most_one_by_one =
    is_sha256<Core> || std::is_same_v<Core, sha1_core> ? 5 : 1;

template <class Core>
constexpr auto batch_of_64_bytes() noexcept {
  using word = typename Core::word;
  constexpr std::size_t lanes = 64 / sizeof(word);
  if constexpr (std::is_same_v<Core, md5_core>)
    return lane_batch<Core, lanes, lanes_avx512::md5_lanes,
                      most_one_by_one<Core>>::hash;
  else if constexpr (std::is_same_v<Core, sha1_core>)
    return lane_batch<Core, lanes, lanes_avx512::sha1_lanes,
                      most_one_by_one<Core>>::hash;
  else
    return lane_batch<Core, lanes, lanes_avx512::sha2_lanes<word>,
                      most_one_by_one<Core>>::hash;
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

// The elements of an array, and of a class with data() and size().
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

/// Stores the digest of each text: from a vector, span or array of texts or of
/// ranges of bytes, to one of digests with at least as many elements. Each is
/// the same as `Hash::of`. Hash is one of md5, sha1, sha224, sha256, sha384,
/// sha512 and sha512_256.
///
/// Cost: one text for each element of a vector; texts may differ in length.
/// With enough texts of 1 KiB, relative to one after the other: with AVX-512,
/// SHA-256 takes 0.4 of the time, SHA-1 and SHA-512 0.25, MD5 0.16; with AVX2,
/// SHA-256 0.7 (by the instructions for SHA), SHA-1 0.6, SHA-512 0.5, MD5 0.4.
/// 10 KB of stack.
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
  using element = detail::remove_cvref<decltype(*from.data)>;
  detail::chosen<detail::each_choice<Hash>>::now(
      {from.data, from.size, detail::message_at<element>}, out.data);
}

}  // namespace rill::inline RILL_BUILD

#endif

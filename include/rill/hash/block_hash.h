// rill/hash/block_hash.h: a hash function that takes its bytes in blocks.
//
// Floor 2. No allocation, no exception, constexpr. Source: Merkle and Damgård,
// as FIPS 180-4 (5.1, 6) and RFC 1321 (3.1 to 3.4) have it: a one bit, zeros,
// and the length in bits fill the last block. Tests: test/hash/sha2_test.cpp,
// test/hash/md5_test.cpp.
#ifndef RILL_HASH_BLOCK_HASH_H
#define RILL_HASH_BLOCK_HASH_H

#include "digest.h"

namespace rill::inline RILL_BUILD {

template <class Hash>
class hmac;

namespace detail {

// Core says what a function does with a block:
//
//     using word;                       // of the state
//     static constexpr std::size_t words, block_size, length_size, digest_size;
//     static constexpr word start_of(std::size_t i) noexcept;
//     static constexpr void compress(word* state, Byte const* blocks,
//                                    std::size_t count) noexcept;
//     static constexpr void store(unsigned char* to, word) noexcept;
//     static constexpr void store_length(unsigned char* to, bytes) noexcept;
template <class Hash, class Core>
class block_hash {
  using word = typename Core::word;

 public:
  /// Of the digest, in bytes.
  static constexpr std::size_t size = Core::digest_size;
  /// What hmac fills a key up to, in bytes.
  static constexpr std::size_t block_size = Core::block_size;

  constexpr block_hash() noexcept {
    for (std::size_t i = 0; i != Core::words; ++i)
      state_[i] = Core::start_of(i);
  }

  /// The digest of the parts, one behind the other.
  template <class... Parts>
  static constexpr digest<size> of(Parts const&... parts) noexcept {
    return Hash().update(parts...).finish();
  }

  /// Takes the parts, one behind the other: texts of char or char8_t, and
  /// ranges of bytes.
  template <class... Parts>
  constexpr Hash& update(Parts const&... parts) noexcept {
    (take(bytes_of(parts)), ...);
    return static_cast<Hash&>(*this);
  }

  /// The digest of what was taken until now. More can be taken afterwards.
  constexpr digest<size> finish() const noexcept {
    digest<size> result = {};
    if (std::is_constant_evaluated())
      block_hash(*this).end(result);
    else
      end_bytes(result);
    return result;
  }

 private:
  template <class Byte>
  constexpr void take(run<Byte> bytes) noexcept {
    if (std::is_constant_evaluated())
      add(bytes.data, bytes.size);
    else
      add_bytes(reinterpret_cast<unsigned char const*>(bytes.data), bytes.size);
  }
  // One function for the bytes of every type.
  [[gnu::noinline]] void add_bytes(unsigned char const* bytes,
                                   std::size_t count) noexcept {
    add(bytes, count);
  }

  template <class Byte>
  constexpr void add(Byte const* bytes, std::size_t count) noexcept {
    std::size_t const held = taken_ % block_size;
    taken_ += count;
    if (held != 0) {
      std::size_t const room = block_size - held;
      std::size_t const first = count < room ? count : room;
      hold(held, bytes, first);
      if (first != room) return;
      Core::compress(state_, block_, 1);
      bytes += first;
      count -= first;
    }
    Core::compress(state_, bytes, count / block_size);
    hold(0, bytes + count / block_size * block_size, count % block_size);
  }
  template <class Byte>
  constexpr void hold(std::size_t at, Byte const* bytes,
                      std::size_t count) noexcept {
    if (!std::is_constant_evaluated()) {
      if (count != 0) __builtin_memcpy(block_ + at, bytes, count);
      return;
    }
    for (std::size_t i = 0; i != count; ++i)
      block_[at + i] = static_cast<unsigned char>(bytes[i]);
  }

  [[gnu::noinline]] void end_bytes(digest<size>& result) const noexcept {
    block_hash(*this).end(result);
  }
  // Leaves a state that is of no use, and no copy of the one before.
  friend class hmac<Hash>;
  constexpr void end(digest<size>& result) noexcept {
    constexpr std::size_t before_length = block_size - Core::length_size;
    std::size_t held = taken_ % block_size;
    block_[held++] = 0x80;
    if (held > before_length) {
      clear(held, block_size);
      Core::compress(state_, block_, 1);
      held = 0;
    }
    clear(held, before_length);
    Core::store_length(block_ + before_length, taken_);
    Core::compress(state_, block_, 1);
    for (std::size_t i = 0; i != size / sizeof(word); ++i)
      Core::store(result.bytes + i * sizeof(word), state_[i]);
  }
  constexpr void clear(std::size_t from, std::size_t to) noexcept {
    if (std::is_constant_evaluated())
      for (std::size_t i = from; i < to; ++i) block_[i] = 0;
    else
      __builtin_memset(block_ + from, 0, to - from);
  }

  word state_[Core::words] = {};
  unsigned char block_[block_size] = {};
  unsigned long long taken_ = 0;  // bytes
};

template <class Hash, class Core>
Core core_behind(block_hash<Hash, Core> const&);

// The Core of a hash function that takes its bytes in blocks.
template <class Hash>
using core_of = decltype(core_behind(imagined<Hash const>()));

}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif

// rill/hash/lane_batch.h: many messages through a kernel that takes blocks of
// several at once.
//
// Floor 2. No allocation, no exception. A message that ends makes room for the
// next one in its lane, so messages of any lengths keep all lanes busy. Only
// when no message is left to begin, lanes without one compute what is thrown
// away. Tests: test/hash/side_by_side_test.cpp.
#ifndef RILL_HASH_LANE_BATCH_H
#define RILL_HASH_LANE_BATCH_H

#include "block_hash.h"

namespace rill::inline RILL_BUILD::detail {

// Texts of any type, by their number.
struct messages {
  void const* texts;
  std::size_t count;
  run<unsigned char> (*at)(void const* texts, std::size_t i) noexcept;
};

// Kernel(state, at, count) takes `count` blocks of each of Lanes messages:
// state[k][i] is word k of message i, and at[i], the place of its next block,
// is moved behind them. When Few messages or fewer are unfinished, it is faster
// to finish one after the other by Core::compress.
template <class Core, std::size_t Lanes, auto Kernel, std::size_t Few>
class lane_batch {
  using word = typename Core::word;
  using result = digest<Core::digest_size>;
  static constexpr std::size_t block_size = Core::block_size;
  // Texts up to this size are copied whole to where they end, so that a kernel
  // gets all of their blocks at once.
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

  // What is left of a message: the whole blocks of its text, and then those
  // that end it.
  struct lane {
    std::size_t blocks = 0;  // until this part ends; 0: no message
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

  // The blocks that all messages have. A lane without one takes part with the
  // bytes of another.
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

  // The first lines of a message that a lane takes soon.
  void prefetch(std::size_t message) const noexcept {
    if (message >= all_.count) return;
    run<unsigned char> const text = all_.at(all_.texts, message);
    for (std::size_t i = 0; i < text.size && i != 256; i += 64)
      __builtin_prefetch(text.data + i);
  }

  // Behind the whole blocks: the rest, a one bit, zeros and the length.
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

  // A digest is a number of whole words.
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

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/unicode/kernel/x86/to_utf8.h: tables and text ends for the kernels to
// UTF-8.
//
// Layer 2. Each character gets a slot of equal size. A byte shuffle, from a
// table with a row for every sequence of lengths, then closes the gaps (the
// idea is from Lemire and Mula, "Transcoding billions of Unicode characters per
// second with SIMD instructions", 2021). Tests:
// test/unicode/kernel/to_utf8_test.cpp; figures: bench/unicode/to_utf8.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_TO_UTF8_H
#define RILL_UNICODE_KERNEL_X86_TO_UTF8_H

#include "../kernel.h"

namespace rill::inline RILL_BUILD::detail {

struct shuffle_rows {
  alignas(16) unsigned char row[256][16];
};

// Rows for eight slots of two bytes. A bit of 1 means a character of one byte,
// which is the second byte of its slot.
template <class>
constexpr shuffle_rows make_pair_rows() noexcept {
  shuffle_rows made{};
  for (unsigned mask = 0; mask != 256; ++mask) {
    unsigned char* out = made.row[mask];
    for (unsigned i = 0; i != 8; ++i) {
      if (!(mask >> i & 1)) *out++ = static_cast<unsigned char>(2 * i);
      *out++ = static_cast<unsigned char>(2 * i + 1);
    }
  }
  return made;
}

// Rows for four slots of four bytes. A character is in the last bytes of its
// slot. Two bits encode its length: 3 for one byte, 2 for two, 0 for three, 1
// for four. So a length up to three is 3 minus the number of bits that are 1.
constexpr unsigned length_of_code(unsigned code) noexcept {
  return code == 3 ? 1 : code == 2 ? 2 : code == 0 ? 3 : 4;
}
template <class>
constexpr shuffle_rows make_quad_rows() noexcept {
  shuffle_rows made{};
  for (unsigned mask = 0; mask != 256; ++mask) {
    unsigned char* out = made.row[mask];
    for (unsigned i = 0; i != 4; ++i)
      for (unsigned left = length_of_code(mask >> 2 * i & 3); left != 0; --left)
        *out++ = static_cast<unsigned char>(4 * i + 4 - left);
  }
  return made;
}
// The ends of the four slots in the output, one byte each from the lowest on.
// The last is the total length.
struct place_table {
  unsigned of[256];
};
template <class>
constexpr place_table make_quad_places() noexcept {
  place_table made{};
  for (unsigned mask = 0; mask != 256; ++mask) {
    unsigned place = 0;
    for (unsigned i = 0; i != 4; ++i) {
      place += length_of_code(mask >> 2 * i & 3);
      made.of[mask] |= place << 8 * i;
    }
  }
  return made;
}
// Constants for words. They are vectors in memory, which instructions take as
// memory operands.
struct to_utf8_words {
  struct alignas(32) repeated {
    unsigned short word[16];
  };
  repeated above_ascii, above_two, surrogate, half, low_half;
  repeated last_six, upper_six, trailing, lead_of_two, both_of_two,
      lead_of_three, both_of_four, high_base, low_bits, high_byte;
};
constexpr to_utf8_words::repeated sixteen_times(unsigned short word) noexcept {
  to_utf8_words::repeated made{};
  for (auto& each : made.word) each = word;
  return made;
}
template <class>
constexpr to_utf8_words make_to_utf8_words() noexcept {
  to_utf8_words made{};
  made.above_ascii = sixteen_times(0xFF80);
  made.above_two = sixteen_times(0xF800);
  made.surrogate = sixteen_times(0xD800);
  made.half = sixteen_times(0xFC00);
  made.low_half = sixteen_times(0xDC00);
  made.last_six = sixteen_times(0x003F);
  made.upper_six = sixteen_times(0x3F00);
  made.trailing = sixteen_times(0x8080);
  made.lead_of_two = sixteen_times(0x0040);
  made.both_of_two = sixteen_times(0x80C0);
  made.lead_of_three = sixteen_times(0xE000);
  made.both_of_four = sixteen_times(0x80F0);
  // Subtracts D800 and adds 40, which is 10000 >> 10: UTF-16 subtracts 10000
  // from the value of a pair.
  made.high_base = sixteen_times(0x10040 - 0xD800);
  made.low_bits = sixteen_times(0x0030);
  made.high_byte = sixteen_times(0xFF00);
  return made;
}

// The same for the slots of four bytes of UTF-32.
struct to_utf8_ints {
  struct alignas(32) repeated {
    unsigned number[8];
  };
  repeated above_ascii, above_two, above_three, surrogate, most_upper;
  repeated fourth, third, second, all_of_four, lead_of_three, lead_of_two;
  repeated low_code, high_code;
};
constexpr to_utf8_ints::repeated eight_times(unsigned number) noexcept {
  to_utf8_ints::repeated made{};
  for (auto& each : made.number) each = number;
  return made;
}
template <class>
constexpr to_utf8_ints make_to_utf8_ints() noexcept {
  to_utf8_ints made{};
  made.above_ascii = eight_times(0xFFFFFF80);
  made.above_two = eight_times(0xFFFFF800);
  made.above_three = eight_times(0xFFFF0000);
  made.surrogate = eight_times(0xD800);
  made.most_upper = eight_times(0x10);  // 10FFFF without its last 16 bits
  made.fourth = eight_times(0x3F000000);
  made.third = eight_times(0x003F0000);
  made.second = eight_times(0x00003F00);
  made.all_of_four = eight_times(0x808080F0);
  made.lead_of_three = eight_times(0x00006000);
  made.lead_of_two = eight_times(0x00400000);
  made.low_code = eight_times(0x00000080);
  made.high_code = eight_times(0xFFFF8000);
  return made;
}

// A mask that clears the skipped bytes of a block of up to 64: the mask begins
// at 64 minus the number of skipped bytes.
struct behind_skipped {
  unsigned char byte[128];
};
template <class>
constexpr behind_skipped make_behind_skipped() noexcept {
  behind_skipped made{};
  for (unsigned i = 64; i != 128; ++i) made.byte[i] = 0xFF;
  return made;
}

// A template, and made by templates, so that the tables are computed only where
// a kernel is used.
template <class T>
struct to_utf8_tables {
  static constexpr to_utf8_words words = make_to_utf8_words<T>();
  static constexpr to_utf8_ints ints = make_to_utf8_ints<T>();
  static constexpr behind_skipped keep = make_behind_skipped<T>();
  static constexpr shuffle_rows pairs = make_pair_rows<T>();
  static constexpr shuffle_rows quads = make_quad_rows<T>();
  static constexpr place_table quad_places = make_quad_places<T>();
};

// Hides a constant from g++, which would otherwise build vectors with known
// values again and again with three instructions, instead of using one memory
// operand.
template <class T>
RILL_ALWAYS_INLINE T const& unknown(T const& known) noexcept {
  T const* place = &known;
  asm("" : "+r"(place));
  return *place;
}

// Copies up to 64 bytes.
RILL_ALWAYS_INLINE void copy_up_to_64(char* to, char const* from,
                                      std::size_t size) noexcept {
  auto const part = [&]<std::size_t Size>() {
    for (std::size_t i = 0; i + Size < size; i += Size)
      __builtin_memcpy(to + i, from + i, Size);
    __builtin_memcpy(to + size - Size, from + size - Size, Size);
  };
  if (size >= 16)
    part.template operator()<16>();
  else if (size >= 8)
    part.template operator()<8>();
  else if (size >= 4)
    part.template operator()<4>();
  else
    for (std::size_t i = 0; i != size; ++i) to[i] = from[i];
}

// Converts the rest of a text when less than a block of input or of room is
// left. Leaves at most half a block, unless the rest is ill-formed or has no
// room. `Block` has
//     unit_size, units, room      of a block; room in bytes
//     static bool is_cut(char const* unit)   true for the first half of a pair
//     static char* convert(char const* in, std::size_t skipped, char* out)
// convert() treats the first `skipped` units as 0, returns null for ill-formed
// text, and also reads the unit before `in`.
template <class Block>
kernel_progress finish_to_utf8(char const* begin, char const* in,
                               char const* in_end, char* out,
                               char* out_end) noexcept {
  constexpr std::size_t unit_size = Block::unit_size, units = Block::units;
  constexpr std::size_t most = unit_size * units;
  auto left = static_cast<std::size_t>(in_end - in) / unit_size;
  std::size_t skipped = units - left;
  if (left != 0 && left < units &&
      static_cast<std::size_t>(in - begin) >= most &&
      out_end - out >= Block::room) {
    // Converts the last whole block again. The `skipped` units, which were
    // converted before, count as zeros and become one byte each. These bytes
    // overwrite earlier output, which is saved and restored.
    char kept[units];
    __builtin_memcpy(kept, out - units, units);
    char* const end =
        Block::convert(in - skipped * unit_size, skipped, out - skipped);
    __builtin_memcpy(out - units, kept, units);
    if (end) {
      in += left * unit_size;
      out = end;
    }
  }
  // If the last unit is the first half of a pair, takes back its two bytes.
  if (in != begin && Block::is_cut(in - unit_size)) {
    in -= unit_size;
    out -= 2;
  }
  for (;;) {
    left = static_cast<std::size_t>(in_end - in) / unit_size;
    if (left > units) left = units;
    if (left != 0 && Block::is_cut(in + (left - 1) * unit_size)) --left;
    // One by one is as fast for a few characters.
    if (left < units / 2) break;
    skipped = units - left;
    // Padded with zeros, each of which becomes a byte.
    char copy[16 + most] = {};
    copy_up_to_64(copy + 16, in, left * unit_size);
    if (out_end - out >= Block::room) {
      char* const end = Block::convert(copy + 16, 0, out);
      if (!end) break;
      out = end - skipped;
    } else {
      char bytes[Block::room];
      char const* const end = Block::convert(copy + 16, 0, bytes);
      if (!end) break;
      std::size_t const written =
          static_cast<std::size_t>(end - bytes) - skipped;
      if (written > static_cast<std::size_t>(out_end - out)) break;
      copy_up_to_64(out, bytes, written);
      out += written;
    }
    in += left * unit_size;
  }
  return {in, out};
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/hash/kernel/generic/base_n.h: bytes as characters of 4, 5 or 6 bits
// each, and back, eight characters at a time.
//
// Floor 2. No allocation, constexpr. Tests: test/hash/base64_test.cpp,
// test/hash/base32_test.cpp, test/hash/hex_bytes_test.cpp.
#ifndef RILL_HASH_KERNEL_GENERIC_BASE_N_H
#define RILL_HASH_KERNEL_GENERIC_BASE_N_H

#include <cstdint>  // std::uint64_t

#include "../../alphabet.h"

namespace rill::inline RILL_BUILD::detail {

// Eight bytes as a word whose uppermost bits are the first; zeros where there
// are fewer.
template <class Byte>
constexpr std::uint64_t load_some(Byte const* from,
                                  std::size_t count) noexcept {
  if (count >= 8) return load_big<std::uint64_t>(from);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i != count; ++i)
    word |= std::uint64_t{static_cast<unsigned char>(from[i])} << (56 - 8 * i);
  return word;
}

// Writes encoded_size<Form>(count, padded) characters; returns their end.
template <class Form, class Byte>
constexpr char* encode_plainly(char* out, Byte const* from, std::size_t count,
                               bool padded) noexcept {
  constexpr std::size_t bits = Form::bits;
  // Eight characters are `bits` bytes.
  for (; count >= bits; count -= bits, from += bits, out += 8) {
    std::uint64_t const word = load_some(from, count);
#pragma GCC unroll 8
    for (std::size_t i = 0; i != 8; ++i)
      out[i] =
          Form::characters[word >> (64 - bits * (i + 1)) & ((1u << bits) - 1)];
  }
  if (count == 0) return out;
  std::uint64_t word = load_some(from, count);
  std::size_t const size = (8 * count + bits - 1) / bits;
  for (std::size_t i = 0; i != size; ++i, word <<= bits)
    *out++ = Form::characters[word >> (64 - bits)];
  if (padded)
    for (std::size_t i = size; i % Form::group != 0; ++i) *out++ = '=';
  return out;
}

// Eight characters as the lower bits of a word; false where one is not of the
// alphabet.
template <class Form>
constexpr bool read_characters(char const* from, std::uint64_t& word) noexcept {
  unsigned char all = 0;
  word = 0;
#pragma GCC unroll 8
  for (int i = 0; i != 8; ++i) {
    unsigned char const value =
        values_of<Form>.of[static_cast<unsigned char>(from[i])];
    all = static_cast<unsigned char>(all | value);
    word |= std::uint64_t{value} << (Form::bits * (7 - i));
  }
  return all != not_worth;
}

template <class Form, class Byte>
constexpr void write_bytes(Byte* out, std::uint64_t word) noexcept {
  constexpr int bits = Form::bits;
  unsigned char bytes[8] = {};
  store_big(bytes, word << (64 - 8 * bits));
  if (std::is_constant_evaluated())
    for (int i = 0; i != bits; ++i) out[i] = static_cast<Byte>(bytes[i]);
  else
    __builtin_memcpy(out, bytes, bits);
}

// Judges the text from `at` on, where it ends or has a character that is not in
// the alphabet: nothing but the right number of padding characters may
// follow. The last `held` bits before `at` belong to no byte; they have the
// value `unused`, which must be 0. All these are parameters of their own: a
// structure of them clang copies by a load of 16 bytes right behind stores of
// 8, for which the processor waits.
template <class Form>
constexpr decode_result decode_end(text from, std::size_t written,
                                   std::size_t at, int held, unsigned unused,
                                   bool padded) noexcept {
  auto const stopped = [&](decode_problem error) {
    return decode_result{written, at, error};
  };
  std::size_t const begun = at % Form::group;
  if (at == from.size && begun == 0) return stopped(decode_problem::none);
  bool const can_end = begun != 0 && held < Form::bits;
  bool const ends = at == from.size || (padded && from.data[at] == '=');
  if (!can_end || !ends) return stopped(decode_problem::character);
  if (at == from.size && padded) return stopped(decode_problem::padding);
  if (unused != 0) {
    --at;
    return stopped(decode_problem::unused_bits);
  }
  if (!padded) return stopped(decode_problem::none);
  for (; at % Form::group != 0; ++at)
    if (at == from.size || from.data[at] != '=')
      return stopped(decode_problem::padding);
  return stopped(at == from.size ? decode_problem::none
                                 : decode_problem::left_over);
}

// Decodes from `at` on, which is that of a group of 4 or 8 characters, into the
// memory behind `written` bytes.
template <class Form, class Byte>
constexpr decode_result decode_plainly(Byte* out, text from, bool padded,
                                       std::size_t written = 0,
                                       std::size_t at = 0) noexcept {
  constexpr int bits = Form::bits;
  for (std::uint64_t word = 0;
       from.size - at >= 8 && read_characters<Form>(from.data + at, word);
       at += 8, written += bits)
    write_bytes<Form>(out + written, word);
  unsigned word = 0;
  int held = 0;
  for (; at != from.size; ++at) {
    unsigned const value =
        values_of<Form>.of[static_cast<unsigned char>(from.data[at])];
    if (value == not_worth) break;
    word = word << bits | value;
    held += bits;
    if (held < 8) continue;
    held -= 8;
    out[written++] = static_cast<Byte>(word >> held & 0xff);
  }
  return decode_end<Form>(from, written, at, held, word & ((1u << held) - 1),
                          padded);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/hash/kernel/base64_tables.h: the tables of 16 bytes that shuffles
// look base64 up in.
//
// Floor 2. Pure. Tests: test/hash/base64_test.cpp.
#ifndef RILL_HASH_KERNEL_BASE64_TABLES_H
#define RILL_HASH_KERNEL_BASE64_TABLES_H

#include "../alphabet.h"

namespace rill::inline RILL_BUILD::detail {

// Twice the same 16 bytes, for the two lanes of a wider vector.
struct base64_row {
  alignas(32) unsigned char at[32];
};
template <class Entry>
constexpr base64_row make_base64_row(Entry entry) noexcept {
  base64_row made = {};
  for (unsigned i = 0; i != 32; ++i)
    made.at[i] = static_cast<unsigned char>(entry(i % 16));
  return made;
}

template <class Form>
struct base64_tables {
  // Bytes b, a, c, b of each group abc: both words of it have bits of two
  // characters.
  static constexpr base64_row spread = make_base64_row(
      [](unsigned i) { return i / 4 * 3 + (i % 4 == 2 ? 2 : i % 4 != 1); });
  // What to add to values of 0 to 25; 26 to 51; each of 52 to 63.
  static constexpr base64_row to_character = make_base64_row([](unsigned i) {
    unsigned const value = i == 0 ? 0 : i == 1 ? 26 : i + 50;
    return i < 14 ? Form::characters[value] - static_cast<int>(value) : 0;
  });

  // Characters have a slot each, with others that differ from their values by
  // the same: upper half + 1, 3 to 8; those with the lower half 15, of which
  // one is the last of the alphabet, upper half + 7, 9 to 14. A slot is the
  // average of a character / 8, whatever is in its upper three bits, and this.
  static constexpr base64_row to_slot = make_base64_row(
      [](unsigned lower) { return lower == 15 ? 12 : lower < 8; });
  static constexpr unsigned character_of(unsigned slot,
                                         unsigned lower) noexcept {
    return slot < 9 ? (slot - 1) << 4 | lower : (slot - 7) << 4 | 15;
  }
  static constexpr bool is_slot(unsigned slot) noexcept {
    return slot >= 3 && slot < 15;
  }
  static constexpr base64_row to_value = make_base64_row([](unsigned slot) {
    for (unsigned lower = 0; is_slot(slot) && lower != 16; ++lower) {
      unsigned const c = character_of(slot, lower);
      if (values_of<Form>.of[c] != not_worth && (slot >= 9 || lower != 15))
        return values_of<Form>.of[c] - static_cast<int>(c);
    }
    return 0;
  });
  // A bit for each slot below 9, and one for all others that are in use. By
  // lower halves, the bits of those slots where they make a character of the
  // alphabet. Bytes of 0x80 and more have no bits: the shuffle gives 0.
  static constexpr base64_row slot_bit = make_base64_row([](unsigned slot) {
    if (!is_slot(slot)) return 0u;
    if (slot < 9) return 1u << (slot - 3);
    bool const is_used =
        values_of<Form>.of[character_of(slot, 15)] != not_worth;
    return is_used ? 0x40u : 0u;
  });
  static constexpr base64_row slots_with = make_base64_row([](unsigned lower) {
    unsigned slot_row = lower == 15 ? 0x40 : 0;
    for (unsigned slot = 3; lower != 15 && slot != 9; ++slot)
      if (values_of<Form>.of[character_of(slot, lower)] != not_worth)
        slot_row |= 1u << (slot - 3);
    return slot_row;
  });
  // The three bytes of each four, from the most significant one on, and others
  // behind these 12. Zeros there, clang would make a second time.
  static constexpr base64_row pack =
      make_base64_row([](unsigned i) { return i / 3 * 4 % 16 + 2 - i % 3; });
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

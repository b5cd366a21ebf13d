// rill/unicode/kernel/x86/utf8_pieces.h: what the kernels from UTF-8 share:
// the tables, and the way through the end of a text.
//
// Floor 2. Everything is a template: a unit that converts nothing pays for
// parsing only. Tests: test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_PIECES_H
#define RILL_UNICODE_KERNEL_X86_UTF8_PIECES_H

#include "../kernel.h"
#include "../utf8_pairs.h"

namespace rill::inline RILL_BUILD::detail {

// For each set of eight units of two bytes: the places of those in the set,
// side by side. Bytes behind them are of no interest.
template <class = void>
struct unit_compress_table {
  struct table {
    alignas(16) unsigned char place[256][16];
  };
  static constexpr table make() noexcept {
    table made{};
    for (unsigned set = 0; set != 256; ++set) {
      unsigned char* at = made.place[set];
      for (unsigned char i = 0; i != 8; ++i)
        if (set >> i & 1) {
          *at++ = static_cast<unsigned char>(2 * i);
          *at++ = static_cast<unsigned char>(2 * i + 1);
        }
    }
    return made;
  }
  static constexpr table places = make();
};

// The same for eight bytes.
template <class = void>
struct byte_compress_table {
  struct table {
    alignas(8) unsigned char place[256][8];
  };
  static constexpr table make() noexcept {
    table made{};
    for (unsigned set = 0; set != 256; ++set) {
      unsigned char* at = made.place[set];
      for (unsigned char i = 0; i != 8; ++i)
        if (set >> i & 1) *at++ = i;
    }
    return made;
  }
  static constexpr table places = make();
};

// How many bytes of the last character before `end` are there, when it is not
// whole. [begin, end) is otherwise well-formed.
inline int bytes_of_cut_utf8(char const* begin, char const* end) noexcept {
  for (int back = 1; back != 4 && back <= end - begin; ++back) {
    auto const byte = static_cast<unsigned char>(end[-back]);
    if (byte >= 0xC0)
      return back < (byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

// Ends a conversion at `in`: a character that is cut there stays. In UTF-16
// the first of its two surrogates was written with its third byte.
template <int Unit>
kernel_progress end_of_whole_utf8(char const* begin, char const* in,
                                  char* out) noexcept {
  int const cut = bytes_of_cut_utf8(begin, in);
  return {in - cut, Unit == 2 && cut == 3 ? out - 2 : out};
}

// How many blocks of 64 bytes there are that become 64 units each.
template <int Unit>
std::ptrdiff_t blocks_of_ascii(char const* in, char const* in_end, char* out,
                               char* out_end) noexcept {
  std::ptrdiff_t const blocks = (in_end - in) / 64;
  std::ptrdiff_t const rooms = (out_end - out) / (64 * Unit);
  return blocks < rooms ? blocks : rooms;
}

// The beginning of a text, up to 64 bytes of whole characters, with zeros
// before and behind it.
struct padded_utf8 {
  static constexpr std::size_t most = 64;
  alignas(16) char bytes[16 + most] = {};
  std::size_t size;

  padded_utf8(char const* in, char const* in_end) noexcept {
    auto const left = static_cast<std::size_t>(in_end - in);
    size = left < most ? left : most;
    copy_some(text(), in, size);
    for (int cut = bytes_of_cut_utf8(text(), text() + size); cut != 0; --cut)
      text()[--size] = 0;
  }
  char* text() noexcept { return bytes + 16; }

 private:
  // Not more than `most` bytes.
  static void copy_some(char* to, char const* from, std::size_t size) noexcept {
    auto const both_ends = [=]<std::size_t Part>() {
      char parts[2][Part];
      __builtin_memcpy(parts[0], from, Part);
      __builtin_memcpy(parts[1], from + size - Part, Part);
      __builtin_memcpy(to, parts[0], Part);
      __builtin_memcpy(to + size - Part, parts[1], Part);
    };
    if (size >= 32) return both_ends.template operator()<32>();
    if (size >= 16) return both_ends.template operator()<16>();
    if (size >= 8) return both_ends.template operator()<8>();
    if (size >= 4) return both_ends.template operator()<4>();
    for (std::size_t i = 0; i != size; ++i) to[i] = from[i];
  }
};

// Goes on from `at` through ASCII, 16 bytes at a time, also where the last 16
// of the text overlap what was converted already. Steps::store_ascii stores
// the units of 16 bytes.
template <class Steps>
kernel_progress convert_ascii_end(char const* begin, kernel_progress at,
                                  char const* in_end, char* out_end) noexcept {
  constexpr int step = 16;
  constexpr int unit = Steps::unit;
  auto const is_ascii = [](char const* in) {
    return Steps::bits(Steps::load(in)) == 0;
  };
  while (in_end - at.in >= step && out_end - at.out >= step * unit) {
    if (!is_ascii(at.in)) return at;
    Steps::store_ascii(at.out, at.in);
    at = {at.in + step, at.out + step * unit};
  }
  auto const left = in_end - at.in;
  char const* const last = in_end - step;
  if (left == 0 || left >= step || at.in - begin < step - left ||
      out_end - at.out < left * unit || !is_ascii(last))
    return at;
  Steps::store_ascii(at.out - (step - left) * unit, last);
  return {in_end, at.out + left * unit};
}

// Loop::run(begin, in, in_end, out, out_end) converts whole steps of
// Loop::step bytes as long as there is room for Loop::room bytes; from begin
// to in are bytes that belong to the text, or zeros. This runs it, and then
// between buffers of its own through what is left. Loop::unit is the size of a
// unit.
template <class Loop>
kernel_progress convert_in_steps(char const* in, char const* in_end, char* out,
                                 char* out_end) noexcept {
  constexpr std::size_t step = Loop::step;
  static_assert(padded_utf8::most % step == 0);
  // Less is faster character by character.
  constexpr int least_to_pad = 8;
  constexpr std::size_t most_written =
      padded_utf8::most * Loop::unit + Loop::room;
  kernel_progress at{in, out};
  if (in_end - in >= Loop::step) at = Loop::run(in, in, in_end, out, out_end);
  at = convert_ascii_end<typename Loop::ascii>(in, at, in_end, out_end);
  while (in_end - at.in >= least_to_pad) {
    padded_utf8 piece(at.in, in_end);
    auto const room = static_cast<std::size_t>(out_end - at.out);
    char units[most_written];
    char* const to = room >= most_written ? at.out : units;
    char* const from = piece.text();
    kernel_progress const made = Loop::run(
        piece.bytes, from, from + (piece.size + step - 1) / step * step, to,
        to + most_written);
    // A run of one length may end within the last step.
    auto read = static_cast<std::size_t>(made.in - from);
    auto written = static_cast<std::size_t>(made.out - to);
    if (read > piece.size) {
      written -= (read - piece.size) * Loop::unit;
      read = piece.size;
    }
    if (read == 0 || room < written) return at;
    if (to == units) __builtin_memcpy(at.out, units, written);
    at = {at.in + read, at.out + written};
  }
  return at;
}

// The same for validation. The last step of a longer text overlaps those
// before.
template <class Loop>
char const* validate_in_steps(char const* begin, char const* in_end) noexcept {
  constexpr int step = Loop::step;
  static_assert(padded_utf8::most == step);
  char const* in = begin;
  if (in_end - in >= step) {
    in = Loop::run(begin, begin, in_end);
    // The first bytes of the step look back at three more.
    if (in_end - in < step && in - begin >= step + 3) {
      char const* const last = Loop::run(begin, in_end - step, in_end);
      return last > in ? last : in;
    }
  }
  while (in != in_end) {
    padded_utf8 piece(in, in_end);
    char const* const end = piece.text() + step;
    if (piece.size == 0 || Loop::run(piece.bytes, piece.text(), end) != end)
      return in;
    in += piece.size;
  }
  return in;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

// test/fuzz/transcode.cpp: converts between all forms with every kernel of this
// processor, and compares with the plain implementation, and that with the
// tables of the Unicode standard. Texts are in heap blocks of exactly their
// size, in one piece and in two.
#include <stddef.h>  // size_t
#include <stdint.h>  // uint8_t

#include <algorithm>
#include <cstring>
#include <vector>

#include "../reference/utf.h"
#include "../support/text_kernels.h"
#include "rill/unicode/convert.h"

namespace fuzz_transcode {

using namespace rill::detail;
using reference::utf;
using rill::text_policy;
using rill::text_problem;

// The parameters in the first bytes of the input; the rest is the text.
struct wish {
  text_policy policy;
  bool is_last;
  unsigned shortage;
  std::size_t split;
};
inline constexpr std::size_t header_size = 6;

constexpr utf reference_of(form f) {
  bool const is_little = RILL_LITTLE_ENDIAN;
  switch (f) {
    case form::utf16:
      return is_little ? utf::u16le : utf::u16be;
    case form::utf16_swapped:
      return is_little ? utf::u16be : utf::u16le;
    case form::utf32:
      return is_little ? utf::u32le : utf::u32be;
    case form::utf32_swapped:
      return is_little ? utf::u32be : utf::u32le;
    case form::latin1:
      return utf::latin1;
    default:
      return utf::u8;
  }
}

inline void must(bool holds) {
  if (!holds) __builtin_trap();
}

// Checks that the plain implementation gives what the tables say.
template <form From, form To>
std::vector<char> convert_by_tables(char const* in, std::size_t size,
                                    wish const& w, conversion_result& done) {
  reference::numbers units;
  for (std::size_t i = 0; i != size; ++i)
    units.push_back(static_cast<unsigned char>(in[i]));
  auto const want =
      reference::convert(reference_of(From), reference_of(To), units,
                         ~std::size_t{}, w.policy, w.is_last);
  std::vector<char> out(size * 12 + 4);
  done = convert_plainly<bytes_of_form<From>, bytes_of_form<To>>(
      in, size, out.data(), out.size(), w.policy, w.is_last);
  must(done.read == want.read && done.written == want.out.size() &&
       done.error == want.error && done.replaced == want.replaced);
  out.resize(done.written);
  for (std::size_t i = 0; i != out.size(); ++i)
    must(static_cast<unsigned char>(out[i]) == want.out[i]);
  return out;
}

// Checks that a text in two pieces, the first of them not the last, gives the
// same result as in one.
template <form From, form To>
void check_two_pieces(char const* in, std::size_t size, wish const& w,
                      std::vector<char> const& whole,
                      conversion_result const& want) {
  using source = bytes_of_form<From>;
  using target = bytes_of_form<To>;
  rill_test::exact_block<char> first(in, w.split);
  rill_test::exact_block<char> out(whole.size());
  conversion_result const a = convert<source, target>(
      first.data(), w.split, out.data(), whole.size(), w.policy, false);
  if (a.error != text_problem::none && a.error != text_problem::cut) {
    must(a.error == want.error && a.read == want.read);
    return;
  }
  rill_test::exact_block<char> second(in + a.read, size - a.read);
  conversion_result const b = convert<source, target>(
      second.data(), size - a.read, out.data() + a.written,
      whole.size() - a.written, w.policy, w.is_last);
  must(b.error == want.error && a.read + b.read == want.read &&
       a.written + b.written == whole.size() &&
       a.replaced + b.replaced == want.replaced);
  must(whole.empty() ||
       std::memcmp(out.data(), whole.data(), whole.size()) == 0);
  must(out.is_whole());
}

template <form From, form To>
void check_pair(char const* in, std::size_t size, wish const& w) {
  using source = bytes_of_form<From>;
  using target = bytes_of_form<To>;
  conversion_result want{};
  std::vector<char> const whole =
      convert_by_tables<From, To>(in, size, w, want);
  std::size_t const room =
      whole.size() - std::min<std::size_t>(whole.size(), w.shortage);
  for (rill::cpu const level : rill_test::text_levels()) {
    rill_test::forced_conversion<From, To> const by(level);
    rill_test::forced_validation<From> const checked_by(level);
    must(rill_test::same_as_plain<source, target>(in, size, room, w.policy,
                                                  w.is_last));
    must(rill_test::same_as_plain<source, target>(in, size, whole.size() + 99,
                                                  w.policy, w.is_last));
    check_two_pieces<From, To>(in, size, w, whole, want);
    rill_test::exact_block<char> text(in, size);
    found_problem const found = find_problem<source>(text.data(), size);
    found_problem const plain = find_problem_plainly<source>(in, size);
    must(found.offset == plain.offset && found.problem == plain.problem);
  }
  if (w.is_last)
    must(converted_size<source, target>(in, size, w.policy) == whole.size());
}

template <form From>
void check_from(unsigned to, char const* in, std::size_t size, wish const& w) {
  switch (to % 6) {
    case 0:
      return check_pair<From, form::utf8>(in, size, w);
    case 1:
      return check_pair<From, form::utf16>(in, size, w);
    case 2:
      return check_pair<From, form::utf16_swapped>(in, size, w);
    case 3:
      return check_pair<From, form::utf32>(in, size, w);
    case 4:
      return check_pair<From, form::utf32_swapped>(in, size, w);
    default:
      return check_pair<From, form::latin1>(in, size, w);
  }
}

inline int one_input(std::uint8_t const* data, std::size_t size) {
  if (size < header_size) return 0;
  std::uint8_t const* const text = data + header_size;
  size -= header_size;
  std::size_t const split = data[4] * 256u + data[5];
  wish const w{static_cast<text_policy>(data[2] % 3), data[2] < 128, data[3],
               size != 0 ? split % (size + 1) : 0};
  auto const in = reinterpret_cast<char const*>(text);
  switch (data[0] % 6) {
    case 0:
      check_from<form::utf8>(data[1], in, size, w);
      break;
    case 1:
      check_from<form::utf16>(data[1], in, size, w);
      break;
    case 2:
      check_from<form::utf16_swapped>(data[1], in, size, w);
      break;
    case 3:
      check_from<form::utf32>(data[1], in, size, w);
      break;
    case 4:
      check_from<form::utf32_swapped>(data[1], in, size, w);
      break;
    default:
      check_from<form::latin1>(data[1], in, size, w);
      break;
  }
  return 0;
}

}  // namespace fuzz_transcode

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data,
                                      std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data,
                                      std::size_t size) {
  return fuzz_transcode::one_input(data, size);
}

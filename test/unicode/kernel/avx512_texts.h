// test/unicode/kernel/avx512_texts.h: texts of each kind, and functions that
// compare the AVX-512 kernels with the plain twin. Texts are bytes in every
// encoding.
#ifndef TEST_UNICODE_KERNEL_AVX512_TEXTS_H
#define TEST_UNICODE_KERNEL_AVX512_TEXTS_H

#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "rill/unicode/convert.h"
#include "support/skip.h"

namespace avx512_texts {

using namespace rill::detail;
using rill::text_problem;

inline constexpr auto other_order =
    native_order == byte_order::little ? byte_order::big : byte_order::little;
using utf8 = utf8_form_of<char>;
using utf16 = utf16_form<char>;
using utf16_swapped = utf16_form<char, other_order>;
using utf32 = utf32_form<char>;
using utf32_swapped = utf32_form<char, other_order>;
using latin1 = latin1_form<char>;

inline bool can_run() {
#if RILL_X86_64
  return has_vbmi2();
#else
  return false;
#endif
}
inline void skip_this() {
  rill_test::skip("this processor has no AVX-512 with VBMI2");
}

template <form From, form To>
converter kernel() {
  return kernel_up_to<converter, conversion_of<From, To>::template at>(
      rill::cpu::avx512);
}

// The kinds of text: ASCII, ISO 8859-1, Greek and Cyrillic, Cyrillic words with
// spaces, Chinese, Chinese with ASCII, emoji, and random characters.
inline constexpr unsigned kinds = 8;
inline char32_t sample(unsigned kind, unsigned seed) {
  auto const r = static_cast<char32_t>(seed * 2654435761u >> 7);
  switch (kind) {
    case 0:
      return r % 128;
    case 1:
      return r % 3 ? 'a' + r % 26 : 0x80 + r % 128;
    case 2:
      return 0x370 + r % 0x200;
    case 3:
      return r % 5 ? 0x410 + r % 64 : ' ';
    case 4:
      return 0x4E00 + r % 0x5000;
    case 5:
      return r % 9 ? 0x4E00 + r % 0x5000 : r % 128;
    case 6:
      return 0x1F300 + r % 0x300;
    default: {
      char32_t const limits[] = {0x80, 0x800, 0x10000, 0x110000};
      char32_t const c = seed * 40503u % limits[r % 4];
      return rill::is_scalar_value(c) ? c : 0xFFFD;
    }
  }
}
inline std::u32string utf32_text(unsigned kind, std::size_t size,
                                 unsigned seed = 1) {
  std::u32string text;
  for (std::size_t i = 0; i != size; ++i) {
    seed = seed * 1664525u + 1013904223u;
    // `kinds` itself is one kind more: runs of each kind.
    text += sample(kind < kinds ? kind : static_cast<unsigned>(i / 40) % kinds,
                   seed);
  }
  return text;
}

template <class Form>
std::string encode(std::u32string const& text) {
  std::string bytes;
  for (char32_t c : text) {
    char units[8];
    // put() returns null for characters that ISO 8859-1 does not have.
    char const* const end = Form::put(units, c);
    if (end) bytes.append(units, static_cast<std::size_t>(end - units));
  }
  return bytes;
}
inline std::string utf8_text(unsigned kind, std::size_t size) {
  std::string text = encode<utf8>(utf32_text(kind, size));
  while (text.size() > size && (text[size] & 0xC0) == 0x80) ++size;
  return text.substr(0, size);
}
inline std::u16string utf16_text(unsigned kind, std::size_t size) {
  std::string const bytes = encode<utf16>(utf32_text(kind, size));
  std::u16string text(bytes.size() / 2, u'\0');
  std::memcpy(text.data(), bytes.data(), bytes.size());
  // The last unit may be half of a pair.
  return text.substr(0, size);
}
inline std::size_t boundary_before(std::string const& text, std::size_t at) {
  while (at != 0 && at < text.size() && (text[at] & 0xC0) == 0x80) --at;
  return at;
}
inline void break_something(std::string& text, std::mt19937& random) {
  std::size_t const at = random() % text.size();
  switch (random() % 4) {
    case 0:
      text[at] = static_cast<char>(random());
      break;
    case 1:
      text[at] = static_cast<char>(text[at] ^ 1 << random() % 8);
      break;
    case 2:
      text.erase(at, 1 + random() % 2);
      break;
    default:
      text.resize(at);
  }
}

// A heap block with `size` bytes of data, offset + 1 bytes before them and
// `behind` bytes behind them.
class exact_bytes {
 public:
  exact_bytes(std::size_t offset, std::size_t size, std::size_t behind = 0)
      : block_(static_cast<char*>(std::malloc(offset + size + behind + 1))),
        data_(block_ + 1 + offset) {
    std::memset(block_, '\x5A', offset + size + behind + 1);
  }
  ~exact_bytes() { std::free(block_); }
  exact_bytes(exact_bytes const&) = delete;
  exact_bytes& operator=(exact_bytes const&) = delete;
  char* data() { return data_; }
  // Whether all bytes before the data and behind its `size` bytes are
  // unchanged.
  bool is_clean_around(std::size_t size, std::size_t behind) const {
    for (char const* at = block_; at != data_; ++at)
      if (*at != '\x5A') return false;
    for (std::size_t i = 0; i != behind; ++i)
      if (data_[size + i] != '\x5A') return false;
    return true;
  }

 private:
  char* block_;
  char* data_;
};

template <class From, class To>
conversion_result plainly(std::string const& in, std::size_t room) {
  std::string out(room, '\0');
  return convert_plainly<From, To>(in.data(), in.size(), out.data(), room);
}

// Whether the kernel stops where the twin does and writes the same bytes. A
// sanitizer checks loads and stores without a mask; the bytes around the output
// check the masked stores.
template <class From, class To>
bool agrees(std::string const& in, std::size_t room, std::size_t offset = 0) {
  static constexpr std::size_t canaries = 64;
  converter const convert = kernel<From::name, To::name>();
  exact_bytes text(offset, in.size()), expected(0, room);
  if (!in.empty()) std::memcpy(text.data(), in.data(), in.size());
  conversion_result const plain =
      convert_plainly<From, To>(text.data(), in.size(), expected.data(), room);
  for (std::size_t const behind : {std::size_t{0}, canaries}) {
    exact_bytes out(offset, room, behind);
    kernel_progress const far = convert(text.data(), text.data() + in.size(),
                                        out.data(), out.data() + room);
    if (far.in != text.data() + plain.read ||
        far.out != out.data() + plain.written ||
        std::memcmp(out.data(), expected.data(), plain.written) != 0 ||
        !out.is_clean_around(room, behind))
      return false;
  }
  return true;
}

// Whether the checker of UTF-8 stops where the twin finds a problem.
inline bool validation_agrees(std::string const& in) {
  checker const check =
      kernel_up_to<checker, validation_of<form::utf8>::at>(rill::cpu::avx512);
  exact_bytes text(in.size() % 3, in.size());
  if (!in.empty()) std::memcpy(text.data(), in.data(), in.size());
  char const* const last = text.data() + in.size();
  return check(text.data(), last) ==
         text.data() + plainly<utf8, utf32>(in, in.size() * 4).read;
}

template <class Function>
void for_all_directions(Function const& call) {
  call.template operator()<utf8, utf16>();
  call.template operator()<utf8, utf16_swapped>();
  call.template operator()<utf8, utf32>();
  call.template operator()<utf8, utf32_swapped>();
  call.template operator()<utf8, latin1>();
  call.template operator()<utf16, utf8>();
  call.template operator()<utf16_swapped, utf8>();
  call.template operator()<utf32, utf8>();
  call.template operator()<utf32_swapped, utf8>();
  call.template operator()<latin1, utf8>();
}

inline bool from_utf8_agrees(std::string const& in) {
  std::size_t const room = in.size() * 4;
  return agrees<utf8, utf16>(in, room) &&
         agrees<utf8, utf16_swapped>(in, room) &&
         agrees<utf8, utf32>(in, room) &&
         agrees<utf8, utf32_swapped>(in, room) &&
         agrees<utf8, latin1>(in, room) && validation_agrees(in);
}
inline std::string swapped(std::string bytes, std::size_t size) {
  for (std::size_t at = 0; at + size <= bytes.size(); at += size)
    for (std::size_t i = 0; i != size / 2; ++i)
      std::swap(bytes[at + i], bytes[at + size - 1 - i]);
  return bytes;
}
inline bool from_utf16_agrees(std::u16string const& text) {
  std::string in(text.size() * 2, '\0');
  std::memcpy(in.data(), text.data(), in.size());
  std::size_t const room = in.size() * 2;
  return agrees<utf16, utf8>(in, room) &&
         agrees<utf16_swapped, utf8>(swapped(in, 2), room);
}
inline bool from_utf32_agrees(std::u32string const& text) {
  std::string in(text.size() * 4, '\0');
  std::memcpy(in.data(), text.data(), in.size());
  return agrees<utf32, utf8>(in, in.size()) &&
         agrees<utf32_swapped, utf8>(swapped(in, 4), in.size());
}

inline bool all_directions_agree(std::u32string const& text) {
  bool all = validation_agrees(encode<utf8>(text));
  for_all_directions([&]<class From, class To>() {
    std::string const in = encode<From>(text);
    all = all && agrees<From, To>(in, in.size() * 4 + 8);
  });
  return all;
}

}  // namespace avx512_texts

#endif

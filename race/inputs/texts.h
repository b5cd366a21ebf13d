// race/inputs/texts.h: the texts of the race `transcode`, a character at a
// time, and their encodings. Words are made up: the number of bytes of a
// character, and how often that changes, is what matters.
#ifndef RACE_INPUTS_TEXTS_H
#define RACE_INPUTS_TEXTS_H

#include <iconv.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace texts {

// 32 letters each, so that five random bits choose one.
inline constexpr char32_t latin[] = U"eeettaaooiinnssrrhldcumfpgwybvkj";
inline constexpr char32_t accents[] = U"eeettaaooiinnssrrhldcumfpgwybvéü";
inline constexpr char32_t cyrillic[] = U"абвгдежзийклмнопрстуфхцчшщъыьэюя";
inline constexpr char32_t emoji = 0x1F684;

// next() returns a random number, put(c) takes a character of the text.
template <class Next, class Put>
struct writer {
  Next next;
  Put put;

  // Two to ten letters and the character after the word.
  void word(char32_t const* alphabet) {
    std::uint64_t r = next();
    std::uint64_t const size = 2 + r % 9, behind = r >> 60;
    r >>= 8;
    for (std::uint64_t i = 0; i != size; ++i, r >>= 5) put(alphabet[r & 31]);
    if (behind == 0) put(U'.');
    if (behind == 1) put(U',');
    put(behind == 2 ? U'\n' : U' ');
  }
  // One of 2,500 ideographs, spread over the whole block.
  void ideograph() { put(static_cast<char32_t>(0x4E03 + next() % 2500 * 8)); }
  void chinese() {
    for (std::uint64_t size = 3 + next() % 12; size != 0; --size) ideograph();
    std::uint64_t const behind = next() % 16;
    put(behind == 0 ? U'\n' : behind < 6 ? U'\u3002' : U'\uFF0C');
  }
  void mixed() {
    std::uint64_t const r = next();
    switch (r >> 61) {
      case 0:
      case 1:
      case 2:
        return word(latin);
      case 3:
        return word(accents);
      case 4:
        return word(cyrillic);
      case 5:
        ideograph();
        ideograph();
        return ideograph();
      case 6:
        put(static_cast<char32_t>(0x1F600 + r % 64));
        return put(U' ');
      default:
        put(static_cast<char32_t>(U'0' + r % 10));
        put(static_cast<char32_t>(U'0' + r / 10 % 10));
        return put(U'\n');
    }
  }
  // One to four bytes of UTF-8, each equally likely. Surrogates, and characters
  // whose code differs between the editions of GB 18030, are left out.
  void any() {
    std::uint64_t const r = next() >> 2, which = r % 4, v = r / 4;
    if (which == 0) return put(static_cast<char32_t>(0x20 + v % 95));
    if (which == 1) return put(static_cast<char32_t>(0x80 + v % 0x780));
    if (which == 3) return put(static_cast<char32_t>(0x10000 + v % 0x10000));
    auto const c = static_cast<char32_t>(0x800 + v % 0xD000);
    put(c == 0x1E3F || (c >= 0x9FA6 && c <= 0x9FFF) ? U'\u4E00' : c);
  }
  bool step(char const* name) {
    if (std::strcmp(name, "emoji") == 0)
      put(emoji);
    else if (std::strcmp(name, "latin") == 0)
      word(latin);
    else if (std::strcmp(name, "accents") == 0)
      word(accents);
    else if (std::strcmp(name, "cyrillic") == 0)
      word(cyrillic);
    else if (std::strcmp(name, "chinese") == 0)
      chinese();
    else if (std::strcmp(name, "mixed") == 0)
      mixed();
    else if (std::strcmp(name, "random") == 0)
      any();
    else
      return false;
    return true;
  }
};

// Writes a character in one of the encodings. GB 18030 comes from iconv(3),
// once for each character.
class encoder {
 public:
  explicit encoder(char const* encoding) : encoding_(encoding) {
    if (is("gb18030")) {
      iconv_ = iconv_open("GB18030", "UTF-32LE");
      if (iconv_ == reinterpret_cast<iconv_t>(-1)) std::exit(4);
    }
  }
  bool is_known() const {
    return is("utf8") || is("utf16") || is("utf32") || is("gb18030");
  }
  // Returns the number of bytes.
  std::size_t put(char* out, char32_t c) const {
    if (is("utf8")) return utf8(out, c);
    if (is("utf16")) {
      if (c < 0x10000) return number(out, c, 2);
      c -= 0x10000;
      number(out, 0xD800 + (c >> 10), 2);
      return 2 + number(out + 2, 0xDC00 + (c & 0x3FF), 2);
    }
    if (is("utf32")) return number(out, c, 4);
    char units[4];
    number(units, c, 4);
    char *in = units, *at = out;
    std::size_t left = 4, room = 4;
    if (iconv(iconv_, &in, &left, &at, &room) != 0) std::exit(4);
    return 4 - room;
  }

 private:
  bool is(char const* name) const { return std::strcmp(encoding_, name) == 0; }
  static std::size_t number(char* out, char32_t v, std::size_t size) {
    for (std::size_t i = 0; i != size; ++i, v >>= 8)
      out[i] = static_cast<char>(v & 0xFF);
    return size;
  }
  static std::size_t utf8(char* out, char32_t c) {
    std::size_t const size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (std::size_t i = size; --i != 0; c >>= 6)
      out[i] = static_cast<char>(0x80 | (c & 0x3F));
    constexpr unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    out[0] = static_cast<char>(leads[size] | c);
    return size;
  }

  char const* encoding_;
  iconv_t iconv_{};
};

}  // namespace texts

#endif  // RACE_INPUTS_TEXTS_H

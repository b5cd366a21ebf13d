// rill/compression/coder_words.h: the reason of an error of compression, in a
// block of a fixed size.
//
// Floor 5. Allocates nothing. Tests: test/compression/.
#ifndef RILL_COMPRESSION_CODER_WORDS_H
#define RILL_COMPRESSION_CODER_WORDS_H

#include "../base/text.h"

namespace rill::inline RILL_BUILD::detail {

/// "incorrect data check, at compressed byte 4711 (plain byte 65536)"
class coder_words {
 public:
  coder_words() noexcept = default;
  coder_words(char const* reason, unsigned long long compressed,
              unsigned long long plain) noexcept {
    if (reason) {
      // Texts of libraries are shorter.
      add({reason, smaller(length_of(reason), std::size_t{96})});
      add(", ");
    }
    add("at compressed byte ");
    add(compressed);
    add(" (plain byte ");
    add(plain);
    add(")");
  }

  text words() const noexcept { return {words_, size_}; }

 private:
  void add(text piece) noexcept {
    copy_bytes(words_ + size_, piece.data, piece.size);
    size_ += piece.size;
  }
  void add(unsigned long long number) noexcept {
    char digits[20];
    std::size_t first = sizeof digits;
    do {
      digits[--first] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    add({digits + first, sizeof digits - first});
  }

  std::size_t size_ = 0;
  char words_[176];  // 96 + 2 + 19 + 20 + 13 + 20 + 1 are used at most
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

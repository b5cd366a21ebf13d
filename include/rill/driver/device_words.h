// rill/driver/device_words.h: a foreign library's error message or device name
// as UTF-8, in a buffer of a fixed size.
//
// Layer 7. Part of rill/driver/qt.h and rill/driver/mfc.h. Allocates nothing,
// throws nothing. Tests: test/driver/device_words_test.cpp.
#ifndef RILL_DRIVER_DEVICE_WORDS_H
#define RILL_DRIVER_DEVICE_WORDS_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "../base/run.h"
#include "../unicode/code_units.h"

namespace rill::inline RILL_BUILD::detail {

// A text in at most `Most` bytes of UTF-8. Truncates a longer text between two
// characters, and removes white space at the end.
template <std::size_t Most>
class device_words {
 public:
  device_words() noexcept = default;
  template <text_like T>
  explicit device_words(T const& from) noexcept {
    take(run_of(from));
    while (size_ != 0 && static_cast<unsigned char>(bytes_[size_ - 1]) <= ' ')
      --size_;
  }

  text bytes() const noexcept { return {bytes_, size_}; }

 private:
  template <class Unit>
  void take(run<Unit> from) noexcept {
    if constexpr (narrow_character<Unit>) {
      size_ = smaller(from.size, Most);
      while (size_ != from.size && size_ != 0 && is_trail(from.data[size_]))
        --size_;
      for (std::size_t i = 0; i != size_; ++i)
        bytes_[i] = static_cast<char>(from.data[i]);
    } else {
      auto const done =
          narrow_units(from.data, from.data + from.size, bytes_, bytes_ + Most);
      size_ = static_cast<std::size_t>(done.out - bytes_);
    }
  }
  // Whether a byte is a UTF-8 continuation byte.
  template <class Byte>
  static bool is_trail(Byte byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
  }

  std::size_t size_ = 0;
  char bytes_[Most];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

// rill/memory/poison.h: unused memory, marked for AddressSanitizer.
//
// Layer 1. No effect without -fsanitize=address. Tests:
// test/memory/poison_test.cpp, test/system/poison_test.py.
#ifndef RILL_MEMORY_POISON_H
#define RILL_MEMORY_POISON_H

#include <cstddef>  // std::size_t

#include "../base/config.h"

#if RILL_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>  // __asan_poison_memory_region
#endif

namespace rill::inline RILL_BUILD::detail {

// Marks bytes as unusable: AddressSanitizer reports each access to them
// (use-after-poison). Its shadow memory has one byte for each 8 bytes, which
// counts how many of the first are usable. So marked bytes stay usable when
// usable bytes follow them in the same 8.
inline void poison([[maybe_unused]] void const* data,
                   [[maybe_unused]] std::size_t size) noexcept {
#if RILL_ADDRESS_SANITIZER
  __asan_poison_memory_region(data, size);
#endif
}

// Makes bytes usable again, and also the bytes before them in the same 8.
// Required before a device writes there and before the memory is freed: a
// custom allocator does not remove the marks.
inline void unpoison([[maybe_unused]] void const* data,
                     [[maybe_unused]] std::size_t size) noexcept {
#if RILL_ADDRESS_SANITIZER
  __asan_unpoison_memory_region(data, size);
#endif
}

#if RILL_ADDRESS_SANITIZER
// The poisoned part of a buffer, behind its end.
class poisoned_room {
 public:
  /// Poisons memory behind the end of a buffer, after a fill of `filled` bytes:
  /// 64 times as many bytes, at least 4 KiB, at most `room`. Poisoning all of
  /// it after each fill would cost the whole buffer's size for each byte of a
  /// device that delivers single bytes.
  void close(char const* end, std::size_t room, std::size_t filled) noexcept {
    constexpr std::size_t factor = 64;
    constexpr std::size_t least = 4096;
    std::size_t const wanted =
        filled > ~std::size_t{0} / factor ? room : filled * factor;
    std::size_t const size = wanted < least ? least : wanted;
    data_ = end;
    size_ = room < size ? room : size;
    poison(data_, size_);
  }
  /// Makes all of the buffer usable.
  void open() noexcept {
    unpoison(data_, size_);
    size_ = 0;
  }

 private:
  char const* data_ = nullptr;
  std::size_t size_ = 0;
};
#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif

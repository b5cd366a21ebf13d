// rill/value/hexdump.h: bytes as a table of hexadecimal numbers.
//
// Floor 2. Pure; print/hexdump.h writes it. Tests:
// test/print/hexdump_test.cpp.
#ifndef RILL_VALUE_HEXDUMP_H
#define RILL_VALUE_HEXDUMP_H

#include <cstdint>      // std::uint64_t
#include <type_traits>  // std::is_trivially_copyable_v

#include "../base/run.h"

namespace rill::inline RILL_BUILD {

/// How hexdump writes, and the option of xxd that does the same.
struct hexdump_options {
  /// What the first byte is counted as: -o.
  std::uint64_t offset = 0;
  /// Bytes in a line: -c. 0 is 16, or 30 if plain; more than 256 are 256.
  unsigned columns = 0;
  /// Bytes between two spaces: -g. 0 is all of a line.
  unsigned group = 2;
  /// Capital letters in the bytes: -u.
  bool upper = false;
  /// Digits alone, without offsets, spaces and text: -p.
  bool plain = false;
};

/// What hexdump returns.
template <class T>
struct dumped_bytes {
  T value;
  hexdump_options options;
};

namespace detail {

struct byte_run {
  unsigned char const* data;
  std::size_t size;
};

template <class Element>
constexpr byte_run bytes_behind(Element const* data,
                                std::size_t size) noexcept {
  return {static_cast<unsigned char const*>(static_cast<void const*>(data)),
          size * sizeof(Element)};
}

template <class T>
concept block_of_objects = requires(T const& block) {
  bytes_behind(block.data(), block.size());
} && std::is_trivially_copyable_v<bare<decltype(*imagined<T const>().data())>>;

template <class T>
concept array_of_objects =
    std::is_bounded_array_v<T> &&
    std::is_trivially_copyable_v<std::remove_all_extents_t<T>>;

template <class T>
concept has_bytes = text_like<T> || block_of_objects<T> || array_of_objects<T>;

template <has_bytes T>
constexpr byte_run bytes_to_dump(T const& value) noexcept {
  if constexpr (text_like<T>) {
    auto const found = run_of(value);
    return bytes_behind(found.data, found.size);
  } else if constexpr (array_of_objects<T>) {
    return bytes_behind(&value, 1);
  } else {
    return bytes_behind(value.data(), value.size());
  }
}

}  // namespace detail

/// `hexdump(bytes[, options])`: the bytes as the program xxd shows them, with
/// a newline between lines and none at the end. `bytes` is a text (of an
/// array of characters, what is before the first NUL), or anything with
/// data() and size(), or an array, whose elements can be copied as bytes.
/// What it refers to must live until it is printed.
/// Cost: about 1 ns for a byte. No allocation.
///
/// Example:
///     rill::println(rill::hexdump("Hello, world!"));
///     rill::println(rill::hexdump("\x01\xFF", {.group = 1, .upper = true}));
template <class T>
  requires detail::has_bytes<detail::bare<T>>
constexpr dumped_bytes<T> hexdump(T&& bytes,
                                  hexdump_options const& options = {}) {
  return {static_cast<T&&>(bytes), options};
}

}  // namespace rill::inline RILL_BUILD

#endif

// race/contenders/binary/codec_alpaca.h: alpaca, numbers of a fixed length.
#ifndef RACE_CONTENDERS_BINARY_CODEC_ALPACA_H
#define RACE_CONTENDERS_BINARY_CODEC_ALPACA_H

#include <alpaca/alpaca.h>

#include <span>
#include <system_error>

#include "binary.h"

namespace race {

inline constexpr auto alpaca_options = alpaca::options::fixed_length_encoding;

// alpaca takes structures only.
template <class T>
struct alpaca_message {
  T value;
};

class alpaca_codec {
 public:
  explicit alpaca_codec(size_t capacity) { bytes_.reserve(capacity); }

  template <class T>
  size_t write(T const& value) {
    bytes_.clear();
    return write_into(bytes_, value);
  }
  char const* data() const {
    return reinterpret_cast<char const*>(bytes_.data());
  }
  // alpaca always makes a new object.
  template <class T>
  void read(char const* data, size_t size, T& value) {
    std::span<std::uint8_t const> const bytes(
        reinterpret_cast<std::uint8_t const*>(data), size);
    std::error_code why;
    value = std::move(
        alpaca::deserialize<alpaca_options, alpaca_message<T>>(bytes, why)
            .value);
    if (why) fail("alpaca");
  }
  template <class T>
  static std::vector<std::uint8_t> fresh(T const& value) {
    std::vector<std::uint8_t> bytes;
    write_into(bytes, value);
    return bytes;
  }

 private:
  template <class T>
  static size_t write_into(std::vector<std::uint8_t>& to, T const& value) {
    // A structure with a reference, so that no value is copied.
    static_assert(sizeof(alpaca_message<T>) == sizeof(T));
    auto const& message = *reinterpret_cast<alpaca_message<T> const*>(&value);
    return alpaca::serialize<alpaca_options>(message, to);
  }

  std::vector<std::uint8_t> bytes_;
};

using the_codec = alpaca_codec;

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_CODEC_ALPACA_H

// race/contenders/binary/codec_zpp_bits.h: zpp::bits over memory.
#ifndef RACE_CONTENDERS_BINARY_CODEC_ZPP_BITS_H
#define RACE_CONTENDERS_BINARY_CODEC_ZPP_BITS_H

#include <zpp_bits.h>

#include <span>

#include "binary.h"

namespace race {

class zpp_bits_codec {
 public:
  explicit zpp_bits_codec(size_t capacity) : memory_(capacity) {}

  template <class T>
  size_t write(T const& value) {
    return write_into(std::span(memory_.data(), memory_.size()), value);
  }
  // Writes into memory with room for any message.
  template <class T>
  size_t write_at(char* to, T const& value) {
    return write_into(std::span(to, message_size), value);
  }
  char const* data() const { return memory_.data(); }
  template <class T>
  void read(char const* data, size_t size, T& value) {
    zpp::bits::in in(std::span(data, size));
    if (failure(in(value))) fail("zpp::bits::in");
  }
  template <class T>
  static std::vector<std::byte> fresh(T const& value) {
    auto [data, out] = zpp::bits::data_out();
    if (failure(out(value))) fail("zpp::bits::out");
    return std::move(data);
  }

 private:
  template <class T>
  static size_t write_into(std::span<char> to, T const& value) {
    zpp::bits::out out(to);
    if (failure(out(value))) fail("zpp::bits::out");
    return out.position();
  }

  message_memory memory_;
};

using the_codec = zpp_bits_codec;

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_CODEC_ZPP_BITS_H

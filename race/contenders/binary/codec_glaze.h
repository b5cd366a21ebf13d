// race/contenders/binary/codec_glaze.h: glaze's BEVE.
#ifndef RACE_CONTENDERS_BINARY_CODEC_GLAZE_H
#define RACE_CONTENDERS_BINARY_CODEC_GLAZE_H

#include <glaze/beve.hpp>
#include <string_view>

#include "binary.h"

namespace race {

class glaze_codec {
 public:
  explicit glaze_codec(size_t capacity) { bytes_.reserve(capacity); }

  template <class T>
  size_t write(T const& value) {
    if (glz::write_beve(value, bytes_)) fail("glaze");
    return bytes_.size();
  }
  char const* data() const { return bytes_.data(); }
  template <class T>
  void read(char const* data, size_t size, T& value) {
    if (glz::read_beve(value, std::string_view(data, size))) fail("glaze");
  }
  template <class T>
  static std::string fresh(T const& value) {
    std::string bytes;
    if (glz::write_beve(value, bytes)) fail("glaze");
    return bytes;
  }

 private:
  std::string bytes_;
};

using the_codec = glaze_codec;

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_CODEC_GLAZE_H

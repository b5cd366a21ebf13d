// race/contenders/binary/codec_msgpack.h: msgpack-c, structures as arrays.
#ifndef RACE_CONTENDERS_BINARY_CODEC_MSGPACK_H
#define RACE_CONTENDERS_BINARY_CODEC_MSGPACK_H

#include <msgpack.hpp>

#define RACE_MEMBERS(...) MSGPACK_DEFINE(__VA_ARGS__)
#include "binary.h"

MSGPACK_ADD_ENUM(race::color)

namespace race {

class msgpack_codec {
 public:
  explicit msgpack_codec(size_t capacity) : bytes_(capacity) {}

  template <class T>
  size_t write(T const& value) {
    bytes_.clear();
    msgpack::pack(bytes_, value);
    return bytes_.size();
  }
  char const* data() const { return bytes_.data(); }
  // Texts refer to the message until the value copies them.
  template <class T>
  void read(char const* data, size_t size, T& value) {
    zone_.clear();
    msgpack::unpack(
        zone_, data, size,
        [](msgpack::type::object_type, size_t, void*) { return true; })
        .convert(value);
  }
  template <class T>
  static msgpack::sbuffer fresh(T const& value) {
    msgpack::sbuffer bytes;
    msgpack::pack(bytes, value);
    return bytes;
  }

 private:
  msgpack::sbuffer bytes_;
  msgpack::zone zone_;
};

using the_codec = msgpack_codec;

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_CODEC_MSGPACK_H

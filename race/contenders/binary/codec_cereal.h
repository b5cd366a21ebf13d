// race/contenders/binary/codec_cereal.h: cereal's binary archives over memory.
#ifndef RACE_CONTENDERS_BINARY_CODEC_CEREAL_H
#define RACE_CONTENDERS_BINARY_CODEC_CEREAL_H

#include <cereal/archives/binary.hpp>
#include <cereal/types/common.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <sstream>

#include "binary.h"

namespace race {

template <class Archive>
void serialize(Archive& archive, vec3& v) {
  archive(v.x, v.y, v.z);
}
template <class Archive>
void serialize(Archive& archive, weapon& v) {
  archive(v.name, v.damage);
}
template <class Archive>
void serialize(Archive& archive, monster& v) {
  archive(v.pos, v.mana, v.hp, v.name, v.inventory, v.color, v.weapons,
          v.equipped, v.path);
}

class cereal_codec {
 public:
  explicit cereal_codec(size_t capacity) : memory_(capacity) {}

  template <class T>
  size_t write(T const& value) {
    memory_streambuf to(memory_.data(), memory_.size());
    std::ostream stream(&to);
    cereal::BinaryOutputArchive{stream}(value);
    return to.written();
  }
  char const* data() const { return memory_.data(); }
  template <class T>
  void read(char const* data, size_t size, T& value) {
    memory_streambuf from(data, size);
    std::istream stream(&from);
    cereal::BinaryInputArchive{stream}(value);
  }
  template <class T>
  static std::string fresh(T const& value) {
    std::ostringstream stream;
    cereal::BinaryOutputArchive{stream}(value);
    return stream.str();
  }

 private:
  message_memory memory_;
};

using the_codec = cereal_codec;

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_CODEC_CEREAL_H

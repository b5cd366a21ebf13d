// race/contenders/binary/codec_bitsery.h: bitsery over memory of a fixed size.
#ifndef RACE_CONTENDERS_BINARY_CODEC_BITSERY_H
#define RACE_CONTENDERS_BINARY_CODEC_BITSERY_H

#include <bitsery/adapter/buffer.h>
#include <bitsery/bitsery.h>
#include <bitsery/traits/string.h>
#include <bitsery/traits/vector.h>

#include "binary.h"

namespace race {

// bitsery refuses longer containers.
inline constexpr size_t longest = 1 << 28;

template <class S>
void serialize(S& s, vec3& v) {
  s.value4b(v.x);
  s.value4b(v.y);
  s.value4b(v.z);
}
template <class S>
void serialize(S& s, weapon& v) {
  s.text1b(v.name, longest);
  s.value2b(v.damage);
}
template <class S>
void serialize(S& s, monster& v) {
  s.object(v.pos);
  s.value2b(v.mana);
  s.value2b(v.hp);
  s.text1b(v.name, longest);
  s.container1b(v.inventory, longest);
  s.value1b(v.color);
  s.container(v.weapons, longest);
  s.object(v.equipped);
  s.container(v.path, longest);
}
template <class S>
void serialize(S& s, monsters& v) {
  s.container(v, longest);
}
template <class S>
void serialize_list(S& s, monsters const& v) {
  s.container(v, longest);
}
template <class S, class T>
void serialize_list(S& s, std::vector<T> const& v) {
  s.container4b(v, longest);
}
template <class S>
void serialize_list(S& s, monsters& v) {
  s.container(v, longest);
}
template <class S, class T>
void serialize_list(S& s, std::vector<T>& v) {
  s.container4b(v, longest);
}

struct bitsery_memory {
  char* data;
  size_t size;

  char* begin() const { return data; }
};

}  // namespace race

template <>
struct bitsery::traits::ContainerTraits<race::bitsery_memory> {
  using TValue = char;
  static constexpr bool isResizable = false;
  static constexpr bool isContiguous = true;
  static size_t size(race::bitsery_memory const& memory) { return memory.size; }
};
template <>
struct bitsery::traits::BufferAdapterTraits<race::bitsery_memory> {
  using TIterator = char*;
  using TConstIterator = char const*;
  using TValue = char;
};

namespace race {

class bitsery_codec {
 public:
  explicit bitsery_codec(size_t capacity) : memory_(capacity) {}

  template <class T>
  size_t write(T const& value) {
    return write_into<bitsery_memory>({memory_.data(), memory_.size()}, value);
  }
  template <class T>
  size_t write_at(char* to, T const& value) {
    return write_into<bitsery_memory>({to, message_size}, value);
  }
  char const* data() const { return memory_.data(); }
  template <class T>
  void read(char const* data, size_t size, T& value) {
    bitsery::Deserializer<bitsery::InputBufferAdapter<char const*>> in(data,
                                                                       size);
    serialize_list(in, value);
    if (!in.adapter().isCompletedSuccessfully()) fail("bitsery");
  }
  template <class T>
  static std::vector<char> fresh(T const& value) {
    std::vector<char> bytes;
    bytes.resize(write_into(bytes, value));
    return bytes;
  }

 private:
  template <class Buffer, class T>
  static size_t write_into(Buffer&& to, T const& value) {
    using buffer = std::remove_cvref_t<Buffer>;
    bitsery::Serializer<bitsery::OutputBufferAdapter<buffer>> out(to);
    serialize_list(out, value);
    out.adapter().flush();
    return out.adapter().writtenBytesCount();
  }

  message_memory memory_;
};

using the_codec = bitsery_codec;

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_CODEC_BITSERY_H

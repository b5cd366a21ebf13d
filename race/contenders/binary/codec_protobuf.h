// race/contenders/binary/codec_protobuf.h: Protocol Buffers. The first write
// makes its objects from the value; store() makes a value from its objects.
#ifndef RACE_CONTENDERS_BINARY_CODEC_PROTOBUF_H
#define RACE_CONTENDERS_BINARY_CODEC_PROTOBUF_H

#include <monster.pb.h>

#include "binary.h"

namespace race {

inline void to_proto(race_proto::Vec3& to, vec3 const& from) {
  to.set_x(from.x);
  to.set_y(from.y);
  to.set_z(from.z);
}
inline void to_proto(race_proto::Weapon& to, weapon const& from) {
  to.set_name(from.name);
  to.set_damage(from.damage);
}
inline void to_proto(race_proto::Monster& to, monster const& from) {
  to_proto(*to.mutable_pos(), from.pos);
  to.set_mana(from.mana);
  to.set_hp(from.hp);
  to.set_name(from.name);
  to.set_inventory(from.inventory.data(), from.inventory.size());
  to.set_color(static_cast<race_proto::Color>(from.color));
  for (weapon const& one : from.weapons) to_proto(*to.add_weapons(), one);
  to_proto(*to.mutable_equipped(), from.equipped);
  for (vec3 const& one : from.path) to_proto(*to.add_path(), one);
}
inline void to_proto(race_proto::Monsters& to, monsters const& from) {
  for (monster const& one : from) to_proto(*to.add_all(), one);
}
template <class Numbers, class T>
void to_proto(Numbers& to, std::vector<T> const& from) {
  to.mutable_all()->Add(from.begin(), from.end());
}

inline void from_proto(vec3& to, race_proto::Vec3 const& from) {
  to = {from.x(), from.y(), from.z()};
}
inline void from_proto(weapon& to, race_proto::Weapon const& from) {
  to = {from.name(), static_cast<std::int16_t>(from.damage())};
}
inline void from_proto(monster& to, race_proto::Monster const& from) {
  from_proto(to.pos, from.pos());
  to.mana = static_cast<std::int16_t>(from.mana());
  to.hp = static_cast<std::int16_t>(from.hp());
  to.name = from.name();
  to.inventory.assign(from.inventory().begin(), from.inventory().end());
  to.color = static_cast<color>(from.color());
  to.weapons.clear();
  for (auto const& one : from.weapons())
    from_proto(to.weapons.emplace_back(), one);
  from_proto(to.equipped, from.equipped());
  to.path.clear();
  for (auto const& one : from.path()) from_proto(to.path.emplace_back(), one);
}
inline void from_proto(monsters& to, race_proto::Monsters const& from) {
  to.clear();
  for (auto const& one : from.all()) from_proto(to.emplace_back(), one);
}
template <class T, class Numbers>
void from_proto(std::vector<T>& to, Numbers const& from) {
  to.assign(from.all().begin(), from.all().end());
}

class protobuf_codec {
 public:
  explicit protobuf_codec(size_t capacity) : memory_(capacity) {}

  template <class T>
  size_t write(T const& value) {
    auto& message = message_of(value);
    if (message.all().empty()) to_proto(message, value);
    size_t const size = message.ByteSizeLong();
    if (size > memory_.size()) fail("protobuf");
    message.SerializeWithCachedSizesToArray(
        reinterpret_cast<std::uint8_t*>(memory_.data()));
    return size;
  }
  char const* data() const { return memory_.data(); }
  template <class T>
  void read(char const* data, size_t size, T& value) {
    if (!message_of(value).ParseFromArray(data, static_cast<int>(size)))
      fail("protobuf");
  }
  template <class T>
  void store(T& value) {
    from_proto(value, message_of(value));
  }

 private:
  race_proto::Monsters& message_of(monsters const&) { return monsters_; }
  race_proto::Ints& message_of(std::vector<std::int32_t> const&) {
    return ints_;
  }
  race_proto::Floats& message_of(std::vector<float> const&) { return floats_; }

  message_memory memory_;
  race_proto::Monsters monsters_;
  race_proto::Ints ints_;
  race_proto::Floats floats_;
};

using the_codec = protobuf_codec;

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_CODEC_PROTOBUF_H

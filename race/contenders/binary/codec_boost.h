// race/contenders/binary/codec_boost.h: Boost's binary archives over memory,
// without headers, tracking and versions.
#ifndef RACE_CONTENDERS_BINARY_CODEC_BOOST_H
#define RACE_CONTENDERS_BINARY_CODEC_BOOST_H

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/is_bitwise_serializable.hpp>
#include <boost/serialization/level.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/tracking.hpp>
#include <boost/serialization/vector.hpp>
#include <sstream>

#include "binary.h"

BOOST_IS_BITWISE_SERIALIZABLE(race::vec3)
BOOST_CLASS_IMPLEMENTATION(race::vec3,
                           boost::serialization::object_serializable)
BOOST_CLASS_IMPLEMENTATION(race::weapon,
                           boost::serialization::object_serializable)
BOOST_CLASS_IMPLEMENTATION(race::monster,
                           boost::serialization::object_serializable)
BOOST_CLASS_TRACKING(race::vec3, boost::serialization::track_never)
BOOST_CLASS_TRACKING(race::weapon, boost::serialization::track_never)
BOOST_CLASS_TRACKING(race::monster, boost::serialization::track_never)

namespace race {

template <class Archive>
void serialize(Archive& archive, vec3& v, unsigned) {
  archive & v.x & v.y & v.z;
}
template <class Archive>
void serialize(Archive& archive, weapon& v, unsigned) {
  archive & v.name & v.damage;
}
template <class Archive>
void serialize(Archive& archive, monster& v, unsigned) {
  archive & v.pos & v.mana & v.hp & v.name & v.inventory & v.color & v.weapons &
      v.equipped & v.path;
}

inline constexpr unsigned boost_flags = boost::archive::no_header |
                                        boost::archive::no_codecvt |
                                        boost::archive::no_tracking;

class boost_codec {
 public:
  explicit boost_codec(size_t capacity) : memory_(capacity) {}

  template <class T>
  size_t write(T const& value) {
    memory_streambuf to(memory_.data(), memory_.size());
    boost::archive::binary_oarchive(to, boost_flags) << value;
    return to.written();
  }
  char const* data() const { return memory_.data(); }
  template <class T>
  void read(char const* data, size_t size, T& value) {
    memory_streambuf from(data, size);
    boost::archive::binary_iarchive(from, boost_flags) >> value;
  }
  template <class T>
  static std::string fresh(T const& value) {
    std::ostringstream stream;
    boost::archive::binary_oarchive(stream, boost_flags) << value;
    return stream.str();
  }

 private:
  message_memory memory_;
};

using the_codec = boost_codec;

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_CODEC_BOOST_H

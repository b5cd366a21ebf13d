// race/contenders/binary/monster.h: the data of the published
// cpp_serializers_benchmark: monsters with weapons, places and names.
#ifndef RACE_CONTENDERS_BINARY_MONSTER_H
#define RACE_CONTENDERS_BINARY_MONSTER_H

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

// For libraries that need a line inside each structure.
#ifndef RACE_MEMBERS
#define RACE_MEMBERS(...)
#endif

namespace race {

enum color : std::uint8_t { red, green, blue };

struct vec3 {
  float x, y, z;
  bool operator==(vec3 const&) const = default;
  RACE_MEMBERS(x, y, z)
};

struct weapon {
  std::string name;
  std::int16_t damage;
  bool operator==(weapon const&) const = default;
  RACE_MEMBERS(name, damage)
};

struct monster {
  vec3 pos;
  std::int16_t mana;
  std::int16_t hp;
  std::string name;
  std::vector<std::uint8_t> inventory;
  race::color color;
  std::vector<race::weapon> weapons;
  weapon equipped;
  std::vector<vec3> path;
  bool operator==(monster const&) const = default;
  RACE_MEMBERS(pos, mana, hp, name, inventory, color, weapons, equipped, path)
};

using monsters = std::vector<monster>;

// The checksum of race/inputs/generate.cpp: every number in order, a float by
// its bits, the lengths and the letters.
class value_sum {
 public:
  std::uint64_t total() const { return total_; }

  void add(float v) { add(std::bit_cast<std::uint32_t>(v)); }
  void add(std::int16_t v) { add(static_cast<std::uint16_t>(v)); }
  void add(std::int32_t v) { add(static_cast<std::uint32_t>(v)); }
  void add(std::uint64_t v) { total_ = total_ * 31 + v; }
  void add(std::uint32_t v) { add(std::uint64_t{v}); }
  void add(std::uint16_t v) { add(std::uint64_t{v}); }
  void add(std::uint8_t v) { add(std::uint64_t{v}); }
  void add(char v) { add(static_cast<std::uint8_t>(v)); }
  void add(color v) { add(static_cast<std::uint8_t>(v)); }
  void add(vec3 const& v) {
    add(v.x);
    add(v.y);
    add(v.z);
  }
  void add(weapon const& v) {
    add_each(v.name);
    add(v.damage);
  }
  void add(monster const& v) {
    add(v.pos);
    add(v.mana);
    add(v.hp);
    add_each(v.name);
    add_each(v.inventory);
    add(v.color);
    add_each(v.weapons);
    add(v.equipped);
    add_each(v.path);
  }

 private:
  template <class List>
  void add_each(List const& list) {
    add(std::uint64_t{list.size()});
    for (auto const& one : list) add(one);
  }

  std::uint64_t total_ = 0;
};

// Adds all monsters, or numbers, of a list.
template <class T>
std::uint64_t sum_of(std::vector<T> const& list) {
  value_sum sum;
  for (T const& one : list) sum.add(one);
  return sum.total();
}

}  // namespace race

#endif  // RACE_CONTENDERS_BINARY_MONSTER_H

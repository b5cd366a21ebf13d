// race/contenders/hash/hash.h: the loops of the heats.
#ifndef RACE_CONTENDERS_HASH_HASH_H
#define RACE_CONTENDERS_HASH_HASH_H

#include "../contender.h"

namespace race {

// Whether the heat is of a function: crc32-long is of crc32.
inline bool is_of(job const& j, char const* function) {
  size_t const size = strlen(function);
  return strncmp(j.heat, function, size) == 0 && j.heat[size] == '-';
}

// The number that a row reports for a digest.
inline uint64_t number_of(unsigned char const* digest) {
  uint64_t made = 0;
  for (int i = 0; i != 8; ++i) made = made << 8 | digest[i];
  return made;
}

// Calls hash(bytes, size) repeatedly with the same bytes.
template <class Hash>
inline uint64_t hash_again(job const& j, size_t times, Hash hash) {
  auto const bytes = load<unsigned char>(j.input);
  uint64_t made = hash(bytes.data, bytes.size);
  start_clock();
  for (size_t i = 0; i != times; ++i) {
    asm volatile("" : : "r"(bytes.data) : "memory");
    made = hash(bytes.data, bytes.size);
  }
  stop_clock();
  return made;
}
template <class Hash>
inline uint64_t hash_again(job const& j, Hash hash) {
  return hash_again(j, j.count, hash);
}
// Hashes once: the heat counts bytes.
template <class Hash>
inline uint64_t hash_once(job const& j, Hash hash) {
  return hash_again(j, 1, hash);
}

constexpr size_t message_size = 1024;

// Calls hash(message, size) with every message, repeatedly.
template <class Hash>
inline uint64_t hash_messages(job const& j, Hash hash) {
  auto const bytes = load<unsigned char>(j.input);
  uint64_t made = 0;
  start_clock();
  for (size_t i = 0; i != j.count; ++i) {
    made = 0;
    for (size_t at = 0; at != bytes.size; at += message_size)
      made ^= hash(bytes.data + at, message_size);
  }
  stop_clock();
  return made;
}

}  // namespace race

#endif  // RACE_CONTENDERS_HASH_HASH_H

// rill/os/posix/temporary_name.h: names that nobody can guess.
//
// Floor 3. Allocates nothing, throws nothing. The name owes nothing to the
// file that it stands in for: that one's may have 255 bytes already, or be
// no UTF-8. Tests: test/os/temporary_test.cpp.
#ifndef RILL_OS_POSIX_TEMPORARY_NAME_H
#define RILL_OS_POSIX_TEMPORARY_NAME_H

#include <time.h>  // clock_gettime

#include "directory_call.h"

namespace rill::inline RILL_BUILD::os {

/// The name of a temporary entry, `.rill-` and 16 letters and digits: 80 bits
/// of chance. Small letters alone, for file systems that fold them.
struct temporary_name {
  static constexpr int random_bytes = 10;
  static constexpr int letters = random_bytes * 8 / 5;
  char characters[6 + letters + 1] = ".rill-";
};

// Where the system has no random bytes to give: unlikely to be guessed, and
// never the same twice in a process. A name that is taken costs one more try
// alone, because every entry is made to be new.
inline unsigned long long weak_chance() {
  static unsigned long long count = 0;
  timespec now{};
  (void)::clock_gettime(CLOCK_REALTIME, &now);
  unsigned long long mixed =
      __atomic_add_fetch(&count, 0x9E3779B97F4A7C15, __ATOMIC_RELAXED) ^
      static_cast<unsigned long long>(now.tv_nsec) << 32 ^
      static_cast<unsigned long long>(now.tv_sec) ^
      static_cast<unsigned long long>(::getpid()) << 16;
  // The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
  return mixed ^ mixed >> 31;
}

inline temporary_name make_temporary_name() {
  constexpr char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
  unsigned char chance[temporary_name::random_bytes];
  if (directory_call.getentropy(chance, sizeof chance) != 0)
    for (unsigned char& byte : chance)
      byte = static_cast<unsigned char>(weak_chance() >> 56);
  temporary_name name;
  unsigned bits = 0;
  int held = 0;
  int at = 6;
  for (unsigned char byte : chance) {
    bits = bits << 8 | byte;
    for (held += 8; held >= 5; held -= 5)
      name.characters[at++] = digits[bits >> (held - 5) & 31];
  }
  name.characters[at] = '\0';
  return name;
}

}  // namespace rill::inline RILL_BUILD::os

#endif

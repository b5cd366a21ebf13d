// race/contenders/ints-in/collect.h: where the values go: a sum, or a vector of
// the known final size. Each row calls `keep` with every value, so that both
// heats run the same reading code.
#ifndef RACE_CONTENDERS_INTS_IN_COLLECT_H
#define RACE_CONTENDERS_INTS_IN_COLLECT_H

#include <vector>

#include "../contender.h"

namespace race {

template <class Read>
inline uint64_t collect(job const& j, Read read) {
  if (!j.is("vector")) {
    uint64_t sum = 0;
    read([&sum](uint64_t v) { sum += v; });
    return sum;
  }
  std::vector<size_t> values;
  values.reserve(j.count);
  read([&values](uint64_t v) { values.push_back(v); });
  stop_clock();
  return ordered_checksum(values);
}

}  // namespace race

#endif  // RACE_CONTENDERS_INTS_IN_COLLECT_H

// race/contenders/ints-mixed/mixed.h: the value type and line size of the four
// heats, whose loops are in numbers.h.
#ifndef RACE_CONTENDERS_INTS_MIXED_MIXED_H
#define RACE_CONTENDERS_INTS_MIXED_MIXED_H

#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

namespace race {

using value = uint64_t;
inline constexpr size_t line_size = 21;  // 20 digits and the newline

}  // namespace race

#include "../numbers.h"

#endif  // RACE_CONTENDERS_INTS_MIXED_MIXED_H

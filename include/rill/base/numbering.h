// rill/base/numbering.h: the numbers 0 to n - 1 as a type.
//
// Floor 0. std::integer_sequence without its header (28 to 85 ms). Tests:
// test/base/text_test.cpp.
#ifndef RILL_BASE_NUMBERING_H
#define RILL_BASE_NUMBERING_H

#include "config.h"

namespace rill::inline RILL_BUILD::detail {

template <int... Numbers>
struct numbers {};

#if defined(__clang__)
template <class, int... Numbers>
using numbers_of = numbers<Numbers...>;
template <int Count>
using numbers_up_to = __make_integer_seq<numbers_of, int, Count>;
#else
template <int Count>
using numbers_up_to = numbers<__integer_pack(Count)...>;
#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif

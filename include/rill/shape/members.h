// rill/shape/members.h: the tables behind shape/aggregate.h: a line for each
// number of members.
//
// Floor 2. constexpr. C++20 has no list of names whose length is a parameter.
// Each line stands alone, because g++ takes three times as long to parse the
// same as a chain of else; eight lines are one macro. Tests:
// test/shape/aggregate_test.cpp.
#ifndef RILL_SHAPE_MEMBERS_H
#define RILL_SHAPE_MEMBERS_H

#include "fields.h"

namespace rill::inline RILL_BUILD::detail {

/// Can a T be made of {{}, {}, …}, with Count pairs of braces inside? Each is
/// one member, also where that is an array.
template <class T, int Count>
inline constexpr bool takes_braces = false;

#define RILL_TAKES(count, ...)            \
  template <class T>                      \
    requires requires { T{__VA_ARGS__}; } \
  inline constexpr bool takes_braces<T, count> = true;
#define RILL_TAKES_EIGHT(count, before)                   \
  RILL_TAKES(count + 1, before{})                         \
  RILL_TAKES(count + 2, before{}, {})                     \
  RILL_TAKES(count + 3, before{}, {}, {})                 \
  RILL_TAKES(count + 4, before{}, {}, {}, {})             \
  RILL_TAKES(count + 5, before{}, {}, {}, {}, {})         \
  RILL_TAKES(count + 6, before{}, {}, {}, {}, {}, {})     \
  RILL_TAKES(count + 7, before{}, {}, {}, {}, {}, {}, {}) \
  RILL_TAKES(count + 8, before{}, {}, {}, {}, {}, {}, {}, {})
#define RILL_BRACES_8 {}, {}, {}, {}, {}, {}, {}, {},
#define RILL_BRACES_16 RILL_BRACES_8 RILL_BRACES_8
#define RILL_BRACES_32 RILL_BRACES_16 RILL_BRACES_16

RILL_TAKES(0)
RILL_TAKES_EIGHT(0, )
RILL_TAKES_EIGHT(8, RILL_BRACES_8)
RILL_TAKES_EIGHT(16, RILL_BRACES_16)
RILL_TAKES_EIGHT(24, RILL_BRACES_16 RILL_BRACES_8)
RILL_TAKES_EIGHT(32, RILL_BRACES_32)
RILL_TAKES_EIGHT(40, RILL_BRACES_32 RILL_BRACES_8)
RILL_TAKES_EIGHT(48, RILL_BRACES_32 RILL_BRACES_16)
RILL_TAKES_EIGHT(56, RILL_BRACES_32 RILL_BRACES_16 RILL_BRACES_8)
RILL_TAKES(65, RILL_BRACES_32 RILL_BRACES_32{})

#undef RILL_BRACES_32
#undef RILL_BRACES_16
#undef RILL_BRACES_8
#undef RILL_TAKES_EIGHT
#undef RILL_TAKES

/// Calls function with the Count members of a value.
template <int Count, class T, class Function>
constexpr decltype(auto) call_with_members([[maybe_unused]] T& value,
                                           Function&& function) {
#define RILL_MEMBERS(count, ...)                       \
  if constexpr (Count == count) {                      \
    auto& [__VA_ARGS__] = value;                       \
    if constexpr (requires { function(__VA_ARGS__); }) \
      return function(__VA_ARGS__);                    \
    else                                               \
      return has_bit_fields();                         \
  }
#define RILL_MEMBERS_EIGHT(count, before, m)                               \
  RILL_MEMBERS(count + 1, before m##1)                                     \
  RILL_MEMBERS(count + 2, before m##1, m##2)                               \
  RILL_MEMBERS(count + 3, before m##1, m##2, m##3)                         \
  RILL_MEMBERS(count + 4, before m##1, m##2, m##3, m##4)                   \
  RILL_MEMBERS(count + 5, before m##1, m##2, m##3, m##4, m##5)             \
  RILL_MEMBERS(count + 6, before m##1, m##2, m##3, m##4, m##5, m##6)       \
  RILL_MEMBERS(count + 7, before m##1, m##2, m##3, m##4, m##5, m##6, m##7) \
  RILL_MEMBERS(count + 8, before m##1, m##2, m##3, m##4, m##5, m##6, m##7, m##8)
#define RILL_NAMES(m) m##1, m##2, m##3, m##4, m##5, m##6, m##7, m##8,
#define RILL_NAMES_16 RILL_NAMES(a) RILL_NAMES(b)
#define RILL_NAMES_32 RILL_NAMES_16 RILL_NAMES(c) RILL_NAMES(d)
#define RILL_NAMES_48 RILL_NAMES_32 RILL_NAMES(e) RILL_NAMES(f)

  if constexpr (Count == 0) return function();
  RILL_MEMBERS_EIGHT(0, , a)
  RILL_MEMBERS_EIGHT(8, RILL_NAMES(a), b)
  RILL_MEMBERS_EIGHT(16, RILL_NAMES_16, c)
  RILL_MEMBERS_EIGHT(24, RILL_NAMES_16 RILL_NAMES(c), d)
  RILL_MEMBERS_EIGHT(32, RILL_NAMES_32, e)
  RILL_MEMBERS_EIGHT(40, RILL_NAMES_32 RILL_NAMES(e), f)
  RILL_MEMBERS_EIGHT(48, RILL_NAMES_48, g)
  RILL_MEMBERS_EIGHT(56, RILL_NAMES_48 RILL_NAMES(g), h)

#undef RILL_NAMES_48
#undef RILL_NAMES_32
#undef RILL_NAMES_16
#undef RILL_NAMES
#undef RILL_MEMBERS_EIGHT
#undef RILL_MEMBERS
}

}  // namespace rill::inline RILL_BUILD::detail

#endif

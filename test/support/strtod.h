// test/support/strtod.h: whether the C library's strtod is an oracle.
#ifndef RILL_TEST_SUPPORT_STRTOD_H
#define RILL_TEST_SUPPORT_STRTOD_H

namespace rill_test {

// mingw-w64's strtod reads 4.3225817678266131e-224 as the next larger double.
#if defined(__MINGW32__)
inline constexpr bool strtod_is_exact = false;
#else
inline constexpr bool strtod_is_exact = true;
#endif
inline constexpr char const* inexact_strtod = "strtod is not exact here";

}  // namespace rill_test

#endif

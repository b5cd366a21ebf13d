// test/memory/poison_test.cpp: which bytes AddressSanitizer forbids.
// test/system/poison_test.py tests its reports.
#include <doctest/doctest.h>
#include <rill/memory/poison.h>

#include "../support/skip.h"

#if RILL_ADDRESS_SANITIZER
namespace {

bool is_forbidden(char const& byte) {
  return __asan_address_is_poisoned(&byte) != 0;
}

}  // namespace
#endif

TEST_CASE("memory/poison: from a byte to the end of a block") {
#if RILL_ADDRESS_SANITIZER
  for (int first = 0; first <= 24; ++first) {
    alignas(8) char block[24];
    rill::detail::poison(block + first, static_cast<unsigned>(24 - first));
    for (int i = 0; i != 24; ++i) CHECK(is_forbidden(block[i]) == (i >= first));
    rill::detail::unpoison(block, sizeof block);
    for (char const& byte : block) CHECK_FALSE(is_forbidden(byte));
  }
#else
  rill_test::skip("only with AddressSanitizer");
#endif
}

TEST_CASE("memory/poison: bytes behind the end stay usable") {
#if RILL_ADDRESS_SANITIZER
  for (int first = 0; first <= 16; ++first)
    for (int last = first; last <= 16; ++last) {
      alignas(8) char block[24];
      rill::detail::poison(block + first, static_cast<unsigned>(last - first));
      for (int i = 0; i != 24; ++i)
        if (i < first || i >= last) CHECK_FALSE(is_forbidden(block[i]));
      rill::detail::unpoison(block, sizeof block);
    }
#else
  rill_test::skip("only with AddressSanitizer");
#endif
}

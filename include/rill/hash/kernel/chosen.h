// rill/hash/kernel/chosen.h: a function that is chosen once for this processor.
//
// Layer 2. Allocates nothing. A pointer first points at a chooser, which
// replaces it (docs/decisions/0007-kernels.md). Tests:
// test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_CHOSEN_H
#define RILL_HASH_KERNEL_CHOSEN_H

#include "../../memory/dispatch.h"

namespace rill::inline RILL_BUILD::detail {

// Choice() returns the function to call.
template <auto Choice, class Function = decltype(Choice())>
struct chosen;
template <auto Choice, class Result, class... Args>
struct chosen<Choice, Result (*)(Args...) noexcept> {
  // Two threads may both choose: they store the same pointer.
  [[gnu::cold]] static Result choose(Args... args) noexcept {
    auto const found = Choice();
    __atomic_store_n(&pointer, found, __ATOMIC_RELAXED);
    return found(args...);
  }
  static inline Result (*pointer)(Args...) noexcept = choose;
  static Result now(Args... args) noexcept {
    return __atomic_load_n(&pointer, __ATOMIC_RELAXED)(args...);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

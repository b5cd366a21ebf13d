// rill/memory/kernel/shuffle.h: __builtin_shufflevector, also for g++ 11, which
// lacks it.
//
// Layer 1. Tests: test/unicode/kernel/wide_test.cpp, test/hash/sha2_test.cpp.
#ifndef RILL_MEMORY_KERNEL_SHUFFLE_H
#define RILL_MEMORY_KERNEL_SHUFFLE_H

#if defined(__clang__) || __GNUC__ >= 12
#define RILL_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define RILL_SHUFFLE(a, b, ...) \
  __builtin_shuffle(a, b, __typeof__(a){__VA_ARGS__})
#endif

#endif

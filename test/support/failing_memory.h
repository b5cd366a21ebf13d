// test/support/failing_memory.h: a program in which a chosen allocation, or it
// and all later ones, fail: malloc and the related functions, every form of
// operator new, and allocations of the C library.
//
// The definitions replace the C library's for the whole test program. They are
// weak, so that several test files can include them. Under a sanitizer they
// call its functions.
#ifndef RILL_TEST_SUPPORT_FAILING_MEMORY_H
#define RILL_TEST_SUPPORT_FAILING_MEMORY_H

#include <doctest/doctest.h>
#include <errno.h>
#include <rill/os/error.h>
#include <stddef.h>
#include <stdlib.h>  // malloc

#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "skip.h"

#if defined(__GLIBC__)
// The functions of the sanitizer (null without one) and of the GNU C library. A
// statically linked program keeps the library's own malloc.
extern "C" {
[[gnu::weak]] void* __interceptor_malloc(size_t);
[[gnu::weak]] void* __interceptor_calloc(size_t, size_t);
[[gnu::weak]] void* __interceptor_realloc(void*, size_t);
[[gnu::weak]] void* __interceptor_memalign(size_t, size_t);
[[gnu::weak]] void __interceptor_free(void*);
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);
}
#endif

namespace rill_test {

// Which allocations of this thread fail.
struct memory_plan {
  long left = -1;           // allocations that succeed; negative: all
  bool is_lasting = false;  // the later ones fail, too
  bool has_struck = false;
};
inline thread_local memory_plan memory;

// The number of allocated blocks of all threads.
inline long live_blocks = 0;

// The bytes that this thread has requested since the program began, freed or
// not.
inline thread_local unsigned long long requested_bytes = 0;

// Counts an allocation. Returns true when it must fail.
inline bool memory_fails(size_t size = 0) noexcept {
  requested_bytes += size;
  if (memory.left < 0) return false;
  if (memory.left-- != 0) return false;
  memory.left = memory.is_lasting ? 0 : -1;
  memory.has_struck = true;
  errno = ENOMEM;
  return true;
}
inline void* counted(void* block) noexcept {
  if (block) __atomic_add_fetch(&live_blocks, 1, __ATOMIC_RELAXED);
  return block;
}

}  // namespace rill_test

#if defined(__GLIBC__)
extern "C" {
[[gnu::weak]] void* malloc(size_t size) noexcept {
  if (rill_test::memory_fails(size)) return nullptr;
  return rill_test::counted(__interceptor_malloc ? __interceptor_malloc(size)
                                                 : __libc_malloc(size));
}
[[gnu::weak]] void* calloc(size_t count, size_t size) noexcept {
  if (rill_test::memory_fails(count * size)) return nullptr;
  return rill_test::counted(__interceptor_calloc
                                ? __interceptor_calloc(count, size)
                                : __libc_calloc(count, size));
}
[[gnu::weak]] void* realloc(void* block, size_t size) noexcept {
  if (rill_test::memory_fails(size)) return nullptr;
  void* const other = __interceptor_realloc ? __interceptor_realloc(block, size)
                                            : __libc_realloc(block, size);
  return block ? other : rill_test::counted(other);
}
[[gnu::weak]] void* memalign(size_t alignment, size_t size) noexcept {
  if (rill_test::memory_fails(size)) return nullptr;
  return rill_test::counted(__interceptor_memalign
                                ? __interceptor_memalign(alignment, size)
                                : __libc_memalign(alignment, size));
}
[[gnu::weak]] void* aligned_alloc(size_t alignment, size_t size) noexcept {
  return memalign(alignment, size);
}
[[gnu::weak]] int posix_memalign(void** block, size_t alignment,
                                 size_t size) noexcept {
  void* const made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}
[[gnu::weak]] void free(void* block) noexcept {
  if (!block) return;
  __atomic_sub_fetch(&rill_test::live_blocks, 1, __ATOMIC_RELAXED);
  __interceptor_free ? __interceptor_free(block) : __libc_free(block);
}
}

// The loader keeps memory that it allocates in dlopen. LeakSanitizer suppresses
// these leaks by the caller of malloc, which is the function above.
extern "C" [[gnu::weak]] char const* __lsan_default_suppressions() {
  return "leak:dl_open_worker\nleak:/ld-linux";
}

[[gnu::weak]] void* operator new(size_t size) {
  if (void* const block = malloc(size != 0 ? size : 1)) return block;
  throw std::bad_alloc();
}
[[gnu::weak]] void* operator new(size_t size, std::nothrow_t const&) noexcept {
  return malloc(size != 0 ? size : 1);
}
[[gnu::weak]] void* operator new(size_t size, std::align_val_t alignment) {
  if (void* const block = memalign(static_cast<size_t>(alignment), size))
    return block;
  throw std::bad_alloc();
}
[[gnu::weak]] void* operator new(size_t size, std::align_val_t alignment,
                                 std::nothrow_t const&) noexcept {
  return memalign(static_cast<size_t>(alignment), size);
}
// Every form is replaced, also those that only the C++ library calls: operator
// new of a sanitizer does not match the operators delete below.
[[gnu::weak]] void* operator new[](size_t size) { return operator new(size); }
[[gnu::weak]] void* operator new[](size_t size,
                                   std::nothrow_t const& how) noexcept {
  return operator new(size, how);
}
[[gnu::weak]] void* operator new[](size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}
[[gnu::weak]] void* operator new[](size_t size, std::align_val_t alignment,
                                   std::nothrow_t const& how) noexcept {
  return operator new(size, alignment, how);
}
[[gnu::weak]] void operator delete(void* block) noexcept { free(block); }
[[gnu::weak]] void operator delete(void* block, size_t) noexcept {
  free(block);
}
[[gnu::weak]] void operator delete(void* block,
                                   std::nothrow_t const&) noexcept {
  free(block);
}
[[gnu::weak]] void operator delete(void* block, std::align_val_t,
                                   std::nothrow_t const&) noexcept {
  free(block);
}
[[gnu::weak]] void operator delete[](void* block) noexcept { free(block); }
[[gnu::weak]] void operator delete[](void* block,
                                     std::nothrow_t const&) noexcept {
  free(block);
}
[[gnu::weak]] void operator delete[](void* block, std::align_val_t) noexcept {
  free(block);
}
[[gnu::weak]] void operator delete[](void* block, size_t,
                                     std::align_val_t) noexcept {
  free(block);
}
[[gnu::weak]] void operator delete[](void* block, std::align_val_t,
                                     std::nothrow_t const&) noexcept {
  free(block);
}
[[gnu::weak]] void operator delete[](void* block, size_t) noexcept {
  free(block);
}
[[gnu::weak]] void operator delete(void* block, std::align_val_t) noexcept {
  free(block);
}
[[gnu::weak]] void operator delete(void* block, size_t,
                                   std::align_val_t) noexcept {
  free(block);
}

#endif

namespace rill_test {

// False where malloc cannot be replaced; the test then counts as skipped.
inline bool can_fail_memory() {
  memory = {0, false, false};
  void* const volatile block = ::malloc(1);
  ::free(block);
  memory.left = -1;
  if (!memory.has_struck) skip("malloc cannot be replaced here");
  return memory.has_struck;
}

// Runs work() while the allocation with the index `at` (from 0) fails. Returns
// true when work() does not throw. Only a lack of memory may be thrown.
template <class Work>
bool ends_without(long at, bool is_lasting, Work& work) {
  memory = {at, is_lasting, false};
  bool is_done = false;
  rill::error_code other;
  try {
    work();
    is_done = true;
  } catch (std::bad_alloc const&) {
  } catch (rill::error const& e) {
    other = e.code();
  }
  memory.left = -1;
  if (other) {
    CHECK(memory.has_struck);
    CHECK((other == rill::error_code(rill::error_source::system, ENOMEM)));
  }
  return is_done;
}

enum class failing { once, in_both_ways };
struct no_checks {
  void operator()(auto&) const {}
};

/// Lets every allocation of an operation fail once: alone, and with all later
/// ones.
///
/// make() returns the state, work(state) is the operation, and show(state) is
/// its result as text. After a failure left(state) checks the state, and
/// work(state) runs again: the result must be the same as without a failure,
/// and no block may be left when the state is destroyed.
template <class Make, class Work, class Show, class Left = no_checks>
void sweep_memory(failing how, Make make, Work work, Show show,
                  Left left = {}) {
  if (!can_fail_memory()) return;
  auto whole = make();
  work(whole);
  std::string const wanted = show(whole);
  int failures = 0;
  for (bool const is_lasting : {false, true}) {
    if (is_lasting && how == failing::once) break;
    bool has_struck = true;
    for (long at = 0; has_struck; ++at) {
      CAPTURE(at);
      CAPTURE(is_lasting);
      long const before = live_blocks;
      bool is_same = false;
      {
        auto state = make();
        auto once = [&] { work(state); };
        bool const is_done = ends_without(at, is_lasting, once);
        has_struck = memory.has_struck;
        if (!is_done) {
          ++failures;
          left(state);
          work(state);
        }
        std::string const shown = show(state);
        is_same = shown == wanted;
        if (!is_same) CHECK(shown == wanted);
      }
      long const lost = live_blocks - before;
      CHECK(is_same);
      CHECK(lost == 0);
      if (at > 100'000) FAIL("without an end");
    }
  }
  CHECK(failures != 0);
}
template <class Make, class Work, class Show, class Left = no_checks>
void sweep_memory(Make make, Work work, Show show, Left left = {}) {
  sweep_memory(failing::in_both_ways, make, work, show, left);
}

}  // namespace rill_test

#endif

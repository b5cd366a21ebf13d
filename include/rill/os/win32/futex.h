// rill/os/win32/futex.h: sleeping until another thread changes a word.
//
// Layer 3. Throws nothing. WaitOnAddress is in a library that programs would
// have to name when they are linked, so it is looked up; where there is none
// (before Windows 8), this looks again at each tick.
#ifndef RILL_OS_WIN32_FUTEX_H
#define RILL_OS_WIN32_FUTEX_H

#include "file_call.h"  // GetProcAddress

namespace rill::inline RILL_BUILD::os {

extern "C" void rill_Sleep(windows_word) noexcept __asm__("Sleep");

struct wait_calls {
  windows_bool (*wait)(void const volatile*, void const*, unsigned long long,
                       windows_word);
  void (*wake)(void const*);
};

inline wait_calls const& find_wait_calls() noexcept {
  void* const library = rill_GetModuleHandleW(L"kernelbase.dll");
  static wait_calls const found{
      reinterpret_cast<decltype(wait_calls::wait)>(
          library ? rill_GetProcAddress(library, "WaitOnAddress") : nullptr),
      reinterpret_cast<decltype(wait_calls::wake)>(
          library ? rill_GetProcAddress(library, "WakeByAddressAll")
                  : nullptr)};
  return found;
}

/// Returns when the word is no longer `value`, or earlier.
inline void wait_while(unsigned const& word, unsigned value) noexcept {
  constexpr windows_word infinite = 0xFFFFFFFF;
  wait_calls const& calls = find_wait_calls();
  if (calls.wait && calls.wake)
    (void)calls.wait(&word, &value, sizeof value, infinite);
  else if (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == value)
    rill_Sleep(1);
}

/// Wakes the thread that waits for a change of the word, which has been made.
inline void wake(unsigned const& word) noexcept {
  wait_calls const& calls = find_wait_calls();
  if (calls.wait && calls.wake) calls.wake(&word);
}

}  // namespace rill::inline RILL_BUILD::os

#endif

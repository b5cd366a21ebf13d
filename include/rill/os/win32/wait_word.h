// rill/os/win32/wait_word.h: sleeping until another thread changes a word.
//
// Floor 3. Throws nothing. WaitOnAddress is in a library that programs would
// have to name when they are linked; this looks again at each tick.
#ifndef RILL_OS_WIN32_WAIT_WORD_H
#define RILL_OS_WIN32_WAIT_WORD_H

#include "call.h"

namespace rill::inline RILL_BUILD::os {

extern "C" void rill_Sleep(windows_word) noexcept __asm__("Sleep");

/// Returns when the word is no longer `value`, or earlier.
inline void wait_while(unsigned const& word, unsigned value) noexcept {
  if (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == value) rill_Sleep(1);
}

/// Wakes the thread that waits for a change of the word, which has been made.
inline void wake(unsigned const&) noexcept {}

}  // namespace rill::inline RILL_BUILD::os

#endif

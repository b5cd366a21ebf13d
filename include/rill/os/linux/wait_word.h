// rill/os/linux/wait_word.h: sleeping until another thread changes a word,
// by futex(2).
//
// Floor 3. Throws nothing. Tests: test/os/wait_word_test.cpp.
#ifndef RILL_OS_LINUX_WAIT_WORD_H
#define RILL_OS_LINUX_WAIT_WORD_H

#include <linux/futex.h>  // FUTEX_WAIT_PRIVATE
#include <sys/syscall.h>  // SYS_futex
#include <unistd.h>       // syscall

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

// Where time_t has 64 bits and the processor 32 there is only the later call;
// no time is passed, so both are the same.
inline long futex(unsigned const& word, int operation,
                  unsigned value) noexcept {
#if defined(SYS_futex)
  return ::syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
#else
  return ::syscall(SYS_futex_time64, &word, operation, value, nullptr, nullptr,
                   0);
#endif
}

/// Returns when the word is no longer `value`, or earlier.
inline void wait_while(unsigned const& word, unsigned value) noexcept {
  (void)futex(word, FUTEX_WAIT_PRIVATE, value);
}

/// Wakes the thread that waits for a change of the word, which has been made.
inline void wake(unsigned const& word) noexcept {
  (void)futex(word, FUTEX_WAKE_PRIVATE, 1);
}

}  // namespace rill::inline RILL_BUILD::os

#endif

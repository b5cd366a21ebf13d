// rill/os/posix/wait_word.h: sleeping until another thread changes a word,
// where the system has no call for it.
//
// Floor 3. Throws nothing. Looks again twenty thousand times a second.
// Tests: test/os/wait_word_test.cpp.
#ifndef RILL_OS_POSIX_WAIT_WORD_H
#define RILL_OS_POSIX_WAIT_WORD_H

#include <time.h>  // nanosleep

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

/// Returns when the word is no longer `value`, or earlier.
inline void wait_while(unsigned const& word, unsigned value) noexcept {
  if (__atomic_load_n(&word, __ATOMIC_SEQ_CST) != value) return;
  timespec const pause{0, 50'000};
  (void)::nanosleep(&pause, nullptr);
}

/// Wakes the thread that waits for a change of the word, which has been made.
inline void wake(unsigned const&) noexcept {}

}  // namespace rill::inline RILL_BUILD::os

#endif

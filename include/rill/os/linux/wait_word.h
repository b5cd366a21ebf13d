// rill/os/linux/wait_word.h: sleeping until another thread changes a word,
// by futex(2).
//
// Floor 3. Throws nothing. Tests: test/os/wait_word_test.cpp.
#ifndef RILL_OS_LINUX_WAIT_WORD_H
#define RILL_OS_LINUX_WAIT_WORD_H

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::os {

// Where time_t has 64 bits and the processor 32 there is only the later call;
// no time is passed, so both are the same.
long futex(unsigned const& word, int operation, unsigned value) noexcept;

/// Returns when the word is no longer `value`, or earlier.
void wait_while(unsigned const& word, unsigned value) noexcept;

/// Wakes the thread that waits for a change of the word, which has been made.
void wake(unsigned const& word) noexcept;

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "wait_word_body.h"
#endif

#endif

// rill/os/wait_word.h: the chooser of the system's way to sleep until another
// thread changes a word, apart from os.h because few headers need it.
//
// Floor 3.
#ifndef RILL_OS_WAIT_WORD_H
#define RILL_OS_WAIT_WORD_H

#if defined(__linux__)
#include "linux/wait_word.h"
#elif defined(__unix__) || defined(__APPLE__)
#include "posix/wait_word.h"
#elif defined(_WIN32)
#include "win32/wait_word.h"
#endif

#endif

// rill/terminal.h: colours and other styles; whether a stream is a terminal,
// and its size. The public header of print/styled.h and os/terminal.h.
//
//     rill::println(rill::styled("late", rill::red | rill::bold));
//     if (rill::is_terminal(stdout)) wrap_at(rill::terminal_size().columns);
#ifndef RILL_TERMINAL_H
#define RILL_TERMINAL_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#if RILL_HOSTED
// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "os/terminal.h"
#endif

#include "print.h"
#include "print/styled.h"

#endif

// rill/process.h: runs and spawns programs, without a shell. The public header
// of process/.
//
//     rill::println(rill::run({"git", "rev-parse", "HEAD"}).out.trimmed());
//     rill::child sort = rill::spawn({"sort"}, {.in = rill::piped});
//     rill::println(sort.in(), "b\na");
//     sort.wait();
#ifndef RILL_PROCESS_H
#define RILL_PROCESS_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#if RILL_HOSTED
// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "process/child.h"
#include "process/command.h"
#include "process/pipe.h"
#include "process/program.h"
#include "process/run.h"
#include "process/spawn.h"
#else
#error "rill: this program is built without a system: it has no processes"
#endif

#endif

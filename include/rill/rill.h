// rill/rill.h: every header without third-party dependencies; without an
// operating system, those that need none (docs/freestanding.md).
#ifndef RILL_RILL_H
#define RILL_RILL_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#if RILL_HOSTED
#include <string>  // rill::concat returns one
#endif

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"
#include "scan/refuse.h"

#include "print.h"
#include "scan.h"

#include "error.h"
#include "number.h"
#include "stream.h"
#include "table.h"
#include "terminal.h"
#include "types.h"

#if RILL_HOSTED
#include "csv.h"
#include "file.h"
#include "map.h"
#include "stdio.h"
#include "time.h"
#endif

#if RILL_FOLDERS
#include "fs.h"
#endif

#endif

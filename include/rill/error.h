// rill/error.h: rill::error, rill::result, and how output that is lost in a
// destructor is reported. The public header of os/error.h.
#ifndef RILL_ERROR_H
#define RILL_ERROR_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "os/error.h"
#include "os/scan_sentence.h"
#include "stream/lost_output.h"

#endif

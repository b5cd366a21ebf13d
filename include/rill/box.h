// rill/box.h: messages in windows. The public header of window/.
//
//     rill::box("copied ", 3, " files");
//     rill::box({.title = "Backup", .level = rill::debug_level::error}, error);
//
//     rill::box_writer out({.title = "Backup"});
//     rill::println(out, "a line in a window that stays");
//
// On Windows, the system draws the windows. Elsewhere the first of zenity,
// kdialog and, on macOS, osascript that is in PATH draws them. Without any of
// them the text goes to standard error.
#ifndef RILL_BOX_H
#define RILL_BOX_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#if RILL_HOSTED
// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "print.h"
#include "window/box.h"
#include "window/box_writer.h"
#else
#error "rill: this program is built without a system: it has no windows"
#endif

#endif

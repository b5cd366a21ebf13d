// rill/debug.h: dbg and dbg_at, which show what an expression is, and
// debugger(), a sink for messages to a developer. The public header of
// print/dbg.h; not a part of rill/rill.h, because it defines macros.
//
//     int const n = rill::dbg(width * 2);    // main.cpp:7: width * 2 = 14
//
// rill::dbg(expressions…) prints the file, the line, the text of each
// expression and its value in debug form (pretty(x): long values take several
// lines) to standard error, in one write, and returns the value: an lvalue is
// itself, a temporary is moved out, several values are a std::tuple.
// rill::dbg() prints only the file and the line. With `using namespace rill`,
// or `using rill::dbg`, it is dbg(…).
//
// rill::dbg_at(level, expressions…) does the same if `level`, a
// rill::debug_level, is at least as important as the level in force, which
// set_dbg_level or the environment variable RILL_DBG_LEVEL sets. The
// expressions are evaluated and returned in any case.
//
// rill::set_dbg_output(rill::dbg_to_debugger) sends what both print to
// debugger() instead of standard error.
//
//     -DRILL_DBG=0        prints nothing: the values are returned
//     -DRILL_DBG=4        dbg_at never prints more than errors and warnings
//                         (3 to 7: the numbers of debug_level)
//     -DRILL_DBG_MACRO=0  defines no macros, for a program with a dbg of
//                         its own; define another macro by
//     #define SHOW(...)
//       rill::dbg.at(__FILE__, __LINE__, #__VA_ARGS__)(__VA_ARGS__)
#ifndef RILL_DEBUG_H
#define RILL_DEBUG_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "types.h"

#include "print/dbg.h"

#ifndef RILL_DBG
#define RILL_DBG 1
#endif
#ifndef RILL_DBG_MACRO
#define RILL_DBG_MACRO 1
#endif

#if RILL_DBG_MACRO && RILL_DBG
#define dbg(...) dbg.at(__FILE__, __LINE__, #__VA_ARGS__)(__VA_ARGS__)
#define dbg_at(level, ...)                             \
  dbg_at.at_level(level, RILL_DBG, __FILE__, __LINE__, \
                  #__VA_ARGS__)(__VA_ARGS__)
#elif RILL_DBG_MACRO
#define dbg(...) dbg.off()(__VA_ARGS__)
#define dbg_at(level, ...) dbg_at.off()(__VA_ARGS__)
#endif

#endif

// rill/os/posix/environment.h: the variables of the environment.
//
// Layer 3. Throws nothing; setenv allocates. A change by one thread is a data
// race with every use by another: POSIX has no lock for the environment. Tests:
// test/process/environment_test.cpp.
#ifndef RILL_OS_POSIX_ENVIRONMENT_H
#define RILL_OS_POSIX_ENVIRONMENT_H

#include <errno.h>   // errno
#include <stdlib.h>  // getenv, setenv, unsetenv
#if defined(__APPLE__)
#include <crt_externs.h>  // _NSGetEnviron
#endif

#include "../../base/text.h"
#include "../process_types.h"

#if !defined(__APPLE__)
extern "C" char** environ;
#endif

namespace rill::inline RILL_BUILD::os {

/// The calls that a test can replace.
struct environment_calls {
  char* (*getenv)(char const*) = ::getenv;
  int (*setenv)(char const*, char const*, int) = ::setenv;
  int (*unsetenv)(char const*) = ::unsetenv;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE environment_calls environment_call;

inline char** variables() noexcept {
#if defined(__APPLE__)
  return *_NSGetEnviron();  // a shared library has no environ there
#else
  return ::environ;
#endif
}

/// Writes the value of a variable.
inline filled read_variable(char const* name, char* out,
                            std::size_t room) noexcept {
  char const* const value = environment_call.getenv(name);
  return value ? filled_with(value, out, room) : filled{0, {}, false};
}

/// Writes all entries, `NAME=value` with a NUL behind each. Entries without '='
/// are included, which the program's parent can have passed.
inline filled read_variables(char* out, std::size_t room) noexcept {
  std::size_t size = 0;
  char** const all = variables();
  for (char** at = all; at && *at; ++at) {
    std::size_t const more = detail::length_of(*at) + 1;
    if (size + more <= room) detail::copy_bytes(out + size, *at, more);
    size += more;
  }
  return {size, {}};
}

inline error_code set_variable(char const* name, char const* value) noexcept {
  if (environment_call.setenv(name, value, 1) == 0) return {};
  return {error_source::system, errno};
}

/// Succeeds if there is no such variable.
inline error_code remove_variable(char const* name) noexcept {
  if (environment_call.unsetenv(name) == 0) return {};
  return {error_source::system, errno};
}

/// Returns true if two names are those of one variable.
inline bool is_same_variable(text a, text b) noexcept { return a == b; }

}  // namespace rill::inline RILL_BUILD::os

#endif

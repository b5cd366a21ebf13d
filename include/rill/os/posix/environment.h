// rill/os/posix/environment.h: the variables of the environment.
//
// Floor 3. Throws nothing; setenv allocates. What one thread changes while
// another looks is undefined: POSIX has no lock for it. Tests:
// test/process/environment_test.cpp.
#ifndef RILL_OS_POSIX_ENVIRONMENT_H
#define RILL_OS_POSIX_ENVIRONMENT_H

#include <errno.h>   // errno
#include <stdlib.h>  // getenv, setenv, unsetenv
#if defined(__APPLE__)
#include <crt_externs.h>  // _NSGetEnviron
#endif

#include "../../base/text.h"
#include "../program_terms.h"

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

/// Writes all as `NAME=value`, each with a NUL behind it. An entry without '='
/// that the program was started with is among them.
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

/// One that is not there is no error.
inline error_code remove_variable(char const* name) noexcept {
  if (environment_call.unsetenv(name) == 0) return {};
  return {error_source::system, errno};
}

/// Whether the system takes two names for one.
inline bool is_same_variable(text a, text b) noexcept { return a == b; }

}  // namespace rill::inline RILL_BUILD::os

#endif

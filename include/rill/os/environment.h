// rill/os/environment.h: the variables of the environment.
//
// Layer 3. Throws nothing. Tests: test/process/environment_test.cpp.
#ifndef RILL_OS_ENVIRONMENT_H
#define RILL_OS_ENVIRONMENT_H

#include "../base/config.h"
#include "../base/text.h"
#include "process_types.h"

namespace rill::inline RILL_BUILD::os {

// Returns the order of two texts by their bytes: less than 0, 0 or greater.
inline int compare_texts(text a, text b) noexcept {
  std::size_t const common = detail::smaller(a.size, b.size);
  int const order = common == 0 ? 0 : __builtin_memcmp(a.data, b.data, common);
  if (order != 0) return order;
  return a.size < b.size ? -1 : a.size > b.size;
}

}  // namespace rill::inline RILL_BUILD::os

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no environment"
#elif defined(_WIN32)

#include "win32/converted_text.h"

// Allocates with malloc. Reads the variables of the process itself, which its
// children inherit. getenv would read a copy in the C library, which misses
// changes to these variables. Lone surrogates are read as U+FFFD.

namespace rill::inline RILL_BUILD::os {

extern "C" {
windows_word rill_GetEnvironmentVariableW(wchar_t const*, wchar_t*,
                                          windows_word) noexcept
    __asm__("GetEnvironmentVariableW");
windows_bool rill_SetEnvironmentVariableW(wchar_t const*,
                                          wchar_t const*) noexcept
    __asm__("SetEnvironmentVariableW");
wchar_t* rill_GetEnvironmentStringsW() noexcept
    __asm__("GetEnvironmentStringsW");
windows_bool rill_FreeEnvironmentStringsW(wchar_t*) noexcept
    __asm__("FreeEnvironmentStringsW");
int rill_CompareStringOrdinal(wchar_t const*, int, wchar_t const*, int,
                              windows_bool) noexcept
    __asm__("CompareStringOrdinal");
}

/// The calls that a test can replace.
struct environment_calls {
  windows_word (*get_variable)(wchar_t const*, wchar_t*,
                               windows_word) = rill_GetEnvironmentVariableW;
  windows_bool (*set_variable)(wchar_t const*,
                               wchar_t const*) = rill_SetEnvironmentVariableW;
  wchar_t* (*get_strings)() = rill_GetEnvironmentStringsW;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE environment_calls environment_call;

inline constexpr int variable_not_found = 203;  // ERROR_ENVVAR_NOT_FOUND

inline filled narrow_filled(wchar_t const* units, std::size_t size, char* out,
                            std::size_t room) noexcept {
  narrow_text const narrow = narrowed(units, size, replace_invalid);
  if (narrow.error) return {0, narrow.error};
  return filled_with(narrow, out, room);
}

/// Writes the value of a variable.
inline filled read_variable(char const* name, char* out,
                            std::size_t room) noexcept {
  wide_text const wide = widened(name);
  if (wide.error) return {0, wide.error};
  for (windows_word size = 128;;) {
    wide_text value;
    if (!value.make_room(size)) return {0, value.error};
    // Clears the error: an empty value has the size 0 too, but sets no error.
    rill_SetLastError(0);
    windows_word const count =
        environment_call.get_variable(wide.data, value.data, size);
    if (count >= size) {
      size = count + 1;
      continue;
    }
    error_code const why = last_error();
    if (count == 0 && why.number == variable_not_found) return {0, {}, false};
    if (count == 0 && why.number != 0) return {0, why};
    return narrow_filled(value.data, count, out, room);
  }
}

/// Writes all entries, `NAME=value` with a NUL behind each. The current
/// directories of the drives are included, as `=C:=C:\folder`.
inline filled read_variables(char* out, std::size_t room) noexcept {
  wchar_t* const all = environment_call.get_strings();
  if (!all) return {0, windows_problem(windows_error::not_enough_memory)};
  std::size_t size = 0;
  while (all[size] != L'\0') {
    while (all[size] != L'\0') ++size;
    ++size;
  }
  filled const got = narrow_filled(all, size, out, room);
  (void)rill_FreeEnvironmentStringsW(all);
  return got;
}

// Sets a variable, or removes it if `value` has no data.
inline error_code change_variable(char const* name, wide_text const& value) {
  wide_text const wide = widened(name);
  if (wide.error) return wide.error;
  if (value.error) return value.error;
  return environment_call.set_variable(wide.data, value.data) ? error_code{}
                                                              : last_error();
}

inline error_code set_variable(char const* name, char const* value) noexcept {
  return change_variable(name, widened(value));
}

/// Removes a variable. Succeeds if it does not exist.
inline error_code remove_variable(char const* name) noexcept {
  error_code const error = change_variable(name, {});
  return error.number == variable_not_found ? error_code{} : error;
}

/// Returns the order of two names: less than 0, 0 or greater. 0 means the same
/// variable: case is ignored. Texts that are not UTF-8 come last, in the order
/// of their bytes.
inline int compare_variables(text a, text b) noexcept {
  constexpr int equal = 2;  // CSTR_EQUAL
  wide_text const first = widened(a);
  wide_text const second = widened(b);
  if (first.error && second.error) return compare_texts(a, b);
  if (first.error || second.error) return first.error ? 1 : -1;
  return rill_CompareStringOrdinal(first.data, static_cast<int>(first.size),
                                   second.data, static_cast<int>(second.size),
                                   1) -
         equal;
}

}  // namespace rill::inline RILL_BUILD::os

#else

#include <errno.h>   // errno
#include <stdlib.h>  // getenv, setenv, unsetenv
#if defined(__APPLE__)
#include <crt_externs.h>  // _NSGetEnviron
#else
extern "C" char** environ;
#endif

// setenv allocates. A change by one thread is a data race with every use by
// another: POSIX has no lock for the environment.

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
  return *_NSGetEnviron();  // a shared library of macOS has no environ
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

/// Writes all entries, `NAME=value` with a NUL behind each. Includes entries
/// without '=', which the parent process may have passed.
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

/// Removes a variable. Succeeds if it does not exist.
inline error_code remove_variable(char const* name) noexcept {
  if (environment_call.unsetenv(name) == 0) return {};
  return {error_source::system, errno};
}

/// Returns the order of two names: less than 0, 0 or greater. 0 means the same
/// variable.
inline int compare_variables(text a, text b) noexcept {
  return compare_texts(a, b);
}

}  // namespace rill::inline RILL_BUILD::os

#endif

#endif

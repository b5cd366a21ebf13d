// rill/os/win32/program.h: the program's environment, its arguments and path,
// and shared libraries.
//
// Layer 3. Tests: test/process/environment_test.cpp,
// test/process/program_test.cpp, test/process/library_test.cpp.
#ifndef RILL_OS_WIN32_PROGRAM_H
#define RILL_OS_WIN32_PROGRAM_H

#include "../process_types.h"
#include "../windows_command_line.h"
#include "converted_text.h"

// The variables of the environment.
//
// Throws nothing; allocates with malloc. These are the variables of the
// process, which its children inherit. getenv of the C library reads a copy
// that does not follow their changes. Lone surrogates are read as U+FFFD.

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
    // 0 is also the size of an empty value.
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

// Sets a variable, or removes it where `value` has no data.
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

/// Succeeds if there is no such variable.
inline error_code remove_variable(char const* name) noexcept {
  error_code const error = change_variable(name, {});
  return error.number == variable_not_found ? error_code{} : error;
}

/// Returns true if two names are those of one variable: case does not count.
inline bool is_same_variable(text a, text b) noexcept {
  constexpr int equal = 2;  // CSTR_EQUAL
  wide_text const first = widened(a);
  wide_text const second = widened(b);
  return !first.error && !second.error &&
         rill_CompareStringOrdinal(first.data, static_cast<int>(first.size),
                                   second.data, static_cast<int>(second.size),
                                   1) == equal;
}

// What the program was started with.
//
// Allocates with malloc; throws nothing. What is no UTF-16 is read as U+FFFD.

extern "C" wchar_t* rill_GetCommandLineW() noexcept __asm__("GetCommandLineW");

/// Writes the arguments, each with a NUL behind it.
inline filled read_arguments(char* out, std::size_t room) noexcept {
  wchar_t const* const line = rill_GetCommandLineW();
  std::size_t size = 0;
  while (line[size] != L'\0') ++size;
  narrow_text all = narrowed(line, size, replace_invalid);
  if (all.error) return {0, all.error};
  all.size = command_line_splitter::split(all.data, all.size);
  return filled_with(all, out, room);
}

/// Writes the path of the program's file.
inline filled read_program_path(char* out, std::size_t room) noexcept {
  constexpr windows_word most = 32768;
  wide_text path;
  if (!path.make_room(most)) return {0, path.error};
  windows_word const size = rill_GetModuleFileNameW(nullptr, path.data, most);
  if (size == 0 || size == most) return {0, last_error()};
  narrow_text const narrow = narrowed(path.data, size, replace_invalid);
  if (narrow.error) return {0, narrow.error};
  return filled_with(narrow, out, room);
}

inline int process_id() noexcept {
  return static_cast<int>(rill_GetCurrentProcessId());
}

// Shared libraries and the names in them.
//
// Throws nothing; allocates with malloc. The loader searches neither the
// current folder nor PATH, where others may place a library of the same name.
// Source: Microsoft's description of LoadLibraryEx and "Dynamic-Link Library
// Security".

extern "C" {
void* rill_LoadLibraryExW(wchar_t const*, void*, windows_word) noexcept
    __asm__("LoadLibraryExW");
windows_bool rill_FreeLibrary(void*) noexcept __asm__("FreeLibrary");
windows_bool rill_SetThreadErrorMode(windows_word, windows_word*) noexcept
    __asm__("SetThreadErrorMode");
}

/// The calls that a test can replace.
struct library_calls {
  void* (*load)(wchar_t const*, void*, windows_word) = rill_LoadLibraryExW;
  windows_bool (*free)(void*) = rill_FreeLibrary;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE library_calls library_call;

/// The loader's answer. There are no words: the number of the error has them.
struct loader_answer {
  void* address = nullptr;
  error_code error;
  text words = {};
};

// Makes a path absolute, as LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR requires.
inline wide_text full_path(wide_text const& path) noexcept {
  windows_word const room =
      rill_GetFullPathNameW(path.data, 0, nullptr, nullptr);
  if (room == 0) return last_error();
  wide_text full;
  if (!full.make_room(room)) return full;
  full.size = rill_GetFullPathNameW(path.data, room, full.data, nullptr);
  if (full.size == 0 || full.size >= room) full.error = last_error();
  return full;
}

// Suppresses the dialog that the system shows for a damaged library.
inline loader_answer load_quietly(wchar_t const* path,
                                  windows_word flags) noexcept {
  constexpr windows_word fail_critical_errors = 1;  // SEM_FAILCRITICALERRORS
  windows_word before = 0;
  bool const is_set =
      rill_SetThreadErrorMode(fail_critical_errors, &before) != 0;
  void* const handle = library_call.load(path, nullptr, flags);
  error_code const error = handle ? error_code{} : last_error();
  if (is_set) (void)rill_SetThreadErrorMode(before, nullptr);
  return {handle, error};
}

/// Loads a library from a path with a slash, a backslash or a drive in it.
/// Searches for another name in the program's folder, in System32 and in the
/// folders of AddDllDirectory. Requires that the path is not empty.
inline loader_answer load_library(char const* path) noexcept {
  // LOAD_LIBRARY_SEARCH_DEFAULT_DIRS, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR.
  constexpr windows_word default_folders = 0x1000, own_folder = 0x100;
  wide_text name = widened(path);
  if (name.error) return {nullptr, name.error};
  bool is_path = false;
  for (char const c : text(path))
    is_path = is_path || c == '/' || c == '\\' || c == ':';
  if (!is_path) return load_quietly(name.data, default_folders);
  name = full_path(name);
  if (name.error) return {nullptr, name.error};
  return load_quietly(name.data, default_folders | own_folder);
}

/// Returns the program's own file, without the libraries that it is linked
/// with.
inline loader_answer own_library() noexcept {
  void* const handle = rill_GetModuleHandleW(nullptr);
  return {handle, handle ? error_code{} : last_error()};
}

inline loader_answer find_symbol(void* library, char const* name) noexcept {
  void* const address = rill_GetProcAddress(library, name);
  return {address, address ? error_code{} : last_error()};
}

inline loader_answer unload_library(void* library) noexcept {
  return {nullptr, library_call.free(library) ? error_code{} : last_error()};
}

}  // namespace rill::inline RILL_BUILD::os

#endif

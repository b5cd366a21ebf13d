// rill/os/library.h: shared libraries and the names in them.
//
// Layer 3. Throws nothing. Tests: test/process/library_test.cpp.
#ifndef RILL_OS_LIBRARY_H
#define RILL_OS_LIBRARY_H

#include "../base/config.h"
#include "../base/result.h"
#include "../base/text.h"

#if !RILL_HOSTED
#error "rill: this program is built without a system: it has no libraries"
#elif defined(_WIN32)
#include "win32/converted_text.h"
#else
#include <dlfcn.h>  // dlopen, dlsym, dlclose, dlerror
#endif

namespace rill::inline RILL_BUILD::os {

/// The loader's result. On POSIX the error text is valid until this thread
/// calls the loader again; Windows has no text, only an error number.
struct loader_answer {
  void* address = nullptr;
  error_code error;
  text words = {};
};

#if defined(_WIN32)

// Allocates with malloc. The loader searches neither the current folder nor
// PATH, where others may place a library of the same name. Source: Microsoft's
// description of LoadLibraryEx and "Dynamic-Link Library Security".

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
/// Searches for a name without these in the program's folder, in System32 and
/// in the folders of AddDllDirectory. Requires that the path is not empty.
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

/// Returns the program's own executable, without the libraries that it links.
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

#else

// The loader allocates and runs the constructors of a library. With glibc
// before 2.34, a program is linked with -ldl.

/// The calls that a test can replace.
struct library_calls {
  void* (*dlopen)(char const*, int) = ::dlopen;
  int (*dlclose)(void*) = ::dlclose;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE library_calls library_call;

inline loader_answer loader_error() noexcept {
  char const* const words = ::dlerror();
  return {nullptr, library_problem::cannot_load, words ? text(words) : text()};
}

/// Loads a library from a path with a slash in it, or by a name that the loader
/// searches for. Resolves all references at once; other libraries do not see
/// its symbols. Requires a path that is not empty: the empty one means the
/// program.
inline loader_answer load_library(char const* path) noexcept {
  void* const handle = library_call.dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return handle ? loader_answer{handle, {}} : loader_error();
}

/// Returns the program with all libraries that it links.
inline loader_answer own_library() noexcept {
  void* const handle = library_call.dlopen(nullptr, RTLD_NOW);
  return handle ? loader_answer{handle, {}} : loader_error();
}

/// Returns the value of a symbol, which can be null. Only dlerror distinguishes
/// a null value from a missing symbol.
inline loader_answer find_symbol(void* library, char const* name) noexcept {
  (void)::dlerror();
  void* const address = ::dlsym(library, name);
  if (address) return {address, {}};
  loader_answer const failed = loader_error();
  return failed.words.data ? failed : loader_answer{};
}

inline loader_answer unload_library(void* library) noexcept {
  return library_call.dlclose(library) == 0 ? loader_answer{} : loader_error();
}

#endif

}  // namespace rill::inline RILL_BUILD::os

#endif

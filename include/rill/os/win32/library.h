// rill/os/win32/library.h: shared libraries and the names in them.
//
// Floor 3. Throws nothing; allocates with malloc. The loader searches neither
// the current folder nor PATH, where others may place a library of the same
// name. Source: Microsoft's description of LoadLibraryEx and "Dynamic-Link
// Library Security". Tests: test/process/library_test.cpp.
#ifndef RILL_OS_WIN32_LIBRARY_H
#define RILL_OS_WIN32_LIBRARY_H

#include "converted_text.h"

namespace rill::inline RILL_BUILD::os {

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

// rill/os/win32/process.h: the program itself: its name, and what it runs
// when it ends.
//
// Floor 3. Throws nothing.
#ifndef RILL_OS_WIN32_PROCESS_H
#define RILL_OS_WIN32_PROCESS_H

#include <process.h>  // _exit
#include <stdio.h>    // fflush

#include "call.h"

namespace rill::inline RILL_BUILD::os {

extern "C" {
windows_word rill_GetModuleFileNameW(void*, wchar_t*, windows_word) noexcept
    __asm__("GetModuleFileNameW");
int rill_WideCharToMultiByte(unsigned, windows_word, wchar_t const*, int, char*,
                             int, char const*, windows_bool*) noexcept
    __asm__("WideCharToMultiByte");
}

// The name of the program's file in UTF-8, without folder and ending.
struct name_of_program {
  char bytes[260 * 3 + 1];

  name_of_program() noexcept {
    constexpr unsigned utf8 = 65001;
    wchar_t path[1024];
    windows_word size = rill_GetModuleFileNameW(nullptr, path, 1024);
    wchar_t const* name = path;
    for (windows_word i = 0; i != size; ++i)
      if (path[i] == L'\\') name = path + i + 1;
    if (size > 4 && path[size - 4] == L'.') size -= 4;
    int const units = static_cast<int>(path + size - name);
    int const count = units <= 0 ? 0
                                 : rill_WideCharToMultiByte(
                                       utf8, 0, name, units, bytes,
                                       sizeof bytes - 1, nullptr, nullptr);
    bytes[count] = '\0';
  }
};

/// The name of the program, without its folder and `.exe`.
inline char const* program_name() {
  static name_of_program const name;
  return name.bytes;
}

/// True in code that may be unloaded before the program ends. Not known here,
/// so the answer is the safe one.
constexpr bool may_be_unloaded() { return true; }

namespace RILL_OF_THIS_MODULE before_exit {
inline void (*drain)() = nullptr;  // writes what buffers of rill's hold
}

/// Ends the program with a status after C's own streams and the native
/// standard ones are flushed, and without running anything registered for the
/// end once more.
[[noreturn]] RILL_OF_THIS_MODULE inline void exit_after_flush(int status) {
  if (before_exit::drain) before_exit::drain();
  (void)::fflush(nullptr);
  ::_exit(status);
}

}  // namespace rill::inline RILL_BUILD::os

#endif

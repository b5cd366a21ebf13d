// rill/os/win32/program.h: what the program was started with.
//
// Floor 3. Allocates with malloc; throws nothing. What is no UTF-16 is read as
// U+FFFD. Tests: test/process/program_test.cpp.
#ifndef RILL_OS_WIN32_PROGRAM_H
#define RILL_OS_WIN32_PROGRAM_H

#include "../program_terms.h"
#include "../windows_command_line.h"
#include "converted_text.h"

namespace rill::inline RILL_BUILD::os {

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

}  // namespace rill::inline RILL_BUILD::os

#endif

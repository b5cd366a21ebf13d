// rill/os/win32/call.h: replaceable calls of Windows, and handles.
//
// Layer 3.
#ifndef RILL_OS_WIN32_CALL_H
#define RILL_OS_WIN32_CALL_H

#include <errno.h>  // the error numbers of the C library

#include "../../base/config.h"

// All calls of Windows go through these functions.
//
// Declares the functions of kernel32 under names of our own, which stand for
// the same symbols, because <windows.h> would define its macros (min, max,
// near, small, interface, …) in every file that prints. The declarations cannot
// conflict with <windows.h>, before or after it. With RILL_FAULTS=1 the calls
// go through pointers that a test replaces.

namespace rill::inline RILL_BUILD::os {

// 32-bit programs use another calling convention and other symbols.
static_assert(sizeof(void*) == 8, "rill on Windows: 64-bit programs only");

/// The error numbers of GetLastError (winerror.h) that rill handles.
namespace windows_error {
inline constexpr int file_not_found = 2;
inline constexpr int path_not_found = 3;
inline constexpr int too_many_open_files = 4;
inline constexpr int access_denied = 5;
inline constexpr int invalid_handle = 6;
inline constexpr int not_enough_memory = 8;
inline constexpr int write_protect = 19;
inline constexpr int not_ready = 21;
inline constexpr int sharing_violation = 32;
inline constexpr int lock_violation = 33;
inline constexpr int handle_eof = 38;
inline constexpr int handle_disk_full = 39;
inline constexpr int not_supported = 50;
inline constexpr int bad_netpath = 53;
inline constexpr int file_exists = 80;
inline constexpr int invalid_parameter = 87;
inline constexpr int broken_pipe = 109;
inline constexpr int disk_full = 112;
inline constexpr int invalid_name = 123;
inline constexpr int negative_seek = 131;
inline constexpr int seek_on_device = 132;
inline constexpr int directory_not_empty = 145;
inline constexpr int already_exists = 183;
inline constexpr int bad_exe_format = 193;
inline constexpr int file_name_too_long = 206;
inline constexpr int pipe_busy = 231;
inline constexpr int no_data = 232;
inline constexpr int pipe_not_connected = 233;
inline constexpr int more_data = 234;
inline constexpr int directory = 267;
inline constexpr int stopped_on_symlink = 681;
inline constexpr int elevation_required = 740;
inline constexpr int operation_aborted = 995;
inline constexpr int io_incomplete = 996;
inline constexpr int io_pending = 997;
inline constexpr int io_device = 1117;
inline constexpr int no_unicode_translation = 1113;
inline constexpr int user_mapped_file = 1224;
inline constexpr int privilege_not_held = 1314;
inline constexpr int no_system_resources = 1450;
}  // namespace windows_error

// The structures of <minwinbase.h> and <fileapi.h> that are passed by address.

/// OVERLAPPED: used only for the offset of a read or write.
struct windows_offset {
  unsigned long long internal[2] = {};
  unsigned offset_low = 0;
  unsigned offset_high = 0;
  void* event = nullptr;
};

/// FILETIME: units of 100 ns since 1601, in two halves.
struct windows_time {
  unsigned low;
  unsigned high;
};

/// BY_HANDLE_FILE_INFORMATION
struct windows_file_information {
  unsigned attributes;
  windows_time created;
  windows_time accessed;
  windows_time written;
  unsigned volume;
  unsigned size_high;
  unsigned size_low;
  unsigned link_count;
  unsigned index_high;
  unsigned index_low;
};

static_assert(sizeof(windows_offset) == 32 &&
              sizeof(windows_file_information) == 52);

// DWORD and BOOL, which have 32 bits on Windows.
using windows_word = unsigned long;
using windows_bool = int;
static_assert(sizeof(windows_word) == 4);

extern "C" {
windows_word rill_GetLastError() noexcept __asm__("GetLastError");
void rill_SetLastError(windows_word) noexcept __asm__("SetLastError");
void* rill_GetStdHandle(windows_word) noexcept __asm__("GetStdHandle");
windows_bool rill_ReadFile(void*, void*, windows_word, windows_word*,
                           windows_offset*) noexcept __asm__("ReadFile");
windows_bool rill_WriteFile(void*, void const*, windows_word, windows_word*,
                            windows_offset*) noexcept __asm__("WriteFile");
windows_bool rill_SetFilePointerEx(void*, long long, long long*,
                                   windows_word) noexcept
    __asm__("SetFilePointerEx");
windows_bool rill_SetFileInformationByHandle(void*, int, void*,
                                             windows_word) noexcept
    __asm__("SetFileInformationByHandle");
windows_bool rill_FlushFileBuffers(void*) noexcept __asm__("FlushFileBuffers");
windows_bool rill_CloseHandle(void*) noexcept __asm__("CloseHandle");
windows_word rill_GetFileType(void*) noexcept __asm__("GetFileType");
windows_bool rill_GetConsoleMode(void*, windows_word*) noexcept
    __asm__("GetConsoleMode");
}

/// The calls that a test can replace: those that move bytes on handles.
/// file_call.h and map.h have others.
struct system_calls {
  windows_bool (*read_file)(void*, void*, windows_word, windows_word*,
                            windows_offset*) = rill_ReadFile;
  windows_bool (*write_file)(void*, void const*, windows_word, windows_word*,
                             windows_offset*) = rill_WriteFile;
  windows_bool (*set_file_pointer)(void*, long long, long long*,
                                   windows_word) = rill_SetFilePointerEx;
  windows_bool (*set_file_information)(void*, int, void*, windows_word) =
      rill_SetFileInformationByHandle;
  windows_bool (*flush_file_buffers)(void*) = rill_FlushFileBuffers;
  windows_bool (*close_handle)(void*) = rill_CloseHandle;
  windows_word (*get_file_type)(void*) = rill_GetFileType;
  void* (*get_standard_handle)(windows_word) = rill_GetStdHandle;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE system_calls call;

// Results of GetFileType.
inline constexpr windows_word type_disk = 1;
inline constexpr windows_word type_character = 2;
inline constexpr windows_word type_pipe = 3;

// The handle of an open file: a HANDLE.
//
// Allocates nothing, throws nothing.

using native_handle = void*;

/// Null is never a valid handle. INVALID_HANDLE_VALUE, which some functions
/// return on failure, means the current process to others, and is not a
/// constant expression.
inline constexpr native_handle no_handle = nullptr;

/// A standard stream. The program may replace its handle (SetStdHandle), so it
/// is queried at each use.
struct standard_handle {
  windows_word which;
  operator native_handle() const noexcept {
    return call.get_standard_handle(which);
  }
};
inline constexpr standard_handle standard_input_handle{
    static_cast<windows_word>(-10)};
inline constexpr standard_handle standard_output_handle{
    static_cast<windows_word>(-11)};
inline constexpr standard_handle standard_error_handle{
    static_cast<windows_word>(-12)};

/// Returns true if the handle is a console.
inline bool is_terminal(native_handle handle) {
  windows_word const before = rill_GetLastError();
  windows_word mode = 0;
  bool const answer = rill_GetConsoleMode(handle, &mode) != 0;
  rill_SetLastError(before);
  return answer;
}

}  // namespace rill::inline RILL_BUILD::os

#endif

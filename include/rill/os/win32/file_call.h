// rill/os/win32/file_call.h: the calls that open files and query them,
// replaceable in tests.
//
// Layer 3. As call.h.
#ifndef RILL_OS_WIN32_FILE_CALL_H
#define RILL_OS_WIN32_FILE_CALL_H

#include "call.h"

namespace rill::inline RILL_BUILD::os {

extern "C" {
void* rill_CreateFileW(wchar_t const*, windows_word, windows_word, void*,
                       windows_word, windows_word, void*) noexcept
    __asm__("CreateFileW");
windows_bool rill_GetFileInformationByHandle(void*,
                                             windows_file_information*) noexcept
    __asm__("GetFileInformationByHandle");
windows_bool rill_DuplicateHandle(void*, void*, void*, void**, windows_word,
                                  windows_bool, windows_word) noexcept
    __asm__("DuplicateHandle");
void* rill_GetCurrentProcess() noexcept __asm__("GetCurrentProcess");
windows_word rill_GetCurrentProcessId() noexcept __asm__("GetCurrentProcessId");
windows_word rill_GetFullPathNameW(wchar_t const*, windows_word, wchar_t*,
                                   wchar_t**) noexcept
    __asm__("GetFullPathNameW");
windows_word rill_GetTempPathW(windows_word, wchar_t*) noexcept
    __asm__("GetTempPathW");
int rill_MultiByteToWideChar(unsigned, windows_word, char const*, int, wchar_t*,
                             int) noexcept __asm__("MultiByteToWideChar");
windows_bool rill_QueryPerformanceCounter(long long*) noexcept
    __asm__("QueryPerformanceCounter");
void* rill_GetModuleHandleW(wchar_t const*) noexcept
    __asm__("GetModuleHandleW");
void* rill_GetProcAddress(void*, char const*) noexcept
    __asm__("GetProcAddress");
}

/// The calls on files that a test can replace.
struct file_system_calls {
  void* (*create_file)(wchar_t const*, windows_word, windows_word, void*,
                       windows_word, windows_word, void*) = rill_CreateFileW;
  windows_bool (*get_file_information)(void*, windows_file_information*) =
      rill_GetFileInformationByHandle;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE file_system_calls file_call;

// Attributes of a file.
inline constexpr unsigned attribute_read_only = 0x1;
inline constexpr unsigned attribute_directory = 0x10;
inline constexpr unsigned attribute_normal = 0x80;
inline constexpr unsigned attribute_temporary = 0x100;
inline constexpr unsigned attribute_reparse_point = 0x400;

}  // namespace rill::inline RILL_BUILD::os

#endif

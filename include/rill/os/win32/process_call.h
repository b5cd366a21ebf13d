// rill/os/win32/process_call.h: the seam of the calls that start processes,
// wait for them and end them, and of those on pipes.
//
// Floor 3. As call.h.
#ifndef RILL_OS_WIN32_PROCESS_CALL_H
#define RILL_OS_WIN32_PROCESS_CALL_H

#include <cstddef>  // std::size_t

#include "file_call.h"

namespace rill::inline RILL_BUILD::os {

/// STARTUPINFOEXW of a 64-bit program.
struct windows_startup {
  unsigned size = sizeof(windows_startup);
  wchar_t* reserved = nullptr;
  wchar_t* desktop = nullptr;
  wchar_t* title = nullptr;
  unsigned x = 0;
  unsigned y = 0;
  unsigned width = 0;
  unsigned height = 0;
  unsigned columns = 0;
  unsigned rows = 0;
  unsigned fill = 0;
  unsigned flags = 0;
  unsigned short show = 0;
  unsigned short reserved_size = 0;
  unsigned char* reserved_bytes = nullptr;
  void* standard[3] = {};
  void* attributes = nullptr;
};

/// PROCESS_INFORMATION
struct windows_process {
  void* process;
  void* thread;
  unsigned process_id;
  unsigned thread_id;
};

/// JOBOBJECT_EXTENDED_LIMIT_INFORMATION of a 64-bit program.
struct windows_job_limits {
  long long times[2] = {};
  unsigned flags = 0;
  unsigned long long others[15] = {};
};

/// JobObjectExtendedLimitInformation
inline constexpr int extended_job_limits = 9;

static_assert(sizeof(windows_startup) == 112 && sizeof(windows_process) == 24 &&
              sizeof(windows_job_limits) == 144);

extern "C" {
windows_bool rill_CreateProcessW(wchar_t const*, wchar_t*, void*, void*,
                                 windows_bool, windows_word, void*,
                                 wchar_t const*, windows_startup*,
                                 windows_process*) noexcept
    __asm__("CreateProcessW");
windows_bool rill_InitializeProcThreadAttributeList(void*, windows_word,
                                                    windows_word,
                                                    std::size_t*) noexcept
    __asm__("InitializeProcThreadAttributeList");
windows_bool rill_UpdateProcThreadAttribute(void*, windows_word, std::size_t,
                                            void*, std::size_t, void*,
                                            std::size_t*) noexcept
    __asm__("UpdateProcThreadAttribute");
void rill_DeleteProcThreadAttributeList(void*) noexcept
    __asm__("DeleteProcThreadAttributeList");
void* rill_CreateJobObjectW(void*, wchar_t const*) noexcept
    __asm__("CreateJobObjectW");
windows_bool rill_SetInformationJobObject(void*, int, void*,
                                          windows_word) noexcept
    __asm__("SetInformationJobObject");
windows_bool rill_AssignProcessToJobObject(void*, void*) noexcept
    __asm__("AssignProcessToJobObject");
windows_bool rill_TerminateJobObject(void*, unsigned) noexcept
    __asm__("TerminateJobObject");
windows_bool rill_TerminateProcess(void*, unsigned) noexcept
    __asm__("TerminateProcess");
windows_word rill_ResumeThread(void*) noexcept __asm__("ResumeThread");
windows_word rill_WaitForSingleObject(void*, windows_word) noexcept
    __asm__("WaitForSingleObject");
windows_word rill_WaitForMultipleObjects(windows_word, void* const*,
                                         windows_bool, windows_word) noexcept
    __asm__("WaitForMultipleObjects");
windows_bool rill_GetExitCodeProcess(void*, windows_word*) noexcept
    __asm__("GetExitCodeProcess");
windows_bool rill_GenerateConsoleCtrlEvent(windows_word, windows_word) noexcept
    __asm__("GenerateConsoleCtrlEvent");
windows_bool rill_CreatePipe(void**, void**, void*, windows_word) noexcept
    __asm__("CreatePipe");
void* rill_CreateNamedPipeW(wchar_t const*, windows_word, windows_word,
                            windows_word, windows_word, windows_word,
                            windows_word, void*) noexcept
    __asm__("CreateNamedPipeW");
void* rill_CreateEventW(void*, windows_bool, windows_bool,
                        wchar_t const*) noexcept __asm__("CreateEventW");
windows_bool rill_CancelIoEx(void*, windows_offset*) noexcept
    __asm__("CancelIoEx");
windows_bool rill_GetOverlappedResult(void*, windows_offset*, windows_word*,
                                      windows_bool) noexcept
    __asm__("GetOverlappedResult");
windows_word rill_GetSystemDirectoryW(wchar_t*, windows_word) noexcept
    __asm__("GetSystemDirectoryW");
windows_word rill_GetEnvironmentVariableW(wchar_t const*, wchar_t*,
                                          windows_word) noexcept
    __asm__("GetEnvironmentVariableW");
windows_word rill_GetFileAttributesW(wchar_t const*) noexcept
    __asm__("GetFileAttributesW");
int rill_CompareStringOrdinal(wchar_t const*, int, wchar_t const*, int,
                              windows_bool) noexcept
    __asm__("CompareStringOrdinal");
void rill_Sleep(windows_word) noexcept __asm__("Sleep");
}

/// The calls on processes and pipes that a test can replace: those that make
/// something, and can fail where nothing is wrong with what they are given.
struct process_calls {
  decltype(&rill_CreateProcessW) create_process = rill_CreateProcessW;
  decltype(&rill_InitializeProcThreadAttributeList) begin_attributes =
      rill_InitializeProcThreadAttributeList;
  decltype(&rill_UpdateProcThreadAttribute) add_attribute =
      rill_UpdateProcThreadAttribute;
  decltype(&rill_DuplicateHandle) duplicate_handle = rill_DuplicateHandle;
  decltype(&rill_CreateJobObjectW) create_job = rill_CreateJobObjectW;
  decltype(&rill_SetInformationJobObject) set_job =
      rill_SetInformationJobObject;
  decltype(&rill_AssignProcessToJobObject) assign_process =
      rill_AssignProcessToJobObject;
  decltype(&rill_ResumeThread) resume_thread = rill_ResumeThread;
  decltype(&rill_CreatePipe) create_pipe = rill_CreatePipe;
  decltype(&rill_CreateNamedPipeW) create_named_pipe = rill_CreateNamedPipeW;
  decltype(&rill_CreateEventW) create_event = rill_CreateEventW;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE process_calls process_call;

}  // namespace rill::inline RILL_BUILD::os

#endif

// rill/os/win32/child.h: waits for child processes and ends them.
//
// Layer 3. Tests: test/process/exit_status_test.cpp,
// test/os/win32/child_test.cpp.
#ifndef RILL_OS_WIN32_CHILD_H
#define RILL_OS_WIN32_CHILD_H

#include <cstddef>  // std::size_t

#include "../../base/config.h"
#include "../../base/text.h"
#include "../clock.h"
#include "../process_types.h"
#include "device.h"  // write_unique, failed_handle
#include "file_call.h"
#include "output.h"  // last_error

// The calls on processes and pipes.
//
// Replaceable as in call.h.

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

/// The calls on processes and pipes that a test can replace: those that create
/// something, and can fail even with valid arguments.
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

// Signals do not end processes on Windows.

/// Always empty.
constexpr text signal_name(int) noexcept { return {}; }

// Waits for child processes, asks them to end, and ends them.
//
// Allocates nothing, throws nothing.

/// A process that was started: a plain value, not an owner.
struct child_process {
  int id = 0;                        // 0: no process, or already collected
  native_handle handle = no_handle;  // of the process
  native_handle job = no_handle;     // in which it runs
  int group = 0;                     // for CTRL_BREAK: its own, or 0
};

/// Has a new process join the group of another one, which Windows cannot do:
/// the new one gets its own.
constexpr void join_group(spawn_request&, child_process const&) noexcept {}

// Results of the wait functions.
inline constexpr windows_word wait_failed = ~windows_word{0};
inline constexpr windows_word wait_time_over = 258;

/// A time-out that several waits share.
class wait_time {
 public:
  explicit wait_time(unsigned long long nanoseconds) noexcept
      : end_(nanoseconds == for_ever ? for_ever : end_after(nanoseconds)) {}

  /// Returns the time left for the next wait, rounded up. A wait takes at most
  /// 49 days, so it may end before the time is over.
  windows_word milliseconds() const noexcept {
    constexpr windows_word infinite = 0xFFFFFFFF;
    if (end_ == for_ever) return infinite;
    unsigned long long const now = steady_nanoseconds();
    if (now >= end_) return 0;
    unsigned long long const left = (end_ - now - 1) / 1'000'000 + 1;
    return static_cast<windows_word>(left < infinite ? left : infinite - 1);
  }

 private:
  static unsigned long long end_after(unsigned long long nanoseconds) noexcept {
    unsigned long long const now = steady_nanoseconds();
    // At most for_ever - 1, because for_ever means no limit.
    return nanoseconds < for_ever - now ? now + nanoseconds : for_ever - 1;
  }

  unsigned long long end_;
};

/// Waits until the process has ended, at most for the given nanoseconds; ~0
/// means no limit. Does not collect the process.
inline awaited await_end(child_process const& process,
                         unsigned long long nanoseconds) noexcept {
  wait_time const time(nanoseconds);
  for (;;) {
    windows_word const left = time.milliseconds();
    windows_word const answer = rill_WaitForSingleObject(process.handle, left);
    if (answer == wait_failed) return {false, last_error()};
    if (answer != wait_time_over) return {true, {}};
    if (left == 0) return {};
  }
}

// Closes a job without ending the processes in it.
inline void leave_job(native_handle job) noexcept {
  windows_job_limits none;
  (void)rill_SetInformationJobObject(job, extended_job_limits, &none,
                                     sizeof none);
  (void)call.close_handle(job);
}

/// Closes the handles of a process. Processes in its job continue, as those of
/// a process group do on other systems.
inline void release(child_process& process) noexcept {
  if (process.handle) (void)call.close_handle(process.handle);
  if (process.job) leave_job(process.job);
  process = {};
}

/// Waits until the process has ended, returns its exit code, and releases it.
inline collected collect(child_process& process) noexcept {
  collected result;
  result.error = await_end(process, for_ever).error;
  windows_word code = 0;
  if (!result.error && !rill_GetExitCodeProcess(process.handle, &code))
    result.error = last_error();
  result.report.number = code;
  release(process);
  return result;
}

/// Sends CTRL_BREAK to the group of the process. Returns
/// library_problem::unsupported if it has no group of its own: there is no
/// other way to ask it. Reaches only processes on the parent's console, and
/// ends those that do not handle it.
inline error_code ask_to_stop(child_process const& process) noexcept {
  constexpr windows_word control_break = 1;
  if (process.group == 0) return library_problem::unsupported;
  if (rill_GenerateConsoleCtrlEvent(control_break,
                                    static_cast<windows_word>(process.group)))
    return {};
  return last_error();
}

/// Ends the process at once, with exit code 1; with a group of its own, also
/// all processes that it has started. Succeeds if it has ended already.
inline error_code end_tree(child_process const& process) noexcept {
  constexpr unsigned exit_code = 1;
  bool const is_whole = process.job && process.group != 0;
  if (is_whole ? rill_TerminateJobObject(process.job, exit_code)
               : rill_TerminateProcess(process.handle, exit_code))
    return {};
  error_code const why = last_error();
  return await_end(process, 0).has_ended ? error_code{} : why;
}

// On Windows a write to a closed pipe only fails.

/// Does nothing: there is no SIGPIPE.
class no_broken_pipe_signal {
 public:
  no_broken_pipe_signal() noexcept {}
  ~no_broken_pipe_signal() {}
};

}  // namespace rill::inline RILL_BUILD::os

#endif

// rill/os/win32/child.h: a process that was started is waited for, asked to
// end, and ended.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/os/win32/child_test.cpp.
#ifndef RILL_OS_WIN32_CHILD_H
#define RILL_OS_WIN32_CHILD_H

#include "../process_terms.h"
#include "clock.h"
#include "output.h"  // last_error
#include "process_call.h"

namespace rill::inline RILL_BUILD::os {

/// A process that was started: a plain value, not an owner.
struct child_process {
  int id = 0;                        // 0: none, or it was collected
  native_handle handle = no_handle;  // of the process
  native_handle job = no_handle;     // in which it was started
  int group = 0;                     // for CTRL_BREAK: its own, or 0
};

// Answers of the waits.
inline constexpr windows_word wait_failed = ~windows_word{0};
inline constexpr windows_word wait_time_over = 258;

/// A time-out that several waits share.
class wait_time {
 public:
  explicit wait_time(unsigned long long nanoseconds) noexcept
      : end_(nanoseconds == for_ever ? for_ever : end_after(nanoseconds)) {}

  /// For the next wait: what is left, rounded up. A wait takes 49 days at
  /// most, so it may be over before the time is.
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
    // The last moment but one: the last means that there is no end.
    return nanoseconds < for_ever - now ? now + nanoseconds : for_ever - 1;
  }

  unsigned long long end_;
};

/// Waits until the process has ended, for so many nanoseconds at most; ~0 is
/// for ever. Leaves all as it is: the status is there for collect().
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

/// Closes the handles of a process. What runs in its job goes on, as in a
/// process group of other systems.
inline void release(child_process& process) noexcept {
  if (process.handle) (void)call.close_handle(process.handle);
  if (process.job) leave_job(process.job);
  process = {};
}

/// Waits until the process has ended, gives its exit code, and releases it.
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

/// Sends CTRL_BREAK to the group of the process. library_problem::unsupported
/// when it has no own group: there is no other way to ask. Reaches processes
/// of the parent's console alone, and ends those that do not handle it.
inline error_code ask_to_stop(child_process const& process) noexcept {
  constexpr windows_word control_break = 1;
  if (process.group == 0) return library_problem::unsupported;
  if (rill_GenerateConsoleCtrlEvent(control_break,
                                    static_cast<windows_word>(process.group)))
    return {};
  return last_error();
}

/// Ends the process at once, with the exit code 1; and with an own group all
/// that it has started. One that has ended already is no error.
inline error_code end_tree(child_process const& process) noexcept {
  constexpr unsigned exit_code = 1;
  bool const is_whole = process.job && process.group != 0;
  if (is_whole ? rill_TerminateJobObject(process.job, exit_code)
               : rill_TerminateProcess(process.handle, exit_code))
    return {};
  error_code const why = last_error();
  return await_end(process, 0).has_ended ? error_code{} : why;
}

}  // namespace rill::inline RILL_BUILD::os

#endif

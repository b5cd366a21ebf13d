// rill/os/win32/device.h: what a handle is, where it stands, and the calls
// on it that move no bytes.
//
// Floor 3. Allocates nothing, throws nothing.
#ifndef RILL_OS_WIN32_DEVICE_H
#define RILL_OS_WIN32_DEVICE_H

#include "../device_terms.h"
#include "file_call.h"
#include "handle.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

constexpr unsigned long long joined(unsigned high, unsigned low) {
  return static_cast<unsigned long long>(high) << 32 | low;
}

inline device_status disk_status(native_handle handle) {
  windows_file_information native;
  device_status result;
  if (!file_call.get_file_information(handle, &native)) {
    result.error = last_error();
    return result;
  }
  bool const is_directory = (native.attributes & attribute_directory) != 0;
  result.kind = is_directory ? device_kind::directory : device_kind::regular;
  result.size = joined(native.size_high, native.size_low);
  result.mode = is_directory ? 0777 : 0666;
  if ((native.attributes & attribute_read_only) != 0) result.mode &= 0555;
  result.device = native.volume;
  result.inode = joined(native.index_high, native.index_low);
  return result;
}

inline device_status status(native_handle handle) {
  rill_SetLastError(0);
  windows_word const type = call.get_file_type(handle);
  if (type == type_disk) return disk_status(handle);
  device_status result;
  if (type == type_character) result.kind = device_kind::character;
  if (type == type_pipe) result.kind = device_kind::pipe;
  if (type == 0 && rill_GetLastError() != 0) result.error = last_error();
  return result;
}

// One word of what the system knows of an open file (NtQueryInformationFile),
// or false. The function has no import library in every tool chain, so it is
// looked up.
inline bool query_file(native_handle handle, int what,
                       unsigned& word) noexcept {
  struct {
    void* status;
    unsigned long long information;
  } answer{};
  using query = int (*)(void*, void*, void*, windows_word, int);
  static query const ask = reinterpret_cast<query>(rill_GetProcAddress(
      rill_GetModuleHandleW(L"ntdll.dll"), "NtQueryInformationFile"));
  return ask && ask(handle, &answer, &word, sizeof word, what) >= 0;
}

/// Returns true when every write goes to the end of the file: the handle may
/// append and may not write elsewhere.
inline bool is_appending(native_handle handle) {
  constexpr int access_information = 8;  // FILE_ACCESS_INFORMATION
  constexpr unsigned may_write = 2, may_append = 4;
  unsigned access = 0;
  return query_file(handle, access_information, access) &&
         (access & (may_write | may_append)) == may_append;
}

/// An offset in bytes from the start of a file, or why there is none.
struct position {
  long long offset = 0;
  error_code error;
};

// What a seek counts from.
inline constexpr int from_start = 0;
inline constexpr int from_here = 1;
inline constexpr int from_end = 2;

// The system leaves open what moving the position of a pipe does.
inline position seek(native_handle handle, long long offset, int whence) {
  windows_word const type = call.get_file_type(handle);
  if (type == type_pipe || type == type_character)
    return {0, {error_source::system, windows_error::seek_on_device}};
  long long at = 0;
  if (!call.set_file_pointer(handle, offset, &at,
                             static_cast<windows_word>(whence)))
    return {0, last_error()};
  return {at, {}};
}

inline error_code answer(windows_bool outcome) {
  return outcome ? error_code{} : last_error();
}

inline error_code close(native_handle handle) {
  return answer(call.close_handle(handle));
}

/// Waits for the disk. The handle must be open for writing.
inline error_code sync(native_handle handle) {
  return answer(call.flush_file_buffers(handle));
}
inline error_code sync_data(native_handle handle) { return sync(handle); }

inline error_code truncate(native_handle handle, long long size) {
  constexpr int end_of_file = 6;  // FileEndOfFileInfo
  return answer(
      call.set_file_information(handle, end_of_file, &size, sizeof size));
}

struct opened {
  native_handle handle = no_handle;
  error_code error;
};

/// A second handle for the same open file, which child processes do not get.
inline opened duplicate(native_handle handle) {
  constexpr windows_word same_access = 2;
  void* const process = rill_GetCurrentProcess();
  void* copy = nullptr;
  if (!rill_DuplicateHandle(process, handle, process, &copy, 0, 0, same_access))
    return {no_handle, last_error()};
  return {copy, {}};
}

}  // namespace rill::inline RILL_BUILD::os

#endif

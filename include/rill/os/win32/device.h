// rill/os/win32/device.h: the type of a handle, opening files, and locks.
//
// Layer 3.
#ifndef RILL_OS_WIN32_DEVICE_H
#define RILL_OS_WIN32_DEVICE_H

#include <wchar.h>  // wcslen

#include "../types.h"
#include "call.h"
#include "file_call.h"
#include "output.h"  // last_error
#include "wide_path.h"

// The type and position of a handle, and the calls on it that move no bytes.
//
// Allocates nothing, throws nothing.

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

// Queries one number about an open file (NtQueryInformationFile); returns false
// on failure. Not every tool chain has an import library with the function, so
// it is looked up.
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

/// Returns true if every write goes to the end of the file: the handle has
/// append access but no write access.
inline bool is_appending(native_handle handle) {
  constexpr int access_information = 8;  // FILE_ACCESS_INFORMATION
  constexpr unsigned may_write = 2, may_append = 4;
  unsigned access = 0;
  return query_file(handle, access_information, access) &&
         (access & (may_write | may_append)) == may_append;
}

/// An offset in bytes from the start of a file, or the error.
struct position {
  long long offset = 0;
  error_code error;
};

// The origins of a seek.
inline constexpr int from_start = 0;
inline constexpr int from_here = 1;
inline constexpr int from_end = 2;

// Windows does not define what moving the position of a pipe does.
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

/// Waits until the disk has the bytes. Requires a handle open for writing.
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

/// Duplicates a handle for the same open file; child processes do not inherit
/// it.
inline opened duplicate(native_handle handle) {
  constexpr windows_word same_access = 2;
  void* const process = rill_GetCurrentProcess();
  void* copy = nullptr;
  if (!rill_DuplicateHandle(process, handle, process, &copy, 0, 0, same_access))
    return {no_handle, last_error()};
  return {copy, {}};
}

}  // namespace rill::inline RILL_BUILD::os

// Opens paths.
//
// Allocates only for long paths; throws nothing. Child processes never inherit
// the handle; other programs may read, write, rename and remove the file
// meanwhile, as on other systems. Symbolic links are followed unless the caller
// disables that.

namespace rill::inline RILL_BUILD {

namespace os {

inline void* failed_handle() {
  return __builtin_bit_cast(void*, ~0ull);  // INVALID_HANDLE_VALUE
}

inline windows_word access_of(open_options const& options) {
  constexpr windows_word generic_read = 0x80000000, generic_write = 0x40000000;
  // FILE_GENERIC_WRITE without FILE_WRITE_DATA: the handle can only append.
  constexpr windows_word append_alone = 0x00120114;
  windows_word access = 0;
  if (options.read || !options.write) access |= generic_read;
  if (options.write) access |= options.append ? append_alone : generic_write;
  return access;
}

// If links are not followed, nothing is truncated before the file is checked.
inline windows_word disposition_of(open_options const& options) {
  constexpr windows_word new_one = 1, new_or_emptied = 2, existing = 3, any = 4,
                         emptied = 5;
  bool const cut = options.truncate && options.follow;
  if (options.create_new) return new_one;
  if (options.create) return cut ? new_or_emptied : any;
  return cut ? emptied : existing;
}

inline constexpr windows_word share_all = 7;  // read, write, delete

// Checks a file that was opened without following links: fails for a link, and
// truncates the file if requested.
inline opened checked(native_handle handle, open_options const& options) {
  windows_file_information about;
  error_code problem;
  if (!file_call.get_file_information(handle, &about))
    problem = last_error();
  else if ((about.attributes & attribute_reparse_point) != 0)
    problem = {error_source::system, windows_error::stopped_on_symlink};
  else if (options.truncate)
    problem = truncate(handle, 0);
  if (!problem) return {handle, {}};
  (void)close(handle);
  return {no_handle, problem};
}

inline opened open_wide(wchar_t const* path, open_options const& options) {
  constexpr windows_word do_not_follow = 0x00200000, no_cache = 0x20000000;
  windows_word const attributes =
      ((options.mode & 0200) != 0 ? attribute_normal : attribute_read_only) |
      (options.follow ? 0 : do_not_follow) | (options.direct ? no_cache : 0);
  native_handle const handle =
      file_call.create_file(path, access_of(options), share_all, nullptr,
                            disposition_of(options), attributes, nullptr);
  if (handle == failed_handle()) return {no_handle, last_error()};
  if (!options.follow) return checked(handle, options);
  return {handle, {}};
}

/// Opens a path of UTF-8 that ends with a NUL.
inline opened open(char const* path, open_options const& options) {
  wide_path const wide({path, detail::length_of(path)});
  if (wide.problem()) return {no_handle, wide.problem()};
  return open_wide(wide.c_str(), options);
}

/// The folder for temporary files if the caller names none: the one in the
/// user's settings (GetTempPathW).
inline constexpr char const* temporary_folder = "";

// Writes 16 hexadecimal digits, unique to this call.
inline void write_unique(wchar_t* out) {
  static unsigned long long calls = 0;
  long long ticks = 0;
  (void)rill_QueryPerformanceCounter(&ticks);
  unsigned long long bits =
      static_cast<unsigned long long>(ticks) * 0x9E3779B97F4A7C15 ^
      static_cast<unsigned long long>(rill_GetCurrentProcessId()) << 32 ^
      __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  for (int i = 0; i != 16; ++i, bits >>= 4)
    out[i] = L"0123456789abcdef"[bits & 15];
}

inline opened open_unnamed_in(wchar_t const* folder) {
  constexpr windows_word gone_when_closed = 0x04000000;
  constexpr windows_word read_and_write = 0xC0000000, new_one = 1;
  constexpr wchar_t ending[] = L"\\rill-0000000000000000";
  std::size_t const length = ::wcslen(folder);
  auto* const name =
      static_cast<wchar_t*>(::malloc(length * sizeof(wchar_t) + sizeof ending));
  if (!name)
    return {no_handle,
            {error_source::system, windows_error::not_enough_memory}};
  ::memcpy(name, folder, length * sizeof(wchar_t));
  ::memcpy(name + length, ending, sizeof ending);
  opened result;
  do {
    write_unique(name + length + 6);
    native_handle const handle =
        file_call.create_file(name, read_and_write, share_all, nullptr, new_one,
                              attribute_temporary | gone_when_closed, nullptr);
    result = handle == failed_handle() ? opened{no_handle, last_error()}
                                       : opened{handle, {}};
  } while (result.error.number == windows_error::file_exists);
  ::free(name);
  return result;
}

/// Opens a new file in a folder, which the system removes when its last handle
/// is closed. Until then it has a name there.
inline opened open_unnamed(char const* folder) {
  if (*folder == '\0') {
    wchar_t chosen[261];  // MAX_PATH and a NUL, as the call promises
    windows_word const size = rill_GetTempPathW(261, chosen);
    if (size == 0 || size > 261) return {no_handle, last_error()};
    return open_unnamed_in(chosen);
  }
  wide_path const wide({folder, detail::length_of(folder)});
  if (wide.problem()) return {no_handle, wide.problem()};
  return open_unnamed_in(wide.c_str());
}

}  // namespace os
}  // namespace rill::inline RILL_BUILD

// Locks on whole files, between programs.
//
// Allocates nothing, throws nothing. The lock belongs to the open file:
// duplicates of the handle share it, opening the file again does not. Unlike on
// other systems it is mandatory: while it is held, writes by others, and with
// an exclusive lock also reads, fail with ERROR_LOCK_VIOLATION.

namespace rill::inline RILL_BUILD::os {

extern "C" {
windows_bool rill_LockFileEx(void*, windows_word, windows_word, windows_word,
                             windows_word, windows_offset*) noexcept
    __asm__("LockFileEx");
windows_bool rill_UnlockFileEx(void*, windows_word, windows_word, windows_word,
                               windows_offset*) noexcept
    __asm__("UnlockFileEx");
void rill_Sleep(windows_word) noexcept __asm__("Sleep");
}

inline void unlock(native_handle handle) {
  windows_offset start;
  constexpr windows_word all = 0xFFFFFFFF;
  (void)rill_UnlockFileEx(handle, 0, all, all, &start);
}

// Makes one call. First releases a lock of the other kind: the system would
// make the caller wait for itself.
inline error_code set_lock(native_handle handle, lock_kind kind, bool waits) {
  constexpr windows_word all = 0xFFFFFFFF;
  windows_word const flags =
      (kind == lock_kind::exclusive ? 2u : 0u) | (waits ? 0u : 1u);
  unlock(handle);
  windows_offset start;
  return rill_LockFileEx(handle, flags, 0, all, all, &start) ? error_code{}
                                                             : last_error();
}

/// Takes the lock, and waits until it is free. Changes the kind of a lock that
/// is held already; another program may get it in between.
inline error_code lock(native_handle handle, lock_kind kind) {
  return set_lock(handle, kind, true);
}

/// Takes the lock if it is free; otherwise returns library_problem::locked.
inline error_code lock_at_once(native_handle handle, lock_kind kind) {
  error_code const why = set_lock(handle, kind, false);
  if (why.number == windows_error::lock_violation ||
      why.number == windows_error::io_pending)
    return library_problem::locked;
  return why;
}

/// Sleeps.
inline void rest(unsigned milliseconds) { rill_Sleep(milliseconds); }

}  // namespace rill::inline RILL_BUILD::os

#endif

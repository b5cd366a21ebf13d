// rill/os/win32/open.h: from a path to a handle.
//
// Floor 3. Allocates for long paths alone; throws nothing. Child processes
// never get the handle; other programs may read, write, rename and remove the
// file meanwhile, as elsewhere. Symbolic links are followed unless the caller
// says otherwise.
#ifndef RILL_OS_WIN32_OPEN_H
#define RILL_OS_WIN32_OPEN_H

#include <wchar.h>  // wcslen

#include "device.h"
#include "wide_path.h"

namespace rill::inline RILL_BUILD {

namespace os {

inline void* failed_handle() {
  return __builtin_bit_cast(void*, ~0ull);  // INVALID_HANDLE_VALUE
}

inline windows_word access_of(open_options const& options) {
  constexpr windows_word generic_read = 0x80000000, generic_write = 0x40000000;
  // FILE_GENERIC_WRITE without FILE_WRITE_DATA: such a handle appends.
  constexpr windows_word append_alone = 0x00120114;
  windows_word access = 0;
  if (options.read || !options.write) access |= generic_read;
  if (options.write) access |= options.append ? append_alone : generic_write;
  return access;
}

// Where links are not followed, nothing is cut before the file is known.
inline windows_word disposition_of(open_options const& options) {
  constexpr windows_word new_one = 1, new_or_emptied = 2, existing = 3, any = 4,
                         emptied = 5;
  bool const cut = options.truncate && options.follow;
  if (options.create_new) return new_one;
  if (options.create) return cut ? new_or_emptied : any;
  return cut ? emptied : existing;
}

inline constexpr windows_word share_all = 7;  // read, write, delete

// What was opened without following it: no link, and empty if that is asked.
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

/// Where a temporary file goes when the caller names no folder: where the
/// user's settings say (GetTempPathW).
inline constexpr char const* temporary_folder = "";

// 16 hexadecimal digits that no other call has.
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

/// Opens a new file in a folder that is removed when its last handle is
/// closed. Until then it has a name there.
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

#endif

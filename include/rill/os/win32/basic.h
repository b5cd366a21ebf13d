// rill/os/win32/basic.h: error texts, the program's name, and thread
// cancellation.
//
// Layer 3.
#ifndef RILL_OS_WIN32_BASIC_H
#define RILL_OS_WIN32_BASIC_H

#include <errno.h>   // EINVAL, EBADF, EINTR
#include <string.h>  // strerror

#include "../../base/config.h"
#include "../../base/result.h"
#include "../../base/text.h"
#include "call.h"

// The name of the program.
//
// Throws nothing.

namespace rill::inline RILL_BUILD::os {

extern "C" {
windows_word rill_GetModuleFileNameW(void*, wchar_t*, windows_word) noexcept
    __asm__("GetModuleFileNameW");
int rill_WideCharToMultiByte(unsigned, windows_word, wchar_t const*, int, char*,
                             int, char const*, windows_bool*) noexcept
    __asm__("WideCharToMultiByte");
}

// The name of the program's file in UTF-8, without folder and extension.
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

/// Does nothing: Windows programs do not fork.
constexpr void around_each_fork(void (*)(), void (*)()) {}

// The system's text and symbolic name for an error number, and the errors that
// rill handles or reports itself outside os/.
//
// Allocates nothing, throws nothing.

extern "C" windows_word rill_FormatMessageW(windows_word, void const*,
                                            windows_word, windows_word,
                                            wchar_t*, windows_word,
                                            void*) noexcept
    __asm__("FormatMessageW");

/// Errors by meaning: numbers of GetLastError, or errno of the C library.
namespace errors {
inline constexpr error_code missing{error_source::system,
                                    windows_error::file_not_found};
inline constexpr error_code invalid_argument{error_source::c_library, EINVAL};
inline constexpr error_code unusable_handle{error_source::c_library, EBADF};
inline constexpr error_code interrupted{error_source::c_library, EINTR};
inline constexpr error_code broken_pipe{error_source::system,
                                        windows_error::broken_pipe};
}  // namespace errors

struct named_error {
  int number;
  char const* name;
};

// The errors that files, pipes and processes can have.
inline constexpr named_error named_errors[] = {
    {windows_error::file_not_found, "ERROR_FILE_NOT_FOUND"},
    {windows_error::path_not_found, "ERROR_PATH_NOT_FOUND"},
    {windows_error::too_many_open_files, "ERROR_TOO_MANY_OPEN_FILES"},
    {windows_error::access_denied, "ERROR_ACCESS_DENIED"},
    {windows_error::invalid_handle, "ERROR_INVALID_HANDLE"},
    {windows_error::not_enough_memory, "ERROR_NOT_ENOUGH_MEMORY"},
    {windows_error::write_protect, "ERROR_WRITE_PROTECT"},
    {windows_error::not_ready, "ERROR_NOT_READY"},
    {windows_error::sharing_violation, "ERROR_SHARING_VIOLATION"},
    {windows_error::lock_violation, "ERROR_LOCK_VIOLATION"},
    {windows_error::handle_eof, "ERROR_HANDLE_EOF"},
    {windows_error::handle_disk_full, "ERROR_HANDLE_DISK_FULL"},
    {windows_error::not_supported, "ERROR_NOT_SUPPORTED"},
    {windows_error::bad_netpath, "ERROR_BAD_NETPATH"},
    {windows_error::file_exists, "ERROR_FILE_EXISTS"},
    {windows_error::invalid_parameter, "ERROR_INVALID_PARAMETER"},
    {windows_error::broken_pipe, "ERROR_BROKEN_PIPE"},
    {windows_error::disk_full, "ERROR_DISK_FULL"},
    {windows_error::invalid_name, "ERROR_INVALID_NAME"},
    {windows_error::negative_seek, "ERROR_NEGATIVE_SEEK"},
    {windows_error::seek_on_device, "ERROR_SEEK_ON_DEVICE"},
    {windows_error::directory_not_empty, "ERROR_DIR_NOT_EMPTY"},
    {windows_error::already_exists, "ERROR_ALREADY_EXISTS"},
    {windows_error::bad_exe_format, "ERROR_BAD_EXE_FORMAT"},
    {windows_error::file_name_too_long, "ERROR_FILENAME_EXCED_RANGE"},
    {windows_error::pipe_busy, "ERROR_PIPE_BUSY"},
    {windows_error::no_data, "ERROR_NO_DATA"},
    {windows_error::pipe_not_connected, "ERROR_PIPE_NOT_CONNECTED"},
    {windows_error::more_data, "ERROR_MORE_DATA"},
    {windows_error::directory, "ERROR_DIRECTORY"},
    {windows_error::stopped_on_symlink, "ERROR_STOPPED_ON_SYMLINK"},
    {windows_error::elevation_required, "ERROR_ELEVATION_REQUIRED"},
    {windows_error::operation_aborted, "ERROR_OPERATION_ABORTED"},
    {windows_error::no_unicode_translation, "ERROR_NO_UNICODE_TRANSLATION"},
    {windows_error::io_device, "ERROR_IO_DEVICE"},
    {windows_error::user_mapped_file, "ERROR_USER_MAPPED_FILE"},
    {windows_error::privilege_not_held, "ERROR_PRIVILEGE_NOT_HELD"},
    {windows_error::no_system_resources, "ERROR_NO_SYSTEM_RESOURCES"},
};

/// The name in winerror.h of an error of files, pipes or processes; null for
/// other errors.
constexpr char const* error_name(int number) noexcept {
  for (named_error const& error : named_errors)
    if (error.number == number) return error.name;
  return nullptr;
}

// Adds the system's text in the user's language, on one line, and returns its
// end; adds nothing if the system has no text or it does not fit.
inline char* add_system_sentence(char* out, char* last, int number) noexcept {
  constexpr windows_word from_system = 0x1000, no_inserts = 0x200,
                         on_one_line = 0xFF;
  constexpr unsigned utf8 = 65001;
  wchar_t units[512];
  windows_word size = rill_FormatMessageW(
      from_system | no_inserts | on_one_line, nullptr,
      static_cast<windows_word>(number), 0, units, 512, nullptr);
  while (size != 0 && (units[size - 1] <= L' ' || units[size - 1] == L'.'))
    --size;
  if (size == 0) return out;
  int const count =
      rill_WideCharToMultiByte(utf8, 0, units, static_cast<int>(size), out,
                               static_cast<int>(last - out), nullptr, nullptr);
  return out + (count > 0 ? count : 0);
}

/// The size of the buffer for error_text: 128 units of UTF-16 and a name.
inline constexpr std::size_t error_text_size = 512;

/// Returns the text of an error number of GetLastError, for example
/// `ERROR_FILE_NOT_FOUND: File not found`; may store it in `buffer`.
inline char const* error_text(int number, char* buffer,
                              std::size_t size) noexcept {
  char const* const name = error_name(number);
  constexpr std::size_t longest_name = 32;
  if (size < longest_name + 16) return name ? name : "unknown error";
  char* out = buffer;
  char* const last = buffer + size - 1;
  if (name) {
    out = detail::copy_bytes(out, name, detail::length_of(name));
    out = detail::copy_text(out, ": ");
  }
  char* const end = add_system_sentence(out, last, number);
  if (end == out) return name ? name : "unknown error";
  *end = '\0';
  return buffer;
}

/// Returns the text of an error that the system or the C library reported.
inline char const* error_text(error_code code, char* buffer,
                              std::size_t size) noexcept {
  if (code.source == error_source::c_library) return ::strerror(code.number);
  return error_text(code.number, buffer, size);
}

/// Returns the name of an error number of GetLastError, or null.
inline char const* constant_error_text(error_code code) noexcept {
  return code.source == error_source::system ? error_name(code.number)
                                             : nullptr;
}

// Thread cancellation: nothing to do, because Windows ends threads without
// running any code in them.
//
// Throws nothing.

struct cancel_action {};
constexpr void if_cancelled(cancel_action&, void (*)(void*), void*) {}
constexpr void not_cancelled(cancel_action&) {}

}  // namespace rill::inline RILL_BUILD::os

#endif

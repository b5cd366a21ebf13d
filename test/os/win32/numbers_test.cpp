// test/os/win32/numbers_test.cpp: numbers, names and structures that the
// library declares without <windows.h>, against <windows.h>, which is included
// after it.
// platforms: windows
// covers: rill/os/win32/call.h
// covers: rill/os/win32/file_call.h
// covers: rill/os/win32/map.h
// covers: rill/os/win32/basic.h
#include <doctest/doctest.h>
#include <rill/os/process.h>
#include <rill/os/spawn.h>
#include <rill/rill.h>
#include <windows.h>

#include <string>

#if !defined(ERROR_STOPPED_ON_SYMLINK)  // missing in mingw-w64 10
#define ERROR_STOPPED_ON_SYMLINK 681L
#endif
#if !defined(ERROR_ELEVATION_REQUIRED)
#define ERROR_ELEVATION_REQUIRED 740L
#endif

namespace os = rill::os;
namespace is = rill::os::windows_error;

namespace {

bool has(int number, int wanted, std::string const& name) {
  char buffer[os::error_text_size];
  std::string const sentence = os::error_text(number, buffer, sizeof buffer);
  return number == wanted && os::error_name(number) == name &&
         sentence.starts_with(name);
}

#define CHECK_NUMBER(number, name) CHECK(has(is::number, name, #name))

}  // namespace

TEST_CASE("os/win32/numbers: the numbers and names are those of winerror.h") {
  CHECK_NUMBER(file_not_found, ERROR_FILE_NOT_FOUND);
  CHECK_NUMBER(path_not_found, ERROR_PATH_NOT_FOUND);
  CHECK_NUMBER(too_many_open_files, ERROR_TOO_MANY_OPEN_FILES);
  CHECK_NUMBER(access_denied, ERROR_ACCESS_DENIED);
  CHECK_NUMBER(invalid_handle, ERROR_INVALID_HANDLE);
  CHECK_NUMBER(not_enough_memory, ERROR_NOT_ENOUGH_MEMORY);
  CHECK_NUMBER(write_protect, ERROR_WRITE_PROTECT);
  CHECK_NUMBER(not_ready, ERROR_NOT_READY);
  CHECK_NUMBER(sharing_violation, ERROR_SHARING_VIOLATION);
  CHECK_NUMBER(lock_violation, ERROR_LOCK_VIOLATION);
  CHECK_NUMBER(handle_eof, ERROR_HANDLE_EOF);
  CHECK_NUMBER(handle_disk_full, ERROR_HANDLE_DISK_FULL);
  CHECK_NUMBER(not_supported, ERROR_NOT_SUPPORTED);
  CHECK_NUMBER(bad_netpath, ERROR_BAD_NETPATH);
  CHECK_NUMBER(file_exists, ERROR_FILE_EXISTS);
  CHECK_NUMBER(invalid_parameter, ERROR_INVALID_PARAMETER);
  CHECK_NUMBER(broken_pipe, ERROR_BROKEN_PIPE);
  CHECK_NUMBER(disk_full, ERROR_DISK_FULL);
  CHECK_NUMBER(invalid_name, ERROR_INVALID_NAME);
  CHECK_NUMBER(negative_seek, ERROR_NEGATIVE_SEEK);
  CHECK_NUMBER(seek_on_device, ERROR_SEEK_ON_DEVICE);
  CHECK_NUMBER(directory_not_empty, ERROR_DIR_NOT_EMPTY);
  CHECK_NUMBER(already_exists, ERROR_ALREADY_EXISTS);
  CHECK_NUMBER(bad_exe_format, ERROR_BAD_EXE_FORMAT);
  CHECK_NUMBER(file_name_too_long, ERROR_FILENAME_EXCED_RANGE);
  CHECK_NUMBER(pipe_busy, ERROR_PIPE_BUSY);
  CHECK_NUMBER(no_data, ERROR_NO_DATA);
  CHECK_NUMBER(pipe_not_connected, ERROR_PIPE_NOT_CONNECTED);
  CHECK_NUMBER(more_data, ERROR_MORE_DATA);
  CHECK_NUMBER(directory, ERROR_DIRECTORY);
  CHECK_NUMBER(stopped_on_symlink, ERROR_STOPPED_ON_SYMLINK);
  CHECK_NUMBER(elevation_required, ERROR_ELEVATION_REQUIRED);
  CHECK_NUMBER(operation_aborted, ERROR_OPERATION_ABORTED);
  CHECK_NUMBER(no_unicode_translation, ERROR_NO_UNICODE_TRANSLATION);
  CHECK_NUMBER(io_device, ERROR_IO_DEVICE);
  CHECK_NUMBER(user_mapped_file, ERROR_USER_MAPPED_FILE);
  CHECK_NUMBER(privilege_not_held, ERROR_PRIVILEGE_NOT_HELD);
  CHECK_NUMBER(no_system_resources, ERROR_NO_SYSTEM_RESOURCES);
  CHECK(is::io_pending == ERROR_IO_PENDING);
  CHECK(is::io_incomplete == ERROR_IO_INCOMPLETE);
}

TEST_CASE("os/win32/numbers: the structures are those of windows.h") {
  static_assert(sizeof(os::windows_offset) == sizeof(OVERLAPPED));
  static_assert(offsetof(os::windows_offset, offset_low) ==
                offsetof(OVERLAPPED, Offset));
  static_assert(offsetof(os::windows_offset, offset_high) ==
                offsetof(OVERLAPPED, OffsetHigh));
  static_assert(offsetof(os::windows_offset, event) ==
                offsetof(OVERLAPPED, hEvent));
  static_assert(sizeof(os::windows_file_information) ==
                sizeof(BY_HANDLE_FILE_INFORMATION));
  static_assert(offsetof(os::windows_file_information, volume) ==
                offsetof(BY_HANDLE_FILE_INFORMATION, dwVolumeSerialNumber));
  static_assert(offsetof(os::windows_file_information, size_high) ==
                offsetof(BY_HANDLE_FILE_INFORMATION, nFileSizeHigh));
  static_assert(offsetof(os::windows_file_information, index_low) ==
                offsetof(BY_HANDLE_FILE_INFORMATION, nFileIndexLow));
  static_assert(sizeof(os::windows_memory) == sizeof(MEMORY_BASIC_INFORMATION));
  static_assert(offsetof(os::windows_memory, type) ==
                offsetof(MEMORY_BASIC_INFORMATION, Type));
  static_assert(offsetof(os::windows_memory, allocation_base) ==
                offsetof(MEMORY_BASIC_INFORMATION, AllocationBase));
  static_assert(sizeof(os::windows_system) == sizeof(SYSTEM_INFO));
  static_assert(offsetof(os::windows_system, page_size) ==
                offsetof(SYSTEM_INFO, dwPageSize));
  static_assert(offsetof(os::windows_system, granularity) ==
                offsetof(SYSTEM_INFO, dwAllocationGranularity));
  using startup = os::windows_startup;
  static_assert(sizeof(startup) == sizeof(STARTUPINFOEXW));
  static_assert(offsetof(startup, flags) == offsetof(STARTUPINFOW, dwFlags));
  static_assert(offsetof(startup, standard) ==
                offsetof(STARTUPINFOW, hStdInput));
  static_assert(offsetof(startup, attributes) ==
                offsetof(STARTUPINFOEXW, lpAttributeList));
  static_assert(sizeof(os::windows_process) == sizeof(PROCESS_INFORMATION));
  static_assert(offsetof(os::windows_process, process_id) ==
                offsetof(PROCESS_INFORMATION, dwProcessId));
  static_assert(sizeof(os::windows_job_limits) ==
                sizeof(JOBOBJECT_EXTENDED_LIMIT_INFORMATION));
  static_assert(offsetof(os::windows_job_limits, flags) ==
                offsetof(JOBOBJECT_BASIC_LIMIT_INFORMATION, LimitFlags));
  static_assert(sizeof(os::windows_word) == sizeof(DWORD));
  static_assert(sizeof(os::windows_bool) == sizeof(BOOL));
}

TEST_CASE("os/win32/numbers: how processes are made, as windows.h names it") {
  CHECK(os::creation_flags({}, false, false) == CREATE_UNICODE_ENVIRONMENT);
  CHECK(
      os::creation_flags({.program = {}, .has_own_group = true}, true, true) ==
      (CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT |
       CREATE_NEW_PROCESS_GROUP | CREATE_SUSPENDED));
  CHECK(os::extended_job_limits == JobObjectExtendedLimitInformation);
  CHECK(os::wait_time_over == WAIT_TIMEOUT);
  CHECK(os::wait_failed == WAIT_FAILED);
}

TEST_CASE("os/win32/numbers: how files are opened, as windows.h names it") {
  rill::open_options read{.read = true};
  rill::open_options write{.write = true};
  rill::open_options append{.write = true, .append = true};
  CHECK(os::access_of({}) == GENERIC_READ);
  CHECK(os::access_of(read) == GENERIC_READ);
  CHECK(os::access_of(write) == GENERIC_WRITE);
  CHECK(os::access_of(append) == (FILE_GENERIC_WRITE & ~FILE_WRITE_DATA));
  CHECK(os::share_all ==
        (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE));
  CHECK(os::disposition_of({}) == OPEN_EXISTING);
  CHECK(os::disposition_of({.create = true}) == OPEN_ALWAYS);
  CHECK(os::disposition_of({.create_new = true}) == CREATE_NEW);
  CHECK(os::disposition_of({.create = true, .truncate = true}) ==
        CREATE_ALWAYS);
  CHECK(os::disposition_of({.truncate = true}) == TRUNCATE_EXISTING);
  // Without `follow`, a link must be recognized before anything is truncated.
  CHECK(
      os::disposition_of({.create = true, .truncate = true, .follow = false}) ==
      OPEN_ALWAYS);
  CHECK(os::failed_handle() == INVALID_HANDLE_VALUE);
  CHECK(os::standard_output_handle == GetStdHandle(STD_OUTPUT_HANDLE));
  CHECK(os::standard_input_handle == GetStdHandle(STD_INPUT_HANDLE));
  CHECK(os::standard_error_handle == GetStdHandle(STD_ERROR_HANDLE));
}

TEST_CASE("os/win32/numbers: an error's sentence is the system's, in UTF-8") {
  for (int number : {2, 5, 112, 1113, 4242, 99999}) {
    char expected[512];
    DWORD size = FormatMessageA(
        FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS |
            FORMAT_MESSAGE_MAX_WIDTH_MASK,
        nullptr, static_cast<DWORD>(number), 0, expected, 512, nullptr);
    while (size && (expected[size - 1] == ' ' || expected[size - 1] == '.'))
      --size;
    char buffer[os::error_text_size];
    std::string const got = os::error_text(number, buffer, sizeof buffer);
    CAPTURE(got);
    if (size == 0)
      CHECK(got == "unknown error");
    else
      CHECK(got.ends_with(std::string(expected, size)));
  }
  char tiny[20];
  CHECK(std::string(os::error_text(2, tiny, sizeof tiny)) ==
        "ERROR_FILE_NOT_FOUND");
  char buffer[os::error_text_size];
  CHECK(std::string(os::error_text(os::c_error(ENOSPC), buffer,
                                   sizeof buffer)) == strerror(ENOSPC));
}

TEST_CASE("os/win32/numbers: which errors mean a closed pipe") {
  auto const system = [](int number) {
    return rill::error_code(rill::error_source::system, number);
  };
  CHECK(os::is_closed_pipe(system(ERROR_NO_DATA)));
  CHECK(os::is_closed_pipe(system(ERROR_BROKEN_PIPE)));
  CHECK(os::is_closed_pipe(system(ERROR_PIPE_NOT_CONNECTED)));
  CHECK(os::is_closed_pipe(os::c_error(EPIPE)));
  CHECK(!os::is_closed_pipe(system(EPIPE)));  // EPIPE is another Windows error
  CHECK(!os::is_closed_pipe({rill::error_source::library, ERROR_NO_DATA}));
}

// rill/os/win32/command_line.h: the arguments, environment and program path for
// CreateProcess.
//
// Layer 3. Tests: test/os/win32/program_search_test.cpp,
// test/os/win32/spawn_test.cpp.
#ifndef RILL_OS_WIN32_COMMAND_LINE_H
#define RILL_OS_WIN32_COMMAND_LINE_H

#include <stdlib.h>  // qsort

#include "../process_types.h"
#include "../windows_command_line.h"
#include "child.h"
#include "converted_text.h"
#include "wide_path.h"

// Finds the file of a program by its name.
//
// Allocates with malloc; throws nothing. CreateProcess would search two folders
// before PATH, and could find another file there: the folder of the parent's
// program, and the current directory. So it always gets the path found here.

namespace rill::inline RILL_BUILD::os {

constexpr bool is_separator(char c) noexcept { return c == '/' || c == '\\'; }

// C:
constexpr bool has_drive(text path) noexcept {
  return path.size >= 2 && path.data[1] == ':';
}

// C:\folder or \\server\share: independent of the current directory.
constexpr bool is_absolute(text path) noexcept {
  if (has_drive(path)) return path.size > 2 && is_separator(path.data[2]);
  return path.size >= 2 && is_separator(path.data[0]) &&
         is_separator(path.data[1]);
}

/// Returns true for a path, which is not searched for in PATH.
constexpr bool is_program_path(text name) noexcept {
  if (has_drive(name)) return true;
  for (char c : name)
    if (is_separator(c)) return true;
  return false;
}

// Returns true if the last part of a path contains a dot.
constexpr bool has_extension(text path) noexcept {
  for (std::size_t at = path.size; at != 0; --at) {
    char const c = path.data[at - 1];
    if (c == '.') return true;
    if (is_separator(c)) return false;
  }
  return false;
}

inline windows_word attributes_of(text path) noexcept {
  constexpr windows_word none = ~windows_word{0};  // INVALID_FILE_ATTRIBUTES
  wide_path const wide(path);
  return wide.problem() ? none : rill_GetFileAttributesW(wide.c_str());
}

// A missing file has all attribute bits, including that of a folder.
inline bool is_file(text path) noexcept {
  return (attributes_of(path) & attribute_directory) == 0;
}

/// Returns `folder\name` with the extension.
inline narrow_text joined_path(text folder, text name, text ending) noexcept {
  narrow_text path;
  if (!path.make_room(folder.size + name.size + ending.size + 2)) return path;
  char* out = detail::copy_text(path.data, folder);
  if (folder.size != 0 && !is_separator(out[-1])) *out++ = '\\';
  out = detail::copy_text(out, name);
  out = detail::copy_text(out, ending);
  *out = '\0';
  path.size = static_cast<std::size_t>(out - path.data);
  return path;
}

/// Returns an absolute path without `.` and `..`, resolved from the parent's
/// current directory.
inline narrow_text full_path(text path) noexcept {
  wide_path const wide(path);
  if (wide.problem()) return wide.problem();
  windows_word const room =
      rill_GetFullPathNameW(wide.c_str(), 0, nullptr, nullptr);
  if (room == 0) return last_error();
  wide_text full;
  if (!full.make_room(room)) return full.error;
  windows_word const size =
      rill_GetFullPathNameW(wide.c_str(), room, full.data, nullptr);
  // size >= room if another thread has changed the current directory since
  // the first call.
  if (size == 0 || size >= room) return last_error();
  return narrowed(full.data, size, refuse_ill_formed);
}

// Returns the value of PATH; empty if it is not set. 32,767 units are the
// longest value (SetEnvironmentVariable).
inline narrow_text value_of_path() noexcept {
  constexpr windows_word room = 32767 + 1;
  wide_text value;
  if (!value.make_room(room)) return value.error;
  windows_word const size =
      rill_GetEnvironmentVariableW(L"PATH", value.data, room);
  return narrowed(value.data, size < room ? size : 0, replace_invalid);
}

// Removes the next folder of PATH, which may be quoted.
constexpr text next_folder(text& left) noexcept {
  bool is_quoted = false;
  std::size_t size = 0;
  for (; size != left.size; ++size) {
    char const c = left.data[size];
    if (c == '"') is_quoted = !is_quoted;
    if (c == ';' && !is_quoted) break;
  }
  text folder(left.data, size);
  std::size_t const taken = size == left.size ? size : size + 1;
  left = {left.data + taken, left.size - taken};
  if (folder.size >= 2 && folder.starts_with("\"") && folder.ends_with("\""))
    folder = {folder.data + 1, folder.size - 2};
  return folder;
}

// Skips folders that are not absolute: an empty one and `.` mean the current
// directory.
inline narrow_text found_in_path(text name) noexcept {
  narrow_text const value = value_of_path();
  if (value.error) return value.error;
  text const ending = has_extension(name) ? text("") : text(".exe");
  for (text left = value; left.size != 0;) {
    text const folder = next_folder(left);
    if (!is_absolute(folder)) continue;
    narrow_text path = joined_path(folder, name, ending);
    if (path.error || is_file(path)) return path;
  }
  return windows_problem(windows_error::file_not_found);
}

// A path without an extension means its .exe, if that exists.
inline narrow_text program_at(text path) noexcept {
  if (!has_extension(path)) {
    narrow_text with_ending = joined_path({}, path, ".exe");
    if (with_ending.error || is_file(with_ending)) return with_ending;
  }
  return joined_path({}, path, {});
}

inline narrow_text named_program(spawn_request const& request) noexcept {
  text const name = request.program;
  if (!is_program_path(name)) return found_in_path(name);
  bool const is_relative = !has_drive(name) && !is_separator(name.data[0]);
  if (!request.is_program_in_directory || !request.directory.data ||
      !is_relative)
    return program_at(name);
  narrow_text path = joined_path(request.directory, name, {});
  return path.error ? static_cast<narrow_text&&>(path) : program_at(path);
}

/// Returns the full path of the program to start. A name with a slash, a
/// backslash or a drive is a path, relative to the parent's directory unless
/// is_program_in_directory; other names are searched for in the folders of the
/// parent's PATH, never in the current directory. Adds `.exe` to a name without
/// an extension. Errors: ERROR_FILE_NOT_FOUND if no folder has it,
/// ERROR_NO_UNICODE_TRANSLATION for a name that is not UTF-8.
inline narrow_text find_program(spawn_request const& request) noexcept {
  if (request.program.size == 0)
    return windows_problem(windows_error::file_not_found);
  wide_path const name(request.program);
  if (name.problem()) return name.problem();
  narrow_text const named = named_program(request);
  return named.error ? narrow_text(named.error) : full_path(named);
}

// The arguments, environment and directory in the form of CreateProcess.
//
// Allocates with malloc; throws nothing.

// More bytes than any command line has: a unit of UTF-16 takes at most three.
inline constexpr std::size_t most_argument_bytes = 3 * longest_command_line;

// Returns the room for all arguments, with a space each; 0 if they are too long
// for any command line.
inline std::size_t room_for_arguments(spawn_request const& request,
                                      std::size_t (*room_for)(text)) noexcept {
  std::size_t bytes = 0;
  std::size_t room = 0;
  for (std::size_t i = 0; i != request.argument_count; ++i) {
    text const argument = request.arguments[i];
    if (argument.size > most_argument_bytes - bytes) return 0;
    bytes += argument.size;
    room += room_for(argument) + 1;
  }
  return room;
}

// Converts the line to UTF-16. Fails above the limit, which counts the NUL.
inline wide_text widened_line(narrow_text& line, char const* end,
                              std::size_t limit) noexcept {
  line.size = static_cast<std::size_t>(end - line.data);
  wide_text wide = widened(line);
  if (!wide.error && wide.size >= limit)
    return windows_problem(windows_error::file_name_too_long);
  return wide;
}

/// The command line of a program. Errors: library_problem::unsafe_argument for
/// a first argument with a quote, ERROR_FILENAME_EXCED_RANGE for more than
/// 32,766 units.
inline wide_text command_line_of(spawn_request const& request) noexcept {
  if (!can_be_program_name(request.arguments[0]))
    return error_code(library_problem::unsafe_argument);
  std::size_t const room = room_for_arguments(request, argument_room);
  if (room == 0) return windows_problem(windows_error::file_name_too_long);
  narrow_text line;
  if (!line.make_room(room)) return line.error;
  char* out = write_program_name(line.data, request.arguments[0]);
  for (std::size_t i = 1; i != request.argument_count; ++i) {
    *out++ = ' ';
    out = write_argument(out, request.arguments[i]);
  }
  return widened_line(line, out, longest_command_line);
}

/// Returns the command line of cmd.exe for a batch file: without the commands
/// from the registry (/d), with the extensions that write_cmd_argument needs
/// (/e:ON), without the expansion of !NAME! (/v:OFF). /c removes the outer
/// quotes; the first argument is the file's own path. Errors:
/// library_problem::unsafe_argument for an argument with a line end,
/// ERROR_FILENAME_EXCED_RANGE for more than 8,190 units.
inline wide_text cmd_line_of(text path, spawn_request const& request) noexcept {
  constexpr text beginning = "cmd.exe /d /e:ON /v:OFF /c \"";
  std::size_t const room = room_for_arguments(request, cmd_argument_room);
  if (room == 0) return windows_problem(windows_error::file_name_too_long);
  narrow_text line;
  if (!line.make_room(beginning.size + cmd_argument_room(path) + room + 1))
    return line.error;
  char* out = detail::copy_text(line.data, beginning);
  out = write_quoted_for_cmd(out, path);
  for (std::size_t i = 1; i != request.argument_count; ++i) {
    if (!can_go_to_cmd(request.arguments[i]))
      return error_code(library_problem::unsafe_argument);
    *out++ = ' ';
    out = write_cmd_argument(out, request.arguments[i]);
  }
  *out++ = '"';
  return widened_line(line, out, longest_cmd_line);
}

/// Returns cmd.exe in the system's folder, regardless of PATH.
inline narrow_text path_of_cmd() noexcept {
  wchar_t folder[261];  // MAX_PATH and a NUL
  windows_word const size = rill_GetSystemDirectoryW(folder, 261);
  if (size == 0 || size > 260) return last_error();
  narrow_text const narrow = narrowed(folder, size, refuse_ill_formed);
  return narrow.error ? narrow_text(narrow.error)
                      : joined_path(narrow, "cmd.exe", {});
}

// A variable of an environment block, `NAME=value` and a NUL.
struct windows_variable {
  wchar_t const* data;
  int size;       // without the NUL
  int name_size;  // names of the system's own start with `=`

  friend int compared(windows_variable const& a,
                      windows_variable const& b) noexcept {
    constexpr int equal = 2;  // CSTR_EQUAL
    return rill_CompareStringOrdinal(a.data, a.name_size, b.data, b.name_size,
                                     true) -
           equal;
  }
};

inline windows_variable variable_at(wchar_t const* data) noexcept {
  int size = 0;
  while (data[size] != L'\0') ++size;
  int name_size = size == 0 ? 0 : 1;
  while (name_size < size && data[name_size] != L'=') ++name_size;
  return {data, size, name_size};
}

// For qsort: of equal names the one that stands earlier in the block is first.
inline int compare_places(void const* a, void const* b) noexcept {
  auto const& x = *static_cast<windows_variable const*>(a);
  auto const& y = *static_cast<windows_variable const*>(b);
  int const order = compared(x, y);
  if (order != 0) return order;
  return x.data < y.data ? -1 : x.data > y.data;
}

// Sorts by name, ignoring case. Of equal names the last one wins. Returns the
// number of variables left.
inline std::size_t sort_variables(windows_variable* sorted, wchar_t const* from,
                                  wchar_t const* end) noexcept {
  std::size_t count = 0;
  while (from < end) {
    windows_variable const next = variable_at(from);
    from += next.size + 1;
    if (next.size != 0) sorted[count++] = next;
  }
  if (count > 1) ::qsort(sorted, count, sizeof *sorted, compare_places);
  std::size_t left = 0;
  for (std::size_t i = 0; i != count; ++i)
    if (i + 1 == count || compared(sorted[i], sorted[i + 1]) != 0)
      sorted[left++] = sorted[i];
  return left;
}

/// Returns the environment block of the child: the variables sorted by name, as
/// CreateProcess requires, each with a NUL, and one more NUL; an empty block
/// has two NULs. Ignores the case of names: of equal ones the last one wins.
/// Null data means the parent's environment.
inline wide_text environment_block(text environment) noexcept {
  if (!environment.data) return {};
  wide_text const given = widened(environment);
  if (given.error) return given.error;
  std::size_t most = 0;
  for (std::size_t i = 0; i != given.size; ++i) most += given.data[i] == L'\0';
  units_of_call<windows_variable> sorted;
  wide_text block;
  if (!sorted.make_room(most + 1) || !block.make_room(given.size + 2))
    return windows_problem(windows_error::not_enough_memory);
  std::size_t const count =
      sort_variables(sorted.data, given.data, given.data + given.size);
  wchar_t* out = block.data;
  for (std::size_t i = 0; i != count; ++i) {
    std::size_t const units = static_cast<std::size_t>(sorted.data[i].size) + 1;
    ::memcpy(out, sorted.data[i].data, units * sizeof(wchar_t));
    out += units;
  }
  if (count == 0) *out++ = L'\0';
  *out++ = L'\0';
  block.size = static_cast<std::size_t>(out - block.data);
  return block;
}

}  // namespace rill::inline RILL_BUILD::os

#endif

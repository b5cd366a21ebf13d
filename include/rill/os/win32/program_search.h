// rill/os/win32/program_search.h: which file a program's name means.
//
// Floor 3. Allocates with malloc; throws nothing. CreateProcess would look in
// the current directory, and in the directory of the parent's program, before
// PATH: a file that lies there is not what was meant. So it is always given
// the path that is found here. Tests:
// test/os/win32/program_search_test.cpp.
#ifndef RILL_OS_WIN32_PROGRAM_SEARCH_H
#define RILL_OS_WIN32_PROGRAM_SEARCH_H

#include "../process_terms.h"
#include "converted_text.h"
#include "process_call.h"
#include "wide_path.h"

namespace rill::inline RILL_BUILD::os {

constexpr bool is_separator(char c) noexcept { return c == '/' || c == '\\'; }

// C:
constexpr bool has_drive(text path) noexcept {
  return path.size >= 2 && path.data[1] == ':';
}

// C:\folder or \\server\share: the same from every directory.
constexpr bool is_absolute(text path) noexcept {
  if (has_drive(path)) return path.size > 2 && is_separator(path.data[2]);
  return path.size >= 2 && is_separator(path.data[0]) &&
         is_separator(path.data[1]);
}

/// Returns true for a name that is a path and not looked for in PATH.
constexpr bool is_program_path(text name) noexcept {
  if (has_drive(name)) return true;
  for (char c : name)
    if (is_separator(c)) return true;
  return false;
}

// Whether the last part of a path has a dot in it.
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

// What is not there has all attributes, that of a folder too.
inline bool is_file(text path) noexcept {
  return (attributes_of(path) & attribute_directory) == 0;
}

/// `folder\name` and the ending.
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

/// A path without `.`, `..` and what Windows drops, from the parent's current
/// directory.
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
  // Not shorter when another thread has changed the current directory.
  if (size == 0 || size >= room) return last_error();
  return narrowed(full.data, size, refuse_ill_formed);
}

// The value of PATH; one that is not set is empty. 32,767 units are the
// longest value (SetEnvironmentVariable).
inline narrow_text value_of_path() noexcept {
  constexpr windows_word room = 32767 + 1;
  wide_text value;
  if (!value.make_room(room)) return value.error;
  windows_word const size =
      rill_GetEnvironmentVariableW(L"PATH", value.data, room);
  return narrowed(value.data, size < room ? size : 0, replace_invalid);
}

// The next folder of PATH, which may stand in quotes.
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

// Folders that are not absolute are left out: an empty one and `.` mean the
// current directory.
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

// A path without an extension is that of its .exe, if there is one.
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

/// Returns the whole path of the program that is to be started. A name with a
/// slash, a backslash or a drive is a path, from the parent's directory unless
/// is_program_in_directory; other names are looked for in the folders of the
/// parent's PATH, never in the current directory. `.exe` is added to what has
/// no extension. Errors: ERROR_FILE_NOT_FOUND when no folder has it,
/// ERROR_NO_UNICODE_TRANSLATION for a name that is no UTF-8.
inline narrow_text find_program(spawn_request const& request) noexcept {
  if (request.program.size == 0)
    return windows_problem(windows_error::file_not_found);
  wide_path const name(request.program);
  if (name.problem()) return name.problem();
  narrow_text const named = named_program(request);
  return named.error ? narrow_text(named.error) : full_path(named);
}

}  // namespace rill::inline RILL_BUILD::os

#endif

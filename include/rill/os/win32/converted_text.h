// rill/os/win32/converted_text.h: memory for a call, and conversion between
// UTF-8 and UTF-16.
//
// Layer 3. Allocates with malloc; throws nothing. Ill-formed text is an error
// (ERROR_NO_UNICODE_TRANSLATION), never replaced. Tests:
// test/os/win32/spawn_test.cpp.
#ifndef RILL_OS_WIN32_CONVERTED_TEXT_H
#define RILL_OS_WIN32_CONVERTED_TEXT_H

#include "../runtime.h"
#include "basic.h"  // WideCharToMultiByte
#include "file_call.h"
#include "output.h"  // last_error

namespace rill::inline RILL_BUILD::os {

constexpr error_code windows_problem(int number) noexcept {
  return {error_source::system, number};
}

/// Memory for units, of which `size` are text, or the error. The destructor
/// frees it.
template <class Unit>
struct units_of_call {
  Unit* data = nullptr;
  std::size_t size = 0;
  error_code error;

  units_of_call(error_code problem) noexcept : error(problem) {}

  units_of_call() noexcept = default;
  units_of_call(units_of_call&& other) noexcept
      : data(other.data), size(other.size), error(other.error) {
    other.data = nullptr;
  }
  units_of_call& operator=(units_of_call&& other) noexcept {
    give_memory(data);
    data = other.data;
    size = other.size;
    error = other.error;
    other.data = nullptr;
    return *this;
  }
  ~units_of_call() { give_memory(data); }

  operator text() const noexcept
    requires(sizeof(Unit) == 1)
  {
    return {data, size};
  }

  /// Allocates memory, which the caller fills. Requires: not called before. On
  /// failure returns false and sets `error`.
  bool make_room(std::size_t count) noexcept {
    data = static_cast<Unit*>(take_memory(count * sizeof(Unit)));
    if (!data) error = windows_problem(windows_error::not_enough_memory);
    return data != nullptr;
  }
};

using wide_text = units_of_call<wchar_t>;
using narrow_text = units_of_call<char>;

/// Converts from UTF-8. A NUL follows the units, which may contain NULs too.
inline wide_text widened(text from) noexcept {
  constexpr unsigned utf8 = 65001;
  constexpr windows_word no_invalid = 8;  // MB_ERR_INVALID_CHARS
  constexpr std::size_t most = std::size_t{1} << 30;
  if (from.size > most)
    return windows_problem(windows_error::file_name_too_long);
  wide_text to;
  // UTF-16 has at most as many units as UTF-8 has bytes.
  if (!to.make_room(from.size + 1)) return to;
  if (from.size != 0) {
    int const count = rill_MultiByteToWideChar(
        utf8, no_invalid, from.data, static_cast<int>(from.size), to.data,
        static_cast<int>(from.size));
    if (count <= 0)
      to.error = last_error();
    else
      to.size = static_cast<std::size_t>(count);
  }
  to.data[to.size] = L'\0';
  return to;
}

/// How to treat ill-formed UTF-16.
inline constexpr windows_word refuse_ill_formed = 0x80;  // WC_ERR_INVALID_CHARS
inline constexpr windows_word replace_invalid = 0;       // by U+FFFD

/// Converts to UTF-8; a NUL follows the bytes. Requires less than 2^29 units.
inline narrow_text narrowed(wchar_t const* from, std::size_t size,
                            windows_word invalid) noexcept {
  constexpr unsigned utf8 = 65001;
  narrow_text to;
  std::size_t const room = 3 * size;
  if (!to.make_room(room + 1)) return to;
  if (size != 0) {
    int const count = rill_WideCharToMultiByte(
        utf8, invalid, from, static_cast<int>(size), to.data,
        static_cast<int>(room), nullptr, nullptr);
    if (count <= 0)
      to.error = last_error();
    else
      to.size = static_cast<std::size_t>(count);
  }
  to.data[to.size] = '\0';
  return to;
}

}  // namespace rill::inline RILL_BUILD::os

#endif

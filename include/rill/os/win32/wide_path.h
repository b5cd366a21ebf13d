// rill/os/win32/wide_path.h: converts a path of UTF-8 to UTF-16.
//
// Layer 3. Allocates with malloc when the path is long. Bytes that are no
// UTF-8 are an error (ERROR_NO_UNICODE_TRANSLATION), never another name. A path
// of 248 units or more, which some calls refuse, is made absolute and gets the
// prefix \\?\, which allows 32,767 units.
#ifndef RILL_OS_WIN32_WIDE_PATH_H
#define RILL_OS_WIN32_WIDE_PATH_H

#include <stdlib.h>  // malloc, free
#include <string.h>  // memcpy

#include "../../base/result.h"
#include "../../base/text.h"
#include "file_call.h"

namespace rill::inline RILL_BUILD::os {

class wide_path {
 public:
  explicit wide_path(text path) noexcept { convert(path); }
  wide_path(wide_path const&) = delete;
  wide_path& operator=(wide_path const&) = delete;
  ~wide_path() {
    if (units_ != few_) ::free(units_);
  }

  wchar_t const* c_str() const noexcept { return units_; }
  error_code problem() const noexcept { return problem_; }

 private:
  // MAX_PATH (260) less a name of 8.3 characters: the limit for folders.
  static constexpr int plain_limit = 248;
  // 32,767 units of UTF-16 are 3 bytes each at most.
  static constexpr std::size_t most = 3 * 32767;

  void convert(text path) noexcept {
    constexpr unsigned utf8 = 65001;
    constexpr windows_word refuse_invalid = 8;  // MB_ERR_INVALID_CHARS
    if (path.size > most) return fail(windows_error::file_name_too_long);
    // No more units than there are bytes.
    if (!make_room(path.size + 1)) return;
    int const count = path.size == 0 ? 0
                                     : rill_MultiByteToWideChar(
                                           utf8, refuse_invalid, path.data,
                                           static_cast<int>(path.size), units_,
                                           static_cast<int>(path.size));
    if (path.size != 0 && count <= 0) return fail_with_last();
    units_[count] = L'\0';
    if (count >= plain_limit && !is_prefixed(units_)) lengthen();
  }

  bool make_room(std::size_t count) noexcept {
    if (count <= sizeof few_ / sizeof few_[0]) return true;
    void* const block = ::malloc(count * sizeof(wchar_t));
    if (!block) {
      fail(windows_error::not_enough_memory);
      return false;
    }
    units_ = static_cast<wchar_t*>(block);
    return true;
  }
  void fail(int number) noexcept {
    problem_ = {error_source::system, number};
    units_[0] = L'\0';
  }
  void fail_with_last() noexcept {
    fail(static_cast<int>(rill_GetLastError()));
  }

  // After \\?\, \\.\ and \??\ Windows accepts a long path as it is. Requires
  // four units.
  static bool is_prefixed(wchar_t const* path) noexcept {
    if (path[0] != L'\\' || path[3] != L'\\') return false;
    if (path[1] == L'?') return path[2] == L'?';
    return path[1] == L'\\' && (path[2] == L'?' || path[2] == L'.');
  }

  // Converts C:\folder\… or \\server\share\…, with every . and .. resolved, to
  // \\?\C:\folder\… or \\?\UNC\server\share\…. A prefix that was written
  // with slashes, as in //?/C:/folder, remains the prefix.
  void lengthen() noexcept {
    windows_word const size =
        rill_GetFullPathNameW(units_, 0, nullptr, nullptr);
    if (size == 0) return fail_with_last();
    constexpr std::size_t room_for_prefix = 8;
    auto* const block = static_cast<wchar_t*>(
        ::malloc((size + room_for_prefix) * sizeof(wchar_t)));
    if (!block) return fail(windows_error::not_enough_memory);
    wchar_t* const full = block + room_for_prefix;
    windows_word const count =
        rill_GetFullPathNameW(units_, size, full, nullptr);
    if (count == 0 || count >= size) {
      ::free(block);
      return fail_with_last();
    }
    bool const is_ready = count >= 4 && is_prefixed(full);
    bool const is_server = !is_ready && full[0] == L'\\' && full[1] == L'\\';
    text_of_units const prefix = is_ready    ? text_of_units{L"", 0}
                                 : is_server ? text_of_units{L"\\\\?\\UNC", 7}
                                             : text_of_units{L"\\\\?\\", 4};
    // For \\server, one backslash remains.
    wchar_t* const begin = full + (is_server ? 1 : 0) - prefix.size;
    ::memcpy(begin, prefix.data, prefix.size * sizeof(wchar_t));
    ::memmove(block, begin, (prefix.size + count + 1) * sizeof(wchar_t));
    if (units_ != few_) ::free(units_);
    units_ = block;
  }

  struct text_of_units {
    wchar_t const* data;
    std::size_t size;
  };

  wchar_t* units_ = few_;
  error_code problem_;
  wchar_t few_[plain_limit + 12];
};

}  // namespace rill::inline RILL_BUILD::os

#endif

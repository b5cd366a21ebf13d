// rill/os/path.h: a path as an argument, from whatever holds one.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/os/file_test.cpp.
#ifndef RILL_OS_PATH_H
#define RILL_OS_PATH_H

#include <concepts>  // std::convertible_to, std::integral

#include "../base/bare.h"
#include "../base/error_code.h"
#include "../base/text.h"

namespace rill::inline RILL_BUILD {

/// A path that a caller gives: a string of any library, a literal, or a
/// std::filesystem::path. It is looked at during the call only.
class path_view {
 public:
  constexpr path_view(char const* path) noexcept
      : bytes_{path, path ? detail::length_of(path) : 0} {}
  constexpr path_view(text path) noexcept : bytes_(path) {}

  /// std::string, std::string_view and the like.
  template <class Text>
    requires requires(Text const& t) {
      { t.data() } -> std::convertible_to<char const*>;
      { t.size() } -> std::convertible_to<std::size_t>;
    }
  constexpr path_view(Text const& path) noexcept
      : bytes_{path.data(), path.size()} {}

  /// std::u8string and the like.
  template <class Text>
    requires requires(Text const& t) {
      { t.data() } -> std::convertible_to<char8_t const*>;
      { t.size() } -> std::convertible_to<std::size_t>;
    }
  path_view(Text const& path) noexcept
      : bytes_{reinterpret_cast<char const*>(path.data()), path.size()} {}

  /// std::filesystem::path, where its native text is of char.
  template <class Path>
    requires requires(Path const& p) {
      { p.native().c_str() } -> std::convertible_to<char const*>;
    }
  constexpr path_view(Path const& path) noexcept
      : bytes_{path.native().c_str(), path.native().size()} {}

  /// A descriptor is no path.
  template <std::integral Number>
  constexpr path_view(Number) noexcept {
    static_assert(detail::never<Number>,
                  "rill: a number is no path: an open descriptor goes in as "
                  "rill::file_view(descriptor)");
  }

  constexpr text bytes() const noexcept { return bytes_; }

  /// Why this can be no path, or no error.
  constexpr error_code problem() const noexcept {
    for (char c : bytes_)
      if (c == '\0') return library_problem::path_contains_nul;
    return {};
  }

 private:
  text bytes_;
};

}  // namespace rill::inline RILL_BUILD

#endif

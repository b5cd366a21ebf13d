// rill/fs/path_text.h: a path that is returned, and the parts of a path.
//
// Floor 5. A path_text allocates; the functions on text do not, and are
// constexpr. Nothing here asks the system. Tests: test/fs/path_text_test.cpp.
#ifndef RILL_FS_PATH_TEXT_H
#define RILL_FS_PATH_TEXT_H

#include "../memory/owned_text.h"
#include "../os/path.h"

namespace rill::inline RILL_BUILD::fs {

/// The bytes of a path, with a NUL behind them. Movable. Prints itself, is an
/// argument wherever a path is, and converts to std::string,
/// std::string_view, rill::text and std::filesystem::path.
///
/// Example:
///     rill::fs::path_text path = rill::fs::join_path("src", "main.cpp");
///     std::string as_string = path;
///     rill::println("in ", path);
class path_text : public owned_text {
 public:
  using owned_text::owned_text;

  // Repeats the conversion of the base, which the one below would hide.
  template <rill::detail::made_of_bytes String>
  operator String() const {
    return String(c_str(), size());
  }

  /// To std::filesystem::path.
  template <class Path>
    requires requires(Path const& path) {
      typename Path::string_type;
      path.native().c_str();
    }
  operator Path() const {
    return Path(begin(), end());
  }

  /// Adds a part of a path, with a '/' before it where one is missing. It may
  /// be a part of this one.
  void add_part(text part) {
    storage const before = reserve(size() + 1 + part.size);
    if (!empty() && end()[-1] != '/') add("/");
    add(part);
  }
};

namespace detail {

// Where the last part begins, behind its slash.
constexpr std::size_t start_of_name(text path) noexcept {
  std::size_t at = path.size;
  while (at != 0 && path.data[at - 1] != '/') --at;
  return at;
}

// Where the extension's dot is, or the end: ".bashrc", "." and ".." have
// none.
constexpr std::size_t start_of_extension(text name) noexcept {
  if (name == "..") return 2;
  for (std::size_t at = name.size; at > 1; --at)
    if (name.data[at - 1] == '.') return at - 1;
  return name.size;
}

}  // namespace detail

/// Returns true when the path begins at the root, whatever the current
/// directory is.
constexpr bool is_absolute(path_view path) noexcept {
  return path.bytes().size != 0 && path.bytes().data[0] == '/';
}

/// What stands behind the last slash: "c.txt" of "a/b/c.txt", and nothing of
/// "a/b/". As std::filesystem::path::filename.
constexpr text file_name(path_view path) noexcept {
  text const all = path.bytes();
  std::size_t const start = detail::start_of_name(all);
  return {all.data + start, all.size - start};
}

/// What stands before the last part, without the slashes between: "a/b" of
/// "a/b/c.txt" and of "a/b/", "/" of "/a" and "//a", nothing of "a". Slashes
/// alone are their own parent. As std::filesystem::path::parent_path.
constexpr text parent(path_view path) noexcept {
  text const all = path.bytes();
  std::size_t const start = detail::start_of_name(all);
  std::size_t end = start;
  while (end != 0 && all.data[end - 1] == '/') --end;
  if (end == 0 && start == all.size) return all;
  if (end == 0 && is_absolute(all)) end = 1;
  return {all.data, end};
}

/// The last dot of the name and what follows: ".gz" of "a.tar.gz"; nothing of
/// "a", ".bashrc" and "..".
constexpr text extension(path_view path) noexcept {
  text const name = file_name(path);
  std::size_t const dot = detail::start_of_extension(name);
  return {name.data + dot, name.size - dot};
}

/// The name without its extension: "a.tar" of "b/a.tar.gz".
constexpr text stem(path_view path) noexcept {
  text const name = file_name(path);
  return {name.data, detail::start_of_extension(name)};
}

/// Both parts with a slash between; the second alone when it is absolute.
///
/// Cost: one allocation.
inline path_text join_path(path_view first, path_view second) {
  path_text result;
  if (!is_absolute(second)) result.add(first.bytes());
  result.add_part(second.bytes());
  return result;
}

}  // namespace rill::inline RILL_BUILD::fs

#endif

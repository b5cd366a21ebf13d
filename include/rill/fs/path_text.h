// rill/fs/path_text.h: a path that is returned, and the parts of a path.
//
// Floor 5. A path_text allocates; the functions on text do not, and are
// constexpr. Nothing here asks the system. Tests: test/fs/path_text_test.cpp.
#ifndef RILL_FS_PATH_TEXT_H
#define RILL_FS_PATH_TEXT_H

#include "../memory/small_vector.h"
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
class path_text {
 public:
  /// What marks text in every library; nothing is done with it.
  using traits_type = path_text;

  path_text() noexcept = default;
  explicit path_text(text bytes) { add(bytes); }

  char const* data() const noexcept { return c_str(); }
  char const* c_str() const noexcept {
    return bytes_.data() ? bytes_.data() : "";
  }
  std::size_t size() const noexcept { return bytes_.size(); }
  bool empty() const noexcept { return bytes_.empty(); }
  text bytes() const noexcept { return {c_str(), size()}; }

  /// To a string or a view: what is made of a pointer and a size.
  template <class String>
    requires(!std::is_same_v<String, path_text> &&
             requires {
               typename String::traits_type;
               String(static_cast<char const*>(nullptr), std::size_t{});
             })
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
    return Path(c_str(), c_str() + size());
  }

  // A template for the reasons of base/text.h: no operand is converted.
  template <class Path, class Other>
    requires(std::is_same_v<Path, path_text> &&
             std::is_convertible_v<Other const&, text> &&
             !std::is_null_pointer_v<Other>)
  friend bool operator==(Path const& a, Other const& b) noexcept {
    return a.bytes() == b;
  }

  /// Adds bytes, or a part of a path with a '/' before it where one is
  /// missing. They may be its own.
  void add(text more) {
    bytes_.add(more.data, more.size);
    bytes_.data()[bytes_.size()] = '\0';
  }
  void add_part(text part) {
    storage const before = bytes_.reserve(size() + 1 + part.size);
    if (!empty() && bytes_.back() != '/') add("/");
    add(part);
  }
  void cut_to(std::size_t size) noexcept {
    bytes_.set_size(size);
    if (bytes_.data()) bytes_.data()[size] = '\0';
  }

 private:
  rill::detail::small_vector<char> bytes_;
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

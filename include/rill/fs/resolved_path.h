// rill/fs/resolved_path.h: paths as text, paths of any length, and opening
// paths that must stay in a folder.
//
// Layer 6. Without openat2(2), a path that must stay in a folder is opened part
// by part: each part relative to the one before, without following links, and
// the text of a link is inserted before the remaining path. ".." goes to the
// top and down again by the accepted names, so at most two folders are open.
// The errors are those of openat2(2) with RESOLVE_BENEATH. Tests:
// test/fs/path_text_test.cpp, test/fs/directory_test.cpp,
// test/fs/open_beneath_test.cpp.
#ifndef RILL_FS_RESOLVED_PATH_H
#define RILL_FS_RESOLVED_PATH_H

#include "../memory/owned_text.h"
#include "../os/directory.h"
#include "../os/error.h"
#include "../os/file_view.h"

// Paths as results, and the parts of paths.
//
// A path_text allocates; the functions on text do not, and are constexpr.
// Nothing here makes a system call.

namespace rill::inline RILL_BUILD::fs {

/// The bytes of a path, NUL-terminated. Movable. Prints itself, works wherever
/// a path is an argument, and converts to std::string, std::string_view,
/// rill::text and std::filesystem::path.
///
/// Example:
///     rill::fs::path_text path = rill::fs::join_path("src", "main.cpp");
///     std::string as_string = path;
///     rill::println("in ", path);
class path_text : public owned_text {
 public:
  using owned_text::owned_text;

  // Repeats the base's conversion, which the next one hides.
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

  /// Appends a part, with a '/' before it if needed. The part may point into
  /// this path.
  void add_part(text part) {
    storage const before = reserve(size() + 1 + part.size);
    if (!empty() && end()[-1] != '/') add("/");
    add(part);
  }
};

namespace detail {

// The start of the last part, after the slash.
constexpr std::size_t start_of_name(text path) noexcept {
  std::size_t at = path.size;
  while (at != 0 && path.data[at - 1] != '/') --at;
  return at;
}

// The position of the extension's dot, or the end: ".bashrc", "." and ".." have
// no extension.
constexpr std::size_t start_of_extension(text name) noexcept {
  if (name == "..") return 2;
  for (std::size_t at = name.size; at > 1; --at)
    if (name.data[at - 1] == '.') return at - 1;
  return name.size;
}

}  // namespace detail

/// Returns true if the path begins with a slash.
constexpr bool is_absolute(path_view path) noexcept {
  return path.bytes().size != 0 && path.bytes().data[0] == '/';
}

/// The part after the last slash: "c.txt" of "a/b/c.txt", empty for "a/b/".
/// Like std::filesystem::path::filename.
constexpr text file_name(path_view path) noexcept {
  text const all = path.bytes();
  std::size_t const start = detail::start_of_name(all);
  return {all.data + start, all.size - start};
}

/// The path before the last part, without slashes at its end: "a/b" of
/// "a/b/c.txt" and of "a/b/", "/" of "/a" and "//a", empty for "a". A path of
/// only slashes is its own parent. Like std::filesystem::path::parent_path.
constexpr text parent(path_view path) noexcept {
  text const all = path.bytes();
  std::size_t const start = detail::start_of_name(all);
  std::size_t end = start;
  while (end != 0 && all.data[end - 1] == '/') --end;
  if (end == 0 && start == all.size) return all;
  if (end == 0 && is_absolute(all)) end = 1;
  return {all.data, end};
}

/// The extension of the name, with its dot: ".gz" of "a.tar.gz"; empty for "a",
/// ".bashrc" and "..".
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

/// Joins two paths with a slash. Returns only the second if it is absolute.
///
/// Cost: one allocation.
inline path_text join_path(path_view first, path_view second) {
  path_text result;
  if (!is_absolute(second)) result.add(first.bytes());
  result.add_part(second.bytes());
  return result;
}

// A path as the system takes it: an open folder, and a name of any length
// below it that ends with a NUL.
//
// Copies the path: on the stack when it is short.

namespace detail {

// The system takes paths below this many bytes, the NUL counted (PATH_MAX on
// Linux; other systems have 1,024 and fail with ENAMETOOLONG). Longer paths are
// opened in pieces, folder by folder.
inline constexpr std::size_t longest_native_path = 4096;

class resolved_path {
 public:
  resolved_path(os::native_handle folder, path_view path) : folder_(folder) {
    if ((error_ = path.problem())) return;
    text const bytes = path.bytes();
    char* copy = here_;
    if (bytes.size >= sizeof here_) {
      block_ = storage(bytes.size + 1);
      copy = block_.data();
    }
    *rill::detail::copy_bytes(copy, bytes.data, bytes.size) = '\0';
    name_ = copy;
    if (bytes.size >= longest_native_path) approach(copy, bytes.size);
  }
  resolved_path(resolved_path const&) = delete;
  resolved_path& operator=(resolved_path const&) = delete;
  ~resolved_path() { leave(); }

  os::native_handle folder() const noexcept { return folder_; }
  char const* name() const noexcept { return name_; }
  error_code error() const noexcept { return error_; }

  // Removes slashes at the end: with one, the system follows a link.
  void drop_slashes() noexcept {
    if (error_) return;
    char* const first = const_cast<char*>(name_);
    std::size_t size = rill::detail::length_of(first);
    while (size > 1 && first[size - 1] == '/') first[--size] = '\0';
  }

 private:
  // Enters folders until the rest of the path is short enough.
  void approach(char* path, std::size_t size) {
    while (size >= longest_native_path) {
      std::size_t cut = longest_native_path - 1;
      while (cut != 0 && path[cut] != '/') --cut;
      // No slash to cut at, except perhaps that of the root.
      if (cut == 0) {
        error_ = os::errors::too_long;
        return;
      }
      path[cut] = '\0';
      os::opened const next = os::open_passage_at(folder_, path, true);
      leave();
      if ((error_ = next.error)) return;
      folder_ = owned_ = next.handle;
      path += cut + 1;
      size -= cut + 1;
      while (size != 0 && *path == '/') {
        ++path;
        --size;
      }
    }
    name_ = size != 0 ? path : ".";
  }
  void leave() noexcept {
    if (owned_ != os::no_handle) (void)os::close(owned_);
    owned_ = os::no_handle;
  }

  os::native_handle folder_;
  os::native_handle owned_ = os::no_handle;
  char const* name_ = "";
  error_code error_;
  storage block_;
  char here_[512];
};

class path_beneath {
 public:
  static constexpr int most_links = 40;  // like Linux

  path_beneath(os::native_handle top, open_options const& options,
               os::must_be what) noexcept
      : top_(top),
        here_(top),
        options_(options),
        what_(what),
        may_end_in_link_(options.follow) {
    options_.follow = false;  // the system must not follow links
  }
  path_beneath(path_beneath const&) = delete;
  path_beneath& operator=(path_beneath const&) = delete;
  ~path_beneath() { move_to(top_); }

  os::opened open(text path) {
    if (path.size == 0) return failed(os::errors::missing);
    rest_.add(path);
    if (rest_.c_str()[0] == '/') return failed(os::errors::leads_outside);
    for (;;) {
      text const part = next_part();
      // The path ended with "." or "..": open the folder itself.
      if (part.size == 0) return open_last(".");
      if (part == ".") continue;
      if (part == "..") {
        if (error_code const error = go_up()) return failed(error);
        continue;
      }
      path_text const name(part);
      bool const is_last = at_ == rest_.size();
      os::opened const next =
          is_last ? open_last(name.c_str()) : open_passage(name.c_str());
      if (!next.error && is_last) return next;
      if (!next.error) {
        move_to(next.handle);
        done_.add_part(name);
      } else if (!may_be_link(next.error, is_last)) {
        return next;
      } else if (error_code const error = follow(name, next.error)) {
        return failed(error);
      }
    }
  }

 private:
  static os::opened failed(error_code error) noexcept {
    return {os::no_handle, error};
  }

  // Takes the next part, with the slashes after it.
  text next_part() noexcept {
    std::size_t const start = at_;
    char const* const all = rest_.c_str();
    while (at_ != rest_.size() && all[at_] != '/') ++at_;
    text const part{all + start, at_ - start};
    while (at_ != rest_.size() && all[at_] == '/') ++at_;
    is_folder_ = start + part.size != at_;
    return part;
  }

  os::opened open_passage(char const* name) noexcept {
    return os::open_passage_at(here_, name, false);
  }
  os::opened open_last(char const* name) noexcept {
    bool const makes = options_.create || options_.create_new;
    if (is_folder_ && makes) return failed(os::errors::is_a_folder);
    return os::open_at(here_, name, options_,
                       is_folder_ ? os::must_be::folder : what_);
  }
  bool may_be_link(error_code error, bool is_last) const noexcept {
    if (is_last && !is_folder_ && !may_end_in_link_) return false;
    return os::may_be_link(error);
  }

  // Inserts the text of a link before the remaining path. Returns `why` if the
  // entry is not a link.
  [[gnu::noinline]] error_code follow(path_text const& name, error_code why) {
    char target[longest_native_path];
    os::transfer const got =
        os::read_link_at(here_, name.c_str(), target, sizeof target);
    if (got.error || got.moved == 0) return why;
    if (++links_ > most_links) return os::errors::too_many_links;
    if (target[0] == '/') return os::errors::leads_outside;
    path_text rest;
    rest.add({target, got.moved});
    if (is_folder_) rest.add("/");
    rest.add({rest_.c_str() + at_, rest_.size() - at_});
    rest_ = static_cast<path_text&&>(rest);
    at_ = 0;
    return {};
  }

  error_code go_up() {
    if (done_.empty()) return os::errors::leads_outside;
    done_.cut_to(parent(done_).size);
    move_to(top_);
    text left = done_.bytes();
    while (left.size != 0) {
      std::size_t size = 0;
      while (size != left.size && left.data[size] != '/') ++size;
      path_text const name(text{left.data, size});
      os::opened const next = open_passage(name.c_str());
      if (next.error) return next.error;
      move_to(next.handle);
      if (size != left.size) ++size;
      left = {left.data + size, left.size - size};
    }
    return {};
  }

  void move_to(os::native_handle folder) noexcept {
    if (here_ != top_) (void)os::close(here_);
    here_ = folder;
  }

  os::native_handle top_;
  os::native_handle here_;
  open_options options_;
  os::must_be what_;
  bool may_end_in_link_;
  path_text done_;  // the path from the top to here
  path_text rest_;
  std::size_t at_ = 0;
  bool is_folder_ = false;  // slashes follow the part
  int links_ = 0;
};

// Opens a path beneath a folder, by openat2(2) if the kernel has it.
inline os::opened open_beneath(os::native_handle top, path_view path,
                               open_options const& options, os::must_be what) {
  if (error_code const problem = path.problem())
    return {os::no_handle, problem};
  path_text const copy(path.bytes());
  os::opened const opened =
      os::open_beneath_at(top, copy.c_str(), options, what);
  if (!os::is_left_open(opened.error)) return opened;
  return path_beneath(top, options, what).open(copy);
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD::fs

#endif

// rill/fs/inside.h: opens a path that must not lead out of a folder, part by
// part, where the kernel has no call for it.
//
// Floor 5. No part is followed by the system: each is opened with O_NOFOLLOW
// relative to the one before, and the text of a link is put before what
// remains of the path. ".." goes back to the top and down again by the names
// that were accepted, so two folders are open at most. The errors are those
// of openat2(2) with RESOLVE_BENEATH. Tests: test/fs/inside_test.cpp.
#ifndef RILL_FS_INSIDE_H
#define RILL_FS_INSIDE_H

#include "../os/directory.h"
#include "place.h"

namespace rill::inline RILL_BUILD::fs::detail {

class inside_path {
 public:
  static constexpr int most_links = 40;  // as the kernel of Linux

  inside_path(os::native_handle top, int flags, mode_t mode) noexcept
      : top_(top), here_(top), flags_(flags), mode_(mode) {}
  inside_path(inside_path const&) = delete;
  inside_path& operator=(inside_path const&) = delete;
  ~inside_path() { move_to(top_); }

  os::opened open(text path) {
    if (path.size == 0) return failed(ENOENT);
    rest_.add(path);
    if (rest_.c_str()[0] == '/') return failed(EXDEV);
    for (;;) {
      text const part = next_part();
      // The path ended with "." or "..": the folder itself.
      if (part.size == 0) return open_last(".");
      if (part == ".") continue;
      if (part == "..") {
        if (error_code const error = go_up()) return {os::no_handle, error};
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
        return {os::no_handle, error};
      }
    }
  }

 private:
  static os::opened failed(int number) noexcept {
    return {os::no_handle, {error_source::system, number}};
  }

  // A folder's slashes belong to the part before them.
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
    if (is_folder_ && (flags_ & O_CREAT) != 0) return failed(EISDIR);
    int const folder = is_folder_ ? O_DIRECTORY : 0;
    return os::open_at_with(here_, name, flags_ | folder | O_NOFOLLOW, mode_);
  }
  bool may_be_link(error_code error, bool is_last) const noexcept {
    if (is_last && !is_folder_ && (flags_ & O_NOFOLLOW) != 0) return false;
    return error.number == ELOOP || error.number == ENOTDIR ||
           error.number == EMLINK;  // FreeBSD's word for a link
  }

  // `why` is the error when it is no link after all.
  error_code follow(path_text const& name, error_code why) {
    char target[longest_native_path];
    os::transfer const got =
        os::read_link_at(here_, name.c_str(), target, sizeof target);
    if (got.error || got.moved == 0) return why;
    if (++links_ > most_links) return {error_source::system, ELOOP};
    if (target[0] == '/') return {error_source::system, EXDEV};
    path_text rest;
    rest.add({target, got.moved});
    if (is_folder_) rest.add("/");
    rest.add({rest_.c_str() + at_, rest_.size() - at_});
    rest_ = static_cast<path_text&&>(rest);
    at_ = 0;
    return {};
  }

  error_code go_up() {
    if (done_.empty()) return {error_source::system, EXDEV};
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
  int flags_;
  mode_t mode_;
  path_text done_;  // the names from the top to here
  path_text rest_;
  std::size_t at_ = 0;
  bool is_folder_ = false;  // slashes follow the part
  int links_ = 0;
};

// By the kernel where it can. EPERM is also what old sandboxes say of a call
// that they do not know.
inline os::opened open_inside(os::native_handle top, path_view path, int flags,
                              unsigned mode) {
  if (error_code const problem = path.problem())
    return {os::no_handle, problem};
  path_text const copy(path.bytes());
  os::opened const opened =
      os::open_inside_at(top, copy.c_str(), flags, os::native_mode(mode));
  int const number = opened.error.number;
  if (number != ENOSYS && number != EPERM && number != ENAMETOOLONG)
    return opened;
  return inside_path(top, flags, os::native_mode(mode)).open(copy);
}

}  // namespace rill::inline RILL_BUILD::fs::detail

#endif

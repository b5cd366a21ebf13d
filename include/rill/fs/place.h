// rill/fs/place.h: a path as the system takes it: an open folder, and a name
// of any length below it that ends with a NUL.
//
// Floor 5. Copies the path: on the stack when it is short. Tests:
// test/fs/directory_test.cpp.
#ifndef RILL_FS_PLACE_H
#define RILL_FS_PLACE_H

#include "../os/error.h"
#include "../os/path.h"
#include "../os/posix/entry.h"
#include "path_text.h"

namespace rill::inline RILL_BUILD::fs::detail {

// The system takes paths below this many bytes, the NUL counted (PATH_MAX on
// Linux; other systems take 1,024 and say so with ENAMETOOLONG). What is
// longer is opened in pieces, folder by folder.
inline constexpr std::size_t longest_native_path = 4096;

class place {
 public:
  place(os::native_handle folder, path_view path) : folder_(folder) {
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
  place(place const&) = delete;
  place& operator=(place const&) = delete;
  ~place() { leave(); }

  os::native_handle folder() const noexcept { return folder_; }
  char const* name() const noexcept { return name_; }
  error_code error() const noexcept { return error_; }

  // Cuts slashes off the end: behind one the system follows a link.
  void drop_slashes() noexcept {
    if (error_) return;
    char* const first = const_cast<char*>(name_);
    std::size_t size = rill::detail::length_of(first);
    while (size > 1 && first[size - 1] == '/') first[--size] = '\0';
  }

 private:
  // Goes into folders until what is left of the path is short enough.
  void approach(char* path, std::size_t size) {
    while (size >= longest_native_path) {
      std::size_t cut = longest_native_path - 1;
      while (cut != 0 && path[cut] != '/') --cut;
      // Slashes at the front alone are the root.
      if (cut == 0) {
        error_ = {error_source::system, ENAMETOOLONG};
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

}  // namespace rill::inline RILL_BUILD::fs::detail

#endif

// rill/os/scoped_file.h: a file that is open during one call.
//
// Layer 3. For functions that open a file, read it and close it: a path of
// ordinary length needs no allocation, and closing after reading ignores
// errors. Tests: test/os/file_map_test.cpp.
#ifndef RILL_OS_SCOPED_FILE_H
#define RILL_OS_SCOPED_FILE_H

#include "file.h"

namespace rill::inline RILL_BUILD::detail {

class scoped_file {
 public:
  explicit scoped_file(path_view path) : path_(path.bytes()) {
    char* name = short_name_;
    if (path_.size >= sizeof short_name_) {
      long_name_ = storage(path_.size + 1);
      name = long_name_.data();
    }
    // A loop instead of memcpy, because it also looks for a NUL.
    std::size_t i = 0;
    for (; i != path_.size; ++i) {
      if (path_.data[i] == '\0') problem_ = library_problem::path_contains_nul;
      name[i] = path_.data[i];
    }
    name[i] = '\0';
    if (problem_) return;
    os::opened const opened = os::open(name, file::reading);
    problem_ = opened.error;
    view_ = file_view(opened.handle, name);
  }
  scoped_file(scoped_file const&) = delete;
  scoped_file& operator=(scoped_file const&) = delete;
  ~scoped_file() {
    if (view_.is_open()) (void)os::close(view_.native_handle());
  }

  error_code problem() const noexcept { return problem_; }
  rill::error failure() const noexcept { return {problem_, "open", path_}; }
  file_view view() const noexcept { return view_; }

 private:
  text path_;
  file_view view_;
  error_code problem_;
  storage long_name_;
  char short_name_[256];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif

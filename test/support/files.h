// test/support/files.h: a folder of a test's own, and whole files.
#ifndef RILL_TEST_SUPPORT_FILES_H
#define RILL_TEST_SUPPORT_FILES_H

#include <filesystem>
#include <fstream>
#include <iterator>  // std::istreambuf_iterator
#include <stdlib.h>  // mkdtemp
#include <string>

namespace rill_test {

// A new folder under /tmp that goes away with all that is in it.
class folder {
 public:
  folder() {
    char name[] = "/tmp/rill-unit-XXXXXX";
    path_ = mkdtemp(name) ? name : "/nonexistent";
  }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string const& path() const { return path_; }
  std::string operator/(char const* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline std::string content_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void set_content(std::string const& path, std::string const& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace rill_test

#endif

// test/support/files.h: temporary folders, and whole files.
#ifndef RILL_TEST_SUPPORT_FILES_H
#define RILL_TEST_SUPPORT_FILES_H

#include <filesystem>
#include <fstream>
#include <iterator>  // std::istreambuf_iterator
#include <stdlib.h>  // mkdtemp
#if defined(_WIN32)
#include <process.h>  // _getpid
#endif
#include <string>
#include <vector>

namespace rill_test {

// A new temporary folder, in /tmp or the system's place for such. The
// destructor removes it with all its contents.
class folder {
 public:
  folder() {
#if defined(_WIN32)
    static int count = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("rill-unit-" + std::to_string(_getpid()) + "-" +
              std::to_string(++count)))
                .string();
    std::filesystem::create_directory(path_);
#else
    char name[] = "/tmp/rill-unit-XXXXXX";
    path_ = mkdtemp(name) ? name : "/nonexistent";
#endif
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

// Bytes of every value. Long runs do not repeat.
inline std::string pattern(std::size_t size) {
  std::string all(size, '\0');
  for (std::size_t i = 0; i != size; ++i)
    all[i] = static_cast<char>(i * 31 + i / 251);
  return all;
}

inline std::string content_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void set_content(std::string const& path, std::string const& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline std::vector<std::string> names_in(std::string const& folder) {
  std::vector<std::string> all;
  for (auto const& entry : std::filesystem::directory_iterator(folder))
    all.push_back(entry.path().filename().string());
  return all;
}

}  // namespace rill_test

#endif

// race/contenders/hash/command.h: programs that hash files, and the many files
// of the heat `sha256-files`.
#ifndef RACE_CONTENDERS_HASH_COMMAND_H
#define RACE_CONTENDERS_HASH_COMMAND_H

#include <string>
#include <vector>

#include "../command.h"
#include "hash.h"

namespace race {

constexpr size_t file_size = 4096;

// `count` files of 4 KiB in a folder of their own, which is the working folder
// while the object exists.
class file_set {
 public:
  explicit file_set(job const& j) : folder_(std::string(j.output) + ".files") {
    auto const bytes = load<char>(j.input);
    size_ = bytes.size;
    if (mkdir(folder_.c_str(), 0777) != 0 || chdir(folder_.c_str()) != 0)
      fail("mkdir");
    for (size_t i = 0; i != j.count; ++i) {
      texts_.push_back("file" + std::to_string(i));
      int const fd = open(texts_.back().c_str(),
                          O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
      if (fd < 0) fail("open");
      write_all(fd, bytes.data + i * file_size, file_size);
      close(fd);
    }
    free(bytes.data);
    for (auto const& text : texts_) names_.push_back(text.c_str());
    names_.push_back(nullptr);
  }
  file_set(file_set const&) = delete;
  file_set& operator=(file_set const&) = delete;
  ~file_set() {
    for (auto const& text : texts_) unlink(text.c_str());
    rmdir(folder_.c_str());
  }

  char const* const* names() const { return names_.data(); }
  // The bytes of the input.
  uint64_t size() const { return size_; }

 private:
  std::string folder_;
  std::vector<std::string> texts_;
  std::vector<char const*> names_;
  uint64_t size_ = 0;
};

// The output of a program: lines that begin with a digest in hexadecimal
// digits.
inline uint64_t printed_digests(char const* path) {
  auto const text = load<char>(path);
  uint64_t made = 0;
  for (char const* at = text.data; at < text.data + text.size;) {
    made ^= strtoull(std::string(at, 16).c_str(), nullptr, 16);
    char const* const end = strchr(at, '\n');
    if (!end) break;
    at = end + 1;
  }
  return made;
}

// Runs `program words… names…` with the names of the heat's files.
inline uint64_t hash_by_command(job const& j, char const* program,
                                std::vector<char const*> words) {
  auto const run = [&] {
    words.push_back(nullptr);
    start_clock();
    run_command(program, const_cast<char* const*>(words.data()), j.output);
    return printed_digests(j.output);
  };
  if (!j.is("sha256-files")) {
    words.push_back(j.input);
    return run();
  }
  file_set const files(j);
  for (char const* const* name = files.names(); *name; ++name)
    words.push_back(*name);
  return run();
}

}  // namespace race

#endif  // RACE_CONTENDERS_HASH_COMMAND_H

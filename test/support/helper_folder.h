// test/support/helper_folder.h: a PATH with helper programs that a test writes,
// and a display name that they do not open.
#ifndef RILL_TEST_SUPPORT_HELPER_FOLDER_H
#define RILL_TEST_SUPPORT_HELPER_FOLDER_H

#include <stdlib.h>    // getenv
#include <sys/stat.h>  // chmod
#include <unistd.h>    // access, usleep

#include <optional>
#include <string>
#include <vector>

#include "environment.h"
#include "files.h"

namespace rill_test {

// Sets an environment variable, and restores it when it is destroyed.
class kept_variable {
 public:
  kept_variable(char const* name, char const* value) : name_(name) {
    if (char const* const before = getenv(name)) before_ = before;
    set_environment(name, value);
  }
  kept_variable(kept_variable const&) = delete;
  kept_variable& operator=(kept_variable const&) = delete;
  ~kept_variable() {
    set_environment(name_, before_ ? before_->c_str() : nullptr);
  }

 private:
  char const* name_;
  std::optional<std::string> before_;
};

class helper_folder {
 public:
  // Adds a helper. It writes its arguments to NAME.args, each followed by a
  // NUL, and then runs `body` as a shell script. $0 is its own path. `body`
  // must name other programs by their full paths.
  void add(char const* name, std::string const& body) {
    std::string const path = folder_ / name;
    set_content(path,
                "#!/bin/sh\n"
                "printf '%s\\0' \"$@\" >\"$0.args\"\n" +
                    body + "\n");
    (void)chmod(path.c_str(), 0755);
  }
  std::string path_of(std::string const& name) const {
    return folder_ / name.c_str();
  }
  bool has_run(std::string const& name) const {
    return ::access(path_of(name + ".args").c_str(), F_OK) == 0;
  }
  std::string content(std::string const& name) const {
    return content_of(path_of(name));
  }
  std::vector<std::string> arguments(std::string const& name) const {
    std::vector<std::string> all;
    std::string const bytes = content(name + ".args");
    for (std::size_t at = 0; at < bytes.size(); at += all.back().size() + 1)
      all.emplace_back(bytes.c_str() + at);
    return all;
  }
  // Waits at most 10 s for a file to have these bytes.
  bool comes_to_have(std::string const& name, std::string const& bytes) const {
    for (int i = 0; i != 1000; ++i) {
      if (content(name) == bytes) return true;
      ::usleep(10'000);
    }
    return false;
  }

 private:
  folder folder_;
  kept_variable path_{"PATH", folder_.path().c_str()};
  kept_variable x11_{"DISPLAY", ":987"};
  kept_variable wayland_{"WAYLAND_DISPLAY", nullptr};
};

}  // namespace rill_test

#endif

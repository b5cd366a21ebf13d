// test/fs/race_test.cpp: another process exchanges folders with links to a
// place outside while rill works: rill changes and opens nothing outside.
#include <doctest/doctest.h>
#include <rill/fs.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "support/files.h"

namespace fs = rill::fs;
using rill_test::set_content;

namespace {

// A process that repeats some work until the destructor ends it.
class rival {
 public:
  template <class Work>
  explicit rival(Work work) : child_(::fork()) {
    if (child_ == 0)
      for (;;) work();
  }
  rival(rival const&) = delete;
  rival& operator=(rival const&) = delete;
  ~rival() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }

 private:
  pid_t child_;
};

// Makes in the folder `root` the files tree/d/f and tree/d/e/f, and the links
// evil and evil-e to folders outside that have the same names. The rival
// exchanges tree/d with evil, and tree/d/e with evil-e.
struct stage {
  explicit stage(rill_test::folder const& where)
      : root(where / "root"), outside(where / "outside") {
    fs::create_directories(outside + "/e");
    set_content(outside + "/f", "canary");
    set_content(outside + "/e/f", "canary");
    fs::create_directories(root + "/tree");
    fs::create_symbolic_link(outside, root + "/evil");
    fs::create_symbolic_link(outside + "/e", root + "/evil-e");
    fill();
  }
  void fill() const {
    (void)fs::try_create_directories(root + "/tree/d/e");
    for (char const* name : {"/tree/d/f", "/tree/d/e/f"}) {
      // Opens inside the folder, since the rival may have put a link there.
      rill::open_options options = rill::file::creating_new;
      (void)fs::directory::open(root).try_open_file_inside(name + 1, options);
    }
  }
  // Must not follow links, or it would exchange entries outside.
  void swap() const {
    fs::directory const top = fs::directory::open(root);
    (void)top.try_exchange("tree/d", "evil");
    auto const d = top.try_open_directory("tree/d", false);
    if (d) (void)d->try_exchange("e", top, "evil-e");
  }
  bool is_untouched() const {
    return rill_test::content_of(outside + "/f") == "canary" &&
           rill_test::content_of(outside + "/e/f") == "canary";
  }
  std::string root;
  std::string outside;
};

template <class Round>
int rounds_within(double seconds, Round round) {
  auto const start = std::chrono::steady_clock::now();
  int count = 0;
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
             .count() < seconds) {
    round();
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("fs/race: remove_all never leaves the tree") {
  rill_test::folder folder;
  stage const s(folder);
  rival const other([&] { s.swap(); });
  int const count = rounds_within(2, [&] {
    s.fill();
    (void)fs::try_remove_all(s.root + "/tree");
    REQUIRE(s.is_untouched());
  });
  CHECK(count > 20);
}

TEST_CASE(
    "fs/race: a walk and a copy never leave the tree, nor does a path "
    "inside") {
  rill_test::folder folder;
  stage const s(folder);
  set_content(s.outside + "/secret", "");
  set_content(s.outside + "/e/secret", "");
  rival const other([&] { s.swap(); });
  fs::directory const root = fs::directory::open(s.root);
  int const count = rounds_within(1, [&] {
    s.fill();
    for (auto& entry : fs::walk(s.root + "/tree"))
      REQUIRE(!(fs::path_text(entry.name()) == "secret"));
    (void)fs::try_copy(s.root + "/tree", s.root + "/copied");
    // The copy may have links, but no file that they lead to.
    for (auto& entry : fs::walk(s.root))
      REQUIRE(!(fs::path_text(entry.name()) == "secret"));
    (void)fs::try_remove_all(s.root + "/copied");
    for (char const* path : {"tree/d/secret", "tree/d/e/secret"}) {
      REQUIRE(!root.try_open_file_inside(path));
      REQUIRE(fs::detail::path_beneath(root.native_handle(),
                                       rill::file::reading,
                                       rill::os::must_be::anything)
                  .open(path)
                  .error);
    }
    REQUIRE(s.is_untouched());
  });
  CHECK(count > 10);
}

// test/fs/race_test.cpp: somebody swaps folders for links to a place outside
// while rill works: nothing outside is touched or opened.
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

// A process that runs a piece of work again and again until it is ended.
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

// Below the folder `root`: tree/d/{f,e/f}, and a link `evil` to the folder
// `outside`, which has the same names in it. The rival exchanges tree/d and
// evil, and tree/d/e and a link.
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
      // Not through a link that the rival may have put there.
      rill::open_options options = rill::file::creating_new;
      (void)fs::directory::open(root).try_open_file_inside(name + 1, options);
    }
  }
  // Follows no link itself, or it would swap what is outside.
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
    // A link may have been copied; what it leads to, not.
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

// test/fs/allocation_test.cpp: each allocation of walks, globs, copies and
// removals fails in turn: no descriptor leaks, and the repeated call succeeds.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/fs.h>
#include <rill/types.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "support/descriptors.h"
#include "support/failing_memory.h"
#include "support/files.h"

namespace fs = rill::fs;
using rill_test::sweep_memory;

namespace {

// A folder with a tree below "t": long names, depth, files and a link.
struct tree {
  tree() {
    std::string const deep = top() + "/" + std::string(60, 'x') + "/" +
                             std::string(60, 'y') + "/z/z/z/z/z/z";
    fs::create_directories(deep);
    for (int i = 0; i != 5; ++i)
      rill_test::set_content(top() + "/f" + std::to_string(i), "content");
    rill_test::set_content(deep + "/g", "deep");
    fs::create_symbolic_link("f0", top() + "/link");
  }
  std::string top() const { return folder / "t"; }

  // The answer of the operation, and all entries of the folder.
  std::string shown() const {
    std::vector<std::string> all;
    for (auto const& entry : fs::walk(folder.path()))
      all.push_back(rill::concat(entry.relative_path(), ' ',
                                 static_cast<int>(entry.kind())));
    std::sort(all.begin(), all.end());
    std::string said = answer;
    for (std::size_t at; (at = said.find(folder.path())) != said.npos;)
      said.erase(at, folder.path().size());
    return said + rill::concat(rill::join(all, "\n"));
  }

  rill_test::folder folder;
  std::string answer;
};

// Its destructor checks that no descriptor has leaked.
class descriptor_check {
 public:
  descriptor_check() = default;
  descriptor_check(descriptor_check const&) = delete;
  ~descriptor_check() {
    rill_test::memory.left = -1;  // doctest allocates
    CHECK(before_.same());
  }

 private:
  rill_test::descriptor_count before_;
};

template <class Work>
void sweep_tree(Work work,
                rill_test::failing how = rill_test::failing::in_both_ways) {
  sweep_memory(
      how, [] { return std::make_unique<tree>(); },
      [&](auto& t) {
        t->answer.clear();
        descriptor_check const check;
        work(*t);
      },
      [](auto& t) { return t->shown(); });
}

// Stores the paths of a walk, one per line, as the answer.
void list(tree& t, fs::walk_options const& options) {
  std::vector<std::string> all;
  for (auto const& entry : fs::walk(t.top(), options))
    all.push_back(rill::concat(entry.relative_path()));
  std::sort(all.begin(), all.end());
  t.answer = rill::concat(all);
}

}  // namespace

TEST_CASE("fs/allocation: walks begin again") {
  fs::walk_options globs;
  globs.glob = "**/{z,f*}/*";
  fs::walk_options rest;
  rest.sorted = rest.contents_first = rest.follow_links = true;
  fs::walk_options yields;
  yields.on_error = fs::walk_errors::yield;
  for (fs::walk_options const& options : {fs::walk_options{}, globs, rest})
    sweep_tree([&](tree& t) { list(t, options); });
}

TEST_CASE("fs/allocation: folders, paths and links") {
  sweep_tree([](tree& t) {
    fs::directory const top = fs::directory::open(t.top());
    t.answer = rill::concat(top.open_directory(std::string(60, 'x')).path());
  });
  sweep_tree([](tree& t) {
    t.answer = rill::concat(fs::canonical(t.top() + "/./link"));
  });
  sweep_tree([](tree& t) {
    t.answer = rill::concat(fs::read_link(t.top() + "/link"));
  });
  sweep_tree([](tree& t) {
    t.answer = rill::concat(fs::current_directory(), fs::temporary_directory());
  });
  sweep_tree([](tree& t) {
    fs::create_directories(t.top() + "/" + std::string(60, 'n') + "/m/o");
  });
  sweep_tree([](tree& t) {
    t.answer = rill::concat(fs::matches("**/{a,b}*", t.top()),
                            fs::join_path(t.top(), std::string(300, 'j')));
  });
}

TEST_CASE("fs/allocation: trees are copied and removed in the end") {
  sweep_tree([](tree& t) {
    fs::copy(t.top(), t.folder / "copy", {.existing = fs::copy_existing::keep});
  });
  sweep_tree([](tree& t) { fs::remove_all(t.top()); });
}

TEST_CASE("fs/allocation: a temporary folder goes when there is memory again") {
  // Reading a folder allocates: while all allocations fail, the folder is not
  // removed.
  sweep_tree(
      [](tree& t) {
        rill::temporary_directory made(t.top());
        std::string const path(made.path().data, made.path().size);
        fs::create_directories(path + "/a/b/c");
        made.remove();
      },
      rill_test::failing::once);
}

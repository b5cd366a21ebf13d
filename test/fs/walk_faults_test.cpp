// test/fs/walk_faults_test.cpp: walks of trees that change, are unreadable, or
// are deeper than the longest path, and calls that fail or are interrupted.
#include <doctest/doctest.h>
#include <rill/fs.h>
#include <sys/resource.h>  // setrlimit
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <thread>

#include "support/child.h"
#include "support/files.h"
#include "support/skip.h"

namespace fs = rill::fs;
namespace os = rill::os;
namespace stdfs = std::filesystem;
using rill_test::set_content;

namespace {

std::string string_of(rill::text t) { return {t.data, t.size}; }

// Saves the calls; the destructor restores them.
struct calls_kept {
  calls_kept()
      : directory(os::directory_call),
        file(os::file_call)
#if defined(__linux__)
        ,
        listing(os::listing_call)
#endif
  {
  }
  calls_kept(calls_kept const&) = delete;
  calls_kept& operator=(calls_kept const&) = delete;
  ~calls_kept() {
    os::directory_call = directory;
    os::file_call = file;
#if defined(__linux__)
    os::listing_call = listing;
#endif
  }
  os::directory_calls directory;
  os::file_system_calls file;
#if defined(__linux__)
  os::listing_calls listing;
#endif
};

// Makes a folder with `levels` levels, with names of 20 bytes and a file in
// each.
void make_deep(std::string const& path, int levels) {
  fs::create_directory(path);
  fs::directory at = fs::directory::open(path);
  for (int i = 0; i != levels; ++i) {
    std::string const name(20, static_cast<char>('a' + i % 26));
    at.create_directory(name);
    at.open_file("f", rill::file::creating_new);
    at = at.open_directory(name);
  }
}

void walk_and_remove_deep(int levels) {
  rill_test::folder folder;
  make_deep(folder / "deep", levels);
  for (unsigned long limit : {64ul, 12ul}) {
    int const status = rill_test::status_of_child([&] {
      rlimit const few{limit, limit};
      if (::setrlimit(RLIMIT_NOFILE, &few) != 0) return 1;
      for (bool contents_first : {false, true}) {
        fs::walk all(folder.path(), {.contents_first = contents_first});
        int files = 0;
        int folders = 0;
        unsigned deepest = 0;
        for (auto& entry : all) {
          (entry.is_directory() ? folders : files) += 1;
          if (entry.depth() > deepest) deepest = entry.depth();
          if (!entry.try_status()) return 2;
        }
        if (files != levels || folders != levels + 1) return 3;
        if (deepest != static_cast<unsigned>(levels) + 1) return 4;
        if (all.error_count() != 0) return 5;
      }
      return 0;
    });
    CHECK(status == 0);
  }
  int const status = rill_test::status_of_child([&] {
    rlimit const few{64, 64};
    if (::setrlimit(RLIMIT_NOFILE, &few) != 0) return 1;
    auto const count = static_cast<unsigned long long>(2 * levels + 1);
    return fs::remove_all(folder / "deep") == count ? 0 : 2;
  });
  CHECK(status == 0);
  CHECK(stdfs::is_empty(folder.path()));
}

}  // namespace

TEST_CASE(
    "fs/walk_faults: folders without permission are told, all else is "
    "found") {
  rill_test::folder folder;
  for (char const* name : {"a/open", "b/closed", "c/blind", "d/open"})
    fs::create_directories(folder / name);
  for (char const* name : {"a/open/1", "b/closed/2", "c/blind/3", "d/open/4"})
    set_content(folder / name, "x");
  fs::set_permissions(folder.path(), 0755);
  fs::set_permissions(folder / "b/closed", 0);
  fs::set_permissions(folder / "c/blind", 0444);  // names are readable
  int const status = rill_test::status_of_child([&] {
    if (::getuid() == 0 && ::setuid(65534) != 0) return 99;
    std::set<std::string> found;
    fs::walk all(folder.path());
    for (auto& entry : all) {
      std::string const path = string_of(entry.relative_path());
      found.insert(path);
      if (path == "c/blind/3" &&
          (!entry.is_regular() ||
           entry.try_status().error().code().number != EACCES))
        return 1;
    }
    if (found != std::set<std::string>{"a", "a/open", "a/open/1", "b",
                                       "b/closed", "c", "c/blind", "c/blind/3",
                                       "d", "d/open", "d/open/4"})
      return 2;
    if (all.error_count() != 1) return 3;
    if (string_of(all.first_error().path()) != folder / "b/closed") return 4;
    if (all.first_error().code().number != EACCES) return 5;
    // Errors are given as entries.
    int errors = 0;
    int entries = 0;
    for (auto& entry :
         fs::walk(folder.path(), {.on_error = fs::walk_errors::yield})) {
      ++entries;
      if (!entry.error()) continue;
      ++errors;
      if (string_of(entry.relative_path()) != "b/closed") return 6;
      if (string_of(entry.name()) != "closed" || entry.depth() != 2) return 7;
      if (!entry.is_directory()) return 8;
    }
    if (errors != 1 || entries != 12) return 9;
    // With contents first, a folder is given once, with its error.
    errors = entries = 0;
    for (auto& entry : fs::walk(
             folder.path(),
             {.contents_first = true, .on_error = fs::walk_errors::yield})) {
      ++entries;
      errors += bool(entry.error());
    }
    if (errors != 1 || entries != 11) return 10;
    // Errors are thrown, and the walk continues after them.
    fs::walk throwing(folder.path(),
                      {.sorted = true, .on_error = fs::walk_errors::raise});
    int thrown = 0;
    auto i = throwing.begin();
    std::string last;
    while (!(i == throwing.end())) {
      last = string_of(i->relative_path());
      try {
        ++i;
      } catch (rill::error const& error) {
        if (error.code().number != EACCES) return 11;
        ++thrown;
        ++i;
      }
    }
    if (thrown != 1 || last != "d/open/4") return 12;
    return 0;
  });
  fs::set_permissions(folder / "b/closed", 0700);
  fs::set_permissions(folder / "c/blind", 0700);
  if (status == 99) return rill_test::skip("no way to be another user");
  CHECK(status == 0);
}

TEST_CASE("fs/walk_faults: 400 levels with 64 descriptors and with 12") {
  walk_and_remove_deep(400);
}
TEST_CASE("fs/walk_faults: 2,000 levels with few descriptors [slow]") {
  walk_and_remove_deep(2000);
}

TEST_CASE("fs/walk_faults: moved while in it, it goes on or says so") {
  // The upper folders are closed by then. The walk returns through ".." where a
  // subtree was moved as a whole, and otherwise reports ESTALE.
  rill_test::folder folder;
  fs::create_directories(folder / "1/2/3/4/5/6/7/8");
  for (char const* name : {"1/z", "1/2/z", "1/2/3/z", "1/2/3/4/z"})
    set_content(folder / name, "");
  fs::create_directory(folder / "elsewhere");
  fs::walk all(folder / "1", {.sorted = true, .open_folders = 3});
  int count = 0;
  bool is_moved = false;
  for (auto& entry : all) {
    ++count;
    if (string_of(entry.name()) == "8") {
      fs::rename(folder / "1/2/3/4", folder / "elsewhere/4");
      is_moved = true;
    }
  }
  REQUIRE(is_moved);
  // The rest of folder 4 is found through "..". Folder 3, whose child 4 is
  // gone, is reopened by its names from the top.
  CHECK(count == 7 + 4);
  CHECK(all.error_count() == 0);
  fs::create_directories(folder / "2/b/c/d/e/f");
  set_content(folder / "2/b/c/z", "");
  set_content(folder / "2/b/z", "");
  set_content(folder / "2/z", "");
  fs::walk lost(folder / "2", {.sorted = true, .open_folders = 3});
  std::set<std::string> found;
  for (auto& entry : lost) {
    found.insert(string_of(entry.relative_path()));
    if (string_of(entry.name()) != "f") continue;
    // A new folder replaces b/c, and d is no longer in it.
    fs::rename(folder / "2/b/c/d", folder / "elsewhere/d");
    fs::rename(folder / "2/b/c", folder / "elsewhere/c");
    fs::create_directory(folder / "2/b/c");
  }
  CHECK(found == std::set<std::string>{"b", "b/c", "b/c/d", "b/c/d/e",
                                       "b/c/d/e/f", "b/z", "z"});
  CHECK(lost.error_count() == 1);
  CHECK(lost.first_error().code().number == ESTALE);
  CHECK(string_of(lost.first_error().path()) == folder / "2/b/c");
}

TEST_CASE("fs/walk_faults: entries that come and go meanwhile") {
  rill_test::folder folder;
  for (char const* name : {"a/b", "c/d", "e"})
    fs::create_directories(folder / name);
  for (char const* name : {"a/b/stays", "c/d/stays", "e/stays"})
    set_content(folder / name, "");
  std::atomic<bool> is_done = false;
  std::thread other([&] {
    while (!is_done) {
      fs::create_directories(folder / "a/x/y");
      set_content(folder / "a/x/y/f", "");
      set_content(folder / "c/f", "");
      fs::remove(folder / "c/f");
      fs::create_directory(folder / "c/f");
      fs::remove_all(folder / "a/x");
      fs::remove(folder / "c/f");
    }
  });
  for (int round = 0; round != 2000; ++round) {
    int stayed = 0;
    fs::walk all(folder.path(), {.contents_first = round % 2 != 0});
    for (auto& entry : all) {
      stayed += string_of(entry.name()) == "stays";
      rill::result<fs::file_status> const status = entry.try_status();
      if (!status) CHECK(status.error().code().number == ENOENT);
    }
    CHECK(stayed == 3);
    CHECK(all.error_count() == 0);
  }
  is_done = true;
  other.join();
}

TEST_CASE("fs/walk_faults: when no descriptor is left, and none is lost") {
  rill_test::folder folder;
  fs::create_directories(folder / "a/b/c");
  auto const descriptors = [] {
    int count = 0;
    for (auto& entry : fs::walk("/proc/self/fd")) count += entry.depth() == 1;
    return count;
  };
  int const before = descriptors();
  for (int round = 0; round != 2000; ++round) {
    for (auto& entry : fs::walk(folder.path()))
      if (entry.depth() == 2) break;  // ends while folders are open
    (void)fs::try_status(folder / "a/none");
    (void)fs::directory::try_open(folder / "a");
    (void)fs::try_copy(folder / "a", folder / "a/b/x");
    (void)fs::directory().try_open_file_inside("../..");
    CHECK(fs::remove_all(folder / "none") == 0);
    if (round % 20 != 0) continue;
    CHECK(fs::copy(folder / "a", folder / "copied") == 3);
    CHECK(fs::remove_all(folder / "copied") == 3);
  }
  CHECK(descriptors() == before);
  int const status = rill_test::status_of_child([&] {
    // All descriptors are in use except one, then except two.
    int last = 0;
    for (int next; (next = ::dup(0)) >= 0 && next < 200;) last = next;
    rlimit const none{static_cast<rlim_t>(last), static_cast<rlim_t>(last)};
    if (::setrlimit(RLIMIT_NOFILE, &none) != 0) return 1;
    if (fs::walk::try_open(folder.path()).error().code().number != EMFILE)
      return 2;
    if (fs::try_remove_all(folder / "a").error().code().number != EMFILE)
      return 3;
    ::close(last - 1);
    fs::walk all(folder.path());
    int count = 0;
    for (auto& entry : all) count += entry.depth() == 1;
    if (count != 1 || all.error_count() != 1) return 4;
    return all.first_error().code().number == EMFILE ? 0 : 5;
  });
  CHECK(status == 0);
}

#if defined(__linux__)
TEST_CASE("fs/walk_faults: an end is where a call gives nothing") {
  rill_test::folder folder;
  for (int i = 0; i != 60; ++i)
    set_content(folder / std::to_string(i).c_str(), "");
  calls_kept kept;
  // As FUSE does: returns fewer records than fit, and arbitrary positions.
  os::listing_call.getdents = [](int from, void* out, size_t) -> long {
    long const got = os::listing_calls{}.getdents(from, out, 300);
    char* at = static_cast<char*>(out);
    for (char* const end = at + (got > 0 ? got : 0); at != end;) {
      auto& record = *reinterpret_cast<os::entry_record*>(at);
      record.place = 0x7FFFFFFF;
      at += record.length;
    }
    return got;
  };
  int count = 0;
  for (auto& entry : fs::walk(folder.path())) count += entry.is_regular();
  CHECK(count == 60);
}

TEST_CASE(
    "fs/walk_faults: a file system that tells no kinds, and names that "
    "are gone") {
  rill_test::folder folder;
  fs::create_directories(folder / "a/b");
  set_content(folder / "a/f", "");
  set_content(folder / "gone", "");
  fs::create_symbolic_link("a", folder / "l");
  calls_kept kept;
  os::listing_call.getdents = [](int from, void* out, size_t size) -> long {
    long const got = os::listing_calls{}.getdents(from, out, size);
    char* at = static_cast<char*>(out);
    for (char* const end = at + (got > 0 ? got : 0); at != end;) {
      auto& record = *reinterpret_cast<os::entry_record*>(at);
      record.kind = 0;
      at += record.length;
    }
    return got;
  };
  os::directory_call.fstatat = [](int from, char const* name, struct stat* out,
                                  int flags) {
    if (std::string(name) == "gone") return errno = ENOENT, -1;
    return ::fstatat(from, name, out, flags);
  };
  std::set<std::string> found;
  for (auto& entry : fs::walk(folder.path())) {
    found.insert(string_of(entry.relative_path()));
    CHECK(entry.is_symbolic_link() == (string_of(entry.name()) == "l"));
  }
  CHECK(found == std::set<std::string>{"a", "a/b", "a/f", "l"});
  found.clear();
  for (auto& entry :
       fs::walk(folder.path(), {.follow_links = true, .open_folders = 3}))
    found.insert(string_of(entry.relative_path()));
  CHECK(found == std::set<std::string>{"a", "a/b", "a/f", "l", "l/b", "l/f"});
}

TEST_CASE(
    "fs/walk_faults: a listing that fails in the middle, and one that "
    "comes in small pieces") {
  rill_test::folder folder;
  fs::create_directory(folder / "d");
  for (int i = 0; i != 200; ++i)
    set_content(folder.path() + "/d/" + std::to_string(i), "");
  static int calls;
  static int failing;
  calls_kept kept;
  os::listing_call.getdents = [](int from, void* out, size_t size) -> long {
    if (++calls == failing) return errno = EIO, -1;
    if (calls % 3 == 0) return errno = EINTR, -1;
    return os::listing_calls{}.getdents(from, out, size < 600 ? size : 600);
  };
  calls = failing = 0;
  int count = 0;
  for (auto& entry : fs::walk(folder.path())) count += entry.path().size != 0;
  CHECK(count == 201);
  int const all_calls = calls;
  CHECK(all_calls > 10);
  for (failing = 1; failing <= all_calls; ++failing) {
    calls = 0;
    rill::result<fs::walk> opened = fs::walk::try_open(folder.path());
    if (!opened) {
      CHECK(opened.error().code().number == EIO);
      continue;
    }
    count = 0;
    for (auto& entry : *opened) count += entry.path().size != 0;
    if (opened->error_count() == 0) continue;  // the failed call was not needed
    CHECK(opened->first_error().code().number == EIO);
    CHECK(count < 202);
    CHECK(string_of(opened->first_error().path()) == folder / "d");
  }
}
#endif

TEST_CASE("fs/walk_faults: interrupted calls are made again") {
  static int count;
  count = 0;
  calls_kept kept;
  // Every second call of each kind is interrupted.
#define RILL_TEST_INTERRUPTED(result, table, name, parameters, arguments) \
  os::table.name = [] parameters -> result {                              \
    if (++count % 2 != 0) return errno = EINTR, -1;                       \
    return ::name arguments;                                              \
  }
  RILL_TEST_INTERRUPTED(int, directory_call, openat,
                        (int f, char const* p, int g, mode_t m), (f, p, g, m));
  RILL_TEST_INTERRUPTED(int, directory_call, mkdirat,
                        (int f, char const* p, mode_t m), (f, p, m));
  RILL_TEST_INTERRUPTED(int, directory_call, unlinkat,
                        (int f, char const* p, int g), (f, p, g));
  RILL_TEST_INTERRUPTED(int, directory_call, fstatat,
                        (int f, char const* p, struct stat* s, int g),
                        (f, p, s, g));
  RILL_TEST_INTERRUPTED(int, directory_call, renameat,
                        (int f, char const* p, int t, char const* q),
                        (f, p, t, q));
  RILL_TEST_INTERRUPTED(int, directory_call, symlinkat,
                        (char const* p, int f, char const* q), (p, f, q));
  RILL_TEST_INTERRUPTED(ssize_t, directory_call, readlinkat,
                        (int f, char const* p, char* o, size_t s),
                        (f, p, o, s));
  RILL_TEST_INTERRUPTED(int, directory_call, fchmod, (int f, mode_t m), (f, m));
  RILL_TEST_INTERRUPTED(int, file_call, fstat, (int f, struct stat* s), (f, s));
#undef RILL_TEST_INTERRUPTED
  rill_test::folder folder;
  fs::create_directories(folder / "a/b/c");
  fs::directory::open(folder / "a")
      .open_file("f", rill::file::creating)
      .write({"abc", 3});
  fs::create_symbolic_link("f", folder / "a/l");
  CHECK(fs::copy(folder / "a", folder / "t") == 5);
  fs::rename(folder / "t", folder / "u");
  CHECK(fs::read_link(folder / "u/l") == "f");
  CHECK(fs::status(folder / "u/l").size == 3);
  CHECK(fs::canonical(folder / "u/l") == folder / "u/f");
  int entries = 0;
  for (auto& entry : fs::walk(folder.path(), {.follow_links = true}))
    entries += entry.status().inode != 0;
  CHECK(entries == 10);
  CHECK(fs::remove_all(folder / "u") == 5);
  CHECK(fs::remove_all(folder / "a") == 5);
  CHECK(count > 100);
}

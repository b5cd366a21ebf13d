// test/stream/replace_file_test.cpp: a file is replaced as a whole, and its
// owner and permissions are kept.
// covers: rill/os/replacing.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/file.h>
#include <rill/print.h>
#include <rill/stream/replace_file.h>
#include <sys/stat.h>  // mkfifo, chmod

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/files.h"
#include "support/replacing.h"
#include "support/skip.h"

using rill::error_code;
using rill_test::content_of;
using rill_test::failing_calls;
using rill_test::mode_of;
using rill_test::names_in;
using rill_test::new_text;
using rill_test::old_text;
using rill_test::open_descriptors;
using rill_test::set_content;
using rill_test::system_error;
using rill_test::without_nameless;
using rill_test::write_new;
namespace stdfs = std::filesystem;

TEST_CASE("stream/replace_file: replaces, and makes what is not there") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  for (int i : {1, 2, 300}) {
    rill::replace_file(path, [i](rill::writer& out) {
      for (int j = 0; j != i; ++j) rill::println(out, "line ", j);
    });
    std::string wanted;
    for (int j = 0; j != i; ++j) wanted += "line " + std::to_string(j) + "\n";
    CHECK(content_of(path) == wanted);
  }
  rill::replace_file(path, "text");
  CHECK(content_of(path) == "text");
  rill::replace_file(path, std::string("a\0b", 3));
  CHECK(content_of(path) == std::string("a\0b", 3));
  rill::replace_file(stdfs::path(path), [](auto&) {});
  CHECK(content_of(path) == "");
  CHECK(names_in(folder.path()) == std::vector<std::string>{"f"});
}

TEST_CASE("stream/replace_file: buffers of every size") {
  rill_test::folder const folder;
  rill::replace_options options;
  options.durable = false;
  for (std::size_t size = 0; size != 40; ++size) {
    options.buffer_size = size;
    rill::replace_file(folder / "f", write_new, options);
    CHECK(content_of(folder / "f") == new_text());
  }
}

TEST_CASE("stream/replace_file: permissions of an old and of a new file") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  mode_t const before = ::umask(027);
  rill::replace_file(path, "new");
  CHECK(mode_of(path) == 0640);
  rill::replace_options options;
  options.mode = 0604;
  rill::replace_file(folder / "g", "new", options);
  CHECK(mode_of(folder / "g") == 0600);
  for (mode_t mode : {0600u, 0644u, 0755u, 0400u, 0u, 0666u, 04755u, 02755u}) {
    REQUIRE(::chmod(path.c_str(), mode) == 0);
    rill::replace_file(path, "new", options);
    CHECK(mode_of(path) == mode);
  }
  ::umask(before);
}

TEST_CASE("stream/replace_file: what becomes private is so from the start") {
  rill_test::folder const folder;
  mode_t const before = ::umask(0);
  for (mode_t mode : {0600u, 0644u}) {
    set_content(folder / "f", old_text);
    REQUIRE(::chmod((folder / "f").c_str(), mode) == 0);
    failing_calls const calls;
    without_nameless();
    rill::replace_file(folder / "f", [&](rill::writer& out) {
      write_new(out);
      std::vector<std::string> const names = names_in(folder.path());
      CHECK(names.size() == 2);
      for (std::string const& name : names)
        if (name != "f") CHECK(mode_of(folder.path() + "/" + name) == 0600);
    });
    CHECK(mode_of(folder / "f") == mode);
  }
  ::umask(before);
}

TEST_CASE("stream/replace_file: an owner that may not be given away") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  static bool may_change_group;
  struct seen {
    mode_t mode;
    int change_answer;
    bool group;
    mode_t wanted;
  };
  for (seen const& one :
       {seen{06755, EPERM, false, 0755}, seen{06775, EINVAL, false, 0755},
        seen{06664, EPERM, true, 02664}, seen{0640, ENOTSUP, false, 0600},
        seen{06755, 0, true, 06755}}) {
    set_content(path, old_text);
    REQUIRE(::chmod(path.c_str(), one.mode) == 0);
    may_change_group = one.group;
    failing_calls const calls;
    static int (*status)(int, char const*, struct stat*, int);
    static int answer;
    answer = one.change_answer;
    status = rill::os::directory_call.fstatat;
    rill::os::directory_call.fstatat = [](int at, char const* name,
                                          struct stat* to, int flags) {
      int const outcome = status(at, name, to, flags);
      if (flags == AT_SYMLINK_NOFOLLOW) {  // give the old file another owner
        to->st_uid += 1;
        to->st_gid += 1;
      }
      return outcome;
    };
    rill::os::directory_call.fchown = [](int, uid_t owner, gid_t) {
      if (answer == 0 || (owner == static_cast<uid_t>(-1) && may_change_group))
        return 0;
      errno = answer;
      return -1;
    };
    rill::replace_options options;
    if (one.change_answer != 0) {
      options.require_owner = true;
      rill::result<void> const done =
          rill::try_replace_file(path, write_new, options);
      REQUIRE(!done);
      CHECK((done.error().code() == system_error(one.change_answer)));
      CHECK(std::string(done.error().operation()) == "keep the owner of");
      CHECK(content_of(path) == old_text);
    }
    options.require_owner = false;
    // Any other error is still returned.
    answer = EIO;
    rill::result<void> const broken =
        rill::try_replace_file(path, write_new, options);
    REQUIRE(!broken);
    CHECK((broken.error().code() == system_error(EIO)));
    answer = one.change_answer;
    rill::replace_file(path, write_new, options);
    CHECK(mode_of(path) == one.wanted);
    CHECK(content_of(path) == new_text());
  }
}

TEST_CASE("stream/replace_file: the owner is kept where that is allowed") {
  if (::geteuid() != 0) return rill_test::skip("not the superuser");
  rill_test::folder const folder;
  std::string const path = folder / "f";
  set_content(path, old_text);
  if (::chown(path.c_str(), 12, 34) != 0 || ::chmod(path.c_str(), 06750) != 0)
    return rill_test::skip("the superuser may not change owners");
  rill::replace_file(path, write_new);
  struct stat found;
  REQUIRE(::stat(path.c_str(), &found) == 0);
  CHECK(found.st_uid == 12);
  CHECK(found.st_gid == 34);
  CHECK((found.st_mode & 07777u) == 06750);
}

TEST_CASE("stream/replace_file: an exception or an error of the function") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  for (bool const is_there : {true, false}) {
    if (is_there) set_content(path, old_text);
    auto const check_nothing_happened = [&] {
      CHECK(stdfs::exists(path) == is_there);
      if (is_there) CHECK(content_of(path) == old_text);
      CHECK(names_in(folder.path()).size() == (is_there ? 1 : 0));
    };
#if RILL_EXCEPTIONS
    CHECK_THROWS_AS(rill::replace_file(path,
                                       [](rill::writer& out) {
                                         write_new(out);
                                         throw std::runtime_error("no");
                                       }),
                    std::runtime_error);
    check_nothing_happened();
    // An error that the callback itself throws passes through try_replace_file.
    try {
      (void)rill::try_replace_file(path, [](rill::writer& out) {
        write_new(out);
        throw rill::error(system_error(EDOM), "count", "sheep");
      });
      CHECK(false);
    } catch (rill::error const& e) {
      CHECK(std::string(e.operation()) == "count");
    }
    check_nothing_happened();
#endif
    rill::result<void> const done = rill::try_replace_file(
        path, [](rill::writer& out) -> rill::result<void> {
          write_new(out);
          return rill::error(system_error(EDOM), "count", "sheep");
        });
    REQUIRE(!done);
    CHECK(std::string(done.error().path()) == "sheep");
    check_nothing_happened();
    if (is_there) stdfs::remove(path);
  }
  rill::replace_file(path, [](rill::writer& out) -> rill::result<void> {
    write_new(out);
    return {};
  });
  CHECK(content_of(path) == new_text());
}

TEST_CASE("stream/replace_file: what cannot be replaced is told") {
  rill_test::folder const folder;
  stdfs::create_directory(folder / "d");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  stdfs::create_symlink("loop", folder / "loop");
  stdfs::create_symlink("pipe", folder / "to_pipe");
  set_content(folder / "f", old_text);
  int const before = open_descriptors();
  struct row {
    std::string path;
    error_code why;
  };
  for (row const& one :
       {row{"", system_error(ENOENT)}, row{folder / "d", system_error(EISDIR)},
        row{folder / "d/", system_error(EISDIR)},
        row{folder / "d/.", system_error(EISDIR)},
        row{folder / "d/..", system_error(EISDIR)},
        row{"/", system_error(EISDIR)},
        row{folder / "missing/", system_error(EISDIR)},
        row{folder / "missing/f", system_error(ENOENT)},
        row{folder / "f/f", system_error(ENOTDIR)},
        row{folder / "loop", system_error(ELOOP)},
        row{folder / "pipe", rill::library_problem::not_a_file},
        row{folder / "to_pipe", rill::library_problem::not_a_file},
        row{"/dev/null", rill::library_problem::not_a_file},
        row{folder.path() + "/" + std::string(256, 'n'),
            system_error(ENAMETOOLONG)},
        row{std::string(5000, '/') + "f", system_error(ENAMETOOLONG)},
        row{folder / "f" + std::string("\0.txt", 5),
            rill::library_problem::path_contains_nul}}) {
    CAPTURE(one.path);
    int calls = 0;
    rill::result<void> const done =
        rill::try_replace_file(one.path, [&](rill::writer&) { ++calls; });
    REQUIRE(!done);
    CHECK((done.error().code() == one.why));
    CHECK(std::string(done.error().operation()) == "replace");
    CHECK(std::string(done.error().path()) == one.path);
    CHECK(calls == 0);
    CHECK_THROWS_AS(rill::replace_file(one.path, ""), rill::error);
  }
  CHECK(content_of(folder / "f") == old_text);
  CHECK(names_in(folder.path()).size() == 5);
  CHECK(open_descriptors() == before);
}

TEST_CASE("stream/replace_file: names of 255 bytes and of any bytes") {
  rill_test::folder const folder;
  for (std::string const& name :
       {std::string(255, 'n'), std::string("\xFF\xFE\x80"), std::string("\n"),
        std::string("-f"), std::string("...")}) {
    std::string const path = folder.path() + "/" + name;
    rill::replace_file(path, "1");
    rill::replace_file(path, "2");
    CHECK(content_of(path) == "2");
    failing_calls const calls;
    without_nameless();
    rill::replace_file(path, "3");
    CHECK(content_of(path) == "3");
  }
  CHECK(names_in(folder.path()).size() == 5);
}

TEST_CASE("stream/replace_file: links") {
  rill_test::folder const folder;
  stdfs::create_directory(folder / "d");
  set_content(folder / "d/f", old_text);
  stdfs::create_symlink("d/f", folder / "relative");
  stdfs::create_symlink(folder / "d/f", folder / "absolute");
  stdfs::create_symlink("../relative", folder / "d/back");
  stdfs::create_symlink("d/back", folder / "chain");
  stdfs::create_symlink("d/made", folder / "dangling");
  stdfs::create_symlink("d", folder / "to_d");
  int i = 0;
  for (char const* name : {"relative", "absolute", "d/back", "chain", "to_d/f",
                           "to_d/back", "d/../chain"}) {
    std::string const text = std::to_string(++i);
    rill::replace_file(folder / name, text);
    CHECK(content_of(folder / "d/f") == text);
    CHECK(content_of(folder / name) == text);
  }
  rill::replace_file(folder / "dangling", "made");
  CHECK(content_of(folder / "d/made") == "made");
  for (char const* name :
       {"relative", "absolute", "d/back", "chain", "dangling", "to_d"})
    CHECK(stdfs::is_symlink(folder / name));
  // Without `follow` the link itself is replaced.
  rill::replace_options options;
  options.follow = false;
  mode_t const before = ::umask(022);
  rill::replace_file(folder / "chain", "own", options);
  ::umask(before);
  CHECK(!stdfs::is_symlink(folder / "chain"));
  CHECK(mode_of(folder / "chain") == 0644);
  CHECK(content_of(folder / "chain") == "own");
  CHECK(content_of(folder / "d/f") == std::to_string(i));
}

TEST_CASE("stream/replace_file: a link of /proc to a file that is gone") {
  rill_test::folder const folder;
  rill::file const gone = rill::file::temporary(folder.path());
  std::string const path =
      "/proc/self/fd/" + std::to_string(gone.native_handle());
  if (!stdfs::exists(path)) return rill_test::skip("no /proc");
  rill::result<void> const done = rill::try_replace_file(path, "text");
  REQUIRE(!done);
  CHECK((done.error().code() == system_error(ENOENT)));
  CHECK(stdfs::is_empty(folder.path()));
}

TEST_CASE("stream/replace_file: other names of the old file keep it") {
  rill_test::folder const folder;
  set_content(folder / "f", old_text);
  stdfs::create_hard_link(folder / "f", folder / "g");
  rill::file const open = rill::file::open(folder / "f");
  rill::replace_file(folder / "f", "new");
  CHECK(content_of(folder / "f") == "new");
  CHECK(content_of(folder / "g") == old_text);
  CHECK(open.size() == sizeof old_text - 1);
}

TEST_CASE("stream/replace_file: a path without a folder") {
  rill_test::folder const folder;
  CHECK(rill_test::status_of_child([&] {
          if (::chdir(folder.path().c_str()) != 0) return 9;
          rill::replace_file("f", "one");
          rill::replace_file("f", "two");
          stdfs::create_symlink("f", "link");
          rill::replace_file("link", "three");
          return content_of("f") == "three" ? 0 : 1;
        }) == 0);
  CHECK(content_of(folder / "f") == "three");
  CHECK(names_in(folder.path()).size() == 2);
}

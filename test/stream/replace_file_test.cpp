// test/stream/replace_file_test.cpp: the old file or the new one, whole,
// whatever fails.
// covers: rill/os/posix/replacing.h, rill/os/replacing.h
// covers: rill/os/replace_options.h
#include <doctest/doctest.h>
#include <rill/os/file.h>
#include <rill/print.h>
#include <rill/stream/replace_file.h>
#include <sys/resource.h>  // setrlimit
#include <sys/stat.h>      // mkfifo, chmod

#include <algorithm>  // std::count
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/failing_calls.h"
#include "support/files.h"
#include "support/skip.h"

using rill::error_code;
using rill::error_source;
using rill_test::content_of;
using rill_test::failing_calls;
using rill_test::open_descriptors;
using rill_test::set_content;
namespace stdfs = std::filesystem;

namespace {

constexpr char old_text[] = "the old file\n";

std::string new_text() {
  std::string all;
  for (int i = 0; i != 40; ++i) all += "new line " + std::to_string(i) + '\n';
  return all;
}

void write_new(rill::writer& out) {
  for (int i = 0; i != 40; ++i) rill::println(out, "new line ", i);
}

std::vector<std::string> names_in(std::string const& folder) {
  std::vector<std::string> all;
  for (auto const& entry : stdfs::directory_iterator(folder))
    all.push_back(entry.path().filename().string());
  return all;
}

error_code system_error(int number) { return {error_source::system, number}; }

// No O_TMPFILE, or no /proc: what happens on other file systems.
void without_nameless(failing_calls&) {
  static int (*before)(int, char const*, int, mode_t);
  before = rill::os::directory_call.openat;
  rill::os::directory_call.openat = [](int folder, char const* path, int flags,
                                       mode_t mode) {
    if ((flags & O_TMPFILE) != O_TMPFILE)
      return before(folder, path, flags, mode);
    errno = EOPNOTSUPP;
    return -1;
  };
}

mode_t mode_of(std::string const& path) {
  struct stat found;
  REQUIRE(::lstat(path.c_str(), &found) == 0);
  return found.st_mode & 07777u;
}

}  // namespace

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
      if (flags == AT_SYMLINK_NOFOLLOW) {  // the old file: somebody else's
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
    // An error of something else passes through the face that returns, too.
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
    failing_calls calls;
    without_nameless(calls);
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
  // The link itself is replaced when it is not to be followed.
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

namespace {

struct way {
  char const* name;
  bool is_there;     // an old file
  bool nameless;     // O_TMPFILE works
  char const* path;  // in the folder
};
constexpr way ways[] = {
    {"over an old file", true, true, "f"},
    {"a new file", false, true, "f"},
    {"over an old file, by a name", true, false, "f"},
    {"a new file, by a name", false, false, "f"},
    {"behind a link", true, true, "link"},
};

// Replaces once with the fault in place, and looks at what is left.
// Returns false when the fault was not met.
bool replace_once(way const& how, int at, int number) {
  rill_test::folder const folder;
  std::string const target = folder / "f";
  if (how.is_there) {
    set_content(target, old_text);
    REQUIRE(::chmod(target.c_str(), 0640) == 0);
  }
  bool const has_link = std::string_view(how.path) == "link";
  if (has_link) stdfs::create_symlink("f", folder / "link");
  std::string const path = folder / how.path;
  int const before = open_descriptors();
  std::string struck;
  rill::result<void> done;
  {
    failing_calls calls(at, number);
    if (!how.nameless) without_nameless(calls);
    done = rill::try_replace_file(path, write_new);
    struck = calls.struck();
    if (!calls.has_struck) CHECK(bool(done));
  }
  CAPTURE(how.name);
  CAPTURE(struck);
  CAPTURE(at);
  CAPTURE(number);
  CHECK(open_descriptors() == before);
  if (number == EINTR) CHECK(bool(done));
  bool is_new = bool(done);
  if (!done) {
    rill::error const& why = done.error();
    CAPTURE(why.what());
    CHECK((why.code() == system_error(number)));
    CHECK(std::string(why.path()) == path);
    CHECK(why.operation().size != 0);
    is_new = std::string(why.operation()) == "sync the folder of";
    if (is_new) CHECK(struck == "fsync");
  }
  std::size_t const entries = (how.is_there || is_new) + (has_link ? 1u : 0u);
  CHECK(names_in(folder.path()).size() == entries);
  if (is_new) {
    CHECK(content_of(target) == new_text());
    if (how.is_there) CHECK(mode_of(target) == 0640);
  } else if (how.is_there) {
    CHECK(content_of(target) == old_text);
    CHECK(mode_of(target) == 0640);
  }
  return struck != "none";
}

}  // namespace

TEST_CASE("stream/replace_file: every fault at every call") {
  for (way const& how : ways)
    for (int number : {EIO, ENOSPC, EINTR, EACCES, EDQUOT, EROFS, EXDEV})
      for (int at = 0; replace_once(how, at, number); ++at) {
      }
}

TEST_CASE("stream/replace_file: faults in the right places are told") {
  // The sweep above would also be content if nothing ever failed.
  rill_test::folder const folder;
  set_content(folder / "f", old_text);
  REQUIRE(::chmod((folder / "f").c_str(), 0644) == 0);
  std::vector<std::string> calls;
  {
    failing_calls const all;
    rill::replace_file(folder / "f", write_new);
    calls = all.names;
  }
  std::vector<std::string> told;
  for (std::size_t at = 0; at != calls.size(); ++at) {
    rill::result<void> done;
    {
      failing_calls const all(static_cast<int>(at), EIO);
      done = rill::try_replace_file(folder / "f", write_new);
    }
    if (done) {
      told.push_back("-");
      continue;
    }
    std::string const operation(done.error().operation());
    told.push_back(operation);
  }
  for (std::size_t at = 0; at != calls.size(); ++at) {
    CAPTURE(at);
    CAPTURE(calls[at]);
    if (calls[at] == "writev") CHECK(told[at] == "write");
    if (calls[at] == "fchmod") CHECK(told[at] == "keep the mode of");
    if (calls[at] == "linkat" || calls[at] == "renameat")
      CHECK(told[at] == "replace");
  }
  CHECK(std::count(told.begin(), told.end(), "sync") == 1);
  CHECK(std::count(told.begin(), told.end(), "close") == 1);
  CHECK(std::count(told.begin(), told.end(), "sync the folder of") == 1);
}

TEST_CASE("stream/replace_file: every other call is interrupted") {
  for (way const& how : ways) {
    rill_test::folder const folder;
    if (how.is_there) set_content(folder / "f", old_text);
    if (std::string_view(how.path) == "link")
      stdfs::create_symlink("f", folder / "link");
    {
      failing_calls calls(-1, EINTR);
      calls.every_other = true;
      if (!how.nameless) without_nameless(calls);
      rill::replace_file(folder / how.path, write_new);
      CHECK(calls.has_struck);
    }
    CHECK(content_of(folder / "f") == new_text());
  }
}

TEST_CASE("stream/replace_file: short writes, and writes of nothing") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  {
    failing_calls const calls;
    rill::os::call.write = [](int to, void const* data, size_t size) {
      return ::write(to, data, size > 3 ? 3 : size);
    };
    rill::os::call.writev = [](int to, iovec const* parts, int) {
      std::size_t const size = parts[0].iov_len;
      return ::write(to, parts[0].iov_base, size > 3 ? 3 : size);
    };
    rill::replace_file(path, write_new);
  }
  CHECK(content_of(path) == new_text());
  {
    failing_calls const calls;
    rill::os::call.write = [](int, void const*, size_t) -> ssize_t {
      return 0;
    };
    rill::os::call.writev = [](int, iovec const*, int) -> ssize_t { return 0; };
    rill::result<void> const done = rill::try_replace_file(path, "other");
    REQUIRE(!done);
    CHECK((done.error().code() ==
           error_code(rill::library_problem::wrote_nothing)));
  }
  CHECK(content_of(path) == new_text());
  CHECK(names_in(folder.path()).size() == 1);
}

TEST_CASE("stream/replace_file: an error that the function swallows") {
  rill_test::folder const folder;
  set_content(folder / "f", old_text);
  static int writes;
  writes = 0;
  rill::result<void> done;
  {
    failing_calls const calls;
    rill::os::call.writev = [](int to, iovec const* parts, int count) {
      if (++writes != 2) return ::writev(to, parts, count);
      errno = ENOSPC;
      return ssize_t{-1};
    };
    done = rill::try_replace_file(folder / "f", [](rill::writer& out) {
      for (int i = 0; i != 40; ++i) {
#if RILL_EXCEPTIONS
        try {
          rill::println(out, "new line ", i);
          out.flush();
        } catch (rill::error const&) {
        }
#else
        rill::println(out, "new line ", i);
        out.flush();
#endif
      }
    });
  }
  REQUIRE(!done);
  CHECK((done.error().code() == system_error(ENOSPC)));
  CHECK(content_of(folder / "f") == old_text);
  CHECK(names_in(folder.path()).size() == 1);
}

TEST_CASE("stream/replace_file: no /proc, and a /proc that is none") {
  for (int answer : {ENOENT, 0}) {
    rill_test::folder const folder;
    for (char const* text : {"new", "newer"}) {
      failing_calls const calls;
      static int given;
      given = answer;
      rill::os::directory_call.fstatat = [](int at, char const* name,
                                            struct stat* to, int flags) {
        if (std::string_view(name).starts_with("/proc/")) {
          errno = given;
          return given ? -1 : ::fstatat(at, "/", to, flags);
        }
        return ::fstatat(at, name, to, flags);
      };
      rill::os::directory_call.linkat = [](int, char const*, int, char const*,
                                           int) {
        errno = EIO;  // must not be tried
        return -1;
      };
      rill::replace_file(folder / "f", text);
      CHECK(content_of(folder / "f") == text);
    }
    CHECK(names_in(folder.path()).size() == 1);
  }
}

TEST_CASE("stream/replace_file: names that are taken") {
  for (bool const nameless : {true, false}) {
    rill_test::folder const folder;
    set_content(folder / "f", old_text);
    static unsigned char count;
    auto const chance = [](void* to, size_t size) {
      memset(to, 0, size);
      memset(to, count, 1);
      ++count;
      return 0;
    };
    // The first ten names are there already, one of them a link to a trap.
    std::vector<std::string> taken;
    {
      failing_calls const calls;
      rill::os::directory_call.getentropy = chance;
      count = 0;
      for (int i = 0; i != 10; ++i)
        taken.push_back(rill::os::make_temporary_name().characters);
    }
    for (std::string const& name : taken)
      set_content(folder.path() + "/" + name, "taken");
    stdfs::remove(folder.path() + "/" + taken[3]);
    stdfs::create_symlink("trap", folder.path() + "/" + taken[3]);
    failing_calls calls;
    if (!nameless) without_nameless(calls);
    rill::os::directory_call.getentropy = chance;
    count = 0;
    rill::replace_file(folder / "f", write_new);
    CHECK(count == 11);
    CHECK(content_of(folder / "f") == new_text());
    CHECK(!stdfs::exists(folder / "trap"));
    for (std::size_t i = 0; i != taken.size(); ++i)
      if (i != 3) CHECK(content_of(folder.path() + "/" + taken[i]) == "taken");
    CHECK(names_in(folder.path()).size() == 11);
    // When all names are taken it is told.
    rill::os::directory_call.getentropy = [](void* to, size_t size) {
      memset(to, 0, size);
      return 0;
    };
    rill::result<void> const done = rill::try_replace_file(folder / "f", "x");
    REQUIRE(!done);
    CHECK((done.error().code() == system_error(EEXIST)));
    CHECK(content_of(folder / "f") == new_text());
    CHECK(names_in(folder.path()).size() == 11);
  }
}

TEST_CASE("stream/replace_file: a file that appears meanwhile") {
  for (bool const nameless : {true, false}) {
    rill_test::folder const folder;
    failing_calls calls;
    if (!nameless) without_nameless(calls);
    rill::replace_file(folder / "f", [&](rill::writer& out) {
      set_content(folder / "f", "in between");
      write_new(out);
    });
    CHECK(content_of(folder / "f") == new_text());
    CHECK(names_in(folder.path()).size() == 1);
    // A folder cannot be replaced by a file.
    rill::result<void> const done = rill::try_replace_file(
        folder / "g",
        [&](rill::writer&) { stdfs::create_directory(folder / "g"); });
    REQUIRE(!done);
    CHECK((done.error().code() == system_error(EISDIR)));
    CHECK(names_in(folder.path()).size() == 2);
  }
}

TEST_CASE("stream/replace_file: a folder that moves meanwhile") {
  rill_test::folder const folder;
  stdfs::create_directory(folder / "a");
  set_content(folder / "a/f", old_text);
  rill::replace_file(folder / "a/f", [&](rill::writer& out) {
    stdfs::rename(folder / "a", folder / "b");
    stdfs::create_directory(folder / "a");
    write_new(out);
  });
  CHECK(content_of(folder / "b/f") == new_text());
  CHECK(stdfs::is_empty(folder / "a"));
}

TEST_CASE("stream/replace_file: few descriptors") {
  rill_test::folder const folder;
  set_content(folder / "f", old_text);
  int const used = 3;
  for (int room = 0; room != 6; ++room) {
    int const status = rill_test::status_of_child([&] {
      for (int i = used; i != 256; ++i) ::close(i);
      rlimit limit;
      if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 9;
      limit.rlim_cur = static_cast<rlim_t>(used + room);
      if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) return 9;
      rill::result<void> const done =
          rill::try_replace_file(folder / "f", "new");
      if (done) return 0;
      return done.error().code() == system_error(EMFILE) ? 1 : 2;
    });
    CAPTURE(room);
    CHECK(status == (room < 3 ? 1 : 0));
    CHECK(content_of(folder / "f") == (room < 3 ? old_text : "new"));
    CHECK(names_in(folder.path()).size() == 1);
  }
}

TEST_CASE("stream/replace_file: closed standard streams are not taken") {
  rill_test::folder const folder;
  set_content(folder / "f", old_text);
  CHECK(rill_test::status_of_child([&] {
          for (int i : {0, 1, 2}) ::close(i);
          rill::replace_file(folder / "f", [](rill::writer& out) {
            (void)!::write(1, "stray", 5);
            (void)!::write(2, "stray", 5);
            write_new(out);
          });
          return 0;
        }) == 0);
  CHECK(content_of(folder / "f") == new_text());
}

TEST_CASE("stream/replace_file: without waiting for the disk") {
  rill_test::folder const folder;
  rill::replace_options options;
  options.durable = false;
  failing_calls const calls;
  rill::replace_file(folder / "f", write_new, options);
  rill::replace_file(folder / "f", write_new, options);
  for (std::string const& name : calls.names) CHECK(name != "fsync");
  CHECK(content_of(folder / "f") == new_text());
}

TEST_CASE("stream/replace_file: file systems that sync no folder") {
  rill_test::folder const folder;
  for (int answer : {EINVAL, ENOTSUP}) {
    failing_calls const calls;
    static int given, count;
    given = answer;
    count = 0;
    rill::os::call.fsync = [](int) {
      errno = given;
      return ++count == 2 ? -1 : 0;
    };
    rill::replace_file(folder / "f", "text");
    CHECK(count == 2);
  }
}

// test/stream/replace_file_faults_test.cpp: whichever call fails, the old file
// or the new one remains complete.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/file.h>
#include <rill/print.h>
#include <rill/stream/replace_file.h>
#include <sys/resource.h>  // setrlimit
#include <sys/stat.h>      // chmod

#include <algorithm>  // std::count
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/files.h"
#include "support/replacing.h"

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
using rill_test::without_naming;
using rill_test::write_new;
namespace stdfs = std::filesystem;

namespace {

struct way {
  char const* name;
  bool is_there;         // an old file exists
  bool nameless;         // O_TMPFILE works
  char const* path;      // in the folder
  bool nameable = true;  // linkat names an unnamed file

  void limit_calls() const {
    if (!nameless) without_nameless();
    if (!nameable) without_naming();
  }
};
constexpr way ways[] = {
    {"over an old file", true, true, "f"},
    {"a new file", false, true, "f"},
    {"over an old file, by a name", true, false, "f"},
    {"a new file, by a name", false, false, "f"},
    {"behind a link", true, true, "link"},
    {"over an old file, unnameable", true, true, "f", false},
    {"a new file, unnameable", false, true, "f", false},
};

// Replaces a file once with the fault in place, and checks what remains.
// Returns false if no call was the failing one.
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
    how.limit_calls();
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

TEST_CASE("stream/replace_file_faults: every fault at every call") {
  for (way const& how : ways)
    for (int number : {EIO, ENOSPC, EINTR, EACCES})
      for (int at = 0; replace_once(how, at, number); ++at) {
      }
}

TEST_CASE("stream/replace_file_faults: faults in the right places are told") {
  // The sweep above would also pass if no fault were ever reported.
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

TEST_CASE("stream/replace_file_faults: what is synced, and when") {
  // The bytes are synced before a name leads to them. A file that was written
  // without a name is synced once more by its name.
  for (way const& how : ways) {
    rill_test::folder const folder;
    if (how.is_there) set_content(folder / "f", old_text);
    if (std::string_view(how.path) == "link")
      stdfs::create_symlink("f", folder / "link");
    failing_calls const calls;
    how.limit_calls();
    rill::replace_file(folder / how.path, write_new);
    std::string order;
    for (std::string const& name : calls.names) {
      if (name.starts_with("write") && !order.ends_with('w')) order += 'w';
      if (name == "fsync") order += 's';
      if (name == "linkat") order += 'l';
      if (name == "renameat") order += 'r';
      if (name == "fchmod") order += 'm';
    }
    CAPTURE(how.name);
    bool const is_direct = how.nameless && !how.is_there;
    if (!how.nameable)
      CHECK(order == (how.is_there ? "wmlwmsrs" : "wslwsrs"));
    else
      CHECK(order == (is_direct      ? "wslss"
                      : how.nameless ? "wmlsrs"
                      : how.is_there ? "wmsrs"
                                     : "wsrs"));
  }
}

TEST_CASE("stream/replace_file_faults: every other call is interrupted") {
  for (way const& how : ways) {
    rill_test::folder const folder;
    if (how.is_there) set_content(folder / "f", old_text);
    if (std::string_view(how.path) == "link")
      stdfs::create_symlink("f", folder / "link");
    {
      failing_calls calls(-1, EINTR);
      calls.every_other = true;
      how.limit_calls();
      rill::replace_file(folder / how.path, write_new);
      CHECK(calls.has_struck);
    }
    CHECK(content_of(folder / "f") == new_text());
  }
}

TEST_CASE("stream/replace_file_faults: short writes, and writes of nothing") {
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

TEST_CASE("stream/replace_file_faults: an error that the function swallows") {
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

TEST_CASE("stream/replace_file_faults: no /proc, and a /proc that is none") {
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
        errno = EIO;  // must not be called
        return -1;
      };
      rill::replace_file(folder / "f", text);
      CHECK(content_of(folder / "f") == text);
    }
    CHECK(names_in(folder.path()).size() == 1);
  }
}

TEST_CASE("stream/replace_file_faults: a refused name is replaced by another") {
  std::string const text(300'000, 'x');  // more than one block of the copy
  for (int number : {EPERM, EACCES, ENOSYS, EOPNOTSUPP})
    for (bool const is_there : {false, true}) {
      rill_test::folder const folder;
      if (is_there) {
        set_content(folder / "f", old_text);
        REQUIRE(::chmod((folder / "f").c_str(), 0604) == 0);
      }
      rill::replace_options options;
      options.mode = 0600;
      int const before = open_descriptors();
      failing_calls const calls;
      without_naming(number);
      rill::result<void> const done =
          rill::try_replace_file(folder / "f", text, options);
      CAPTURE(number);
      CHECK(bool(done));
      CHECK(open_descriptors() == before);
      CHECK((content_of(folder / "f") == (done ? text : old_text)));
      CHECK(mode_of(folder / "f") == (is_there ? 0604u : 0600u));
      CHECK(names_in(folder.path()).size() == 1);
    }
}

TEST_CASE("stream/replace_file_faults: names that are taken") {
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
    // The first ten names exist already; one is a link to a file that must not
    // be made.
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
    if (!nameless) without_nameless();
    rill::os::directory_call.getentropy = chance;
    count = 0;
    rill::replace_file(folder / "f", write_new);
    CHECK(count == 11);
    CHECK(content_of(folder / "f") == new_text());
    CHECK(!stdfs::exists(folder / "trap"));
    for (std::size_t i = 0; i != taken.size(); ++i)
      if (i != 3) CHECK(content_of(folder.path() + "/" + taken[i]) == "taken");
    CHECK(names_in(folder.path()).size() == 11);
    // If all names are taken, an error is returned.
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

TEST_CASE("stream/replace_file_faults: a file that appears meanwhile") {
  for (bool const nameless : {true, false}) {
    rill_test::folder const folder;
    failing_calls calls;
    if (!nameless) without_nameless();
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

TEST_CASE("stream/replace_file_faults: a folder that moves meanwhile") {
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

TEST_CASE("stream/replace_file_faults: few descriptors") {
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
    CHECK(status == (room < 2 ? 1 : 0));
    CHECK(content_of(folder / "f") == (room < 2 ? old_text : "new"));
    CHECK(names_in(folder.path()).size() == 1);
  }
}

TEST_CASE("stream/replace_file_faults: closed standard streams are not taken") {
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

TEST_CASE("stream/replace_file_faults: without waiting for the disk") {
  rill_test::folder const folder;
  rill::replace_options options;
  options.durable = false;
  failing_calls const calls;
  rill::replace_file(folder / "f", write_new, options);
  rill::replace_file(folder / "f", write_new, options);
  for (std::string const& name : calls.names) CHECK(name != "fsync");
  CHECK(content_of(folder / "f") == new_text());
}

TEST_CASE("stream/replace_file_faults: file systems that sync no folder") {
  rill_test::folder const folder;
  for (int answer : {EINVAL, ENOTSUP}) {
    failing_calls const calls;
    set_content(folder / "f", old_text);
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

// test/os/file_test.cpp: files by their handles: opening them, their functions,
// paths that are refused, and errors that name the file.
// covers: rill/os/file_view.h
// covers: rill/os/posix/device.h
// platforms: posix
#include <dirent.h>  // opendir: counts the open descriptors
#include <doctest/doctest.h>
#include <rill/os/file.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "support/child.h"
#include "support/fake_device.h"
#include "support/files.h"

using rill::error_source;
using rill::file;
using rill_test::content_of;
using rill_test::fake_device;
using rill_test::set_content;

namespace {

int open_descriptors() {
  int count = 0;
  DIR* const folder = ::opendir("/proc/self/fd");
  while (::readdir(folder)) ++count;
  ::closedir(folder);
  return count;
}

// The errno of opening the path; 0 if it opens.
template <class Path>
int why(Path const& path) {
  rill::result<file> opened = file::try_open(path);
  if (opened) return 0;
  CHECK(opened.error().code().source == error_source::system);
  return opened.error().code().number;
}

}  // namespace

TEST_CASE("os/file: create, write, append, open, read") {
  rill_test::folder folder;
  std::string const path = folder / "f.txt";
  {
    file out = file::create(path);
    CHECK(out.is_open());
    CHECK(std::string(out.name().data, out.name().size) == path);
    out.write({"hello ", 6});
    out.write({"", 0});
    out.close();
    CHECK(!out.is_open());
    out.close();  // twice is no error
  }
  file::append(path).write({"world", 5});
  CHECK(content_of(path) == "hello world");
  file const in = file::open(path);
  char bytes[32];
  CHECK(in.read(bytes, sizeof bytes) == 11);
  CHECK(std::string(bytes, 11) == "hello world");
  CHECK(in.read(bytes, sizeof bytes) == 0);
  CHECK(in.size() == 11);
  CHECK(in.status().kind == rill::device_kind::regular);
  // create() truncates a file that exists.
  file::create(path).write({"x", 1});
  CHECK(content_of(path) == "x");
}

TEST_CASE("os/file: create_new refuses what exists and leaves it alone") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  file::create_new(path).write({"first", 5});
  rill::result<file> second = file::try_create_new(path);
  REQUIRE(!second);
  CHECK(second.error().code().number == EEXIST);
  CHECK(std::string(second.error().what()).find(path) != std::string::npos);
  CHECK_THROWS_AS((void)file::create_new(path), rill::error);
  CHECK(content_of(path) == "first");
}

TEST_CASE("os/file: update reads and writes, at offsets too") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  CHECK_THROWS_AS((void)file::update(path), rill::error);
  set_content(path, "0123456789");
  file const both = file::update(path);
  both.pwrite({"ab", 2}, 4);
  char bytes[4];
  CHECK(both.pread(bytes, 4, 3) == 4);
  CHECK(std::string(bytes, 4) == "3ab6");
  CHECK(both.position() == 0);
  CHECK(both.seek(8) == 8);
  both.write({"XYZ", 3});
  CHECK(both.position() == 11);
  CHECK(both.seek_to_end() == 11);
  both.truncate(6);
  CHECK(content_of(path) == "0123ab");
  both.sync();
  both.sync_data();
}

TEST_CASE("os/file: paths that cannot be are told, none is opened") {
  rill_test::folder folder;
  set_content(folder / "f", "");
  CHECK(why(folder / "missing") == ENOENT);
  CHECK(why("") == ENOENT);
  CHECK(why(std::string()) == ENOENT);
  CHECK(why(std::string_view()) == ENOENT);
  CHECK(why(static_cast<char const*>(nullptr)) == ENOENT);
  CHECK(why(folder / "f" + "/below") == ENOTDIR);
  CHECK(why(folder.path() + "/" + std::string(256, 'n')) == ENAMETOOLONG);
  CHECK(why(std::string(5000, '/') + "f") == ENAMETOOLONG);
  rill::result<file> place = file::try_create(folder.path());
  REQUIRE(!place);
  CHECK(place.error().code().number == EISDIR);
  // A name of 255 bytes is not too long, and bytes need not be UTF-8.
  for (std::string const& name :
       {std::string(255, 'n'), std::string("\xFF\xFE\x80")}) {
    file::create(folder.path() + "/" + name).write({"!", 1});
    CHECK(content_of(folder.path() + "/" + name) == "!");
  }
}

TEST_CASE("os/file: a path with a NUL opens nothing") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  set_content(path, "safe");
  std::string const trap = path + std::string("\0.txt", 5);
  for (rill::result<file> (*open)(rill::path_view, rill::open_options) :
       {file::try_open, file::try_create, file::try_append}) {
    rill::result<file> opened = open(trap, file::creating);
    REQUIRE(!opened);
    CHECK((opened.error().code() ==
           rill::error_code(rill::library_problem::path_contains_nul)));
  }
  CHECK(!file::try_temporary(std::string("/tmp\0", 5)));
  CHECK(content_of(path) == "safe");
}

TEST_CASE("os/file: paths come in every kind of text") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  set_content(path, "12345");
  std::string const longer = path + "tail";
  CHECK(file::open(path).size() == 5);
  CHECK(file::open(path.c_str()).size() == 5);
  // A string_view and a text need no NUL at their end.
  CHECK(file::open(std::string_view(longer).substr(0, path.size())).size() ==
        5);
  CHECK(file::open(rill::text{longer.data(), path.size()}).size() == 5);
  CHECK(file::open(std::filesystem::path(path)).size() == 5);
  std::u8string const utf8 = std::filesystem::path(path).u8string();
  CHECK(file::open(utf8).size() == 5);
  CHECK(file::open(utf8.c_str()).size() == 5);
  CHECK(!file::try_open(u8"\u00E9/missing"));
}

TEST_CASE("os/file: links are followed unless the caller says otherwise") {
  rill_test::folder folder;
  set_content(folder / "f", "123");
  std::filesystem::create_symlink(folder / "f", folder / "link");
  CHECK(file::open(folder / "link").size() == 3);
  rill::open_options options = file::reading;
  options.follow = false;
  rill::result<file> opened = file::try_open(folder / "link", options);
  REQUIRE(!opened);
  CHECK(opened.error().code().number == ELOOP);
}

TEST_CASE("os/file: permissions are the caller's, before the umask") {
  rill_test::folder folder;
  mode_t const before = ::umask(022);
  CHECK(file::create(folder / "a").status().mode == 0644);
  rill::open_options options = file::creating;
  options.mode = 0600;
  CHECK(file::create(folder / "b", options).status().mode == 0600);
  ::umask(before);
}

TEST_CASE("os/file: a temporary file has no name and is private") {
  rill_test::folder folder;
  file const made = file::temporary(folder.path());
  made.write({"abc", 3});
  made.seek(0);
  char bytes[3];
  CHECK(made.read(bytes, 3) == 3);
  CHECK(made.status().mode == 0600);
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK_THROWS_AS((void)file::temporary(folder / "missing"), rill::error);
}

TEST_CASE("os/file: a temporary file where the system has no nameless ones") {
  for (int number : {EOPNOTSUPP, EISDIR}) {
    rill_test::folder folder;
    static int answer;
    answer = number;
    rill::os::system_calls const before = rill::os::call;
    rill::os::file_call.open = [](char const*, int, mode_t) {
      errno = answer;
      return -1;
    };
    rill::result<file> made = file::try_temporary(folder.path());
    rill::os::call = before;
    REQUIRE(made);
    (*made).write({"abc", 3});
    CHECK((*made).size() == 3);
    CHECK((*made).status().mode == 0600);
    CHECK(std::filesystem::is_empty(folder.path()));
  }
}

TEST_CASE("os/file: an interrupted open is made again") {
  rill_test::folder folder;
  set_content(folder / "f", "123");
  static int calls;
  calls = 0;
  rill::os::system_calls const before = rill::os::call;
  rill::os::file_call.open = [](char const* path, int flags, mode_t mode) {
    errno = EINTR;
    return ++calls < 4 ? -1 : ::open(path, flags, mode);
  };
  rill::result<file> opened = file::try_open(folder / "f");
  rill::os::call = before;
  CHECK(bool(opened));
  CHECK(calls == 4);
}

TEST_CASE("os/file: a file does not land on a closed standard handle") {
  CHECK(rill_test::status_of_child([] {
          for (int low : {0, 1, 2}) ::close(low);
          file const null = file::open("/dev/null");
          file const made = file::temporary("/tmp");
          bool const above =
              null.native_handle() > 2 && made.native_handle() > 2;
          bool const left_free = ::fcntl(0, F_GETFD) == -1;
          bool const closes =
              (::fcntl(null.native_handle(), F_GETFD) & FD_CLOEXEC) != 0;
          return above && left_free && closes ? 0 : 1;
        }) == 0);
}

TEST_CASE("os/file: no descriptor is left behind") {
  rill_test::folder folder;
  set_content(folder / "f", "123");
  int const before = open_descriptors();
  for (int i = 0; i != 300; ++i) {
    file one = file::open(folder / "f");
    file two(static_cast<file&&>(one));
    CHECK(!one.is_open());
    file three = two.duplicate();
    CHECK(three.size() == 3);
    three = static_cast<file&&>(two);
    CHECK(three.size() == 3);
    file& itself = three;
    three = static_cast<file&&>(itself);
    CHECK(three.is_open());
    CHECK(!file::try_open(folder / "missing"));
    file const made = file::temporary(folder.path());
  }
  CHECK(open_descriptors() == before);
}

TEST_CASE("os/file: release gives the handle away") {
  rill_test::folder folder;
  file out = file::create(folder / "f");
  int const handle = out.release();
  CHECK(!out.is_open());
  out.close();
  CHECK(::write(handle, "x", 1) == 1);
  CHECK(::close(handle) == 0);
}

TEST_CASE("os/file: a moved file keeps its name, a duplicate has it") {
  rill_test::folder folder;
  std::string const path = folder / "with-a-long-name-that-is-on-the-heap";
  file first = file::create(path);
  file second(static_cast<file&&>(first));
  file third = second.duplicate();
  second.close();
  CHECK(std::string(third.name().data, third.name().size) == path);
  char byte;
  rill::result<std::size_t> const nothing = third.try_read(&byte, 1);
  REQUIRE(!nothing);
  CHECK(std::string(nothing.error().what()).find("read " + path) == 0);
}

TEST_CASE("os/file: closing reports once, and is made once") {
  for (int number : {0, EINTR, EIO}) {
    fake_device device;
    device.close_answer = number;
    {
      file out(fake_device::handle);
      rill::result<void> const closed = out.try_close();
      CHECK(bool(closed) == (number != EIO));
      CHECK(bool(out.try_close()));
    }
    CHECK(device.closes == 1);
    {
      file quiet(fake_device::handle);
    }
    CHECK(device.closes == 2);
  }
}

TEST_CASE("os/file: errors of every operation name it") {
  fake_device device;
  device.on_write = [](int, std::size_t) -> long { return -ENOSPC; };
  device.on_read = [](int, std::size_t) -> long { return -EIO; };
  device.sync_answer = EIO;
  rill::file_view const view(fake_device::handle, "the disk");
  char byte = 0;
  struct row {
    rill::error error;
    char const* start;
  };
  for (row const& r :
       {row{view.try_write({"x", 1}).error(), "write the disk: "},
        row{view.try_write_some({"x", 1}).error(), "write the disk: "},
        row{view.try_pwrite({"x", 1}, 0).error(), "write the disk: "},
        row{view.try_read(&byte, 1).error(), "read the disk: "},
        row{view.try_read_some(&byte, 1).error(), "read the disk: "},
        row{view.try_pread(&byte, 1, 0).error(), "read the disk: "},
        row{view.try_sync().error(), "sync the disk: "},
        row{view.try_sync_data().error(), "sync the disk: "},
        row{view.try_seek(0).error(), "seek the disk: "},
        row{view.try_seek_to_end().error(), "seek the disk: "},
        row{view.try_position().error(), "seek the disk: "},
        row{view.try_size().error(), "stat the disk: "},
        row{view.try_status().error(), "stat the disk: "},
        row{view.try_truncate(0).error(), "truncate the disk: "}}) {
    CHECK(bool(r.error));
    CHECK(std::string(r.error.what()).rfind(r.start, 0) == 0);
  }
  CHECK_THROWS_AS(view.write({"x", 1}), rill::error);
  CHECK_THROWS_AS((void)view.read(&byte, 1), rill::error);
}

TEST_CASE(
    "os/file: an error in the middle of a read is not taken for its end") {
  fake_device device;
  device.input = "0123456789";
  device.on_read = [](int call, std::size_t) -> long {
    return call % 2 == 0 ? 4 : -EIO;
  };
  rill::file_view const view(fake_device::handle);
  char bytes[10];
  CHECK(!view.try_read(bytes, 10));
  CHECK(!view.try_pread(bytes, 10, 0));
  CHECK(!view.is_terminal());
}

TEST_CASE("os/file: options come on top of the verb") {
  rill_test::folder folder;
  std::string const path = folder / "kept";
  rill::file::create(path, {.mode = 0600}).write("text");
  CHECK((rill::file::open(path).status().mode & 0777) == 0600);
  char bytes[8];
  CHECK(rill::file::open(path, {.follow = false}).read(bytes, 8) == 4);
  CHECK_FALSE(rill::file::try_create_new(path, {.mode = 0644}));
}

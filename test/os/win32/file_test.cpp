// test/os/win32/file_test.cpp: files by their handles: their functions, names
// in every script, and the errors of what is refused.
// platforms: windows
// covers: rill/os/win32/device.h
// covers: rill/os/win32/call.h
// covers: rill/os/file_calls.h
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>
#include <windows.h>

#include <filesystem>
#include <string>

#include "support/fake_device.h"
#include "support/files.h"
#include "support/pipe.h"
#include "support/skip.h"

#if !defined(ERROR_STOPPED_ON_SYMLINK)  // missing in mingw-w64 10
#define ERROR_STOPPED_ON_SYMLINK 681L
#endif

using rill::file;
using rill_test::content_of;
using rill_test::set_content;
namespace os = rill::os;

namespace {

int why(rill::result<file> const& opened) {
  if (opened) return 0;
  CHECK(opened.error().code().source == rill::error_source::system);
  return opened.error().code().number;
}

std::filesystem::path native(std::string const& path) {
  return std::u8string(path.begin(), path.end());
}

}  // namespace

TEST_CASE("os/win32/file: create, write, append, open, read, cut") {
  rill_test::folder const folder;
  std::string const path = folder / "f.txt";
  {
    file out = file::create(path);
    CHECK(!os::is_appending(out.native_handle()));
    out.write("hello ");
    out.close();
    out.close();
  }
  file::append(path).write("world");
  CHECK(content_of(path) == "hello world");
  file const in = file::open(path);
  char bytes[32];
  CHECK(in.read(bytes, sizeof bytes) == 11);
  CHECK(std::string(bytes, 11) == "hello world");
  CHECK(in.read(bytes, sizeof bytes) == 0);
  CHECK(in.status().kind == rill::device_kind::regular);
  CHECK(in.size() == 11);
  // create() truncates a file that exists, even while another handle reads it.
  file::create(path).write("x");
  CHECK(content_of(path) == "x");
}

TEST_CASE("os/win32/file: two that append lose nothing of each other") {
  rill_test::folder const folder;
  file const one = file::append(folder / "log");
  file const other = file::append(folder / "log");
  CHECK(os::is_appending(one.native_handle()));
  std::string twin;
  for (int i = 0; i != 50; ++i) {
    std::string const line = rill::concat("line ", i, '\n');
    (i % 3 ? one : other).write(line);
    twin += line;
  }
  CHECK(content_of(folder / "log") == twin);
}

TEST_CASE("os/win32/file: offsets leave the position where it is") {
  rill_test::folder const folder;
  set_content(folder / "f", "0123456789");
  file const both = file::update(folder / "f");
  both.seek(2);
  both.pwrite("ab", 4);
  char bytes[8];
  CHECK(both.pread(bytes, 4, 3) == 4);
  CHECK(std::string(bytes, 4) == "3ab6");
  CHECK(both.pread(bytes, 8, 8) == 2);
  CHECK(both.pread(bytes, 8, 10) == 0);
  CHECK(both.pread(bytes, 8, 1'000'000'000'000) == 0);
  CHECK(both.position() == 2);
  CHECK(both.seek_to_end() == 10);
  both.truncate(6);
  CHECK(content_of(folder / "f") == "0123ab");
  both.truncate(8);
  CHECK(content_of(folder / "f") == std::string("0123ab\0\0", 8));
  CHECK(both.position() == 10);
  both.sync();
  both.sync_data();
  CHECK(os::seek(both.native_handle(), -1, os::from_start).error.number ==
        ERROR_NEGATIVE_SEEK);
}

TEST_CASE("os/win32/file: names of every language, by the wide functions") {
  rill_test::folder const folder;
  for (std::string const name :
       {"\xC3\xA4\xC3\xB6.txt", "\xE6\x97\xA5\xE6\x9C\xAC", "\xF0\x9F\x98\x80",
        "\xD0\xBF\xD1\x80\xD0\xB8", "a b", "x"}) {
    std::string const path = folder.path() + "/" + name;
    file::create(path).write(name);
    CHECK(std::filesystem::exists(native(path)));
    CHECK(std::filesystem::file_size(native(path)) == name.size());
    char bytes[64];
    CHECK(file::open(path).read(bytes, 64) == name.size());
    CHECK(file::open(native(path).u8string()).size() == name.size());
  }
}

TEST_CASE("os/win32/file: what cannot be opened, and its number") {
  rill_test::folder const folder;
  set_content(folder / "f", "first");
  CHECK(why(file::try_open(folder / "missing")) == ERROR_FILE_NOT_FOUND);
  CHECK(why(file::try_open(folder / "missing/f")) == ERROR_PATH_NOT_FOUND);
  CHECK(why(file::try_open("")) != 0);
  CHECK(why(file::try_open(folder.path())) == ERROR_ACCESS_DENIED);
  CHECK(why(file::try_create_new(folder / "f")) == ERROR_FILE_EXISTS);
  CHECK(why(file::try_open(folder.path() + "/\xFF")) ==
        ERROR_NO_UNICODE_TRANSLATION);
  CHECK(content_of(folder / "f") == "first");
  rill::result<file> const trap =
      file::try_open(folder.path() + std::string("/f\0x", 4));
  CHECK((trap.error().code() ==
         rill::error_code(rill::library_problem::path_contains_nul)));
  CHECK(std::string(file::try_open(folder / "missing").error().what())
            .starts_with("open " + folder / "missing" +
                         ": ERROR_FILE_NOT_FOUND: "));
}

TEST_CASE("os/win32/file: others may rename and remove what is open") {
  rill_test::folder const folder;
  file out = file::create(folder / "f");
  out.write("one");
  std::filesystem::rename(folder / "f", folder / "g");
  out.write(" two");
  out.close();
  CHECK(content_of(folder / "g") == "one two");
  file const in = file::open(folder / "g");
  std::filesystem::remove(folder / "g");
  char bytes[8];
  CHECK(in.read(bytes, 8) == 7);
}

TEST_CASE("os/win32/file: child processes do not get the handles") {
  rill_test::folder const folder;
  file const out = file::create(folder / "f");
  file const copy = out.duplicate();
  file const made = file::temporary(folder.path());
  for (file const* one : {&out, &copy, &made}) {
    DWORD flags = 1;
    CHECK(GetHandleInformation(one->native_handle(), &flags));
    CHECK((flags & HANDLE_FLAG_INHERIT) == 0);
  }
}

TEST_CASE("os/win32/file: a temporary file goes when it is closed") {
  rill_test::folder const folder;
  for (std::string const& place : {folder.path(), std::string()}) {
    file made = file::temporary(place);
    file copy = made.duplicate();
    made.write("abc");
    made.close();
    copy.seek(0);
    char bytes[4];
    CHECK(copy.read(bytes, 4) == 3);
    copy.close();
    CHECK(std::filesystem::is_empty(folder.path()));
  }
  CHECK(!file::try_temporary(folder / "missing"));
}

TEST_CASE("os/win32/file: paths longer than 260 units") {
  rill_test::folder const folder;
  std::string path = folder.path();
  for (int i = 0; i != 8; ++i) {
    path += "\\" + std::string(60, static_cast<char>('a' + i));
    std::filesystem::create_directory(L"\\\\?\\" + native(path).native());
  }
  file::create(path + "\\file").write("far away");
  char bytes[16];
  CHECK(file::open(path + "/../" + std::string(60, 'h') + "/file")
            .read(bytes, 16) == 8);
  // The prefixes of a path that Windows takes as it is.
  for (char const* prefix : {"\\\\?\\", "\\??\\", "//?/"}) {
    CAPTURE(prefix);
    CHECK(bool(file::try_open(prefix + path + "\\file")));
  }
  std::error_code ignored;
  std::filesystem::remove_all(L"\\\\?\\" + native(folder.path()).native(),
                              ignored);
}

TEST_CASE("os/win32/file: a mode without 0200 is the read-only attribute") {
  rill_test::folder const folder;
  rill::open_options options;
  options.mode = 0444;
  CHECK(file::create(folder / "f", options).status().mode == 0444);
  CHECK(file::open(folder / "f").status().mode == 0444);
  std::filesystem::permissions(folder / "f", std::filesystem::perms::all);
  CHECK(file::create(folder / "g").status().mode == 0666);
}

TEST_CASE("os/win32/file: links are refused when they are not to be followed") {
  rill_test::folder const folder;
  set_content(folder / "f", "123");
  std::error_code failed;
  std::filesystem::create_symlink(folder / "f", folder / "link", failed);
  if (failed) return rill_test::skip("no symbolic links here");
  CHECK(file::open(folder / "link").size() == 3);
  rill::open_options options = file::creating;
  options.follow = false;
  CHECK(why(file::try_open(folder / "link", options)) ==
        ERROR_STOPPED_ON_SYMLINK);
  CHECK(content_of(folder / "f") == "123");
}

TEST_CASE("os/win32/file: not following cuts a plain file all the same") {
  rill_test::folder const folder;
  set_content(folder / "f", "long content");
  rill::open_options options;
  options.follow = false;
  file::create(folder / "f", options).write("x");
  CHECK(content_of(folder / "f") == "x");
}

TEST_CASE("os/win32/file: pipes have a kind, and no position") {
  rill_test::pipe ends;
  CHECK(ends.reading.status().kind == rill::device_kind::pipe);
  CHECK(ends.reading.try_seek(0).error().code().number == ERROR_SEEK_ON_DEVICE);
  CHECK(!ends.reading.is_terminal());
  CHECK(os::status(nullptr).error.number == ERROR_INVALID_HANDLE);
  CHECK(!rill::file_view(nullptr).is_open());
  CHECK(os::close(nullptr).number == ERROR_INVALID_HANDLE);
  file const null = file::update("NUL");
  CHECK(null.status().kind == rill::device_kind::character);
  CHECK(!null.is_terminal());
}

TEST_CASE("os/win32/file: a handle is closed once, and its error is told") {
  rill_test::fake_device device;
  {
    file out(rill_test::fake_device::handle);
    device.close_answer = ERROR_IO_DEVICE;
    CHECK(out.try_close().error().code().number == ERROR_IO_DEVICE);
    CHECK(out.try_close());
  }
  CHECK(device.closes == 1);
  device.sync_answer = ERROR_DISK_FULL;
  rill::file_view const view(rill_test::fake_device::handle);
  CHECK(view.try_sync().error().code().number == ERROR_DISK_FULL);
}

TEST_CASE("os/win32/file: room on the disk, and holes where there are some") {
  rill_test::folder const folder;
  file const out = file::update(folder / "f", {.create = true});
  CHECK(!os::preallocate(out.native_handle(), 100, 900));
  CHECK(out.size() == 1000);
  CHECK(!os::preallocate(out.native_handle(), 0, 10));
  CHECK(out.size() == 1000);
  out.write(std::string(1000, 'x'));
  rill::error_code const why = os::punch_hole(out.native_handle(), 100, 200);
  if (why == rill::error_code(rill::library_problem::unsupported))
    return rill_test::skip("no sparse files here");
  REQUIRE(!why);
  CHECK(content_of(folder / "f") ==
        std::string(100, 'x') + std::string(200, '\0') + std::string(700, 'x'));
}

// test/cstdio/c_file_test.cpp: owned FILEs: prints and scans in order with C's
// own functions, and errors.
// covers: rill/os/c_file_calls.h
// covers: rill/os/libc.h
// covers: rill/cstdio/c_file_buffer.h
// covers: rill/cstdio/c_file_lock.h
// covers: rill/cstdio/c_file.h
// covers: rill/cstdio/c_stream_writer.h
// covers: rill/print/c_file_sink.h
// platforms: posix
#include <doctest/doctest.h>
#include <errno.h>   // EBADF
#include <string.h>  // strerror
#include <fcntl.h>   // F_GETFD
#include <rill/rill.h>
#include <rill/stdio.h>
#include <stdio.h>
#include <unistd.h>  // close

#include <filesystem>
#include <string>
#include <vector>

#include "support/files.h"

namespace {

std::string text_of(rill::text text) { return {text.data, text.size}; }

// The sentence of the error that a call throws; empty if it throws none.
template <class Call>
std::string failure(Call call) {
  try {
    call();
  } catch (rill::error const& reason) {
    return reason.what();
  }
  return {};
}

}  // namespace

TEST_CASE_TEMPLATE("cstdio/c_file: the verbs", File, rill::c_file,
                   rill::c_file_unlocked) {
  rill_test::folder folder;
  std::string const path = folder / "f";
  {
    File out(path);
    CHECK(out.is_open());
    CHECK(text_of(out.name()) == path);
    rill::print(out, "one ", 1);
    out.close();
    CHECK_FALSE(out.is_open());
  }
  CHECK(rill_test::content_of(path) == "one 1");
  {
    File out = File::append(path);
    rill::println(out, " two");
  }
  CHECK(rill_test::content_of(path) == "one 1 two\n");
  CHECK_FALSE(File::try_create_new(path));
  {
    File both = File::update(path);
    rill::print(both, "ONE");
    CHECK(rill::read<int>(both) == 1);
    rill::print(both, "!");
  }
  CHECK(rill_test::content_of(path) == "ONE 1!two\n");
  {
    File in = File::open(path);
    CHECK(rill::read<std::string>(in) == "ONE");
    CHECK(rill::read<int>(in) == 1);
  }
  {
    File both = File::temporary(folder.path());
    rill::print(both, "12 34");
    rewind(both.get());
    CHECK(rill::read<int, int>(both) == std::tuple(12, 34));
  }
  {
    File out = File::create(path, {.read = true});
    rill::print(out, 7);
    rewind(out.get());
    CHECK(rill::read<int>(out) == 7);
  }
  {
    File out = File::create_new(folder / "new", {}, 0);
    rill::print(out, "at once");
    CHECK(rill_test::content_of(folder / "new") == "at once");
  }
}

TEST_CASE("cstdio/c_file: a path that cannot be is an error that names it") {
  rill_test::folder folder;
  using namespace std::string_literals;
  CHECK(failure([&] { rill::c_file::open(folder / "none"); }) ==
        "open " + (folder / "none") + ": No such file or directory");
  CHECK(rill::c_file::try_create("a\0b"s).error().code() ==
        rill::library_problem::path_contains_nul);
  CHECK_FALSE(rill::c_file::try_open(""));
}

TEST_CASE("cstdio/c_file: the descriptor is closed on exec") {
  rill_test::folder folder;
  rill::c_file out(folder / "f");
  CHECK((::fcntl(out.native_handle(), F_GETFD) & FD_CLOEXEC) != 0);
  CHECK(out.native_handle() > 2);
}

TEST_CASE("cstdio/c_file: in order with printf") {
  rill_test::folder folder;
  rill::c_file out(folder / "f");
  std::string wanted;
  for (int i = 0; i != 1000; ++i) {
    rill::print(out, i, ' ');
    fprintf(out.get(), "%d\n", i);
    wanted += std::to_string(i) + ' ' + std::to_string(i) + '\n';
  }
  out.close();
  CHECK(rill_test::content_of(folder / "f") == wanted);
}

TEST_CASE("cstdio/c_file: moved, and in a vector") {
  rill_test::folder folder;
  {
    std::vector<rill::c_file> files;
    for (int i = 0; i != 20; ++i) {
      files.push_back(rill::c_file(folder / std::to_string(i).c_str()));
      for (auto& file : files) rill::print(file, i, ' ');
    }
    rill::c_file moved = static_cast<rill::c_file&&>(files[3]);
    CHECK_FALSE(files[3].is_open());
    CHECK(failure([&] { rill::print(files[3], 1); }) ==
          "write a closed c_file: the file is closed");
    files[4] = static_cast<rill::c_file&&>(moved);
    rill::print(files[4], "end");
  }
  CHECK(rill_test::content_of(folder / "19") == "19 ");
  CHECK(rill_test::content_of(folder / "4").ends_with("18 19 "));
  CHECK(rill_test::content_of(folder / "3").ends_with("18 19 end"));
}

TEST_CASE("cstdio/c_file: up and down the ladder") {
  rill_test::folder folder;
  rill::file below = rill::file::create(folder / "f");
  CHECK(failure([&] { rill::c_file(std::move(below), "r+"); }) ==
        "open " + (folder / "f") + ": Invalid argument");
  CHECK(failure([&] { rill::c_file(std::move(below), "q"); }) ==
        "open " + (folder / "f") + ": Invalid argument");
  REQUIRE(below.is_open());
  rill::c_file out(std::move(below));
  CHECK_FALSE(below.is_open());
  rill::print(out, "abc");
  out.flush();
  CHECK(out.file().size() == 3);
  FILE* const stream = out.release();
  CHECK_FALSE(out.is_open());
  fputs("def", stream);
  rill::c_file_view view(stream, "view");
  rill::print(view, "ghi");
  view.flush();
  CHECK(rill_test::content_of(folder / "f") == "abcdefghi");
  rill::c_file again = rill::c_file::adopt(stream, "again");
  CHECK(text_of(again.name()) == "again");
  rill::print(again, "jkl");
  again.close();
  CHECK(rill_test::content_of(folder / "f") == "abcdefghijkl");
}

TEST_CASE("cstdio/c_file: errors say what and where, and stick") {
  rill_test::folder folder;
  rill::c_file out(folder / "f");
  rill::print(out, "kept");
  ::close(out.native_handle());
  std::string const wanted =
      "write " + (folder / "f") + ": Bad file descriptor";
  CHECK(failure([&] { out.flush(); }) == wanted);
  CHECK(failure([&] { rill::print(out, 1); }) == wanted);
  CHECK(failure([&] { out.close(); }) == wanted);
  CHECK_FALSE(out.is_open());
}

TEST_CASE("cstdio/c_file: after a print that failed nothing is accepted") {
  rill::c_file out = rill::c_file::create("/dev/full", {}, 256);
  std::string const wanted = "write /dev/full: No space left on device";
  rill::print(out, "before");
  CHECK(failure([&] { rill::print(out, std::string(300, 'x')); }) == wanted);
  CHECK(failure([&] { rill::print(out, 'y'); }) == wanted);
  CHECK(failure([&] { rill::print(rill::lock(out), rill::right(1, 4)); }) ==
        wanted);
  CHECK(rill::put_area(out).size() == 0);
  CHECK(failure([&] { out.close(); }) == wanted);

  rill_test::folder folder;
  rill::c_file good(folder / "f");
  rill::print(good, "a");
  (void)fgetc(good.get());  // sets ferror
  CHECK(failure([&] { good.flush(); }) ==
        "write " + (folder / "f") + ": " + strerror(EIO));
  good.clear_error();
  rill::print(good, "b");
  good.close();
  CHECK(rill_test::content_of(folder / "f") == "ab");
}

TEST_CASE("cstdio/c_file: turns between printing and scanning are taken") {
  rill_test::folder folder;
  rill_test::set_content(folder / "f", "11 22 33 44 55 66\n");
  rill::c_file both = rill::c_file::update(folder / "f", {}, 8);
  int n = 0;
  CHECK(rill::scan(both, n));
  rill::print(both, " aa");
  CHECK(rill::scan(both, n));
  CHECK(n == 33);
  rill::print(both, " b", 7);
  CHECK(rill::scan(both, n));
  CHECK(n == 55);
  rill::print(both, '!');
  both.close();
  CHECK(rill_test::content_of(folder / "f") == "11 aa 33 b7 55!66\n");
}

// test/stream/load_test.cpp: all the bytes of everything that can be read.
// covers: stream/load_block.h
#include <doctest/doctest.h>
#include <errno.h>  // EISDIR
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream/load.h>
#include <sys/stat.h>  // mkfifo
#include <unistd.h>    // pipe, fork

#include <string>
#include <thread>
#include <utility>  // std::move

#include "../support/fake_device.h"
#include "../support/files.h"

namespace {

std::string bytes_of(rill::loaded_file const& loaded) {
  return {loaded.data(), loaded.size()};
}

std::string pattern(std::size_t size) {
  std::string all(size, '\0');
  for (std::size_t i = 0; i != size; ++i)
    all[i] = static_cast<char>(i * 31 + i / 251);
  return all;
}

}  // namespace

TEST_CASE("stream/load: files of every size, read or mapped") {
  rill_test::folder const folder;
  std::size_t const limit = rill::detail::map_from_size;
  for (std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{4095}, std::size_t{4096},
        std::size_t{4097}, limit - 1, limit, limit + 1}) {
    std::string const all = pattern(size);
    rill_test::set_content(folder / "f", all);
    rill::loaded_file const loaded = rill::load(folder / "f");
    CHECK((bytes_of(loaded) == all));
    CHECK(loaded.is_mapped() == (size >= limit));
    CHECK(loaded.empty() == (size == 0));
    CHECK(loaded.data() != nullptr);
    CHECK((loaded.end() - loaded.begin()) == static_cast<std::ptrdiff_t>(size));
  }
}

TEST_CASE("stream/load: an open file from where it stands") {
  rill_test::folder const folder;
  for (std::size_t size : {100'000u, 5'000'000u}) {
    std::string const all = pattern(size);
    rill_test::set_content(folder / "f", all);
    rill::file const file = rill::file::open(folder / "f");
    for (std::size_t offset : {std::size_t{77}, size, size + 10}) {
      file.seek(static_cast<long long>(offset));
      CHECK((bytes_of(rill::load(file)) ==
             (offset < size ? all.substr(offset) : std::string())));
    }
  }
}

TEST_CASE("stream/load: what the system makes up") {
  std::string const status = bytes_of(rill::load("/proc/self/status"));
  CHECK(status.starts_with("Name:"));
  CHECK(status.find("\nnonvoluntary_ctxt_switches") != std::string::npos);
  CHECK(bytes_of(rill::load("/proc/version")) ==
        rill_test::content_of("/proc/version"));
  CHECK(rill::load("/dev/null").empty());
}

TEST_CASE("stream/load: pipes and named pipes") {
  std::string const all = pattern(300'000);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::thread writing([&, to = ends[1]] {
    for (std::size_t at = 0; at < all.size();) {
      ssize_t const done = ::write(to, all.data() + at,
                                   std::min<std::size_t>(all.size() - at, 777));
      if (done <= 0) break;
      at += static_cast<std::size_t>(done);
    }
    ::close(to);
  });
  rill::file const file(ends[0]);
  CHECK((bytes_of(rill::load(file)) == all));
  writing.join();

  rill_test::folder const folder;
  std::string const path = folder / "fifo";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::thread again([&] { rill_test::set_content(path, "through a pipe"); });
  CHECK(bytes_of(rill::load(path)) == "through a pipe");
  again.join();
}

TEST_CASE("stream/load: a symbolic link is followed") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "content");
  REQUIRE(::symlink((folder / "f").c_str(), (folder / "link").c_str()) == 0);
  CHECK(bytes_of(rill::load(folder / "link")) == "content");
}

TEST_CASE("stream/load: what cannot be loaded says why") {
  auto const directory = rill::try_load("/tmp");
  REQUIRE(!directory);
  CHECK((directory.error().code() ==
         rill::error_code{rill::error_source::system, EISDIR}));
  CHECK(std::string(directory.error().what()) == "load /tmp: Is a directory");
  auto const missing = rill::try_load("/nonexistent/file");
  REQUIRE(!missing);
  CHECK(std::string(missing.error().what()) ==
        "open /nonexistent/file: No such file or directory");
}

TEST_CASE(
    "stream/load: a device that fails in the middle is an error, one "
    "that is slow is not") {
  rill_test::folder const folder;
  std::string const all = pattern(50'000);
  rill_test::set_content(folder / "f", all);
  rill_test::fake_device device;
  auto const real = rill::os::call.read;
  (void)real;
  for (int failing : {-1, 0, 3}) {
    static int call, fails;
    static std::string const* bytes;
    static std::size_t given;
    call = 0, fails = failing, bytes = &all, given = 0;
    rill::os::call.read = [](int, void* to, size_t size) -> ssize_t {
      if (call++ == fails) {
        errno = EIO;
        return -1;
      }
      if (call % 2) {
        errno = EINTR;
        return -1;
      }
      std::size_t const got = bytes->copy(
          static_cast<char*>(to), std::min<std::size_t>(size, 999), given);
      given += got;
      return static_cast<ssize_t>(got);
    };
    auto const loaded = rill::try_load(folder / "f");
    CHECK(bool(loaded) == (failing < 0));
    if (loaded) CHECK((bytes_of(*loaded) == all));
    if (!loaded) CHECK(loaded.error().code().number == EIO);
  }
}

TEST_CASE("stream/load: a file that grows or shrinks gives what was read") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, pattern(1000));
  for (int size : {5000, 10}) {
    rill_test::fake_device device;
    static std::string changing;
    static int new_size;
    changing = path;
    new_size = size;
    rill::os::call.read = [](int from, void* to, size_t count) -> ssize_t {
      if (new_size != 0)
        rill_test::set_content(changing,
                               pattern(static_cast<std::size_t>(new_size)));
      new_size = 0;
      return ::read(from, to, count);
    };
    CHECK((bytes_of(rill::load(path)) ==
           pattern(static_cast<std::size_t>(size))));
    rill_test::set_content(path, pattern(1000));
  }
}

TEST_CASE("stream/load: is a source that is read on from, also moved") {
  rill_test::folder const folder;
  for (std::size_t padding : {0u, 5'000'000u}) {
    rill_test::set_content(folder / "f",
                           "12 34 56" + std::string(padding, ' '));
    rill::loaded_file first = rill::load(folder / "f");
    int n = 0;
    CHECK(rill::scan(first, n));
    CHECK(n == 12);
    rill::loaded_file second(std::move(first));
    CHECK(rill::scan(second, n));
    CHECK(n == 34);
    CHECK(rill::scan(second, n));
    CHECK(n == 56);
    CHECK(!rill::scan(second, n));
    CHECK(first.size() == 0);
  }
}

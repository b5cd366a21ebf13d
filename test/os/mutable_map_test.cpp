// test/os/mutable_map_test.cpp: files that are written through a mapping.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/map.h>

#include <string.h>  // strerror
#include <string>
#include <utility>  // std::move

#include "../support/descriptors.h"
#include "../support/files.h"
#include "../support/skip.h"

namespace {

using rill_test::content_of;
using rill_test::set_content;

rill::error error_of(rill::result<rill::mutable_file_map> const& failed) {
  REQUIRE(!failed);
  return failed.error();
}

}  // namespace

TEST_CASE("os/mutable_map: what is written reaches the file") {
  rill_test::folder const folder;
  rill_test::descriptor_count const before;
  for (std::size_t size : {1u, 4096u, 10'000u}) {
    set_content(folder / "f", std::string(size, 'a'));
    {
      rill::mutable_file_map map = rill::map_mutable(folder / "f");
      REQUIRE(map.size() == size);
      map.data()[size - 1] = 'z';
      map.sync();
      CHECK(content_of(folder / "f").back() == 'z');
      map.begin()[0] = 'b';
    }
    std::string want(size, 'a');
    want.back() = 'z';
    want.front() = 'b';
    CHECK((content_of(folder / "f") == want));
  }
  CHECK(before.same());
}

TEST_CASE("os/mutable_map: a private copy stays private") {
  rill_test::folder const folder;
  set_content(folder / "f", "unchanged");
  rill::mutable_file_map map =
      rill::map_mutable(folder / "f", {.private_copy = true});
  map.data()[0] = 'X';
  map.sync();
  CHECK(std::string(map.data(), map.size()) == "Xnchanged");
  CHECK(content_of(folder / "f") == "unchanged");
  CHECK(!map.try_resize(100));
  map.close();
  CHECK(content_of(folder / "f") == "unchanged");
}

TEST_CASE("os/mutable_map: makes a file of a size, and keeps a longer one") {
  rill_test::folder const folder;
  {
    rill::mutable_file_map map =
        rill::map_mutable(folder / "f", {.size = 5000, .create = true});
    REQUIRE(map.size() == 5000);
    CHECK((std::string(map.data(), 5000) == std::string(5000, '\0')));
    map.data()[4999] = 'e';
  }
  CHECK(content_of(folder / "f").size() == 5000);
  {
    rill::mutable_file_map map =
        rill::map_mutable(folder / "f", {.size = 100, .create = true});
    CHECK(map.size() == 100);
    // A map that ends before the end of its file cannot be resized.
    CHECK(!map.try_resize(50));
    CHECK(!map.try_resize(200));
  }
  CHECK(content_of(folder / "f").size() == 5000);
  CHECK(content_of(folder / "f").back() == 'e');
  CHECK(rill::map_mutable(folder / "f", {.create = true}).size() == 5000);
  CHECK(rill::map_mutable(folder / "new", {.create = true}).empty());
  rill::mutable_file_map window = rill::map_mutable(
      folder / "g", {.offset = 6000, .size = 10, .create = true});
  window.data()[9] = '!';
  CHECK((content_of(folder / "g") == std::string(6009, '\0') + "!"));
  CHECK(!window.try_resize(20));
}

TEST_CASE("os/mutable_map: grows and shrinks, file and bytes alike") {
  rill_test::folder const folder;
  rill::mutable_file_map map =
      rill::map_mutable(folder / "f", {.create = true});
  std::string want;
  char fill = 'a';
  for (std::size_t size : {1u, 17u, 4095u, 4096u, 4097u, 3u, 100'000u, 0u, 0u,
                           5u, 1'000'000u, 8191u, 8193u}) {
    map.resize(size);
    want.resize(size, '\0');
    REQUIRE(map.size() == size);
    CHECK((std::string(map.data(), size) == want));
    for (std::size_t i = 0; i < size; i += 1 + size / 7)
      map.data()[i] = want[i] = fill;
    ++fill;
    CHECK((content_of(folder / "f") == want));
  }
  map.close();
  CHECK((content_of(folder / "f") == want));
  CHECK(!map.try_resize(1));
}

TEST_CASE("os/mutable_map: a full disk is an error, the file as it was") {
  rill_test::folder const folder;
  auto const real = rill::os::map_call;
  // ext4 behaves so: it allocates a part, extends the file and returns ENOSPC.
  rill::os::map_call.posix_fallocate = [](int file, off_t, off_t) {
    (void)::ftruncate(file, 4096);
    return ENOSPC;
  };
  auto const failed = error_of(
      rill::try_map_mutable(folder / "f", {.size = 99'999, .create = true}));
  CHECK(failed.code().number == ENOSPC);
  CHECK(std::string(failed.what()) ==
        "map " + (folder / "f") + ": No space left on device");
  CHECK(content_of(folder / "f").empty());

  set_content(folder / "g", "bytes");
  rill::mutable_file_map map = rill::map_mutable(folder / "g");
  auto const full = map.try_resize(99'999);
  REQUIRE(!full);
  CHECK(std::string(full.error().what()) ==
        "resize " + (folder / "g") + ": No space left on device");
  CHECK(map.size() == 5);
  map.data()[0] = 'B';
  CHECK(content_of(folder / "g") == "Bytes");
  rill::os::map_call = real;
}

TEST_CASE("os/mutable_map: without reserving the file is made longer only") {
  rill_test::folder const folder;
  auto const real = rill::os::map_call;
  for (int number : {EOPNOTSUPP, EINVAL, ENOSYS, ENODEV}) {
    static int answer, interrupted;
    answer = number, interrupted = 3;
    rill::os::map_call.posix_fallocate = [](int, off_t, off_t) {
      return interrupted-- > 0 ? EINTR : answer;
    };
    std::string const path = folder / std::to_string(number).c_str();
    rill::mutable_file_map map =
        rill::map_mutable(path, {.size = 10, .create = true});
    CHECK(content_of(path).size() == 10);
    CHECK(rill::map_mutable(path, {.size = 5, .create = true}).size() == 5);
    CHECK(content_of(path).size() == 10);
    map.resize(20);
    CHECK(content_of(path).size() == 20);
  }
  rill::os::map_call = real;
}

TEST_CASE("os/mutable_map: a refused call leaves map and file as they were") {
  rill_test::folder const folder;
  set_content(folder / "f", "bytes");
  rill_test::descriptor_count const before;
  {
    rill::mutable_file_map map = rill::map_mutable(folder / "f");
    auto const real = rill::os::map_call;
    auto const refuse = [](void*, size_t, size_t) -> void* {
      errno = ENOMEM;
      return MAP_FAILED;
    };
    rill::os::map_call.mremap = refuse;
    auto const failed = map.try_resize(50'000);
    REQUIRE(!failed);
    CHECK(failed.error().code().number == ENOMEM);
    CHECK(content_of(folder / "f") == "bytes");
    CHECK(map.size() == 5);
    CHECK(std::string(map.data(), 5) == "bytes");
    map.resize(4);  // shrinking allocates nothing
    CHECK(content_of(folder / "f") == "byte");
    CHECK(std::string(map.data(), map.size()) == "byte");
    rill::os::map_call = real;

    auto const real_call = rill::os::call;
    rill::os::call.ftruncate = [](int, off_t) {
      errno = EIO;
      return -1;
    };
    CHECK(!map.try_resize(2));
    CHECK(std::string(map.data(), map.size()) == "byte");
    rill::os::call = real_call;

    rill::os::map_call.msync = [](void*, size_t, int) {
      static int calls = 0;
      errno = calls++ < 3 ? EINTR : EIO;
      return -1;
    };
    auto const unsynced = map.try_sync();
    REQUIRE(!unsynced);
    CHECK(std::string(unsynced.error().what()) ==
          "sync " + (folder / "f") + ": " + strerror(EIO));
    rill::os::map_call = real;

    rill::os::call.close = [](int handle) {
      ::close(handle);
      errno = EIO;
      return -1;
    };
    CHECK(!map.try_close());
    rill::os::call = real_call;
    CHECK(bool(map.try_close()));
  }
  CHECK(before.same());
}

TEST_CASE("os/mutable_map: what others add to the file stays") {
  rill_test::folder const folder;
  set_content(folder / "f", "bytes");
  rill::mutable_file_map map = rill::map_mutable(folder / "f");
  rill::file::append(folder / "f").write(std::string(9'995, '+'));
  map.resize(100);
  CHECK(content_of(folder / "f").size() == 10'000);
  CHECK((std::string(map.data(), 100) == "bytes" + std::string(95, '+')));
  auto const real = rill::os::map_call;
  rill::os::map_call.mremap = [](void*, size_t, size_t) -> void* {
    errno = ENOMEM;
    return MAP_FAILED;
  };
  CHECK(!map.try_resize(9'000));
  CHECK(content_of(folder / "f").size() == 10'000);
  rill::os::map_call = real;
  rill::os::map_call.posix_fallocate = [](int, off_t, off_t) { return ENOSPC; };
  CHECK(!map.try_resize(9'000));
  CHECK(content_of(folder / "f").size() == 10'000);
  rill::os::map_call = real;
  // The file is longer than the map now: resizing the map to less would cut
  // bytes that it does not cover.
  for (std::size_t const size : {0u, 50u, 99u}) {
    rill::result<void> const cut = map.try_resize(size);
    REQUIRE(!cut);
    CHECK((cut.error().code() ==
           rill::error_code(rill::library_problem::cannot_map)));
    CHECK(content_of(folder / "f").size() == 10'000);
    CHECK(map.size() == 100);
  }
  map.resize(10'000);
  map.resize(50);
  CHECK(content_of(folder / "f").size() == 50);
}

TEST_CASE("os/mutable_map: moved and assigned") {
  rill_test::folder const folder;
  set_content(folder / "f", "first");
  set_content(folder / "g", "second");
  rill_test::descriptor_count const before;
  {
    rill::mutable_file_map map = rill::map_mutable(folder / "f");
    rill::mutable_file_map other = std::move(map);
    CHECK(map.empty());
    map = rill::map_mutable(folder / "g");
    map = std::move(other);
    map.resize(7);
    CHECK((std::string(map.data(), 7) == std::string("first\0\0", 7)));
  }
  CHECK(before.same());
  CHECK(content_of(folder / "g") == "second");
}

TEST_CASE("os/mutable_map: what cannot be written is refused") {
  rill_test::folder const folder;
  CHECK(error_of(rill::try_map_mutable(folder / "none")).code().number ==
        ENOENT);
  CHECK(error_of(rill::try_map_mutable(folder.path())).code().number == EISDIR);
  CHECK(
      (error_of(rill::try_map_mutable("/dev/null", {.size = 9, .create = true}))
           .code() == rill::library_problem::cannot_map));
  CHECK((error_of(rill::try_map_mutable(
                      folder / "f",
                      {.offset = ~0ull >> 1, .size = 1, .create = true}))
             .code() == rill::library_problem::out_of_reach));
  set_content(folder / "g", "bytes");
  auto const reading =
      error_of(rill::mutable_file_map::try_of(rill::file::open(folder / "g")));
  CHECK(reading.code().number == EACCES);
}

// test/os/file_map_test.cpp: windows on a file, and files that cannot be
// mapped.
// covers: os/scoped_file.h
// platforms: posix
#include <doctest/doctest.h>
#include <fcntl.h>  // open
#include <rill/file.h>
#include <rill/map.h>
#include <sys/resource.h>  // setrlimit
#include <sys/socket.h>    // socketpair
#include <sys/stat.h>      // mkfifo
#include <unistd.h>        // pipe, truncate

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>  // std::move

#include "../support/child.h"
#include "../support/descriptors.h"
#include "../support/files.h"

namespace {

std::string bytes_of(rill::file_map const& map) {
  return {map.data(), map.size()};
}

std::string pattern(std::size_t size) {
  std::string all(size, '\0');
  for (std::size_t i = 0; i != size; ++i)
    all[i] = static_cast<char>(i * 31 + i / 251);
  return all;
}

rill::error error_of(rill::result<rill::file_map> const& failed) {
  REQUIRE(!failed);
  return failed.error();
}

}  // namespace

TEST_CASE("os/file_map: the bytes of files of every size") {
  rill_test::folder const folder;
  for (std::size_t size : {0u, 1u, 4095u, 4096u, 4097u, 70'000u}) {
    std::string const all = pattern(size);
    rill_test::set_content(folder / "f", all);
    rill_test::descriptor_count const before;
    rill::file_map const map = rill::map(folder / "f");
    CHECK((bytes_of(map) == all));
    CHECK(map.empty() == (size == 0));
    CHECK(map.data() != nullptr);
    CHECK((map.end() - map.begin()) == static_cast<std::ptrdiff_t>(size));
    CHECK(before.same());
  }
  CHECK((bytes_of(rill::map(std::filesystem::path(folder / "f"))) ==
         pattern(70'000)));
}

TEST_CASE("os/file_map: a window begins and ends anywhere") {
  rill_test::folder const folder;
  std::string const all = pattern(20'000);
  rill_test::set_content(folder / "f", all);
  rill::file const file = rill::file::open(folder / "f");
  for (std::size_t offset : {0u, 1u, 4095u, 4096u, 4097u, 12'345u, 19'999u,
                             20'000u, 20'001u, 99'999u})
    for (std::size_t size : {0u, 1u, 17u, 4096u, 8191u, 20'000u}) {
      std::string const want =
          offset < all.size() ? all.substr(offset, size) : std::string();
      CHECK((bytes_of(rill::file_map::window(file, offset, size)) == want));
      rill::map_options options;
      options.offset = offset;
      options.size = size;
      CHECK((bytes_of(rill::map(folder / "f", options)) == want));
    }
  CHECK(file.position() == 0);
}

TEST_CASE("os/file_map: zero bytes follow, and then a page that is nobody's") {
  rill_test::folder const folder;
  for (std::size_t size : {0u, 1u, 4095u, 4096u, 4097u, 8192u})
    for (std::size_t padding : {1u, 64u, 4095u, 4096u, 5000u}) {
      std::string const all = pattern(size + 3000);
      rill_test::set_content(folder / "f", all);
      // The padding is zero even where the file goes on behind the window.
      rill::map_options options;
      options.size = size;
      options.padding = padding;
      rill::file_map const map = rill::map(folder / "f", options);
      REQUIRE(map.size() == size);
      CHECK((bytes_of(map) == all.substr(0, size)));
      CHECK((std::string(map.end(), padding) == std::string(padding, '\0')));
    }
}

TEST_CASE("os/file_map: every option gives the same bytes") {
  rill_test::folder const folder;
  std::string const all = pattern(3'000'000);
  rill_test::set_content(folder / "f", all);
  for (bool populate : {false, true})
    for (bool huge : {false, true})
      for (rill::access_pattern access :
           {rill::access_pattern::normal, rill::access_pattern::sequential,
            rill::access_pattern::random, rill::access_pattern::soon}) {
        rill::file_map const map =
            rill::map(folder / "f", {.offset = 5,
                                     .populate = populate,
                                     .huge_pages = huge,
                                     .access = access});
        CHECK((bytes_of(map) == all.substr(5)));
      }
}

TEST_CASE("os/file_map: moved, assigned, outlives its file") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "first");
  rill_test::set_content(folder / "g", "second");
  rill::file_map map = rill::map(folder / "f");
  rill::file_map other = std::move(map);
  CHECK(bytes_of(other) == "first");
  CHECK(map.empty());
  map = rill::map(folder / "g");
  CHECK(bytes_of(map) == "second");
  map = std::move(other);
  CHECK(bytes_of(map) == "first");
  rill::file_map& itself = map;
  map = std::move(itself);
  CHECK(bytes_of(map) == "first");
  std::filesystem::remove(folder / "f");
  CHECK(bytes_of(map) == "first");
  CHECK(rill::file_map().empty());
}

TEST_CASE("os/file_map: every page that was mapped is given back, once") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", pattern(300'000));
  static long mapped;
  mapped = 0;
  auto const real = rill::os::map_call;
  rill::os::map_call.mmap = [](void* where, size_t size, int protection,
                               int flags, int file, off_t offset) -> void* {
    if (!where) mapped += static_cast<long>((size + 4095) / 4096);
    return ::mmap(where, size, protection, flags, file, offset);
  };
  rill::os::map_call.munmap = [](void* where, size_t size) {
    mapped -= static_cast<long>((size + 4095) / 4096);
    return ::munmap(where, size);
  };
  rill::os::map_call.mremap = [](void* from, size_t size,
                                 size_t wanted) -> void* {
    mapped += static_cast<long>((wanted + 4095) / 4096) -
              static_cast<long>((size + 4095) / 4096);
    return ::mremap(from, size, wanted, 1);
  };
  {
    rill::file_map map = rill::map(folder / "f", {.padding = 100});
    map = rill::map(folder / "f", {.offset = 5'000});
    rill::file_map other(std::move(map));
    map = std::move(other);
    rill::mutable_file_map changed = rill::map_mutable(folder / "f");
    changed.resize(9'000'000);
    changed = rill::map_mutable(folder / "f", {.private_copy = true});
    rill::loaded_file loaded = rill::load(folder / "f");
    loaded = rill::load(folder / "f", {.never_map = true});
    rill::file_reader in(folder / "f");
    loaded = rill::load(in);  // into a block that grows
    CHECK(loaded.size() == 9'000'000);
    CHECK(mapped > 0);
  }
  CHECK(mapped == 0);
  rill::os::map_call = real;
}

TEST_CASE("os/file_map: what cannot be mapped says so, and names load") {
  rill_test::folder const folder;
  rill_test::descriptor_count const before;
  auto const proc = error_of(rill::try_map("/proc/self/status"));
  CHECK((proc.code() == rill::library_problem::cannot_map));
  CHECK(std::string(proc.what()) ==
        "map /proc/self/status: it cannot be mapped; load() reads it");
  CHECK((error_of(rill::try_map("/dev/null")).code() ==
         rill::library_problem::cannot_map));
  CHECK(error_of(rill::try_map(folder.path())).code().number == EISDIR);
  CHECK(std::string(error_of(rill::try_map("/nonexistent/f")).what()) ==
        "open /nonexistent/f: No such file or directory");
  CHECK((error_of(rill::try_map(std::string("a\0b", 3))).code() ==
         rill::library_problem::path_contains_nul));
  CHECK(error_of(rill::try_map("")).code().number == ENOENT);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK((error_of(rill::file_map::try_of(rill::file_view(ends[0]))).code() ==
         rill::library_problem::cannot_map));
  ::close(ends[0]);
  ::close(ends[1]);
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  CHECK((error_of(rill::file_map::try_of(rill::file_view(ends[0]))).code() ==
         rill::library_problem::cannot_map));
  ::close(ends[0]);
  ::close(ends[1]);
  CHECK(error_of(rill::file_map::try_of(rill::file_view(-1))).code().number ==
        EBADF);
  CHECK(before.same());
}

TEST_CASE("os/file_map: paths of every length, with bytes that are no text") {
  rill_test::folder const folder;
  std::string const name("\xff\xfe name");
  rill_test::set_content(folder / name.c_str(), "bytes");
  CHECK(bytes_of(rill::map(folder / name.c_str())) == "bytes");
  for (std::size_t size = 240; size != 270; ++size) {
    // Additional slashes in a path change its length alone.
    std::string path = folder.path();
    path.append(size - path.size() - name.size(), '/');
    path += name;
    CHECK(bytes_of(rill::map(path)) == "bytes");
    auto const missing = error_of(rill::try_map(path + "x"));
    // The message escapes bytes that are not text; path() returns them
    // unchanged.
    std::string const shown =
        path.substr(0, size - name.size()) + "\\xff\\xfe name";
    CHECK(std::string(missing.what()) ==
          "open " + shown + "x: No such file or directory");
    CHECK(std::string_view(missing.path()) == path + "x");
  }
  CHECK(error_of(rill::try_map(std::string(100'000, 'x'))).code().number ==
        ENAMETOOLONG);
}

TEST_CASE("os/file_map: a device has the size that is asked for") {
  rill::map_options options;
  options.size = 10'000;
  rill::file_map const map = rill::map("/dev/zero", options);
  CHECK((bytes_of(map) == std::string(10'000, '\0')));
}

TEST_CASE("os/file_map: offsets that no file has are refused by name") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "bytes");
  rill::file const file = rill::file::open(folder / "f");
  unsigned long long const most = ~0ull >> 1;
  for (unsigned long long offset : {most + 1, most + 2, ~0ull})
    CHECK((error_of(rill::file_map::try_window(file, offset, 1)).code() ==
           rill::library_problem::out_of_reach));
  CHECK((error_of(rill::file_map::try_window(file, most - 5, 6)).code() ==
         rill::library_problem::out_of_reach));
  CHECK((error_of(rill::file_map::try_window(file, 0, ~std::size_t{0} - 1))
             .code() == rill::library_problem::out_of_reach));
  CHECK(rill::file_map::window(file, most - 5, 5).empty());
  CHECK((error_of(rill::try_map(folder / "f", {.padding = ~std::size_t{0}}))
             .code() == rill::library_problem::out_of_reach));
}

TEST_CASE("os/file_map: a sparse file of 5 GiB, and a window beyond 4 GiB") {
  rill_test::folder const folder;
  long long const size = 5ll << 30;
  {
    rill::file const made = rill::file::create(folder / "f");
    if (!made.try_truncate(size)) return;  // it is too large here
    made.pwrite("the middle", (4ll << 30) + 4091);
    made.pwrite("!", size - 1);
  }
  rill::file_map const window = rill::file_map::window(
      rill::file::open(folder / "f"), (4ull << 30) + 4090, 12);
  CHECK((bytes_of(window) == std::string("\0the middle\0", 12)));
  if constexpr (sizeof(void*) == 8) {
    rill::file_map const map = rill::map(folder / "f");
    CHECK(map.size() == static_cast<std::size_t>(size));
    CHECK(map.data()[map.size() - 1] == '!');
    CHECK((std::string(map.data() + (4ll << 30) + 4091, 10) == "the middle"));
  }
}

TEST_CASE("os/file_map: a refused call is told, and nothing stays open") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "bytes");
  rill_test::descriptor_count const before;
  auto const real = rill::os::map_call;
  rill::os::map_call.mmap = [](void*, size_t, int, int, int, off_t) -> void* {
    errno = ENOMEM;
    return MAP_FAILED;
  };
  for (std::size_t padding : {0u, 64u}) {
    auto const failed =
        error_of(rill::try_map(folder / "f", {.padding = padding}));
    CHECK(failed.code().number == ENOMEM);
    CHECK(std::string(failed.what()).find("map " + folder.path()) == 0);
  }
  rill::os::map_call.mmap = [](void*, size_t, int, int, int, off_t) -> void* {
    errno = ENODEV;
    return MAP_FAILED;
  };
  CHECK((error_of(rill::try_map(folder / "f")).code() ==
         rill::library_problem::cannot_map));
  rill::os::map_call = real;
  auto const real_file = rill::os::file_call;
  rill::os::file_call.fstat = [](int, struct stat*) {
    errno = EIO;
    return -1;
  };
  CHECK(error_of(rill::try_map(folder / "f")).code().number == EIO);
  rill::os::file_call = real_file;
  auto const real_call = rill::os::call;
  rill::os::call.pread = [](int, void*, size_t, off_t) -> ssize_t {
    errno = EIO;
    return -1;
  };
  CHECK(error_of(rill::try_map(folder / "f", {.padding = 1})).code().number ==
        EIO);
  rill::os::call = real_call;
  CHECK(before.same());
}

TEST_CASE("os/file_map: a hint that the system refuses changes nothing") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "bytes");
  auto const real = rill::os::map_call;
  rill::os::map_call.madvise = [](void*, size_t, int) {
    errno = EINVAL;
    return -1;
  };
  rill::file_map const map =
      rill::map(folder / "f",
                {.huge_pages = true, .access = rill::access_pattern::random});
  map.advise(rill::access_pattern::soon);
  CHECK(bytes_of(map) == "bytes");
  rill::os::map_call = real;
}

TEST_CASE("os/file_map: what somebody cut off ends the program with SIGBUS") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", pattern(10'000));
  int const status = rill_test::status_of_child([&] {
    ::signal(SIGBUS, [](int) { _exit(77); });
    rill::file_map const map = rill::map(folder / "f");
    if (::truncate((folder / "f").c_str(), 0) != 0) return 1;
    return map.data()[9'000] == 0 ? 2 : 3;
  });
  CHECK(status == 77);
}

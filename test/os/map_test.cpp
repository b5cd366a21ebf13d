// test/os/map_test.cpp: mapping the bytes of a file.
// covers: rill/os/posix/map.h
// covers: rill/os/map.h
// covers: rill/os/map_options.h
// platforms: posix
#include <doctest/doctest.h>
#include <fcntl.h>  // open
#include <rill/os/map.h>
#include <rill/os/file_calls.h>
#include <rill/os/map.h>  // remap, with and without mremap

#include <string>

#include "support/files.h"

namespace os = rill::os;

TEST_CASE("os/map: the bytes are the file's, of any size") {
  rill_test::folder folder;
  for (std::size_t size : {1u, 4095u, 4096u, 4097u, 100000u}) {
    std::string bytes;
    for (std::size_t i = 0; i != size; ++i)
      bytes += static_cast<char>(i * 7 + i / 251);
    rill_test::set_content(folder / "data", bytes);
    int const file = ::open((folder / "data").c_str(), O_RDONLY);
    os::mapping const map = os::map_file(file, 0, size, {});
    ::close(file);  // the mapping outlives the descriptor
    REQUIRE(map.data != nullptr);
    CHECK(!map.error);
    CHECK((std::string(map.data, size) == bytes));
    os::unmap(map);
  }
}

TEST_CASE("os/map: what cannot be mapped is an error") {
  os::mapping const none = os::map_file(-1, 0, 4096, {});
  CHECK(none.data == nullptr);
  CHECK(none.error.number == EBADF);
  rill_test::folder folder;
  rill_test::set_content(folder / "empty", "");
  int const file = ::open((folder / "empty").c_str(), O_RDONLY);
  CHECK(os::map_file(file, 0, 0, {}).error.number == EINVAL);
  ::close(file);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(bool(os::map_file(ends[0], 0, 10, {}).error));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("os/map: memory is zero, and keeps its bytes when it grows") {
  for (bool huge : {false, true})
    for (std::size_t size : {1u, 4096u, 3'000'000u}) {
      os::mapping block = os::map_memory(size, huge);
      REQUIRE(!block.error);
      CHECK(block.size >= size);
      if (huge)
        CHECK(reinterpret_cast<uintptr_t>(block.data) % os::huge_page_size ==
              0);
      CHECK((std::string(block.data, size) == std::string(size, '\0')));
      block.data[size - 1] = 'x';
      for (auto resize : {os::resize_memory, os::remapped::resize_memory}) {
        os::mapping const longer = resize(block, block.size + 2'500'000);
        REQUIRE(!longer.error);
        CHECK(longer.size >= block.size + 2'500'000);
        CHECK(longer.data[size - 1] == 'x');
        CHECK(longer.data[longer.size - 1] == '\0');
        block = longer;
      }
      os::unmap(block);
    }
  std::size_t const most = ~std::size_t{0} - (std::size_t{16} << 20);
  CHECK(os::map_memory(most, true).error.number == ENOMEM);
}

TEST_CASE("os/map: a shared mapping grows by mremap and by its twin") {
  rill_test::folder folder;
  rill_test::set_content(folder / "data", std::string(20'000, 'd'));
  int const file = ::open((folder / "data").c_str(), O_RDWR);
  os::map_request request;
  request.writable = request.shared = true;
  for (auto resize : {os::resize_map, os::remapped::resize_map}) {
    os::mapping map = os::map_file(file, 0, 5, request);
    map.data[4] = 'x';
    for (std::size_t size : {9'000u, 20'000u, 4u}) {
      os::mapping const other = resize(map, file, 0, size, request);
      REQUIRE(!other.error);
      map = other;
      CHECK(map.size == size);
      map.data[size - 1] = 'y';
      CHECK(rill_test::content_of(folder / "data")[size - 1] == 'y');
    }
    os::unmap(map);
  }
  os::mapping const map = os::map_file(file, 0, 5, request);
  CHECK(os::remapped::resize_map(map, -1, 0, 9, request).error.number == EBADF);
  CHECK(map.data[0] == 'd');
  os::unmap(map);
  ::close(file);
}

TEST_CASE("os/map: advice and sync take bytes that are not aligned") {
  rill_test::folder folder;
  rill_test::set_content(folder / "data", std::string(9'000, 'd'));
  int const file = ::open((folder / "data").c_str(), O_RDWR);
  os::map_request request;
  request.writable = request.shared = true;
  os::mapping const map = os::map_file(file, 0, 9'000, request);
  for (auto pattern :
       {rill::access_pattern::normal, rill::access_pattern::sequential,
        rill::access_pattern::random, rill::access_pattern::soon})
    CHECK(!os::advise_map(map.data + 5'001, 3'000, pattern));
  CHECK(!os::sync_map(map.data + 5'001, 3'000, true));
  CHECK(!os::sync_map(map.data + 5'001, 3'000, false));
  os::unmap(map);
  ::close(file);
}

// test/os/map_test.cpp: a file's bytes without a copy.
// covers: rill/os/posix/map.h
// covers: rill/os/posix/map_call.h
// covers: rill/os/posix/map_resize.h
// covers: rill/os/linux/map_resize.h
// covers: rill/os/map_options.h
#include <doctest/doctest.h>
#include <fcntl.h>  // open
#include <rill/os/os.h>

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

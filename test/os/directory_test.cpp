// test/os/directory_test.cpp: the names in a folder, by both implementations,
// against std::filesystem; calls that fail or are interrupted.
// covers: rill/os/directory.h, rill/os/posix/directory.h
// covers: rill/os/posix/entry.h, rill/os/posix/entry_list.h
// platforms: posix
#include <doctest/doctest.h>
#include <fcntl.h>
#include <rill/os/directory.h>
#include <rill/os/posix/directory.h>
#include <rill/os/posix/entry.h>

#include <filesystem>
#include <set>
#include <string>

#include "support/files.h"

namespace os = rill::os;

namespace {

using reading = rill::error_code (*)(os::native_handle, os::entry_block&);

std::multiset<std::string> names(os::entry_block const& block) {
  std::multiset<std::string> found;
  for (std::size_t at = 0; at != block.size(); at += block.at(at).length)
    if (!os::is_dot_or_dots(block.at(at).name)) found.insert(block.at(at).name);
  return found;
}

}  // namespace

TEST_CASE("os/directory: all names are read, by either way") {
  for (int count : {0, 1, 2, 100, 5000}) {
    rill_test::folder folder;
    std::multiset<std::string> expected;
    for (int i = 0; i != count; ++i) {
      std::string name = std::to_string(i);
      name.append(static_cast<std::size_t>(i) % (256 - name.size()), 'x');
      rill_test::set_content(folder / name.c_str(), "");
      expected.insert(name);
    }
    for (reading read :
         {reading(os::read_entries), reading(os::read_entries_by_stream)}) {
      int const handle = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
      os::entry_block block;
      CHECK(!read(handle, block));
      ::close(handle);
      CHECK(names(block) == expected);
      for (std::size_t at = 0; at != block.size(); at += block.at(at).length)
        if (!os::is_dot_or_dots(block.at(at).name))
          CHECK(os::kind_of(block.at(at)) == os::device_kind::regular);
    }
  }
}

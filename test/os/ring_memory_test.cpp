// test/os/ring_memory_test.cpp: memory that is mapped twice in a row; each call
// that makes it fails in turn.
// covers: rill/os/ring_memory.h
// platforms: posix
#include <dirent.h>  // opendir
#include <doctest/doctest.h>
#include <errno.h>
#include <rill/os/ring_memory.h>
#include <string.h>  // memcmp

#include <set>

#include "support/skip.h"

namespace {

int open_descriptors() {
  int count = 0;
  if (DIR* const folder = ::opendir("/proc/self/fd")) {
    while (::readdir(folder)) ++count;
    ::closedir(folder);
  }
  return count;
}

// The number of calls, the index of the call that fails, and the mappings that
// exist.
int calls = 0;
int failing = -1;
std::set<void*> mapped;

bool fails() {
  errno = ENOMEM;
  return calls++ == failing;
}

int open_or_fail() { return fails() ? -1 : rill::os::open_memory_file(); }
int truncate_or_fail(int file, off_t size) {
  return fails() ? -1 : ::ftruncate(file, size);
}
void* map_or_fail(void* at, size_t size, int access, int flags, int file,
                  off_t offset) {
  if (fails()) return MAP_FAILED;
  void* const place = ::mmap(at, size, access, flags, file, offset);
  if (!at) mapped.insert(place);
  return place;
}
int unmap(void* at, size_t size) {
  mapped.erase(at);
  return ::munmap(at, size);
}

}  // namespace

TEST_CASE("os/ring_memory: what is written at one end is at the other") {
  std::size_t const page = rill::os::page_size();
  for (std::size_t size : {page, 3 * page, 64 * page}) {
    auto const memory = rill::os::map_twice(size);
    if (memory.error) {
      rill_test::skip("no memory can be mapped twice here");
      return;
    }
    for (std::size_t i = 0; i != size; ++i)
      memory.data[i + size / 2] = static_cast<char>(i % 251);
    CHECK(::memcmp(memory.data, memory.data + size, size) == 0);
    memory.data[2 * size - 1] = 'x';
    CHECK(memory.data[size - 1] == 'x');
    rill::os::unmap_twice(memory.data, size);
  }
}

TEST_CASE("os/ring_memory: sizes that cannot be are refused") {
  CHECK(bool(rill::os::map_twice(0).error));
  CHECK(bool(rill::os::map_twice(~std::size_t{0}).error));
  CHECK(bool(rill::os::map_twice(~std::size_t{0} / 2).error));
}

TEST_CASE("os/ring_memory: each call may fail, and nothing is left behind") {
  auto const before = rill::os::ring_memory_call;
  auto const calls_before = rill::os::call;
  auto const maps_before = rill::os::map_call;
  rill::os::ring_memory_call.open_memory_file = open_or_fail;
  rill::os::call.ftruncate = truncate_or_fail;
  rill::os::map_call.mmap = map_or_fail;
  rill::os::map_call.munmap = unmap;
  int const open_before = open_descriptors();
  std::size_t const page = rill::os::page_size();
  failing = -1;
  calls = 0;
  auto const whole = rill::os::map_twice(page);
  bool const works = !whole.error;
  if (works) rill::os::unmap_twice(whole.data, page);
  for (failing = 0; works && failing != 5; ++failing) {
    calls = 0;
    auto const memory = rill::os::map_twice(page);
    CHECK(
        (memory.error == rill::error_code(rill::error_source::system, ENOMEM)));
    CHECK(memory.data == nullptr);
    CHECK(calls == failing + 1);
    CHECK(mapped.empty());
    CHECK(open_descriptors() == open_before);
  }
  rill::os::ring_memory_call = before;
  rill::os::call = calls_before;
  rill::os::map_call = maps_before;
  if (!works) rill_test::skip("no memory can be mapped twice here");
}

// test/stream/load_faults_test.cpp: loading files while calls fail, files
// change or memory ends.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/stream/file_reader.h>
#include <rill/copy/load.h>
#include <signal.h>  // SIGBUS
#include <stdlib.h>  // malloc
#include <sys/mman.h>
#include <sys/resource.h>  // setrlimit
#include <unistd.h>        // truncate

#include <atomic>
#include <new>  // std::bad_alloc
#include <string>
#include <thread>

#include "../support/child.h"
#include "../support/descriptors.h"
#include "../support/fake_device.h"
#include "../support/files.h"
#include "../support/skip.h"

using rill_test::pattern;

namespace {

// All calls reach the system, except the one that fails.
struct failing_calls {
  static inline int calls = 0;
  static inline int failing = -1;
  static inline int number = EIO;

  static bool fails() {
    if (calls++ != failing) return false;
    errno = number;
    return true;
  }

  failing_calls(int which, int why) {
    calls = 0, failing = which, number = why;
    rill::os::call.read = [](int from, void* to, size_t size) -> ssize_t {
      return fails() ? -1 : ::read(from, to, size);
    };
    rill::os::call.pread = [](int from, void* to, size_t size,
                              off_t offset) -> ssize_t {
      return fails() ? -1 : ::pread(from, to, size, offset);
    };
    rill::os::call.lseek = [](int file, off_t offset, int whence) -> off_t {
      return fails() ? -1 : ::lseek(file, offset, whence);
    };
    rill::os::call.close = [](int file) {
      int const answer = ::close(file);
      return fails() ? -1 : answer;
    };
    rill::os::file_call.open = [](char const* path, int flags, mode_t mode) {
      return fails() ? -1 : ::open(path, flags, mode);
    };
    rill::os::file_call.fstat = [](int file, struct stat* status) {
      return fails() ? -1 : ::fstat(file, status);
    };
    rill::os::map_call.mmap = [](void* where, size_t size, int protection,
                                 int flags, int file, off_t offset) -> void* {
      return fails() ? MAP_FAILED
                     : ::mmap(where, size, protection, flags, file, offset);
    };
    rill::os::map_call.mremap = [](void* from, size_t size,
                                   size_t wanted) -> void* {
      return fails() ? MAP_FAILED : ::mremap(from, size, wanted, 1);
    };
  }
  failing_calls(failing_calls const&) = delete;
  failing_calls& operator=(failing_calls const&) = delete;
  ~failing_calls() {
    rill::os::call = {};
    rill::os::file_call = {};
    rill::os::map_call = {};
  }
};

}  // namespace

TEST_CASE("stream/load_faults: each call fails in turn") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::descriptor_count const before;
  for (std::size_t size : {0u, 100u, 300'000u, 5'000'000u}) {
    std::string const all = pattern(size);
    rill_test::set_content(path, all);
    for (bool never_map : {false, true})
      for (std::size_t padding : {0u, 64u})
        for (int number : {EIO, ENOMEM, EINTR}) {
          rill::load_options options;
          options.never_map = never_map;
          options.padding = padding;
          int told = 0;
          for (int which = 0;; ++which) {
            failing_calls const failing(which, number);
            auto const loaded = rill::try_load(path, options);
            // The content is right, or the error is returned.
            if (loaded) {
              CHECK((std::string(loaded->data(), loaded->size()) == all));
            } else {
              ++told;
              CHECK(loaded.error().code().number == number);
              CHECK(std::string(loaded.error().what()).find(path) !=
                    std::string::npos);
            }
            if (failing_calls::calls <= which) break;
          }
          if (number != EINTR) CHECK(told != 0);
        }
  }
  CHECK(before.same());
}

TEST_CASE("stream/load_faults: what cannot be mapped is read") {
  rill_test::folder const folder;
  std::string const all = pattern(300'000);
  rill_test::set_content(folder / "f", all);
  for (int number : {ENODEV, ENOMEM, EACCES, EPERM, EAGAIN}) {
    static int why;
    why = number;
    rill::os::map_call.mmap = [](void*, size_t, int, int, int, off_t) -> void* {
      errno = why;
      return MAP_FAILED;
    };
    rill::loaded_file const loaded = rill::load(folder / "f");
    CHECK(!loaded.is_mapped());
    CHECK((std::string(loaded.data(), loaded.size()) == all));
    rill::os::map_call = {};
  }
}

TEST_CASE("stream/load_faults: a storm of signals, byte by byte") {
  rill_test::fake_device device;
  device.input = pattern(10'000);
  device.on_read = [](int call, std::size_t) -> long {
    return call % 3 == 0 ? -EINTR : call % 3 == 1 ? -EAGAIN : 1;
  };
  static auto const real = rill::os::file_call;
  rill::os::file_call.fstat = [](int, struct stat* status) {
    *status = {};
    status->st_mode = S_IFIFO;
    return 0;
  };
  rill::loaded_file const loaded =
      rill::load(rill::file_view(rill_test::fake_device::handle));
  rill::os::file_call = real;
  CHECK((std::string(loaded.data(), loaded.size()) == device.input));
  CHECK(device.polls == 10'001);
}

TEST_CASE("stream/load_faults: no memory for the block, and none is lost") {
  // The block of a reader cannot grow; then paddings that cannot be allocated.
  rill_test::folder const folder;
  std::string const all = pattern(20'000'000);
  rill_test::set_content(folder / "f", all);
  rill_test::descriptor_count const before;
  rill::os::map_call.mremap = [](void*, size_t, size_t) -> void* {
    errno = ENOMEM;
    return MAP_FAILED;
  };
  rill::file_reader in(folder / "f");
  auto const loaded = rill::try_load(static_cast<rill::reader&>(in));
  rill::os::map_call = {};
  REQUIRE(!loaded);
  CHECK(loaded.error().code().number == ENOMEM);
  rill::load_options options;
  options.padding = ~std::size_t{0} / 8;
  auto const endless = rill::try_load(folder / "f", options);
  REQUIRE(!endless);
  CHECK(endless.error().code().number == ENOMEM);
  options.padding = ~std::size_t{0};
  auto const refused = rill::try_load(folder / "f", options);
  REQUIRE(!refused);
  CHECK((refused.error().code() == rill::library_problem::out_of_reach));
  in.close();
  CHECK(before.same());
}

TEST_CASE("stream/load_faults: no memory on the heap is std::bad_alloc") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", pattern(3'000'000));
  unsigned long const pages =
      std::stoul(rill_test::content_of("/proc/self/statm"));
  if (pages > 16ul << 20)
    return rill_test::skip("a sanitizer holds most addresses");
  CHECK(rill_test::status_of_child([&] {
          rill_test::descriptor_count const before;
          // Limits the address space to its size now, and fills it up to small
          // blocks.
          rlimit const limit{pages * 4096, RLIM_INFINITY};
          if (::setrlimit(RLIMIT_AS, &limit) != 0) return 1;
          rill::loaded_file kept = rill::load("/proc/self/comm");
          std::size_t const size = kept.size();
          void* volatile block = nullptr;
          do block = ::malloc(1'000'000);
          while (block);
          try {
            kept = rill::load(folder / "f", {.never_map = true});
            return 2;
          } catch (std::bad_alloc const&) {
          }
          return kept.size() == size && before.same() ? 0 : 3;
        }) == 0);
}

TEST_CASE("stream/load_faults: a file that changes all the time") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "");
  rill_test::descriptor_count const before;
  std::atomic<bool> done = false;
  std::thread changing([&] {
    for (off_t size = 1; !done; size = (size * 7 + 11) % 3'000'000)
      if (::truncate(path.c_str(), size) != 0) break;
  });
  for (int i = 0; i != 200; ++i) {
    rill::loaded_file const loaded = rill::load(path, {.never_map = true});
    CHECK(loaded.size() < 3'000'000);
    for (char byte : loaded)
      if (byte != 0) FAIL("a byte that is not the file's");
  }
  done = true;
  changing.join();
  CHECK(before.same());
}

TEST_CASE("stream/load_faults: cut short behind the loader's back") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  auto const sum_after_cut = [&](rill::load_options options) {
    rill_test::set_content(path, std::string(400'000, '\1'));
    return rill_test::status_of_child([&] {
      ::signal(SIGBUS, [](int) { _exit(77); });
      rill::loaded_file const loaded = rill::load(path, options);
      if (::truncate(path.c_str(), 0) != 0) return 1;
      int sum = 0;
      for (char byte : loaded) sum += byte;
      return sum == 400'000 ? 0 : 2;
    });
  };
  CHECK(sum_after_cut({}) == 77);
  CHECK(sum_after_cut({.never_map = true}) == 0);
}

TEST_CASE("stream/load_faults: 5 GiB of nothing") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  long long const size = 5ll << 30;
  {
    rill::file const made = rill::file::create(path);
    if (!made.try_truncate(size)) return;  // it is too large here
    made.pwrite("x", size - 1);
  }
  if constexpr (sizeof(void*) == 8) {
    rill::loaded_file const loaded = rill::load(path);
    CHECK(loaded.size() == static_cast<std::size_t>(size));
    CHECK(loaded.end()[-1] == 'x');
  }
  rill::load_options options;
  options.limit = 1 << 20;
  options.never_map = true;
  auto const refused = rill::try_load(path, options);
  REQUIRE(!refused);
  CHECK((refused.error().code() == rill::library_problem::too_large));
  rill::file const tail = rill::file::open(path);
  tail.seek(size - 1000);
  CHECK(rill::load(tail, options).size() == 1000);
  tail.seek(size - 200'000);
  CHECK(rill::load(tail).size() == 200'000);
}

TEST_CASE("stream/load_faults: paths and handles that are none") {
  auto const with_nul = rill::try_load(std::string("a\0b", 3));
  REQUIRE(!with_nul);
  CHECK((with_nul.error().code() == rill::library_problem::path_contains_nul));
  auto const empty = rill::try_load("");
  REQUIRE(!empty);
  CHECK(empty.error().code().number == ENOENT);
  rill_test::folder const folder;
  rill_test::set_content(folder / "\xff\xc0", "bytes");
  CHECK(rill::load(folder / "\xff\xc0").size() == 5);
  auto const closed = rill::try_load(rill::file_view(-1));
  REQUIRE(!closed);
  CHECK(closed.error().code().number == EBADF);
  auto const written = rill::try_load(rill::file::create(folder / "out"));
  REQUIRE(!written);
  CHECK(std::string(written.error().what()) ==
        "load " + (folder / "out") + ": Bad file descriptor");
}

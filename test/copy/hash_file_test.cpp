// test/copy/hash_file_test.cpp: digests of files that change, cannot be read or
// have no size, and of all other sources.
// covers: copy/hash_file.h
// platforms: posix
#include <doctest/doctest.h>
#include <fcntl.h>  // O_NONBLOCK
#include <rill/hash_file.h>
#include <rill/iostream.h>
#include <rill/print.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <unistd.h>  // truncate

#include <filesystem>
#include <fstream>
#include <new>  // std::bad_alloc
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "../support/descriptors.h"
#include "../support/failing_memory.h"
#include "../support/fake_device.h"
#include "../support/files.h"
#include "../support/pipe.h"

using rill::sha256;
using rill_test::pattern;

namespace {

struct restore_calls {
  ~restore_calls() {
    rill::os::call = {};
    rill::os::file_call = {};
  }
};

std::string const* changed_path = nullptr;
std::string told;

}  // namespace

TEST_CASE("copy/hash_file: files of every size") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::size_t const block = rill::detail::hash_block_size;
  for (std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{4095}, std::size_t{4096},
        std::size_t{4097}, std::size_t{65535}, std::size_t{65536}, block - 2,
        block - 1, block, block + 1, 2 * block, 3 * block + 5}) {
    CAPTURE(size);
    std::string const all = pattern(size);
    rill_test::set_content(path, all);
    sha256 const want = sha256().update(all);
    CHECK((rill::hash_file<sha256>(path) == want.finish()));
    CHECK((rill::hash_file<sha256>(path.c_str()) == want.finish()));
    CHECK((rill::hash_file<sha256>(std::filesystem::path(path)) ==
           want.finish()));
    CHECK((*rill::try_hash_file<sha256>(path) == want.finish()));
    auto const [a, b] = rill::hash_file<sha256, rill::crc32>(path);
    CHECK((a == want.finish()));
    CHECK(b == rill::crc32::of(all));
    auto const all_four =
        rill::hash_file<rill::md5, rill::sha1, sha256, rill::sha512>(path);
    CHECK((all_four.first == rill::md5::of(all)));
    CHECK((all_four.second == rill::sha1::of(all)));
    CHECK((all_four.third == want.finish()));
    CHECK((all_four.fourth == rill::sha512::of(all)));
    auto const three =
        rill::hash_file<rill::adler32, rill::crc32c, rill::fnv1a64>(path);
    CHECK(three.first == rill::adler32::of(all));
    CHECK(three.second == rill::crc32c::of(all));
    CHECK(three.third == rill::fnv1a64::of(all));
  }
}

TEST_CASE("copy/hash_file: sources") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string const all = pattern(10'000);
  rill_test::set_content(path, all);
  rill::file const file = rill::file::open(path);
  CHECK((rill::hash_file<sha256>(file) == sha256::of(all)));
  CHECK((rill::hash_file<sha256>(file) == sha256::of("")));
  file.seek(9'000);
  CHECK((rill::hash_file<sha256>(rill::file_view(file)) ==
         sha256::of(all.substr(9'000))));
  file.seek(1'000'000);
  CHECK((rill::hash_file<sha256>(file) == sha256::of("")));
  rill::file_reader reader(path);
  char first[3];
  CHECK(reader.read(first, 3) == 3);
  CHECK((rill::hash_file<sha256>(reader) == sha256::of(all.substr(3))));
  rill::memory_reader memory("abc");
  CHECK((rill::hash_file<sha256>(memory) == sha256::of("abc")));
  CHECK((rill::hash_file<sha256>(rill::memory_reader("abc")) ==
         sha256::of("abc")));
  std::istringstream characters("abc");
  CHECK((rill::hash_file<sha256>(characters) == sha256::of("abc")));
  auto loaded = rill::load(path);
  CHECK((rill::hash_file<sha256>(loaded) == sha256::of(all)));
  FILE* const stream = fopen(path.c_str(), "rb");
  REQUIRE(stream);
  CHECK(fgetc(stream) == static_cast<unsigned char>(all[0]));
  CHECK((rill::hash_file<sha256>(stream) == sha256::of(all.substr(1))));
  fclose(stream);
}

TEST_CASE("copy/hash_file: a pipe has no size") {
  for (std::size_t size : {0u, 1u, 5'000u, 700'000u}) {
    rill_test::pipe ends;
    std::string const all = pattern(size);
    std::thread writing([&] {
      ends.writing.write(rill::text{all.data(), all.size()});
      ends.writing.close();
    });
    CHECK((rill::hash_file<sha256>(ends.reading) == sha256::of(all)));
    writing.join();
  }
}

TEST_CASE("copy/hash_file: what is made while it is read") {
  for (char const* path : {"/proc/version", "/proc/filesystems",
                           "/sys/kernel/mm/transparent_hugepage/enabled"}) {
    if (!std::filesystem::exists(path)) continue;
    auto const made = rill::try_hash_file<sha256>(path);
    REQUIRE(bool(made));
    CHECK((*made == sha256::of(rill_test::content_of(path))));
  }
}

TEST_CASE("copy/hash_file: progress") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string const all = pattern(300'000);
  rill_test::set_content(path, all);
  for (unsigned long long step : {0ull, 1ull, 100'000ull, 1ull << 40}) {
    std::vector<unsigned long long> calls;
    auto const got = rill::hash_file<sha256>(
        path, {.report_every = step},
        [&](unsigned long long done, unsigned long long total) {
          CHECK(total == all.size());
          if (!calls.empty()) CHECK(done - calls.back() >= (step ? 1u : 0u));
          calls.push_back(done);
        });
    CHECK((got == sha256::of(all)));
    REQUIRE_FALSE(calls.empty());
    CHECK(calls.back() == all.size());
    if (step == 100'000) CHECK(calls.size() <= 4);
    if (step > all.size()) CHECK(calls.size() == 1);
  }
  rill::memory_reader bytes("abc");
  rill::hash_file<sha256>(
      bytes, {}, [](unsigned long long done, unsigned long long total) {
        CHECK((done == 3 && total == 0));
      });
}

#if RILL_EXCEPTIONS
TEST_CASE("copy/hash_file: progress that throws stops") {
  rill_test::folder const folder;
  rill_test::descriptor_count const before;
  std::string const path = folder / "f";
  rill_test::set_content(path, pattern(1'000'000));
  int calls = 0;
  auto stop = [&](unsigned long long, unsigned long long) {
    if (++calls == 2) throw std::runtime_error("enough");
  };
  CHECK_THROWS_AS(
      (void)rill::try_hash_file<sha256>(path, {.report_every = 1}, stop),
      std::runtime_error);
  CHECK(before.same());
}
#endif

TEST_CASE("copy/hash_file: a file that becomes shorter is an error") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::size_t const size = 1'000'000;
  for (off_t left : {off_t{0}, off_t{1}, off_t{400'000}, off_t{999'999}})
    for (unsigned long long when : {1ull, 500'000ull, 1'000'000ull}) {
      CAPTURE(left);
      CAPTURE(when);
      rill_test::set_content(path, pattern(size));
      bool is_cut = false;
      auto const got = rill::try_hash_file<sha256>(
          path, {.report_every = 1},
          [&](unsigned long long done, unsigned long long) {
            if (done < when || is_cut) return;
            is_cut = true;
            CHECK(::truncate(path.c_str(), left) == 0);
          });
      REQUIRE_FALSE(bool(got));
      CHECK((got.error().code() == rill::library_problem::became_shorter));
      std::string const what = got.error().what();
      CAPTURE(what);
      CHECK(what.find("hash " + path +
                      ": the file became shorter while it "
                      "was read: it had 1000000 bytes, and ends after " +
                      std::to_string(left)) == 0);
      CHECK((got.error().reason().size != 0));
    }
}

TEST_CASE("copy/hash_file: cut before the only read, and after it") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  restore_calls const restore;
  changed_path = &path;
  rill_test::set_content(path, pattern(20));
  rill::os::call.read = [](int from, void* to, size_t size) -> ssize_t {
    (void)::truncate(changed_path->c_str(), 10);
    return ::read(from, to, size);
  };
  auto before = rill::try_hash_file<sha256>(path);
  REQUIRE_FALSE(bool(before));
  CHECK((before.error().code() == rill::library_problem::became_shorter));
  rill_test::set_content(path, pattern(20));
  rill::os::call.read = [](int from, void* to, size_t size) -> ssize_t {
    ssize_t const got = ::read(from, to, size);
    (void)::truncate(changed_path->c_str(), 0);
    return got;
  };
  auto after = rill::try_hash_file<sha256>(path);
  REQUIRE_FALSE(bool(after));
  CHECK((after.error().code() == rill::library_problem::became_shorter));
  // The read ends early, as if the file had been cut and had grown to its old
  // size again.
  rill_test::set_content(path, pattern(100'000));
  rill::os::call.read = [](int from, void* to, size_t size) -> ssize_t {
    if (::lseek(from, 0, SEEK_CUR) >= 50'000) return 0;
    return ::read(from, to, size < 9'000 ? size : 9'000);
  };
  auto again = rill::try_hash_file<sha256>(path);
  REQUIRE_FALSE(bool(again));
  CHECK((again.error().code() == rill::library_problem::became_shorter));
}

TEST_CASE("copy/hash_file: a file that grows is read to its end") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string const all = pattern(700'000);
  for (std::size_t first : {1u, 600'000u}) {
    rill_test::set_content(path, all.substr(0, first));
    bool has_grown = false;
    auto const got = rill::hash_file<sha256>(
        path, {.report_every = 1},
        [&](unsigned long long done, unsigned long long) {
          if (has_grown || done == first) return;
          has_grown = true;
          std::ofstream(path, std::ios::binary | std::ios::app)
              << all.substr(first);
        });
    CHECK((got == sha256::of(has_grown ? all : all.substr(0, first))));
  }
}

TEST_CASE("copy/hash_file: errors name the file") {
  rill_test::folder const folder;
  rill_test::descriptor_count const before;
  std::string const path = folder / "f";
  auto const missing = rill::try_hash_file<sha256>(path);
  REQUIRE_FALSE(bool(missing));
  CHECK(missing.error().code().number == ENOENT);
  CHECK((missing.error().path() == rill::text{path.data(), path.size()}));
  auto const directory = rill::try_hash_file<sha256>(folder.path());
  REQUIRE_FALSE(bool(directory));
  CHECK(directory.error().code().number == EISDIR);
  CHECK_FALSE(bool(rill::try_hash_file<sha256>(std::string("a\0b", 3))));
  std::string const long_name(300, 'x');
  CHECK_FALSE(bool(rill::try_hash_file<sha256>(folder / long_name.c_str())));
#if RILL_EXCEPTIONS
  CHECK_THROWS_AS((void)rill::hash_file<sha256>(path), rill::error);
#endif
  CHECK(before.same());
}

TEST_CASE("copy/hash_file: each call fails, is short or interrupted") {
  rill_test::folder const folder;
  rill_test::descriptor_count const before;
  std::string const path = folder / "f";
  std::string const all = pattern(9'000);
  rill_test::set_content(path, all);
  restore_calls const restore;
  static int calls = 0;
  rill::os::call.read = [](int from, void* to, size_t size) -> ssize_t {
    if (++calls % 2 == 0) {
      errno = EINTR;
      return -1;
    }
    return ::read(from, to, size < 7 ? size : 7);
  };
  CHECK((rill::hash_file<sha256>(path) == sha256::of(all)));
  rill::os::call.read = [](int from, void* to, size_t size) -> ssize_t {
    if (++calls % 5 != 0) return ::read(from, to, size < 70 ? size : 70);
    errno = EIO;
    return -1;
  };
  auto const failed = rill::try_hash_file<sha256>(path);
  REQUIRE_FALSE(bool(failed));
  CHECK(failed.error().code().number == EIO);
  CHECK((failed.error().path() == rill::text{path.data(), path.size()}));
  rill::os::call = {};
  for (int failing : {0, 1}) {
    calls = -failing;
    rill::os::file_call.fstat = [](int file, struct stat* status) {
      if (calls++ != 0) return ::fstat(file, status);
      errno = EOVERFLOW;
      return -1;
    };
    auto const unknown = rill::try_hash_file<sha256>(path);
    REQUIRE_FALSE(bool(unknown));
    CHECK(unknown.error().code().number == EOVERFLOW);
  }
  CHECK(before.same());
}

TEST_CASE("copy/hash_file: few calls for a small file") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, pattern(20));
  restore_calls const restore;
  told.clear();
  rill::os::call.read = [](int from, void* to, size_t size) -> ssize_t {
    told += 'r';
    return ::read(from, to, size);
  };
  rill::os::call.lseek = [](int file, off_t offset, int whence) -> off_t {
    told += 's';
    return ::lseek(file, offset, whence);
  };
  rill::os::file_call.fstat = [](int file, struct stat* status) {
    told += 'f';
    return ::fstat(file, status);
  };
  CHECK((rill::hash_file<sha256>(path) == sha256::of(pattern(20))));
  CHECK(told == "frf");
}

TEST_CASE("copy/hash_file: memory that cannot be had") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, pattern(100'000));
  rill_test::sweep_memory([] { return std::string(); },
                          [&](std::string& got) {
                            got = rill::concat(rill::hash_file<sha256>(path));
                          },
                          [](std::string const& got) { return got; });
}

TEST_CASE("copy/hash_file: more than 4 GiB [slow]") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "");
  unsigned long long const size = (4ull << 30) + 3;
  CHECK(::truncate(path.c_str(), static_cast<off_t>(size)) == 0);
  rill::crc32 want;
  std::string const zeros(1 << 20, '\0');
  for (int i = 0; i != 4096; ++i) want.update(zeros);
  want.update(std::string(3, '\0'));
  CHECK(rill::hash_file<rill::crc32>(path) == want.finish());
}

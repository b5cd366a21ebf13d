// test/copy/load_test.cpp: all the bytes of everything that can be read.
// covers: copy/load_block.h
// Threads, faults and limits: test/stream/load_faults_test.cpp.
// platforms: posix
#include <doctest/doctest.h>
#include <errno.h>  // EISDIR
#include <fcntl.h>  // O_NOCTTY
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/file.h>
#include <rill/copy/load.h>
#include <stdlib.h>      // posix_openpt
#include <sys/socket.h>  // socketpair
#include <sys/stat.h>    // mkfifo
#include <unistd.h>      // pipe, fork

#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>  // std::move

#include "../support/descriptors.h"
#include "../support/fake_device.h"
#include "../support/files.h"

using rill_test::pattern;

namespace {

std::string bytes_of(rill::loaded_file const& loaded) {
  return {loaded.data(), loaded.size()};
}

}  // namespace

TEST_CASE("copy/load: files of every size, read or mapped") {
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

TEST_CASE("copy/load: what was loaded is a text") {
  rill_test::folder const folder;
  std::string const all = pattern(5000);
  rill_test::set_content(folder / "f", all);
  rill::loaded_file const loaded = rill::load(folder / "f");
  rill::text const bytes = loaded;
  CHECK(bytes.data == loaded.data());
  CHECK(bytes.size == loaded.size());
  rill::replace_file(folder / "g", loaded);
  CHECK((rill_test::content_of(folder / "g") == all));
}

namespace {

struct overloads {
  int operator()(std::string const&) const { return 1; }
  int operator()(std::string_view) const { return 2; }
};

}  // namespace

// A copy is asked for by name; a view is not.
static_assert(std::is_constructible_v<std::string, rill::loaded_file>);
static_assert(!std::is_convertible_v<rill::loaded_file, std::string>);
static_assert(std::is_convertible_v<rill::loaded_file, std::string_view>);
static_assert(std::is_convertible_v<rill::loaded_file const&, rill::text>);
static_assert(!std::is_constructible_v<std::u16string, rill::loaded_file>);

TEST_CASE("copy/load: what was loaded becomes a string or a view of it") {
  rill_test::folder const folder;
  for (std::size_t size : {std::size_t{0}, std::size_t{5000},
                           std::size_t{rill::detail::map_from_size}}) {
    std::string const all = pattern(size);
    rill_test::set_content(folder / "f", all);
    std::string const copied(rill::load(folder / "f"));
    CHECK((copied == all));
    rill::loaded_file const loaded = rill::load(folder / "f");
    std::string const parenthesised(loaded);
    std::string const braced{loaded};
    std::string appended = "head ";
    appended += loaded;
    std::string assigned;
    assigned = loaded;
    CHECK((parenthesised == all));
    CHECK((braced == all));
    CHECK((appended == "head " + all));
    CHECK((assigned == all));
    std::string_view const seen = loaded;
    CHECK((seen == all));
    CHECK(seen.data() == loaded.data());
    CHECK((loaded.view() == rill::text(all)));
    CHECK(loaded.view().data == loaded.data());
    CHECK((loaded == seen));
    CHECK(overloads()(loaded) == 2);
  }
}

TEST_CASE("copy/load: an open file from where it stands") {
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

TEST_CASE("copy/load: what the system makes up") {
  std::string const status = bytes_of(rill::load("/proc/self/status"));
  CHECK(status.starts_with("Name:"));
  CHECK(status.find("\nnonvoluntary_ctxt_switches") != std::string::npos);
  CHECK(bytes_of(rill::load("/proc/version")) ==
        rill_test::content_of("/proc/version"));
  CHECK(rill::load("/dev/null").empty());
}

TEST_CASE("copy/load: pipes and named pipes") {
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

TEST_CASE("copy/load: a symbolic link is followed") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "content");
  REQUIRE(::symlink((folder / "f").c_str(), (folder / "link").c_str()) == 0);
  CHECK(bytes_of(rill::load(folder / "link")) == "content");
}

TEST_CASE("copy/load: what cannot be loaded says why") {
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
    "copy/load: a device that fails in the middle is an error, one "
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

TEST_CASE("copy/load: a file that grows or shrinks gives what was read") {
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

TEST_CASE("copy/load: a socket, a terminal, a device") {
  std::string const all = pattern(200'000);
  int ends[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  std::thread writing([&, to = ends[1]] {
    rill::file const out(to);
    out.write(all);
  });
  CHECK((bytes_of(rill::load(rill::file(ends[0]))) == all));
  writing.join();

  int const master = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (master >= 0 && ::grantpt(master) == 0 && ::unlockpt(master) == 0) {
    rill::file const person(master);
    rill::file const terminal =
        rill::file::update(rill::path_view(::ptsname(master)));
    person.write("typed\n\4");  // Ctrl-D at the start of a line: the end
    CHECK(bytes_of(rill::load(terminal)) == "typed\n");
  }

  rill::load_options options;
  options.limit = 1'000'000;
  auto const endless = rill::try_load("/dev/zero", options);
  REQUIRE(!endless);
  CHECK((endless.error().code() == rill::library_problem::too_large));
}

TEST_CASE("copy/load: a copy of any size, in a block that grows") {
  rill_test::folder const folder;
  std::size_t const block = rill::detail::system_block_size;
  for (std::size_t size : {std::size_t{0}, std::size_t{1}, block - 2, block - 1,
                           block, block + 1, 3 * block + 7}) {
    std::string const all = pattern(size);
    rill_test::set_content(folder / "f", all);
    rill::loaded_file const loaded =
        rill::load(folder / "f", {.never_map = true});
    CHECK(!loaded.is_mapped());
    CHECK((bytes_of(loaded) == all));
    // From a pipe, so that no size is known.
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    std::thread writing([&, to = ends[1]] {
      rill::file const out(to);
      out.write(all);
    });
    CHECK((bytes_of(rill::load(rill::file(ends[0]))) == all));
    writing.join();
  }
}

TEST_CASE("copy/load: zero bytes behind the end, and no page after them") {
  rill_test::folder const folder;
  std::size_t const page = rill::os::page_size();
  std::size_t const limit = rill::detail::map_from_size;
  auto const real = rill::os::map_call;
  // Every mapping is followed by a page that cannot be read.
  rill::os::map_call.mmap = [](void* where, size_t size, int protection,
                               int flags, int file, off_t offset) -> void* {
    std::size_t const unit = rill::os::page_size();
    std::size_t const rounded = (size + unit - 1) / unit * unit;
    if (where) return ::mmap(where, size, protection, flags, file, offset);
    char* const all =
        static_cast<char*>(::mmap(nullptr, rounded + unit, PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    return ::mmap(all, size, protection, flags | MAP_FIXED, file, offset);
  };
  for (std::size_t size :
       {std::size_t{0}, std::size_t{1}, page - 1, page, page + 1, limit - 1,
        limit, limit + page - 64, limit + page - 1, limit + page})
    for (std::size_t padding : {std::size_t{1}, std::size_t{64}, page})
      for (bool never_map : {false, true})
        for (bool writable : {false, true}) {
          std::string const all = pattern(size);
          rill_test::set_content(folder / "f", all);
          rill::load_options options;
          options.padding = padding;
          options.never_map = never_map;
          options.writable = writable;
          rill::loaded_file const loaded = rill::load(folder / "f", options);
          CHECK(loaded.is_mapped() == (size >= limit && !never_map));
          CHECK((bytes_of(loaded) == all));
          CHECK((std::string(loaded.end(), padding) ==
                 std::string(padding, '\0')));
        }
  rill::os::map_call = real;
  rill::loaded_file const made_up =
      rill::load("/proc/version", {.padding = 9'000});
  CHECK((std::string(made_up.end(), 9'000) == std::string(9'000, '\0')));
}

TEST_CASE("copy/load: bytes that can be changed, the file as it was") {
  rill_test::folder const folder;
  for (std::size_t size : {100u, 500'000u})
    for (std::size_t padding : {0u, 32u}) {
      std::string const all = pattern(size);
      rill_test::set_content(folder / "f", all);
      rill::load_options options;
      options.padding = padding;
      options.writable = true;
      rill::loaded_file loaded = rill::load(folder / "f", options);
      for (std::size_t i = 0; i != size; ++i) loaded.writable_data()[i] ^= 1;
      for (std::size_t i = 0; i != size; ++i)
        if (loaded.data()[i] != (all[i] ^ 1)) FAIL("not changed: ", i);
      CHECK((rill_test::content_of(folder / "f") == all));
    }
}

TEST_CASE("copy/load: not more than the limit") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  for (std::size_t size : {0u, 1u, 5000u, 300'000u})
    for (bool never_map : {false, true}) {
      rill_test::set_content(path, pattern(size));
      rill::load_options options;
      options.never_map = never_map;
      for (std::size_t limit : {size, size + 1, size + 5000}) {
        options.limit = limit;
        CHECK(rill::load(path, options).size() == size);
      }
      if (size == 0) continue;
      for (std::size_t limit : {std::size_t{0}, size / 2, size - 1}) {
        options.limit = limit;
        auto const refused = rill::try_load(path, options);
        REQUIRE(!refused);
        CHECK((refused.error().code() == rill::library_problem::too_large));
        CHECK(std::string(refused.error().what()) ==
              "load " + path + ": the data exceeds the limit");
      }
    }
  // If no size is known, neither the text nor its block may exceed the limit.
  std::string const text(100'000, 'x');
  for (std::size_t limit : {0u, 1u, 4095u, 4096u, 99'999u, 100'000u}) {
    rill::load_options options;
    options.limit = limit;
    rill::memory_reader in(text);
    CHECK(bool(rill::try_load(in, options)) == (limit == text.size()));
  }
}

TEST_CASE("copy/load: an open file stands at its end afterwards") {
  rill_test::folder const folder;
  for (std::size_t size : {1000u, 1'000'000u}) {
    rill_test::set_content(folder / "f", pattern(size));
    rill::file const file = rill::file::open(folder / "f");
    file.seek(10);
    CHECK(rill::load(file).size() == size - 10);
    CHECK(file.position() == static_cast<long long>(size));
    CHECK(rill::load(file).empty());
  }
}

TEST_CASE("copy/load: what is left of a reader") {
  rill_test::folder const folder;
  std::string const all = "12 " + pattern(100'000);
  rill_test::set_content(folder / "f", all);
  rill::file_reader in(folder / "f");
  int n = 0;
  rill::scan(in, n);
  CHECK((bytes_of(rill::load(in)) == all.substr(2)));
  CHECK(rill::load(in).empty());
  rill::memory_reader text("text");
  CHECK(bytes_of(rill::load(text)) == "text");
}

TEST_CASE("copy/load: one is assigned to another") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "read", "12 34 56");
  rill_test::set_content(folder / "mapped",
                         "1 2 3" + std::string(500'000, ' '));
  rill_test::descriptor_count const before;
  rill::loaded_file loaded;
  CHECK(loaded.empty());
  CHECK(loaded.data() != nullptr);
  for (char const* name : {"mapped", "read", "read", "mapped", "mapped"}) {
    loaded = rill::load(folder / name);
    CHECK((bytes_of(loaded) == rill_test::content_of(folder / name)));
    CHECK(loaded.is_mapped() == (std::string(name) == "mapped"));
  }
  int n = 0;
  CHECK(rill::scan(loaded, n));
  rill::loaded_file other;
  other = std::move(loaded);
  CHECK(rill::scan(other, n));
  CHECK(n == 2);
  CHECK(loaded.empty());
  rill::loaded_file& itself = other;
  other = std::move(itself);
  CHECK(rill::scan(other, n));
  CHECK(n == 3);
  CHECK(before.same());
}

TEST_CASE("copy/load: is a source that is read on from, also moved") {
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

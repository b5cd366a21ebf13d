// test/copy/copy_sparse_test.cpp: with `sparse`, holes stay holes.
// platforms: posix
// covers: copy/handles.h
#include <doctest/doctest.h>
#include <rill/copy/copy.h>
#include <sys/resource.h>  // getrusage
#include <sys/stat.h>      // stat: st_blocks

#include <random>
#include <string>

#include "support/child.h"
#include "support/copy_faults.h"
#include "support/files.h"
#include "support/kept_calls.h"
#include "support/skip.h"

using rill::file;
using rill_test::content_of;
using rill_test::copy_faults;
using rill_test::manner;

namespace {

constexpr long long block = 65536;  // no file system has larger blocks

long long bytes_on_disk(std::string const& path) {
  struct stat native;
  REQUIRE(::stat(path.c_str(), &native) == 0);
  return native.st_blocks * 512ll;
}

// Makes a file of one block for each letter of the text: '.' is a hole.
void make(std::string const& path, std::string const& shape) {
  file const f = file::create(path);
  for (std::size_t i = 0; i != shape.size(); ++i)
    if (shape[i] != '.')
      f.pwrite(std::string(block, shape[i]), static_cast<long long>(i) * block);
  f.truncate(static_cast<long long>(shape.size()) * block);
}

bool has_holes(rill_test::folder const& folder) {
  make(folder / "probe", "....");
  bool const has = bytes_on_disk(folder / "probe") < block;
  if (!has) rill_test::skip("the file system of /tmp makes no holes");
  return has;
}

// The bytes outside holes. The allocated size does not tell: some file systems
// allocate ahead of a file that is written.
long long bytes_of_data(std::string const& path) {
  file const f = file::open(path);
  long long count = 0;
  off_t end = 0;
  for (off_t at; (at = ::lseek(f.native_handle(), end, SEEK_DATA)) >= 0;) {
    end = ::lseek(f.native_handle(), at, SEEK_HOLE);
    count += end - at;
  }
  return count;
}

// The system's calls for holes, which can be made to refuse.
class space_faults : rill_test::kept_calls {
 public:
  void refuse_holes() {
    rill::os::file_call.fallocate = [](int, int, off_t, off_t) {
      errno = EOPNOTSUPP;
      return -1;
    };
  }
  void hide_holes() {
    rill::os::call.lseek = [](int handle, off_t at, int whence) -> off_t {
      if (whence != SEEK_DATA && whence != SEEK_HOLE)
        return ::lseek(handle, at, whence);
      errno = EINVAL;
      return -1;
    };
  }
};

}  // namespace

TEST_CASE("copy/handles: every arrangement of six blocks") {
  rill_test::folder const folder;
  if (!has_holes(folder)) return;
  for (manner how : {manner::real, manner::nothing, manner::cut}) {
    copy_faults faults;
    faults.set_all(how);
    long long data = 0;
    for (unsigned bits = 0; bits != 64; ++bits) {
      std::string shape;
      for (unsigned i = 0; i != 6; ++i) shape += (bits >> i & 1) ? 'x' : '.';
      CAPTURE(shape);
      make(folder / "from", shape);
      file const from = file::open(folder / "from");
      file const to = file::create(folder / "to");
      CHECK(rill::copy(from, to, {.sparse = true}) == 6 * block);
      CHECK(from.position() == 6 * block);
      CHECK(to.position() == 6 * block);
      CHECK((content_of(folder / "to") == content_of(folder / "from")));
      data += bytes_of_data(folder / "to");
    }
    // Half of all blocks have data. Some file systems (XFS) allocate ahead of
    // written data, which fills a part of the next hole.
    CHECK(data >= 32 * 6 * block);
    CHECK(data < 48 * 6 * block);
  }
}

TEST_CASE("copy/handles: without the wish, holes become zeros") {
  rill_test::folder const folder;
  if (!has_holes(folder)) return;
  make(folder / "from", "x..x");
  copy_faults faults;
  faults.set_all(manner::nothing);
  rill::copy(file::open(folder / "from"), file::create(folder / "to"));
  CHECK((content_of(folder / "to") == content_of(folder / "from")));
  CHECK(bytes_on_disk(folder / "to") >= 4 * block);
}

TEST_CASE("copy/handles: from and to the middle, over what is there") {
  rill_test::folder const folder;
  if (!has_holes(folder)) return;
  std::mt19937 random(5);
  for (bool has_no_punch : {false, true}) {
    space_faults faults;
    if (has_no_punch) faults.refuse_holes();
    for (int round = 0; round != 40; ++round) {
      make(folder / "from", "x..y.z..");
      make(folder / "to", "abc");
      auto const within = [&](long long most) {
        return static_cast<long long>(random()) % (most + 1);
      };
      long long const at = within(8 * block);
      long long const into = within(5 * block);
      auto const limit =
          round % 3 == 0 ? ~0ull
                         : static_cast<unsigned long long>(within(8 * block));
      CAPTURE(at);
      CAPTURE(into);
      CAPTURE(limit);
      std::string const piece = content_of(folder / "from")
                                    .substr(static_cast<std::size_t>(at),
                                            static_cast<std::size_t>(limit));
      std::string want = content_of(folder / "to");
      auto const start = static_cast<std::size_t>(into);
      if (!piece.empty() && want.size() < start + piece.size())
        want.resize(start + piece.size());
      want.replace(start < want.size() ? start : want.size(), piece.size(),
                   piece);
      file const from = file::open(folder / "from");
      file const to = file::update(folder / "to");
      from.seek(at);
      to.seek(into);
      CHECK(rill::copy(from, to, {.limit = limit, .sparse = true}) ==
            piece.size());
      CHECK(from.position() == at + static_cast<long long>(piece.size()));
      CHECK(to.position() == into + static_cast<long long>(piece.size()));
      CHECK((content_of(folder / "to") == want));
    }
  }
}

TEST_CASE("copy/handles: where the holes are not told, a plain copy") {
  rill_test::folder const folder;
  make(folder / "from", "x..y.");
  space_faults faults;
  faults.hide_holes();
  file const from = file::open(folder / "from");
  CHECK(rill::copy(from, file::create(folder / "to"), {.sparse = true}) ==
        5 * block);
  CHECK((content_of(folder / "to") == content_of(folder / "from")));
}

TEST_CASE("copy/handles: appended, and through a writer") {
  rill_test::folder const folder;
  make(folder / "from", ".x..");
  std::string const all = content_of(folder / "from");
  rill_test::set_content(folder / "to", "old");
  CHECK(rill::copy(file::open(folder / "from"), file::append(folder / "to"),
                   {.sparse = true}) == 4 * block);
  CHECK((content_of(folder / "to") == "old" + all));
  rill::file_writer out(folder / "to");
  out.write("head");
  CHECK(rill::copy(file::open(folder / "from"), out, {.sparse = true}) ==
        4 * block);
  out.write("tail");
  out.close();
  CHECK((content_of(folder / "to") == "head" + all + "tail"));
}

TEST_CASE("copy/handles: an error keeps what was copied before it") {
  rill_test::folder const folder;
  if (!has_holes(folder)) return;
  make(folder / "from", "..x.");
  copy_faults faults;
  faults.of_range = manner::refused;  // two short calls, then the error
  faults.refusal = ENOSPC;
  auto const done =
      rill::try_copy(file::open(folder / "from"), file::create(folder / "to"),
                     {.sparse = true});
  REQUIRE(!done);
  CHECK(done.error().code().number == ENOSPC);
  CHECK(done.error().written() == 2 * block + 14);
  CHECK((content_of(folder / "to") ==
         content_of(folder / "from").substr(0, 2 * block + 14)));
  // The hole at the end of the file cannot be made.
  faults.set_all(manner::real);
  space_faults space;
  rill::os::call.ftruncate = [](int, off_t) {
    errno = EFBIG;
    return -1;
  };
  rill::file_writer out(folder / "to");
  rill::file_view const to = out.file();
  space_faults const again;
  auto const cut =
      rill::try_copy(file::open(folder / "from"), out, {.sparse = true});
  CHECK(std::string(cut.error().what()) ==
        "truncate " + (folder / "to") + ": File too large");
  CHECK(to.is_open());
  CHECK(out.error().number == EFBIG);
}

TEST_CASE("copy/handles: progress is told in holes too") {
  rill_test::folder const folder;
  if (!has_holes(folder)) return;
  make(folder / "from", "..x.");
  std::string seen;
  rill::copy(file::open(folder / "from"), file::create(folder / "to"),
             {.sparse = true, .share_blocks = false, .report_every = block},
             [&](unsigned long long moved) {
               seen += std::to_string(moved / block) + " ";
             });
  CHECK(seen == "2 3 4 ");
}

TEST_CASE("copy/handles: where both stand when a copy ends early") {
  rill_test::folder const folder;
  if (!has_holes(folder)) return;
  for (std::string const shape : {"..x.", "x..x", "....", "xx.."}) {
    CAPTURE(shape);
    make(folder / "from", shape);
    std::string const all = content_of(folder / "from");
    for (long long stop : {1, 2, 3, 4}) {
      CAPTURE(stop);
      file const from = file::open(folder / "from");
      file const to = file::create(folder / "to");
      unsigned long long moved = 0;
      auto const fail = [&](unsigned long long so_far) {
        moved = so_far;
        if (so_far >= static_cast<unsigned long long>(stop * block)) throw 42;
      };
      CHECK_THROWS_AS(
          rill::copy(
              from, to,
              {.sparse = true, .share_blocks = false, .report_every = block},
              fail),
          int);
      CHECK(from.position() == static_cast<long long>(moved));
      CHECK(to.position() == static_cast<long long>(moved));
      CHECK((content_of(folder / "to") == all.substr(0, moved)));
    }
  }
}

TEST_CASE("copy/handles: a hole that the sink refuses") {
  rill_test::folder const folder;
  if (!has_holes(folder)) return;
  make(folder / "from", "x.x.");
  copy_faults const faults;
  space_faults const space;
  rill::os::call.ftruncate = [](int, off_t) {
    errno = EFBIG;
    return -1;
  };
  file const from = file::open(folder / "from");
  file const to = file::create(folder / "to");
  auto const done =
      rill::try_copy(from, to, {.sparse = true, .share_blocks = false});
  REQUIRE(!done);
  CHECK(done.error().written() == block);
  CHECK(from.position() == block);
  CHECK(to.position() == block);
  CHECK(content_of(folder / "to").size() == block);
}

TEST_CASE("copy/handles: nothing is left, and the sink stands far off") {
  rill_test::folder const folder;
  file::create(folder / "from");
  file const to = file::create(folder / "to");
  to.seek(1000);
  CHECK(rill::copy(file::open(folder / "from"), to, {.sparse = true}) == 0);
  CHECK(to.size() == 0);
  // An offset beyond every file: an error, and the offset does not wrap.
  file const hole = file::create(folder / "from");
  if (!hole.try_truncate(1ll << 62) || !to.try_seek(3ll << 61)) {
    rill_test::skip("the file system of /tmp has no files of exabytes");
    return;
  }
  CHECK(!rill::try_copy(file::open(folder / "from"), to, {.sparse = true}));
  CHECK(to.position() == 3ll << 61);
}

TEST_CASE("copy/handles: 5 GiB take no memory and hardly any time") {
  rill_test::folder const folder;
  if (!has_holes(folder)) return;
  constexpr long long far = 5ll << 30;
  {
    file const f = file::create(folder / "from");
    f.pwrite("start", 0);
    f.pwrite("middle", far / 2);
    f.pwrite("end", far - 3);
  }
  CHECK(rill_test::status_of_child([&] {
          rusage before;
          ::getrusage(RUSAGE_SELF, &before);
          auto const moved =
              rill::copy(file::open(folder / "from"),
                         file::create(folder / "to"), {.sparse = true});
          rusage after;
          ::getrusage(RUSAGE_SELF, &after);
          if (moved != static_cast<unsigned long long>(far)) return 2;
          return after.ru_maxrss - before.ru_maxrss < 4096 ? 0 : 1;  // KiB
        }) == 0);
  CHECK(bytes_on_disk(folder / "to") < 1 << 20);
  file const copy = file::open(folder / "to");
  CHECK(copy.size() == static_cast<unsigned long long>(far));
  char bytes[6];
  CHECK(copy.pread(bytes, 6, far / 2) == 6);
  CHECK(std::string(bytes, 6) == "middle");
  CHECK(copy.pread(bytes, 6, far - 3) == 3);
  CHECK(std::string(bytes, 3) == "end");
}

TEST_CASE("copy/handles: 5 GiB read in full by each way [slow]") {
  rill_test::folder const folder;
  if (!has_holes(folder)) return;
  constexpr long long far = 5ll << 30;
  file::create(folder / "from").truncate(far);
  for (manner how : {manner::real, manner::refused}) {
    // With a buffer of 16 bytes, as in some tests, reading would take minutes.
    if (how == manner::refused && RILL_BUFFER_SIZE < 65536) continue;
    CHECK(rill_test::status_of_child([&] {
            copy_faults faults;
            faults.set_all(how);
            faults.refusal = how == manner::real ? 0 : EINVAL;
            faults.range_calls = faults.sendfile_calls = 2;
            rusage before;
            ::getrusage(RUSAGE_SELF, &before);
            auto const moved = rill::copy(file::open(folder / "from"),
                                          file::update("/dev/null"));
            rusage after;
            ::getrusage(RUSAGE_SELF, &after);
            if (moved != static_cast<unsigned long long>(far)) return 2;
            return after.ru_maxrss - before.ru_maxrss < 4096 ? 0 : 1;
          }) == 0);
  }
}

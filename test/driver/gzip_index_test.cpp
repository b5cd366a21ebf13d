// test/driver/gzip_index_test.cpp: reads at every kind of offset of gzip
// files, against the plain text and zlib's gzread.
// covers: rill/driver/gzip_indexer.h
// Damage: test/driver/gzip_index_damage_test.cpp.
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/driver/gzip_index.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/scan/lines.h>
#include <sys/stat.h>  // mkfifo

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../support/failing_memory.h"
#include "../support/files.h"
#include "../support/gzip_files.h"

using rill_test::gzipped;
using rill_test::mixed_text;
using rill_test::one_block_of_zeros;
using rill_test::set_content;

namespace {

// Reads into a block of exactly `size` bytes, so a sanitizer finds a write
// behind it.
std::string read_at(rill::gzip_file& in, unsigned long long offset,
                    std::size_t size) {
  std::unique_ptr<char[]> const block(new char[size]);
  return {block.get(), in.read_at(offset, block.get(), size)};
}
std::string whole(rill::gzip_file& in) {
  return read_at(in, 0, static_cast<std::size_t>(in.size()) + 1);
}

// The plain offsets of all points, from the last to the first.
std::vector<unsigned long long> points_of(std::string const& path,
                                          unsigned long long spacing) {
  rill::file const in = rill::file::open(path);
  auto const table = rill::detail::gzip_indexer(in, spacing).run();
  REQUIRE(table);
  std::vector<unsigned long long> all{
      table->point_before(table->plain_size()).plain};
  while (all.back() != 0)
    all.push_back(table->point_before(all.back() - 1).plain);
  return all;
}

// Reads around every point, around every block, and at random offsets.
void check_reads(std::string const& path, std::string const& plain,
                 unsigned long long spacing, int random_reads) {
  CAPTURE(spacing);
  rill::gzip_file in(path, {.spacing = spacing});
  REQUIRE(in.size() == plain.size());
  int wrong = 0;
  auto const check = [&](std::size_t offset, std::size_t size) {
    std::string const wanted =
        offset < plain.size() ? plain.substr(offset, size) : "";
    if (read_at(in, offset, size) != wanted) ++wrong;
  };
  auto const around = [&](std::size_t place) {
    for (std::size_t offset : {place - 1, place, place + 1})
      if (offset <= plain.size() + 1)
        for (std::size_t size : {0u, 1u, 2u, 5000u}) check(offset, size);
  };
  for (unsigned long long point : points_of(path, spacing))
    around(static_cast<std::size_t>(point));
  for (std::size_t at = 0; at <= plain.size(); at += 4096) around(at);
  around(plain.size());
  check(plain.size() + 100'000, 10);
  std::mt19937 random(static_cast<unsigned>(spacing));
  for (int i = 0; i != random_reads; ++i)
    check(random() % (plain.size() + 10), random() % 6000);
  CHECK(wrong == 0);
  CHECK((whole(in) == plain));
}

}  // namespace

TEST_CASE("driver/gzip_index: every boundary, and 10,000 reads anywhere") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::string const plain = mixed_text(1'300'000, 1);
  set_content(path, gzipped(plain));
  CHECK((rill_test::plain_by_zlib(path) == plain));
  check_reads(path, plain, 1 << 20, 300);
  check_reads(path, plain, 100'000, 10'000);
  CHECK(points_of(path, 100'000).size() > 8);
  CHECK(points_of(path, 100'000).size() <= 14);
}

TEST_CASE("driver/gzip_index: every block of every level is a point") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::string const plain = mixed_text(100'000, 2);
  for (int level : {0, 1, 6, 9}) {
    for (int memory_level : {1, 9}) {
      if (level % 2 == 1 && memory_level == 9) continue;
      CAPTURE(level);
      CAPTURE(memory_level);
      set_content(
          path, gzipped(plain, {.level = level, .memory_level = memory_level}));
      check_reads(path, plain, 1, 500);
      // Stored blocks have up to 65,535 bytes, so these files have fewer
      // points.
      CHECK(points_of(path, 1).size() >=
            (level == 0 || memory_level == 9 ? 2 : 20));
    }
  }
  for (int strategy : {Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED}) {
    set_content(path,
                gzipped(plain, {.strategy = strategy, .memory_level = 1}));
    check_reads(path, plain, 1, 500);
  }
  // Each flush writes an empty stored block, which ends on a whole byte.
  set_content(path, gzipped(plain, {.flush_every = 100}));
  check_reads(path, plain, 1, 500);
  CHECK(points_of(path, 1).size() > 950);
}

TEST_CASE("driver/gzip_index: small texts, and none") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  for (std::size_t size : {0u, 1u, 2u, 4095u, 4096u, 4097u, 65536u, 65537u}) {
    CAPTURE(size);
    std::string const plain = mixed_text(size, 3);
    set_content(path, gzipped(plain));
    check_reads(path, plain, 1, 100);
    check_reads(path, plain, ~0ull, 100);
  }
  rill::gzip_index const index = rill::gzip_index::build(path, {.spacing = 0});
  CHECK(index.size() == 65537);
  CHECK(index.compressed_size() == rill::file::open(path).size());
  CHECK(index.point_count() == points_of(path, 1).size());
}

TEST_CASE("driver/gzip_index: members, empty ones too, and zeros behind") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::mt19937 random(4);
  std::string plain;
  std::string all;
  for (unsigned i = 0; i != 10'000; ++i) {
    std::string const piece =
        mixed_text(random() % 3 == 0 ? 0 : random() % 100, i);
    plain += piece;
    all += gzipped(piece, {.level = static_cast<int>(i % 10),
                           .memory_level = 1,
                           .has_header = i % 100 == 7});
  }
  for (std::string const& zeros :
       {std::string(), std::string(1, '\0'), std::string(200'000, '\0')}) {
    set_content(path, all + zeros);
    if (zeros.size() < 2) {
      check_reads(path, plain, zeros.empty() ? 1 : 50'000, 300);
    } else {
      rill::gzip_file in(path);
      CHECK((whole(in) == plain));
    }
  }
  CHECK((rill_test::plain_by_zlib(path) == plain));
  // Long members have points inside.
  std::string const one = mixed_text(150'000, 5);
  set_content(path, gzipped(one) + gzipped("") + gzipped("b") +
                        gzipped(one, {.has_header = true}) + gzipped(""));
  check_reads(path, one + "b" + one, 60'000, 1000);
  // With a spacing of 1 MiB, a member's start is a point if a block of 64 KiB
  // or more lies between it and the last point.
  CHECK(points_of(path, 1 << 20) ==
        std::vector<unsigned long long>{300'001, 150'000, 0});
}

TEST_CASE("driver/gzip_index: one block of 100 MB") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::size_t const count = 400'000;
  set_content(path, one_block_of_zeros(count) + gzipped("end"));
  rill::gzip_file in(path);
  unsigned long long const zeros = 258ull * count + 1;
  REQUIRE(in.size() == zeros + 3);
  CHECK(points_of(path, 1 << 20) == std::vector<unsigned long long>{zeros, 0});
  for (unsigned long long at : {zeros / 2, zeros - 5000, 0ull, zeros - 1})
    CHECK((read_at(in, at, 1) == std::string(1, '\0')));
  CHECK((read_at(in, zeros - 2, 9) == std::string("\0\0end", 5)));
}

TEST_CASE("driver/gzip_index: more than 4 GiB of plain bytes [slow]") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::size_t const count = 17'000'000;
  set_content(path, one_block_of_zeros(count) + gzipped("end"));
  rill::gzip_file in(path);
  unsigned long long const zeros = 258ull * count + 1;
  REQUIRE(in.size() == zeros + 3);
  CHECK((read_at(in, zeros - 2, 9) == std::string("\0\0end", 5)));
}

TEST_CASE("driver/gzip_index: readers from an offset on") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::string plain;
  for (int i = 0; i != 60'000; ++i) plain += "line " + std::to_string(i) + "\n";
  set_content(path, gzipped(plain));
  rill::gzip_file in(path, {.spacing = 50'000});
  for (std::size_t from : {std::size_t{0}, std::size_t{7}, std::size_t{333'333},
                           plain.size() - 1, plain.size(), plain.size() + 5}) {
    std::string got;
    for (auto line : rill::lines(in.reader_at(from))) {
      got += line;
      got += '\n';
    }
    CHECK((got == (from < plain.size() ? plain.substr(from) : "")));
  }
  // Two readers are used at once; one of them and the file are moved meanwhile.
  rill::gzip_file_reader first = in.reader_at(plain.find("12345"));
  rill::gzip_file_reader second = in.reader_at(plain.find("54321"));
  rill::gzip_file other = std::move(in);
  int number = 0;
  rill::scan(first, number);
  CHECK(number == 12345);
  rill::gzip_file_reader third = std::move(first);
  CHECK(rill::read<std::string>(third) == "line");
  CHECK(rill::read<int>(second) == 54321);
  second = std::move(third);
  CHECK(rill::read<int>(second) == 12346);
  rill::result<std::size_t> const closed = in.try_read_at(0, nullptr, 0);
  CHECK((closed.error().code() ==
         rill::error_code(rill::library_problem::closed)));
  CHECK(in.size() == 0);
  rill::gzip_file_reader of_closed = in.reader_at(0);
  CHECK((of_closed.try_at_end().error().code() ==
         rill::error_code(rill::library_problem::closed)));
  in = std::move(other);
  CHECK(read_at(in, 0, 6) == "line 0");
}

TEST_CASE("driver/gzip_index: the places of errors in a text") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::string plain;
  for (int i = 0; i != 30'000; ++i) plain += std::to_string(i) + "\n";
  set_content(path, gzipped(plain + "x"));
  rill::gzip_file in(path);
  for (std::size_t from : {0u, 1u}) {
    rill::gzip_file_reader numbers = in.reader_at(from);
    rill::error why;
    try {
      for (;;) (void)rill::read<int>(numbers);
    } catch (rill::error const& e) {
      why = e;
    }
    CHECK(why.path() == path);
    CHECK(why.line() == (from == 0 ? 30'001 : 0));
    CHECK(why.found() == "x");
  }
}

TEST_CASE("driver/gzip_index: a lack of memory at every place") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::string const plain = mixed_text(100'000, 6);
  set_content(path, gzipped(plain, {.memory_level = 3}));
  auto const in_terms_of_memory = [](auto work) {
    try {
      work();
    } catch (rill::error const& e) {
      if (e.code() == rill::error_code(rill::library_problem::no_memory))
        throw std::bad_alloc();
      throw;
    }
  };
  struct state {
    std::vector<rill::gzip_file> open;
    std::string shown = std::string(300, ' ');
  };
  rill_test::sweep_memory(
      [] {
        state fresh;
        fresh.open.reserve(1);
        return fresh;
      },
      [&](state& s) {
        in_terms_of_memory([&] {
          if (s.open.empty())
            s.open.push_back(rill::gzip_file(path, {.spacing = 30'000}));
          for (std::size_t i : {0u, 1u, 2u})
            s.open[0].read_at(90'000 - 40'000 * i, s.shown.data() + 100 * i,
                              100);
        });
      },
      [](state const& s) { return s.shown; });
}

// Opening a FIFO waits for its writer: a test that hangs has found the fault.
TEST_CASE("driver/gzip_index: a FIFO is refused at once") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  set_content(path, gzipped("some text"));
  std::string const fifo = folder / "fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  auto const is_refused = [](auto const& made, std::string const& name) {
    REQUIRE(!made);
    CHECK((made.error().code() == rill::library_problem::not_a_file));
    CHECK(made.error().path() == name);
  };
  is_refused(rill::gzip_index::try_build(fifo), fifo);
  for (bool const keep : {false, true})
    is_refused(rill::gzip_file::try_open(fifo, {.keep = keep}), fifo);
  is_refused(rill::gzip_file::try_open(fifo, rill::gzip_index::build(path)),
             fifo);
  // The index, too: by its own name, and beside the file.
  is_refused(rill::gzip_index::try_load(fifo), fifo);
  std::string const kept = path + ".index";
  REQUIRE(::mkfifo(kept.c_str(), 0600) == 0);
  is_refused(rill::gzip_file::try_open(path, {.keep = true}), kept);
  struct stat now = {};
  REQUIRE(::stat(kept.c_str(), &now) == 0);
  CHECK(S_ISFIFO(now.st_mode));
}

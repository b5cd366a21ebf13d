// test/driver/gzip_index_damage_test.cpp: gzip files and indexes that are cut,
// changed, of another file or forged: an error, or the right bytes.
// covers: rill/compression/gzip_index_table.h, rill/driver/gzip_index.h
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <errno.h>  // EIO, ENOENT, EISDIR
#include <rill/driver/gzip_index.h>
#include <rill/print.h>
#include <rill/scan/lines.h>
#include <sys/stat.h>  // chmod
#include <time.h>      // nanosleep

#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "../support/fake_device.h"
#include "../support/files.h"
#include "../support/gzip_files.h"

using rill::library_problem;
using rill_test::content_of;
using rill_test::gzipped;
using rill_test::mixed_text;
using rill_test::set_content;

namespace {

bool is(rill::error const& why, library_problem problem) {
  return why.code() == rill::error_code(problem);
}

// Reads all plain bytes, or returns the error.
rill::result<rill::owned_text> read_all(rill::gzip_file& in) {
  rill::owned_text all;
  char block[3000];
  for (;;) {
    rill::result<std::size_t> const got =
        in.try_read_at(all.size(), block, sizeof block);
    if (!got) return got.error();
    all.add({block, *got});
    if (*got != sizeof block) return all;
  }
}

// The same from the end to the beginning, so that each block begins at a point.
rill::result<rill::owned_text> read_backwards(rill::gzip_file& in) {
  std::size_t const size = static_cast<std::size_t>(in.size());
  std::string all(size, '\0');
  std::size_t const step = 1000;
  for (std::size_t at = (size + step - 1) / step; at-- != 0;) {
    std::size_t const from = at * step;
    rill::result<std::size_t> const got =
        in.try_read_at(from, all.data() + from, std::min(step, size - from));
    if (!got) return got.error();
    REQUIRE(*got == std::min(step, size - from));
  }
  return rill::owned_text(rill::text(all));
}

rill::error error_of_build(std::string const& path) {
  rill::result<rill::gzip_index> const made = rill::gzip_index::try_build(path);
  return made ? rill::error() : made.error();
}
rill::error error_of_load(std::string const& path) {
  rill::result<rill::gzip_index> const made = rill::gzip_index::try_load(path);
  return made ? rill::error() : made.error();
}

// Writes in place, because a file that is written anew waits for the disk.
void set_byte(std::string const& path, std::size_t at, char byte) {
  std::fstream out(path, std::ios::binary | std::ios::in | std::ios::out);
  out.seekp(static_cast<std::streamoff>(at));
  out.put(byte);
}

void store(std::string& bytes, std::size_t at, unsigned long long word,
           int size) {
  for (int i = 0; i != size; ++i)
    bytes[at + static_cast<std::size_t>(i)] = static_cast<char>(word >> 8 * i);
}
// The index with the right checksum in its last four bytes.
std::string with_sum(std::string index) {
  std::size_t const size = index.size() - 4;
  store(index, size,
        crc32(0, reinterpret_cast<Bytef const*>(index.data()),
              static_cast<uInt>(size)),
        4);
  return index;
}

// A file with every kind of point, small enough to change each of its bytes.
struct small_file {
  rill_test::folder folder;
  std::string path = folder / "a.gz";
  std::string index_path = folder / "i";
  std::string plain = mixed_text(9000, 1) + mixed_text(5000, 2) +
                      mixed_text(2000, 3) + mixed_text(2000, 4);
  std::string packed =
      gzipped(mixed_text(9000, 1),
              {.memory_level = 1, .flush_every = 2500, .has_header = true}) +
      gzipped("") + gzipped(mixed_text(5000, 2)) +
      gzipped(mixed_text(2000, 3)) + gzipped(mixed_text(2000, 4)) +
      std::string(3, '\0');

  small_file() {
    set_content(path, packed);
    rill::gzip_index::build(path, {.spacing = 1000}).save(index_path);
  }
};

}  // namespace

TEST_CASE("driver/gzip_index: every cut of a gzip file") {
  small_file const f;
  std::string const one = gzipped(f.plain.substr(0, 3000));
  for (std::size_t size = 0; size != one.size(); ++size) {
    CAPTURE(size);
    set_content(f.path, one.substr(0, size));
    rill::error const why = error_of_build(f.path);
    CHECK(is(why, library_problem::cut_data));
    CHECK(why.operation() == "read");
    CHECK(why.path() == f.path);
    // The second of two members is cut.
    if (size == 0) continue;
    set_content(f.path, one + one.substr(0, size));
    CHECK(is(error_of_build(f.path), library_problem::cut_data));
  }
  set_content(f.path, one.substr(0, one.size() - 4));
  CHECK(std::string(error_of_build(f.path).what()) ==
        "read " + f.path +
            ": the compressed data ends too early: at compressed byte " +
            std::to_string(one.size() - 4) + " (plain byte 3000)");
}

namespace {

// The lowest bit of a byte, its highest, or all of them, in turn.
int change_of(std::size_t at) {
  int const changes[] = {0x01, 0x80, 0xff};
  return changes[at % 3];
}

}  // namespace

TEST_CASE("driver/gzip_index: every byte of a gzip file is changed") {
  small_file const f;
  int errors = 0;
  for (std::size_t at = 0; at != f.packed.size(); ++at) {
    int const change = change_of(at);
    CAPTURE(at);
    set_byte(f.path, at, static_cast<char>(f.packed[at] ^ change));
    rill::result<rill::gzip_file> made = rill::gzip_file::try_open(f.path);
    if (made) {
      rill::result<rill::owned_text> const all = read_all(*made);
      REQUIRE(all);
      CHECK((all->bytes() == f.plain));
    } else {
      ++errors;
      bool const is_known = is(made.error(), library_problem::damaged_data) ||
                            is(made.error(), library_problem::cut_data) ||
                            is(made.error(), library_problem::trailing_data);
      CHECK(is_known);
    }
    // The same with the index of the unchanged file.
    rill::result<rill::gzip_file> in =
        rill::gzip_file::try_open(f.path, rill::gzip_index::load(f.index_path));
    if (in) {
      rill::result<rill::owned_text> const all = read_backwards(*in);
      if (all) CHECK((all->bytes() == f.plain));
    } else {
      CHECK(is(in.error(), library_problem::damaged_data));
    }
    set_byte(f.path, at, f.packed[at]);
  }
  CHECK(errors > 2 * static_cast<int>(f.packed.size()) / 3);
}

TEST_CASE("driver/gzip_index: what is no gzip file, and what follows one") {
  small_file const f;
  set_content(f.path, f.plain);
  CHECK(is(error_of_build(f.path), library_problem::damaged_data));
  CHECK(error_of_build(f.path).reason() ==
        "incorrect header check, at compressed byte 2 (plain byte 0)");
  std::string const one = gzipped(f.plain);
  for (std::string const& more :
       {std::string("x"), std::string("\0\0x", 3), std::string("\x1f\x8c"),
        std::string(100'000, '\0') + "\x1f\x8b"}) {
    set_content(f.path, one + more);
    CHECK(is(error_of_build(f.path), library_problem::trailing_data));
  }
  CHECK(std::string(error_of_build(f.path).reason()) ==
        "at compressed byte " + std::to_string(one.size() + 100'000) +
            " (plain byte " + std::to_string(f.plain.size()) + ")");
  // The CRC-32 and the count of the plain bytes: of the last member, and of a
  // member that a cut one follows.
  for (std::size_t i = 1; i != 9; ++i) {
    std::string changed = one;
    changed[one.size() - i] ^= 0x10;
    for (char const* behind : {"", "\x1f\x8b\x08"}) {
      set_content(f.path, changed + behind);
      rill::error const why = error_of_build(f.path);
      CHECK(is(why, library_problem::damaged_data));
      CHECK(why.reason().starts_with(i > 4 ? "the CRC-32 of the plain bytes is"
                                           : "the count of plain bytes is"));
    }
  }
  for (std::string const more : {"\x1f", "\x1f\x8b", "\x1f\x8b\x08"}) {
    set_content(f.path, one + more);
    CHECK(is(error_of_build(f.path), library_problem::cut_data));
  }
  set_content(f.path, one + std::string("\x1f\x8b\x09\0", 4));
  CHECK(is(error_of_build(f.path), library_problem::damaged_data));
  CHECK(is(error_of_build("/dev/null"), library_problem::not_a_file));
  CHECK(is(error_of_build(f.folder.path()), library_problem::not_a_file));
  rill::error const missing = error_of_build(f.folder / "none");
  CHECK(
      (missing.code() == rill::error_code(rill::error_source::system, ENOENT)));
  CHECK_THROWS_AS(rill::gzip_file(f.folder / "none"), rill::error);
}

TEST_CASE("driver/gzip_index: a saved index is the same") {
  small_file const f;
  std::string const saved = content_of(f.index_path);
  rill::gzip_index const loaded = rill::gzip_index::load(f.index_path);
  CHECK(loaded.size() == f.plain.size());
  CHECK(loaded.compressed_size() == f.packed.size());
  CHECK(loaded.point_count() > 4);
  loaded.save(f.folder / "j");
  CHECK((content_of(f.folder / "j") == saved));
  rill::gzip_file in(f.path, rill::gzip_index::load(f.folder / "j"));
  CHECK((read_all(in)->bytes() == f.plain));
}

TEST_CASE("driver/gzip_index: every cut and change of a saved index") {
  small_file const f;
  std::string const saved = content_of(f.index_path);
  std::string const path = f.folder / "j";
  set_content(path, saved);
  for (std::size_t at = 0; at != saved.size(); ++at) {
    CAPTURE(at);
    set_byte(path, at, static_cast<char>(saved[at] ^ change_of(at)));
    CHECK(is(error_of_load(path), library_problem::damaged_data));
    set_byte(path, at, saved[at]);
  }
  CHECK(!error_of_load(path));
  for (std::size_t size = saved.size(); size-- != 0;) {
    CAPTURE(size);
    std::filesystem::resize_file(path, size);
    CHECK(is(error_of_load(path), library_problem::damaged_data));
  }
  set_content(path, saved + '\0');
  CHECK(is(error_of_load(path), library_problem::damaged_data));
  set_content(path, with_sum(saved));
  CHECK(!error_of_load(path));
  CHECK(!error_of_load(f.index_path));
  CHECK(error_of_load(f.folder / "none").code().number == ENOENT);
  CHECK(error_of_load(f.folder.path()).code().number == EISDIR);
}

// The checksums of these indexes are right: only the numbers are wrong.
TEST_CASE("driver/gzip_index: an index with impossible numbers") {
  small_file const f;
  std::string const saved = content_of(f.index_path);
  std::string const path = f.folder / "j";
  std::size_t const head = 64;
  std::size_t const points = rill::gzip_index::load(f.index_path).point_count();
  int errors = 0;
  int wrong = 0;
  auto const check = [&](std::string const& index) {
    set_content(path, with_sum(index));
    rill::result<rill::gzip_index> loaded = rill::gzip_index::try_load(path);
    if (!loaded) {
      ++errors;
      if (!is(loaded.error(), library_problem::damaged_data)) ++wrong;
      return;
    }
    rill::result<rill::gzip_file> in = rill::gzip_file::try_open(
        f.path, static_cast<rill::gzip_index&&>(*loaded));
    if (!in) {
      ++errors;
      return;
    }
    rill::result<rill::owned_text> const all = read_backwards(*in);
    if (!all) ++errors;
    if (all && !(all->bytes() == f.plain)) ++wrong;
  };
  unsigned long long const numbers[] = {
      0,         1,      2,          7,          24,         8999,
      18'000,    18'001, 32'768,     32'769,     1u << 20,   (1u << 20) + 1,
      1u << 31,  ~0u,    1ull << 32, 1ull << 60, 1ull << 61, ~0ull / 24,
      ~0ull - 1, ~0ull,  1ull << 63};
  for (std::size_t at = 8; at != head + 24 * points; at += 4)
    for (unsigned long long number : numbers) {
      std::string changed = saved;
      store(changed, at, number, 4);
      check(changed);
      if (at % 8 == 0) {
        store(changed, at, number, 8);
        check(changed);
      }
    }
  // Points and windows with wrong bits: the checksums of the blocks detect
  // them.
  std::size_t const blocks = (f.plain.size() + 4095) / 4096;
  std::size_t const sums = saved.size() - 4 - 4 * blocks;
  std::mt19937 random(9);
  for (int i = 0; i != 4000; ++i) {
    std::string changed = saved;
    for (auto n = 1 + random() % 3; n != 0; --n)
      changed[head + random() % (sums - head)] ^=
          static_cast<char>(1 << random() % 8);
    check(changed);
  }
  CHECK(wrong == 0);
  CHECK(errors > 3000);
  // Sizes whose sum overflows to the right one.
  std::string changed = saved;
  store(changed, 12, 1, 4);                      // bytes of a block
  store(changed, 40, (1ull << 62) + blocks, 8);  // plain bytes
  set_content(path, with_sum(changed));
  CHECK(is(error_of_load(path), library_problem::damaged_data));
  changed = saved;
  std::size_t const windows = sums - head - 24 * points;
  std::size_t const more = windows / 24 + 1;
  store(changed, 48, points + more, 8);
  store(changed, 56, windows - 24 * more, 8);
  set_content(path, with_sum(changed));
  CHECK(is(error_of_load(path), library_problem::damaged_data));
}

TEST_CASE("driver/gzip_index: impossible points are seen when it is loaded") {
  small_file const f;
  std::string const saved = content_of(f.index_path);
  std::string const path = f.folder / "j";
  std::size_t const count = rill::gzip_index::load(f.index_path).point_count();
  auto const is_refused = [&](std::size_t point, std::size_t at,
                              unsigned long long number, int size) {
    std::string changed = saved;
    store(changed, 64 + 24 * point + at, number, size);
    set_content(path, with_sum(changed));
    return is(error_of_load(path), library_problem::damaged_data);
  };
  std::size_t const last = count - 1;
  // The start of a member, which has no window.
  std::size_t member = 1;
  while (saved.substr(64 + 24 * member + 16, 8) != std::string(8, '\0'))
    ++member;
  REQUIRE(member <= last);
  CHECK(!is_refused(last, 0, f.plain.size(), 8));
  CHECK(is_refused(last, 0, f.plain.size() + 1, 8));
  CHECK(is_refused(last, 0, 1, 8));
  CHECK(!is_refused(last, 8, 8 * f.packed.size() - 8, 8));
  CHECK(is_refused(last, 8, 8 * f.packed.size(), 8));
  CHECK(is_refused(last, 8, 8, 8));
  CHECK(is_refused(member, 8, 8 * f.packed.size(), 8));
  for (unsigned bit = 0; bit != 8; ++bit) {
    unsigned char const low =
        static_cast<unsigned char>(saved[64 + 24 * member + 8]);
    CHECK(is_refused(member, 8, low + bit, 1) == (bit != 0));
  }
  CHECK(is_refused(member, 16, 1, 4));
  CHECK(is_refused(member, 20, 1, 4));
  CHECK(is_refused(0, 0, 1, 8));
  CHECK(!is_refused(1, 20, 32'768, 4));
  CHECK(is_refused(1, 20, 32'769, 4));
  CHECK(is_refused(1, 20, 0, 4));
  CHECK(is_refused(1, 16, 1, 4));
  set_content(path, with_sum(saved));
  CHECK(!error_of_load(path));
  std::string other = saved;
  store(other, 8, 2, 4);
  set_content(path, with_sum(other));
  CHECK(error_of_load(path).reason() == "the index is of another version");
  std::string none = saved;
  store(none, 48, 0, 8);
  store(none, 56, saved.size() - 68 - 4 * ((f.plain.size() + 4095) / 4096), 8);
  set_content(path, with_sum(none));
  CHECK(is(error_of_load(path), library_problem::damaged_data));
}

// With a single block, the sizes in the index fit every size of blocks.
TEST_CASE("driver/gzip_index: the size of blocks bounds what a read needs") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::string const plain = mixed_text(3000, 7);
  set_content(path, gzipped(plain));
  rill::gzip_index::build(path).save(folder / "i");
  std::string index = content_of(folder / "i");
  for (unsigned size : {3000u, 5000u, 1u << 20}) {
    store(index, 12, size, 4);
    set_content(folder / "i", with_sum(index));
    rill::gzip_file in(path, rill::gzip_index::load(folder / "i"));
    CHECK((read_all(in)->bytes() == plain));
  }
  for (unsigned size : {0u, 1u, 2999u, (1u << 20) + 1, ~0u}) {
    store(index, 12, size, 4);
    set_content(folder / "i", with_sum(index));
    CHECK(is(error_of_load(folder / "i"), library_problem::damaged_data));
  }
}

TEST_CASE("driver/gzip_index: an index of another file") {
  small_file const f;
  auto const opened = [&] {
    return rill::gzip_file::try_open(f.path,
                                     rill::gzip_index::load(f.index_path));
  };
  CHECK(opened());
  set_content(f.path, f.packed + '\0');
  CHECK(is(opened().error(), library_problem::damaged_data));
  std::string other = f.packed;
  other[4] ^= 1;  // the time in the header: the plain text is the same
  set_content(f.path, other);
  CHECK(is(opened().error(), library_problem::damaged_data));
  CHECK(opened().error().reason() ==
        "the index belongs to another file, or to an older state of this one");
  // A copy of the same bytes is the same file.
  set_content(f.path, f.packed);
  rill::result<rill::gzip_file> in = opened();
  REQUIRE(in);
  // The file changes while it is open; then its old content is back.
  set_content(f.path, std::string(f.packed.size(), 'x'));
  CHECK(is(read_all(*in).error(), library_problem::damaged_data));
  set_content(f.path, f.packed.substr(0, 600));
  CHECK(is(read_all(*in).error(), library_problem::cut_data));
  set_content(f.path, f.packed);
  rill::result<rill::owned_text> const all = read_all(*in);
  REQUIRE(all);
  CHECK((all->bytes() == f.plain));
}

TEST_CASE("driver/gzip_index: lines end with the error of the file") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::string plain;
  for (int i = 0; i != 200'000; ++i)
    plain += "line " + std::to_string(i) + "\n";
  std::string packed = gzipped(plain);
  set_content(path, packed);
  rill::gzip_file in(path);
  packed[packed.size() / 2] ^= 4;
  set_content(path, packed);
  std::string got;
  rill::error why;
  try {
    for (auto line : rill::lines(in.reader_at(0))) {
      got += line;
      got += '\n';
    }
  } catch (rill::error const& e) {
    why = e;
  }
  CHECK(is(why, library_problem::damaged_data));
  CHECK(why.path() == path);
  CHECK(why.reason().size != 0);
  CHECK(got.size() > 100'000);
  CHECK((plain.compare(0, got.size(), got) == 0));
}

TEST_CASE("driver/gzip_index: an index is kept, and built again when stale") {
  small_file const f;
  std::string const kept = f.path + ".index";
  auto const text_of = [&] {
    rill::gzip_file in(f.path, {.keep = true, .spacing = 1000});
    rill::result<rill::owned_text> const all = read_all(in);
    REQUIRE(all);
    return std::string(all->bytes());
  };
  ::chmod(f.path.c_str(), 0640);
  CHECK((text_of() == f.plain));
  std::string const index = content_of(kept);
  struct stat first = {};
  struct stat second = {};
  REQUIRE(::stat(kept.c_str(), &first) == 0);
  CHECK((first.st_mode & 0137) == 0);
  CHECK((text_of() == f.plain));
  REQUIRE(::stat(kept.c_str(), &second) == 0);
  CHECK(first.st_ino == second.st_ino);
  CHECK(first.st_mtime == second.st_mtime);
  for (std::string const& damaged :
       {index.substr(0, index.size() / 2), std::string(), index + '\0'}) {
    set_content(kept, damaged);
    CHECK((text_of() == f.plain));
    CHECK((content_of(kept) == index));
  }
  // Another file, then one that differs in the middle member alone.
  set_content(f.path, gzipped("other"));
  CHECK(text_of() == "other");
  std::string const before = mixed_text(20'000, 4);
  std::string const behind = mixed_text(20'000, 5);
  auto const packed_with = [&](char const* middle) {
    return gzipped(before, {.level = 0}) + gzipped(middle, {.level = 0}) +
           gzipped(behind, {.level = 0});
  };
  set_content(f.path, packed_with("abc"));
  CHECK((text_of() == before + "abc" + behind));
  timespec const tick{0, 20'000'000};  // file times advance by 4 ms
  ::nanosleep(&tick, nullptr);
  set_content(f.path, packed_with("xyz"));
  CHECK((text_of() == before + "xyz" + behind));
}

TEST_CASE("driver/gzip_index: a file that is no index is not replaced") {
  small_file const f;
  std::string const kept = f.path + ".index";
  auto const error_of = [&] {
    auto const made = rill::gzip_file::try_open(f.path, {.keep = true});
    return made ? rill::error() : made.error();
  };
  set_content(kept, "my own words\n");
  CHECK(is(error_of(), library_problem::damaged_data));
  CHECK(error_of().path() == kept);
  CHECK(error_of().reason() == "this is not an index of a gzip file");
  CHECK(content_of(kept) == "my own words\n");
  std::filesystem::remove(kept);
  std::filesystem::create_directory(kept);
  CHECK(error_of().code().number == EISDIR);
  CHECK(is(error_of_load(f.path), library_problem::damaged_data));
}

namespace {

int reads_left = 0;
ssize_t failing_pread(int from, void* to, size_t size, off_t at) {
  if (reads_left-- == 0) {
    errno = EIO;
    return -1;
  }
  return ::pread(from, to, size, at);
}
std::string growing_file;
ssize_t growing_pread(int from, void* to, size_t size, off_t at) {
  if (at > 65536 && !growing_file.empty()) {
    std::ofstream(growing_file, std::ios::binary | std::ios::app)
        << gzipped("");
    growing_file.clear();
  }
  return ::pread(from, to, size, at);
}

}  // namespace

TEST_CASE("driver/gzip_index: a read that fails, and a file that grows") {
  rill_test::folder const folder;
  std::string const path = folder / "a.gz";
  std::string const plain = mixed_text(1'000'000, 6);
  set_content(path, gzipped(plain));
  auto const before = rill::os::call.pread;
  rill::os::call.pread = failing_pread;
  int failures = 0;
  for (int at = 0;; ++at) {
    reads_left = at;
    rill::error const why = error_of_build(path);
    if (!why) break;
    ++failures;
    CHECK((why.code() == rill::error_code(rill::error_source::system, EIO)));
  }
  CHECK(failures > 6);
  reads_left = -1;
  rill::gzip_file in(path, {.spacing = 100'000});
  std::string got(3000, '\0');
  for (std::size_t at : {std::size_t{700'000}, std::size_t{10'000}}) {
    reads_left = 0;
    rill::result<std::size_t> const failed =
        in.try_read_at(at, got.data(), got.size());
    CHECK(failed.error().code().number == EIO);
    CHECK(in.read_at(at, got.data(), got.size()) == 3000);
    CHECK((got == plain.substr(at, 3000)));
  }
  // A read begins at the nearest point, or goes on where the last one ended. It
  // does not begin 400 KB before.
  CHECK(in.read_at(0, got.data(), 1) == 1);
  reads_left = 100;
  CHECK(in.read_at(900'000, got.data(), 1) == 1);
  CHECK(reads_left >= 98);
  reads_left = 100;
  CHECK(in.read_at(905'000, got.data(), 3000) == 3000);
  CHECK(reads_left >= 99);
  CHECK((got == plain.substr(905'000, 3000)));
  CHECK(in.read_at(905'000 - 6000, got.data(), 3000) == 3000);
  CHECK((got == plain.substr(905'000 - 6000, 3000)));
  rill::os::call.pread = growing_pread;
  growing_file = path;
  rill::error const why = error_of_build(path);
  CHECK(growing_file.empty());
  CHECK(is(why, library_problem::damaged_data));
  CHECK(why.reason().starts_with("the file changed while it was indexed"));
  rill::os::call.pread = before;
}

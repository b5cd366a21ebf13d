// test/stream/file_update_test.cpp: reading and writing one file, against a
// string with a position.
// covers: rill/print/file_sink.h
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <algorithm>  // std::min
#include <random>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "support/files.h"
#include "support/lost_output.h"

using rill::file_update;

namespace {

// The expected content and position of the file.
class twin_file {
 public:
  std::string bytes;
  std::size_t at = 0;
  bool appends = false;

  void write(std::string const& text) {
    if (appends) at = bytes.size();
    if (bytes.size() < at + text.size()) bytes.resize(at + text.size(), '\0');
    bytes.replace(at, text.size(), text);
    at += text.size();
  }
  std::string read(std::size_t size) {
    if (at >= bytes.size()) return {};
    std::string const some = bytes.substr(at, size);
    at += some.size();
    return some;
  }
};

std::string read_some(rill::reader& in, std::size_t size) {
  std::string some(size, '\0');
  some.resize(in.read(some.data(), size));
  return some;
}

// One random step on both. `out` and `in` are the two sides, obtained before.
void step(file_update& file, rill::writer& out, rill::reader& in,
          twin_file& twin, std::mt19937& random) {
  std::size_t const size = random() % (random() % 8 == 0 ? 300 : 12);
  switch (random() % 12) {
    case 0:
    case 1:
    case 2: {
      auto const number = static_cast<int>(random() % 100000);
      std::string const text(size, static_cast<char>('a' + random() % 26));
      rill::print(file, number, ' ', text, '\n');
      twin.write(std::to_string(number) + ' ' + text + '\n');
      break;
    }
    case 3: {
      std::string const text(size, '+');
      out.write(text.data(), size);
      if (size != 0) twin.write(text);
      break;
    }
    case 4:
      out.put('.');
      twin.write(".");
      break;
    case 5:
    case 6:
    case 7:
      REQUIRE(read_some(in, size) == twin.read(size));
      break;
    case 8: {
      // Peeks at bytes without taking them.
      rill::text const seen = in.peek(size);
      std::size_t const before = twin.at;
      REQUIRE(std::string(seen.data, std::min(seen.size, size)) ==
              twin.read(std::min(seen.size, size)));
      twin.at = before;
      break;
    }
    case 9: {
      std::size_t const to = random() % (twin.bytes.size() + 20);
      REQUIRE(file.seek(static_cast<long long>(to)) ==
              static_cast<long long>(to));
      twin.at = to;
      break;
    }
    case 10:
      if (random() % 2 == 0) {
        REQUIRE(file.seek_to_end() ==
                static_cast<long long>(twin.bytes.size()));
        twin.at = twin.bytes.size();
      } else {
        file.flush();
      }
      break;
    default:
      if (random() % 3 == 0) {
        std::size_t const left = random() % (twin.bytes.size() + 5);
        file.truncate(static_cast<long long>(left));
        twin.bytes.resize(left, '\0');
      }
      break;
  }
}

}  // namespace

TEST_CASE("stream/file_update: random reads, writes and seeks") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  for (std::size_t buffer : {1u, 2u, 16u, 100u, 4096u, 131072u})
    for (unsigned seed = 0; seed != 15; ++seed) {
      std::mt19937 random(seed);
      twin_file twin;
      twin.appends = seed % 5 == 4;
      rill::open_options const both{.read = true};
      file_update file(twin.appends ? rill::file::append(path, both)
                                    : rill::file::create(path, both),
                       buffer);
      if (twin.appends) file.truncate(0);
      for (int i = 0; i != 20; ++i) {
        rill::writer& out = file.writer();
        rill::reader& in = file.reader();
        for (int j = 0; j != 20; ++j) {
          step(file, out, in, twin, random);
          long long const at = static_cast<long long>(
              twin.appends && out.pending().size != 0 ? twin.bytes.size()
                                                      : twin.at);
          REQUIRE(file.position() == at);
          REQUIRE(!file.error());
        }
        // Both sides move with the object, in every state.
        file_update elsewhere(std::move(file));
        file = std::move(elsewhere);
      }
      file.close();
      REQUIRE(rill_test::content_of(path) == twin.bytes);
    }
}

TEST_CASE("stream/file_update: what is scanned and printed is at one place") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::set_content(path, "11 22 33 44\nsecond line\nthird\n");
  for (std::size_t buffer : {1u, 16u, 4096u}) {
    file_update file(path, buffer);
    int a = 0, b = 0;
    rill::scan(file, a, b);
    CHECK(a == 11);
    CHECK(b == 22);
    CHECK(file.position() == 5);
    rill::print(file, ' ', 77);
    CHECK(file.position() == 8);
    rill::scan(file, a);
    CHECK(a == 44);
    std::string line;
    file.seek(12);
    for (rill::text one : rill::lines(file)) {
      line.assign(one.data, one.size);
      break;
    }
    CHECK(line == "second line");
    // A reader at the end reads on after the file has grown.
    file.seek_to_end();
    CHECK(file.reader().at_end());
    rill::println(file, "fourth");
    CHECK(file.reader().at_end());
    file.seek(30);
    std::vector<std::string> words;
    for (rill::text one : rill::words(file))
      words.emplace_back(one.data, one.size);
    CHECK(words == std::vector<std::string>{"fourth"});
    file.truncate(30);
    CHECK(file.position() == 37);
    file.close();
    CHECK(rill_test::content_of(path) == "11 22 77 44\nsecond line\nthird\n");
    rill_test::set_content(path, "11 22 33 44\nsecond line\nthird\n");
  }
}

TEST_CASE("stream/file_update: places in errors are those of the file") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::set_content(path, "1 2\n3 4\n");
  file_update file(path);
  int n = 0;
  rill::scan(file, n);
  rill::print(file, "\n5\n6");
  // The file is "1
  // 5
  // 6 4
  // " now, and the cursor is before the 4.
  auto const wrong = rill::try_scan(file, "x");
  REQUIRE(bool(wrong.error()));
  CHECK(wrong.error().line() == 3);
  CHECK(wrong.error().column() == 3);
  CHECK(std::string(wrong.error().what()).starts_with(path));
}

TEST_CASE("stream/file_update: the verbs") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  CHECK(!file_update::try_open(path));
  CHECK(!rill::file::try_open(path));
  {
    file_update file = file_update::create_new(path);
    rill::print(file, "new");
  }
  CHECK(rill_test::content_of(path) == "new");
  CHECK(!file_update::try_create_new(path));
  {
    auto opened = file_update::try_open(path);
    REQUIRE(bool(opened));
    rill::print(*opened, "N");
    CHECK(read_some(opened->reader(), 9) == "ew");
  }
  {
    file_update file = file_update::open(path);
    CHECK(read_some(file.reader(), 9) == "New");
  }
  {
    auto made = file_update::try_create(path);
    REQUIRE(bool(made));
    CHECK(made->reader().at_end());
    rill::print(*made, "again");
    made->seek(0);
    CHECK(read_some(made->reader(), 9) == "again");
  }
  {
    file_update file = file_update::create(path);
    CHECK(file.file().size() == 0);
  }
  file_update file = file_update::temporary(folder.path());
  rill::print(file, 123);
  file.seek(1);
  CHECK(read_some(file.reader(), 9) == "23");
  auto another = file_update::try_temporary(folder.path());
  REQUIRE(bool(another));
  CHECK(!file_update::try_temporary(folder / "none"));
}

TEST_CASE("stream/file_update: a file that is given away stands at the place") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::set_content(path, "one two three");
  file_update file(path);
  CHECK(read_some(file.reader(), 4) == "one ");
  rill::file below = file.release();
  CHECK(!file.is_open());
  CHECK(below.position() == 4);
  CHECK((file.error() == rill::library_problem::closed));
  file = file_update(std::move(below));
  rill::print(file, "TWO");
  below = file.release();
  CHECK(below.position() == 7);
  CHECK(rill_test::content_of(path) == "one TWO three");
  // Both sides are closed.
  char byte = 0;
  CHECK(!file.reader().try_read(&byte, 1));
  CHECK((file.reader().error() == rill::library_problem::closed));
  CHECK((file.writer().error() == rill::library_problem::closed));
  CHECK(!file.try_flush());
  CHECK(!file.try_seek(0));
  CHECK(!file.try_position());
  CHECK(!file.try_truncate(0));
  CHECK(bool(file.try_close()));
  file.clear_error();
  CHECK((file.error() == rill::library_problem::closed));
}

TEST_CASE("stream/file_update: moved from, it is closed and says nothing") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::lost_output const lost;
  {
    file_update first = file_update::create(path);
    rill::print(first, "held ");
    file_update second(std::move(first));
    CHECK(!first.is_open());
    CHECK((first.error() == rill::library_problem::closed));
#if RILL_EXCEPTIONS
    CHECK_THROWS_AS(rill::print(first, 'x'), rill::error);
#endif
    CHECK(!first.reader().try_at_end());
    rill::print(second, "more");
    // Assigning to an object writes the bytes that it holds.
    second = file_update::create(folder / "other");
    CHECK(rill_test::content_of(path) == "held more");
    rill::print(second, "other");
  }
  CHECK(rill_test::content_of(folder / "other") == "other");
  std::vector<file_update> all;
  std::vector<std::string> twins;
  for (int i = 0; i != 9; ++i) {
    all.push_back(file_update::create(folder / std::to_string(i).c_str()));
    twins.emplace_back();
    for (std::size_t j = 0; j != all.size(); ++j) {
      rill::print(all[j], i);
      twins[j] += std::to_string(i);
      if (i % 2 != 0) all[j].seek(0);
      if (i % 2 != 0) CHECK(read_some(all[j].reader(), 100) == twins[j]);
    }
  }
  all.erase(all.begin() + 2);
  all.clear();
  for (std::size_t j = 0; j != twins.size(); ++j)
    CHECK(rill_test::content_of(folder / std::to_string(j).c_str()) ==
          twins[j]);
  CHECK(lost.count() == 0);
}

TEST_CASE("stream/file_update: a file that cannot be written, or read") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::set_content(path, "123 456");
  rill_test::lost_output const lost;
  {
    file_update file(rill::file::open(path));
    int n = 0;
    rill::scan(file, n);
    CHECK(n == 123);
    rill::writer& out = file.writer();
    out.put('x');  // in the buffer
    CHECK(!file.try_flush());
    CHECK(bool(file.error()));
    // The scan fails, too: it would read bytes that are yet to be overwritten.
    CHECK(!file.reader().try_at_end());
    CHECK(bool(file.reader().error()));
    CHECK(!file.try_seek(0));
    file.clear_error();
    CHECK(!file.error());
    // The byte is still pending.
    CHECK(out.pending().size == 1);
    CHECK(!file.try_close());
  }
  CHECK(lost.count() == 0);
  {
    file_update file(rill::file::open(path));
    rill::print(file, "lost");
  }
  CHECK(lost.count() == 1);
  {
    file_update file(rill::file::update(path));
    file_update closed(rill::file::create(folder / "write-only"));
    CHECK(!closed.reader().try_at_end());
    CHECK(bool(closed.reader().error()));
    rill::print(closed, "text");
    closed.close();
  }
  CHECK(rill_test::content_of(folder / "write-only") == "text");
  CHECK(rill_test::content_of(path) == "123 456");
}

TEST_CASE("stream/file_update: copies, threads and boxes take it") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::set_content(path, "one two");
  rill::locked<file_update> shared(path);
  std::string word;
  rill::scan(shared, word);
  CHECK(word == "one");
  rill::print(shared, '-');
  rill::scan(shared, word);
  CHECK(word == "two");
  rill::lock(shared)->seek(0);
  std::string all;
  rill::string_writer out(all);
  rill::copy(rill::lock(shared)->reader(), out);
  out.flush();
  CHECK(all == "one-two");
}

// test/cstdio/c_file_lock_test.cpp: several threads on one FILE, and one lock
// for several calls.
// covers: rill/cstdio/c_stream_reader.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/stdio.h>
#include <stdio.h>

#include <string>
#include <thread>
#include <vector>

#include "support/files.h"

namespace {

// Counts the lines of a file. `torn` counts those whose halves, on both sides
// of a |, differ.
struct tally {
  std::size_t lines = 0;
  std::size_t torn = 0;
  explicit tally(std::string const& path) {
    std::string const all = rill_test::content_of(path);
    for (std::size_t at = 0; at < all.size(); ++lines) {
      std::size_t const end = all.find('\n', at);
      std::string const line = all.substr(at, end - at);
      std::size_t const half = line.size() / 2;
      torn += line.size() % 2 == 0 || line[half] != '|' ||
              line.substr(0, half) != line.substr(half + 1);
      at = end + 1;
    }
  }
};

template <class Work>
void in_threads(int count, Work work) {
  std::vector<std::thread> threads;
  for (int i = 0; i != count; ++i) threads.emplace_back(work, i);
  for (auto& thread : threads) thread.join();
}

constexpr int each = 2000;

// Half a line, of different sizes.
std::string half_line(int thread, int i) {
  return std::string(static_cast<std::size_t>(i % 61),
                     static_cast<char>('a' + thread)) +
         std::to_string(i);
}

}  // namespace

TEST_CASE("cstdio/c_file_lock: whole lines from threads, printf among them") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  {
    rill::c_file out(path);
    rill::c_file_view const view(out.get());
    in_threads(4, [&](int me) {
      for (int i = 0; i != each; ++i) {
        std::string const half = half_line(me, i);
        if (me == 0)
          fprintf(out.get(), "%s|%s\n", half.c_str(), half.c_str());
        else if (me == 1)
          rill::println(out, half, '|', half);
        else if (me == 2)
          rill::println(view, half, '|', half);
        else
          rill::println(out.get(), half, '|', half);
      }
    });
  }
  tally const found(path);
  CHECK(found.lines == 4 * each);
  CHECK(found.torn == 0);
}

TEST_CASE("cstdio/c_file_lock: a lock held for several calls") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  {
    rill::c_file out(path);
    in_threads(3, [&](int me) {
      for (int i = 0; i != each; ++i) {
        std::string const half = half_line(me, i);
        if (me == 0) {
          auto const held = rill::lock(out);
          rill::print(held, half);
          rill::print(out, '|');  // by the thread that holds the lock
          rill::println(*held, half);
        } else if (me == 1) {
          auto const held = rill::lock(out.get());
          rill::print(held, half, rill::right("|", 1));
          fputs(half.c_str(), held.get());
          rill::println(held);
        } else {
          rill::println(out, half, '|', half);
        }
      }
    });
  }
  tally const found(path);
  CHECK(found.lines == 3 * each);
  CHECK(found.torn == 0);
}

TEST_CASE("cstdio/c_file_lock: a thread that starts while the lock is held") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  {
    rill::c_file out(path);
    std::thread other;
    {
      auto const held = rill::lock(out);
      rill::print(held, "first ");
      other = std::thread([&] { rill::println(out, "other"); });
      for (int i = 0; i != 200; ++i) {
        std::this_thread::yield();
        rill::print(held, "more ");
      }
      rill::println(held);
    }
    other.join();
  }
  CHECK(rill_test::content_of(path).ends_with(" more \nother\n"));
}

TEST_CASE("cstdio/c_file_lock: threads that read take whole items") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  {
    rill::c_file out(path);
    for (int i = 1; i <= 4 * each; ++i)
      rill::print(out, i, ' ', -i, i % 7 ? ' ' : '\n');
  }
  rill::c_file in = rill::c_file::open(path);
  long sums[4] = {};
  bool is_whole[4] = {true, true, true, true};
  in_threads(4, [&](int me) {
    int a = 0, b = 0;
    while (rill::scan(in, a, b)) {
      sums[me] += a;
      is_whole[me] = is_whole[me] && a == -b;
    }
  });
  CHECK(sums[0] + sums[1] + sums[2] + sums[3] == 2L * each * (4 * each + 1));
  for (bool whole : is_whole) CHECK(whole);
}

TEST_CASE("cstdio/c_file_lock: what is held is a source") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "1 2 three\nfour five\n6 7\n8,9");
  rill::c_file in = rill::c_file::open(path);
  auto const held = rill::lock(in);
  CHECK(rill::read<int, int>(held) == std::tuple(1, 2));
  CHECK(rill::read<std::string>(held) == "three");
  int count = 0;
  for (std::string_view line : rill::lines(held)) {
    if (++count == 2) {
      CHECK(line == "four five");
      break;
    }
  }
  int both[2] = {};
  CHECK(rill::read_into(held, both) == 2);
  CHECK(both[1] == 7);
  std::string line;
  CHECK(rill::scan(in, "\n", rill::line(line)));
  auto const fields = rill::fields(line, ',');
  CHECK(*fields.begin() == "8");
}

TEST_CASE("cstdio/c_file_lock: the areas of the buffer") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  {
    rill::c_file out = rill::c_file::create(path, {}, 64);
    CHECK(rill::put_area(out).size() == 0);  // before the first use
    rill::print(out, "ab");
    auto area = rill::put_area(out);
    auto const same = rill::put_area(out.get());
    CHECK(area.cursor == same.cursor);
    if (area.size() > 2) {
      area.cursor[0] = 'c';
      area.cursor[1] = 'd';
      rill::advance_put_area(out, area.cursor + 2);
    } else {
      fputs("cd", out.get());
    }
    rill::print(out, "ef");
  }
  CHECK(rill_test::content_of(path) == "abcdef");
  rill::c_file in = rill::c_file::open(path);
  CHECK(rill::get_area(in).size() == 0);
  CHECK(fgetc(in.get()) == 'a');
  auto const area = rill::get_area(in);
  if (area.size() != 0) {
    CHECK(std::string(area.cursor, area.end) == "bcdef");
    rill::advance_get_area(in, area.cursor + 3);
    CHECK(rill::get_area(rill::c_file_view(in.get())).size() == 2);
    CHECK(fgetc(in.get()) == 'e');
  }
  rill::c_file none;
  CHECK(rill::put_area(none).size() == 0);
  CHECK(rill::get_area(none).size() == 0);
}

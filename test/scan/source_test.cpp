// test/scan/source_test.cpp: what can be scanned from.
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/scan.h>
#include <rill/stream/locked.h>
#include <stdio.h>  // ftrylockfile

#include <string>
#include <thread>
#include <vector>

#include "../support/files.h"

namespace {

// Scans three integers out of any source.
template <class Source>
int sum_of_three(Source&& from) {
  int a = 0, b = 0, c = 0;
  if (!rill::scan(from, a, b)) return -1;
  if (!rill::scan(from, c)) return -2;
  return a + b + c;
}

// Two operators >> of a program for readers: one for its own class, which
// converts the argument, and one for all readers.
struct count_view {
  int& count;
  count_view(int& to) : count(to) {}
};
struct count_reader : rill::memory_reader {
  using rill::memory_reader::memory_reader;
  count_reader& operator>>(count_view to) {
    rill::scan(*this, to.count, ",");
    return *this;
  }
};
rill::reader& operator>>(rill::reader& in, std::string& word) {
  rill::scan(in, word);
  return in;
}

bool is_free(FILE* stream) {
  bool free = false;
  std::thread([&] {
    free = ::ftrylockfile(stream) == 0;
    if (free) ::funlockfile(stream);
  }).join();
  return free;
}

// Its hook tests whether another thread can lock the stream.
struct asks_for_lock {
  FILE* stream;
  int number = 0;
  bool was_free = false;
  friend void rill_scan(auto& in, asks_for_lock& to) {
    in(to.number);
    to.was_free = is_free(to.stream);
  }
};

}  // namespace

TEST_CASE("scan/scan: an operator>> of the program is called") {
  count_reader counts("12,34,", 6);
  int a = 0, b = 0;
  counts >> a >> b;
  CHECK(a == 12);
  CHECK(b == 34);

  rill::memory_reader in("one two", 7);
  std::string one, two;
  in >> one >> two;
  CHECK(one == "one");
  CHECK(two == "two");
}

TEST_CASE("scan/scan: readers, FILEs, loaded files, text, locked readers") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "100 20 3");
  rill::file_reader reader(path, 1);
  CHECK(sum_of_three(reader) == 123);
  CHECK(sum_of_three(rill::file_reader(path)) == 123);
  CHECK(sum_of_three(rill::load(path)) == 123);
  auto text = rill::from("100 20 3");
  CHECK(sum_of_three(text) == 123);
  CHECK(sum_of_three(static_cast<rill::reader&&>(text)) == -1);
  FILE* const stream = ::fopen(path.c_str(), "r");
  CHECK(sum_of_three(stream) == 123);
  ::fclose(stream);
  rill::locked<rill::file_reader> locked{path};
  CHECK(sum_of_three(locked) == 123);
  int n = 1;
  CHECK(!rill::scan(rill::lock(locked), n));
  std::string const seven = "7";
  CHECK(rill::scan(rill::from(seven), n));
  CHECK(n == 7);
}

TEST_CASE("scan/scan: a FILE is locked while a hook reads from it") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "7 8");
  FILE* const stream = ::fopen(path.c_str(), "r");
  asks_for_lock first{stream}, second{stream};
  CHECK(rill::scan(stream, first, second));
  CHECK(first.number == 7);
  CHECK(second.number == 8);
  CHECK(!first.was_free);
  CHECK(!second.was_free);
  CHECK(is_free(stream));
  ::fclose(stream);
}

TEST_CASE(
    "scan/scan: threads that scan one FILE, or one locked reader, get "
    "every number once") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string all;
  for (int i = 0; i != 4000; ++i) all += std::to_string(i) + ' ';
  rill_test::set_content(path, all);
  FILE* const stream = ::fopen(path.c_str(), "r");
  rill::locked<rill::file_reader> locked{path};
  auto const check = [](auto& from) {
    std::vector<std::vector<int>> seen(4);
    std::vector<std::thread> threads;
    for (auto& mine : seen)
      threads.emplace_back([&] {
        int n = 0;
        while (rill::scan(from, n)) mine.push_back(n);
      });
    for (auto& thread : threads) thread.join();
    std::vector<int> count(4000);
    for (auto const& mine : seen)
      for (int n : mine) ++count.at(static_cast<std::size_t>(n));
    CHECK(count == std::vector<int>(4000, 1));
  };
  check(stream);
  check(locked);
  ::fclose(stream);
}

// test/stream/locked_test.cpp: one writer, printed to by eight threads.
// covers: rill/os/c_stream.h
// covers: rill/print/locked_sink.h
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>
#include <rill/terminal.h>

#include <atomic>
#include <chrono>
#include <sstream>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "support/fake_device.h"
#include "support/files.h"

namespace {

constexpr int thread_count = 8;
constexpr int line_count = 10000;

// Each line is there once and complete; those of one thread are in order.
void check_lines(std::string const& all) {
  std::istringstream in(all);
  std::vector<int> next(thread_count);
  long wrong = 0;
  long lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    int thread = 0;
    int number = 0;
    if (sscanf(line.c_str(), "thread %d line %d", &thread, &number) != 2 ||
        thread < 0 || thread >= thread_count ||
        line != "thread " + std::to_string(thread) + " line " +
                    std::to_string(number) + " end") {
      ++wrong;
      continue;
    }
    wrong += next[static_cast<std::size_t>(thread)]++ != number;
  }
  CHECK(wrong == 0);
  CHECK(lines == long{thread_count} * line_count);
}

template <class Work>
void in_threads(Work work) {
  std::vector<std::thread> threads;
  for (int t = 0; t != thread_count; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
}

struct thrower {
  friend void rill_print(auto& out, thrower const&) {
    out("before");
    throw 7;
  }
};

}  // namespace

TEST_CASE("stream/locked: eight threads, 10,000 lines each, none torn") {
  rill_test::folder folder;
  {
    rill::locked<rill::file_writer> out(folder / "log");
    in_threads([&](int thread) {
      for (int i = 0; i != line_count; ++i)
        rill::println(out, "thread ", thread, " line ", i, " end");
    });
  }
  check_lines(rill_test::content_of(folder / "log"));
}

TEST_CASE("stream/locked: a guard keeps several calls together") {
  rill_test::folder folder;
  {
    rill::locked<rill::file_writer> out(folder / "log", std::size_t{100});
    in_threads([&](int thread) {
      for (int i = 0; i != line_count; ++i) {
        auto held = rill::lock(out);
        rill::print(*held, "thread ", thread);
        rill::print(held, " line ", i);
        held->write(" end\n", 5);
      }
    });
    rill::flush(out);
    check_lines(rill_test::content_of(folder / "log"));
  }
}

TEST_CASE("stream/locked: the lock is released when a print throws") {
  rill_test::fake_device device;
  device.on_write = [](int, std::size_t) -> long { return -ENOSPC; };
  rill::locked<rill::file_writer> out(
      rill::file(rill_test::fake_device::handle), std::size_t{4});
  // If the first call kept the lock, the second would wait for ever.
  CHECK_THROWS_AS(rill::print(out, "longer than 4"), rill::error);
  CHECK_THROWS_AS(rill::print(out, "longer than 4"), rill::error);
  CHECK_THROWS_AS(rill::flush(out), rill::error);
  device.on_write = nullptr;
  rill::lock(out)->clear_error();
  CHECK_THROWS_AS(rill::print(out, thrower()), int);
  CHECK_THROWS_AS(rill::print(out, thrower()), int);
  rill::flush(out);
  CHECK(device.bytes == "beforebefore");
}

TEST_CASE("stream/locked: memory can be shared too") {
  char block[16];
  rill::locked<rill::memory_writer> out(block);
  rill::print(out, "a", 1);
  auto held = rill::lock(out);
  CHECK(held->size() == 2);
}

namespace {
rill::locked<rill::file_writer>* shared_sink = nullptr;
struct prints_to_the_same {
  friend void rill_print(auto& out, prints_to_the_same const&) {
    out("[");
    rill::print(*shared_sink, "inner");
    out("]");
  }
};
}  // namespace

TEST_CASE("stream/locked: a hook that prints to the same sink does not wait") {
  rill_test::folder folder;
  {
    rill::locked<rill::file_writer> sink(folder / "nested");
    shared_sink = &sink;
    rill::println(sink, prints_to_the_same{});
  }
  CHECK(rill_test::content_of(folder / "nested") == "[inner]\n");
}

// A guard cannot be moved, because the thread that took the lock must release
// it.
static_assert(
    !std::is_move_constructible_v<rill::locked_ptr<rill::file_writer>>);
static_assert(!std::is_move_assignable_v<rill::locked_ptr<rill::file_writer>>);
static_assert(!std::is_move_constructible_v<rill::locked<rill::file_writer>>);

// The deprecated name.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static_assert(std::is_same_v<rill::lock_guard<rill::file_writer>,
                             rill::locked_ptr<rill::file_writer>>);
#pragma GCC diagnostic pop

namespace {

// Takes the lock in another thread, which waits for ever if the lock is held.
template <class W>
bool is_free(rill::locked<W>& sink) {
  bool was_taken = false;
  std::thread([&] {
    auto const held = rill::lock(sink);
    was_taken = true;
  }).join();
  return was_taken;
}

// A hook that scans from the source that it is read from.
rill::locked<rill::file_reader>* shared_source = nullptr;
struct nested_pair {
  std::string first, second;
  friend void rill_scan(auto& in, nested_pair& self) {
    in(self.first);
    // The inner scan goes on behind the bytes that this one has taken.
    rill::scan(*shared_source, self.second);
  }
};

struct refusing {
  friend void rill_scan(auto&, refusing&) { throw 5; }
};

}  // namespace

TEST_CASE("stream/locked: guards of one thread lie within each other") {
  char block[64];
  rill::locked<rill::memory_writer> out(block);
  {
    auto const outer = rill::lock(out);
    rill::print(out, "a");
    {
      auto const inner = rill::lock(out);
      rill::print(outer, "b");
      rill::print(inner, "c");
    }
    rill::print(*outer, "d");
    CHECK(std::string_view(block, outer->size()) == "abcd");
  }
  CHECK(is_free(out));
}

TEST_CASE("stream/locked: prints and flushes leave the lock free") {
  rill_test::folder folder;
  rill::locked<rill::file_writer> out(folder / "f", std::size_t{4});
  rill::print(out, "a");
  CHECK(is_free(out));
  rill::print(out, "longer than the buffer", 1, ' ', 2.5);
  CHECK(is_free(out));
  CHECK_THROWS_AS(rill::print(out, thrower()), int);
  CHECK(is_free(out));
  rill::flush(out);
  CHECK(is_free(out));
  CHECK(rill_test::content_of(folder / "f") ==
        "alonger than the buffer1 2.5before");
}

TEST_CASE("stream/locked: scans leave the lock free, also those that throw") {
  rill_test::folder folder;
  rill_test::set_content(folder / "f", "12 word x rest");
  for (std::size_t const size : {1u, 3u, 100u}) {
    rill::locked<rill::file_reader> in(folder / "f", size);
    int n = 0;
    std::string word;
    CHECK(rill::scan(in, n, word));
    CHECK(is_free(in));
    CHECK(n == 12);
    CHECK(word == "word");
    CHECK_THROWS_AS(rill::scan(in, n), rill::error);
    CHECK(is_free(in));
    CHECK(!rill::try_scan(in, n));
    CHECK(is_free(in));
    refusing none;
    CHECK_THROWS_AS(rill::scan(in, none), int);
    CHECK(is_free(in));
    CHECK(rill::read<std::string>(in) == "x");
    CHECK_THROWS_AS(rill::read<int>(in), rill::error);
    CHECK(is_free(in));
  }
}

TEST_CASE("stream/locked: a hook that scans the same source does not wait") {
  rill_test::folder folder;
  rill_test::set_content(folder / "f", "one two three");
  rill::locked<rill::file_reader> in(folder / "f");
  shared_source = &in;
  nested_pair pair;
  std::string third;
  CHECK(rill::scan(in, pair, third));
  CHECK(pair.first == "one");
  CHECK(pair.second == "two");
  CHECK(third == "three");
  CHECK(is_free(in));
}

TEST_CASE("stream/locked: a range holds the lock as long as it lives") {
  rill_test::folder folder;
  rill_test::set_content(folder / "f", "1 2 3 x\nsecond line\nthird\n");
  rill::locked<rill::file_reader> in(folder / "f", std::size_t{5});
  std::atomic<bool> was_taken = false;
  std::thread other;
  {
    auto range = rill::values<int>(in);
    int sum = 0;
    for (int const n : range) {
      if (sum == 0)
        other = std::thread([&] {
          auto const held = rill::lock(in);
          was_taken = true;
        });
      sum += n;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      CHECK(!was_taken);
      if (sum == 6) break;
    }
    CHECK(sum == 6);
  }
  other.join();
  CHECK(rill::read<char>(in) == 'x');
  {
    auto const held = rill::lock(in);
    std::string all;
    for (auto const line : rill::lines(held)) all += std::string(line) + '|';
    CHECK(all == "|second line|third|");
  }
  CHECK(is_free(in));
}

TEST_CASE("stream/locked: styled values are written as the writer takes them") {
  rill_test::folder folder;
  for (auto const mode : {rill::style_mode::always, rill::style_mode::never}) {
    rill::file_writer bare(folder / "bare");
    bare.set_styles(mode);
    rill::println(bare, rill::styled(42, rill::red), " x");
    bare.close();
    rill::locked<rill::file_writer> out(folder / "locked");
    rill::lock(out)->set_styles(mode);
    rill::println(out, rill::styled(42, rill::red), " x");
    rill::lock(out)->close();
    CHECK(rill_test::content_of(folder / "locked") ==
          rill_test::content_of(folder / "bare"));
  }
}

// test/ring/ring_writer_test.cpp: bytes that go into a ring come out once and
// in order, at every capacity, with sinks of every shape, every fault and every
// age.
// covers: rill/ring/ring_block.h
#include <doctest/doctest.h>
#include <errno.h>  // ENOSPC
#include <rill/print.h>
#include <rill/stream.h>
#include <rill/ring/ring_writer.h>

#include <algorithm>  // std::min
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using rill::ring_writer;
using namespace std::chrono_literals;

namespace {

std::string some_text(std::size_t size) {
  std::string all;
  for (int i = 0; all.size() < size; ++i) all += std::to_string(i) + '\n';
  return all;
}

int lost = 0;
void count_lost(rill::error const&) noexcept { ++lost; }

class lost_counter {
 public:
  lost_counter() : before_(rill::set_lost_output_handler(count_lost)) {
    lost = 0;
  }
  lost_counter(lost_counter const&) = delete;
  ~lost_counter() { rill::set_lost_output_handler(before_); }

 private:
  rill::lost_output_handler before_;
};

// Replaces the clock; counts the calls of it.
class set_clock {
 public:
  static inline long long now = 0;  // nanoseconds
  static inline int looks = 0;

  set_clock() : before_(rill::os::clock_call) {
    now = 1'000'000'000;
    looks = 0;
#if defined(_WIN32)
    rill::os::clock_call.counter = [](long long* out) {
      ++looks;
      *out = now;
      return 1;
    };
    rill::os::clock_call.frequency = [](long long* out) {
      *out = 1'000'000'000;
      return 1;
    };
#else
    rill::os::clock_call.clock_gettime = [](clockid_t, timespec* out) {
      ++looks;
      out->tv_sec = static_cast<time_t>(now / 1'000'000'000);
      out->tv_nsec = static_cast<long>(now % 1'000'000'000);
      return 0;
    };
#endif
  }
  set_clock(set_clock const&) = delete;
  ~set_clock() { rill::os::clock_call = before_; }

 private:
  rill::os::clock_calls before_;
};

constexpr std::size_t page = 4096;

}  // namespace

TEST_CASE("ring/ring_writer: all bytes once, at every capacity and piece") {
  std::string const all = some_text(700);
  for (std::size_t capacity = 0; capacity <= 17; ++capacity)
    for (std::size_t piece : {1u, 2u, 7u, 16u, 17u, 100u, 700u}) {
      std::string whole, parts;
      {
        ring_writer to_void(capacity, [&](char const* data, std::size_t size) {
          REQUIRE(size != 0);
          whole.append(data, size);
        });
        ring_writer to_parts(capacity, [&](char const* data, int size) {
          int const some = (size + 1) / 2;
          parts.append(data, static_cast<std::size_t>(some));
          return some;
        });
        for (std::size_t i = 0; i < all.size(); i += piece) {
          std::size_t const size = std::min(piece, all.size() - i);
          to_void.write(all.data() + i, size);
          to_parts.write(all.data() + i, size);
          REQUIRE(to_void.pending().size <= to_void.capacity());
          REQUIRE(to_void.accepted() == i + size);
          REQUIRE(to_parts.accepted() == i + size);
        }
      }
      REQUIRE(whole == all);
      REQUIRE(parts == all);
    }
}

TEST_CASE("ring/ring_writer: the article's example, lazily") {
  std::string output;
  ring_writer buffer(
      16, [&](char const* buf, std::size_t len) { output.append(buf, len); });
  buffer.write("Hello, World!", 13);
  CHECK(output.empty());
  buffer.flush();
  CHECK(output == "Hello, World!");
  buffer.flush();
  CHECK(output == "Hello, World!");
}

TEST_CASE("ring/ring_writer: print, with room and without") {
  for (std::size_t capacity : {std::size_t{1}, std::size_t{5}, std::size_t{64},
                               std::size_t{1024}, page}) {
    std::string got, expected;
    ring_writer out(capacity, [&](char const* data, unsigned size) {
      got.append(data, size);
      return size;
    });
    for (int i = 0; i != 3000; ++i) {
      rill::println(out, "line ", i, ' ', rill::left(i, 12), 0.5);
      expected += "line " + std::to_string(i) + ' ' +
                  rill::concat(rill::left(i, 12)) + "0.5\n";
    }
    rill::flush(out);
    CHECK(got == expected);
  }
}

TEST_CASE("ring/ring_writer: errors that a sink tells, at each of its bytes") {
  std::string const all = some_text(60);
  rill::error_code const full = rill::os::c_error(ENOSPC);
  lost_counter const counter;
  for (std::size_t capacity : {std::size_t{5}, std::size_t{16}, page})
    for (std::size_t piece : {1u, 3u, 5u, 30u})
      for (std::size_t fault = 0; fault <= all.size(); ++fault) {
        std::string got;
        bool failed = false;
        {
          ring_writer out(capacity, [&](char const* data, long size) -> long {
            if (got.size() == fault && !failed) {
              failed = true;
              errno = ENOSPC;
              return -1;
            }
            auto const some = std::min(
                {static_cast<std::size_t>(size), std::size_t{4},
                 got.size() < fault ? fault - got.size() : all.size()});
            got.append(data, some);
            return static_cast<long>(some);
          });
          std::size_t done = 0;
          for (int calls = 0; done != all.size(); ++calls) {
            REQUIRE(calls < 100);
            auto const wrote = out.try_write(
                all.data() + done, std::min(piece, all.size() - done));
            done = static_cast<std::size_t>(out.accepted());
            REQUIRE(out.pending().size <= capacity);
            if (wrote) continue;
            CHECK((wrote.error().code() == full));
            CHECK(std::string(wrote.error().what())
                      .starts_with("write to a ring: "));
            // The error stays: no byte is accepted, and the sink is not called.
            CHECK(out.room() == 0);
            CHECK(!out.try_write("x", 1));
            CHECK(!out.try_flush());
            CHECK((out.error() == full));
            CHECK(got.size() == fault);
            CHECK(out.accepted() == done);
            out.clear_error();
          }
          if (!out.try_close()) {
            out.clear_error();
            out.close();
          }
        }
        REQUIRE(got == all);
      }
  CHECK(lost == 0);
}

#if RILL_EXCEPTIONS
TEST_CASE("ring/ring_writer: what a sink throws, at each of its bytes") {
  std::string const all = some_text(60);
  lost_counter const counter;
  for (std::size_t capacity : {std::size_t{5}, std::size_t{16}, page})
    for (std::size_t piece : {1u, 3u, 30u})
      for (std::size_t fault = 0; fault <= all.size(); ++fault) {
        std::string got;
        bool failed = false;
        ring_writer out(capacity, [&](char const* data, std::size_t size) {
          if (got.size() == fault && !failed) {
            failed = true;
            throw std::runtime_error("not now");
          }
          auto const some =
              std::min({size, std::size_t{4},
                        got.size() < fault ? fault - got.size() : all.size()});
          got.append(data, some);
          return some;
        });
        std::size_t done = 0;
        int thrown = 0;
        for (int calls = 0; done != all.size(); ++calls) {
          REQUIRE(calls < 100);
          try {
            out.write(all.data() + done, std::min(piece, all.size() - done));
          } catch (std::runtime_error const&) {
            ++thrown;
            CHECK_THROWS_AS(out.put('x'), rill::error);
            CHECK_THROWS_AS(out.flush(), rill::error);
            out.clear_error();
          }
          done = static_cast<std::size_t>(out.accepted());
        }
        try {
          out.close();
        } catch (std::runtime_error const&) {
          ++thrown;
          out.clear_error();
          out.close();
        }
        REQUIRE(got == all);
        CHECK(thrown == failed);
      }
  CHECK(lost == 0);
}
#endif

TEST_CASE("ring/ring_writer: the error of a result is kept whole") {
  ring_writer out(8, [](char const*, std::size_t) -> rill::result<std::size_t> {
    return rill::error({rill::error_source::system, ENOSPC}, "send",
                       "socket 7");
  });
  out.write("abc", 3);
  auto const flushed = out.try_flush();
  REQUIRE(!flushed);
  CHECK(std::string(flushed.error().what()).starts_with("send socket 7: "));
  CHECK(std::string(out.failure().what()).starts_with("send socket 7: "));
#if RILL_EXCEPTIONS
  try {
    out.put('x');
    FAIL("no error");
  } catch (rill::error const& reason) {
    CHECK(std::string(reason.what()).starts_with("send socket 7: "));
  }
#else
  out.clear_error();
  lost_counter const counter;
#endif
}

TEST_CASE("ring/ring_writer: a sink that takes nothing, or too much") {
  for (std::size_t answer : {0u, 1000u}) {
    ring_writer out(8, [=](char const*, std::size_t) { return answer; });
    out.write("abc", 3);
    auto const flushed = out.try_flush();
    REQUIRE(!flushed);
    CHECK((flushed.error().code() ==
           (answer == 0 ? rill::library_problem::wrote_nothing
                        : rill::library_problem::impossible_count)));
    if (answer != 0)
      CHECK(std::string(flushed.error().what()) ==
            "write to a ring: it returned 1000 bytes, but was given 3");
    CHECK(out.pending().size == 3);
#if !RILL_EXCEPTIONS
    lost_counter const counter;
#endif
  }
}

TEST_CASE("ring/ring_writer: the destructor flushes and reports") {
  lost_counter const counter;
  std::string got;
  {
    ring_writer out(
        8, [&](char const* data, std::size_t size) { got.append(data, size); });
    out.write("abc", 3);
  }
  CHECK(got == "abc");
  CHECK(lost == 0);
  {
    ring_writer out(8, [](char const*, std::size_t) { return 0; });
    out.write("abc", 3);
  }
  CHECK(lost == 1);
#if RILL_EXCEPTIONS
  {
    ring_writer out(8, [](char const*, std::size_t) -> int {
      throw std::runtime_error("no");
    });
    out.write("abc", 3);
  }
  CHECK(lost == 2);
  {
    // An error that was thrown is not reported again.
    ring_writer out(8, [](char const*, std::size_t) { return 0; });
    out.write("abc", 3);
    CHECK_THROWS_AS(out.flush(), rill::error);
  }
  CHECK(lost == 2);
#else
  {
    // A piece that was never in the ring is reported, too.
    ring_writer out(8, [](char const*, std::size_t) { return 0; });
    rill::print(out, "more than eight");
    CHECK(out.pending().size == 0);
  }
  CHECK(lost == 2);
  {
    ring_writer out(8, [](char const*, std::size_t) {});
    rill::print(out, "more than eight");
    out.close();
  }
  CHECK(lost == 2);
#endif
}

TEST_CASE("ring/ring_writer: close reports, and what comes later too") {
  std::string got;
  bool is_broken = true;
  ring_writer out(8, [&](char const* data, std::size_t size) {
    if (is_broken) return std::size_t{0};
    got.append(data, size);
    return size;
  });
  out.write("abc", 3);
  CHECK(!out.try_close());
  is_broken = false;
  out.clear_error();
  out.close();
  out.close();
  CHECK(got == "abc");
  auto const later = out.try_write("d", 1);
  CHECK((later.error().code() == rill::library_problem::closed));
  out.clear_error();  // a closed writer stays closed
  CHECK(!out.try_write("d", 1));
  CHECK(got == "abc");
  // The sink itself reports that it is closed: this is an error of the writer.
  using answer = rill::basic_result<std::size_t, rill::error_code>;
  ring_writer other(8, [&](char const*, std::size_t size) -> answer {
    if (is_broken) return rill::error_code(rill::library_problem::closed);
    return size;
  });
  is_broken = true;
  other.write("abc", 3);
  CHECK(!other.try_close());
  CHECK(!other.try_close());
  is_broken = false;
  other.clear_error();
  CHECK(bool(other.try_close()));
}

TEST_CASE("ring/ring_writer: an age is looked at in each call") {
  set_clock const clock;
  std::vector<std::string> writes;
  ring_writer out(
      64,
      [&](char const* data, std::size_t size) {
        writes.emplace_back(data, size);
      },
      10ms);
  rill::println(out, "one ", 1);
  set_clock::now += 9'999'999;
  rill::println(out, "two");
  CHECK(writes.empty());
  set_clock::now += 1;
  rill::println(out, "3 ", 3);
  CHECK(writes == std::vector<std::string>{"one 1\ntwo\n"});
  // The age of the bytes begins with the call that printed them.
  set_clock::now += 9'999'999;
  out.put('4');
  CHECK(writes.size() == 1);
  set_clock::now += 1;
  rill::print(out, 5);
  CHECK(writes.back() == "3 3\n4");
  out.flush();
  CHECK(writes.back() == "5");
  writes.clear();
  set_clock::now += 1'000'000'000;
  // A full ring is written at every age. A piece larger than the ring bypasses
  // it.
  std::string const large(60, 'x');
  out.write("6", 1);
  out.write(large.data(), 60);
  CHECK(writes.empty());
  out.write(large.data(), 60);
  CHECK(writes.back() == "6" + large);
  std::string const larger(65, 'y');
  out.write(larger.data(), 65);
  CHECK(writes.back() == larger);
  CHECK(writes[writes.size() - 2] == large);
  // flush_if_older writes without a print.
  out.put('7');
  CHECK(!out.flush_if_older());
  set_clock::now += 10'000'000;
  CHECK(!out.flush_if_older(11ms));
  CHECK(out.flush_if_older());
  CHECK(writes.back() == "7");
  CHECK(!out.flush_if_older());
}

TEST_CASE("ring/ring_writer: an error while an old piece goes out") {
  set_clock const clock;
  std::string got;
  int takes = 0;  // how many calls succeed
  ring_writer out(
      64,
      [&](char const* data, std::size_t size) {
        std::size_t const some =
            takes-- > 0 ? std::min<std::size_t>(size, 3) : 0;
        got.append(data, some);
        return some;
      },
      1ms);
  out.write("abcd", 4);
  set_clock::now += 1'000'000;
  CHECK(!out.try_write("ef", 2));
  CHECK(out.accepted() == 4);  // the piece was not accepted
  out.clear_error();
  takes = 1;
  CHECK(!out.try_write("ef", 2));  // the sink takes abc, then fails
  CHECK(got == "abc");
  CHECK(out.accepted() == 4);
  out.clear_error();
  takes = 100;
  out.write("efghi", 5);
  out.close();
  CHECK(got == "abcdefghi");
}

TEST_CASE("ring/ring_writer: flush_if_older alone") {
  set_clock const clock;
  std::vector<std::string> writes;
  ring_writer out(64, [&](char const* data, std::size_t size) {
    writes.emplace_back(data, size);
  });
  // Until flush_if_older is called, the clock is not read.
  out.write("a", 1);
  for (int i = 0; i != 100; ++i) rill::print(out, "b", i);
  out.flush();
  out.write("c", 1);
  CHECK(set_clock::looks == 0);
  // The age of these bytes is unknown, so they are written.
  CHECK(out.flush_if_older(1h));
  CHECK(writes.back() == "c");
  // After that, the clock is read once each time the ring was empty.
  set_clock::looks = 0;
  for (int i = 0; i != 10; ++i) rill::print(out, i);
  CHECK(set_clock::looks == 1);
  set_clock::now += 999'999;
  CHECK(!out.flush_if_older(1ms));
  set_clock::now += 1;
  out.put('x');
  CHECK(out.flush_if_older(1ms));
  CHECK(writes.back() == "0123456789x");
  set_clock::now += 5'000'000;
  CHECK(!out.flush_if_older(1ms));
  CHECK(out.reserve(64) != nullptr);
  rill::print(out, 7.5);
  CHECK(!out.flush_if_older(1ms));
  set_clock::now += 5'000'000;
  CHECK(out.flush_if_older(std::chrono::duration<double>(0.005)));
  CHECK(writes.back() == "7.5");
  CHECK(!out.flush_if_older(0s));  // the ring is empty
  // A ring whose first call is flush_if_older, while it is empty.
  ring_writer other(4, [&](char const* data, std::size_t size) {
    writes.emplace_back(data, size);
  });
  CHECK(!other.flush_if_older(1ms));
  other.write("abcdefgh", 8);
  CHECK(writes.back() == "abcdefgh");
  other.write("ab", 2);
  other.write("cde", 3);
  CHECK(writes.back() == "ab");
  set_clock::now += 1'000'000;
  CHECK(other.flush_if_older(1ms));
  CHECK(writes.back() == "cde");
}

TEST_CASE("ring/ring_writer: durations of every period") {
  using rill::detail::nanoseconds_of;
  CHECK(nanoseconds_of(5ns) == 5);
  CHECK(nanoseconds_of(5us) == 5'000);
  CHECK(nanoseconds_of(2h) == 7'200'000'000'000);
  CHECK(nanoseconds_of(-1s) == 0);
  CHECK(nanoseconds_of(std::chrono::hours::max()) == ~0ull >> 1);
  CHECK(nanoseconds_of(std::chrono::nanoseconds::max()) == ~0ull >> 1);
  CHECK(nanoseconds_of(std::chrono::duration<double>(1.5)) == 1'500'000'000);
  CHECK(nanoseconds_of(std::chrono::duration<double>(1e300)) == ~0ull >> 1);
  CHECK(nanoseconds_of(std::chrono::duration<float>(-1.0f)) == 0);
  CHECK(nanoseconds_of(
            std::chrono::duration<double>(0.0 / (lost + 0.0 * lost))) == 0);
  CHECK(nanoseconds_of(std::chrono::duration<int, std::ratio<1, 3>>(3)) ==
        1'000'000'000);
  CHECK(nanoseconds_of(std::chrono::duration<long, std::pico>(2500)) == 2);
  CHECK(nanoseconds_of(std::chrono::duration<long, std::exa>(1)) == ~0ull >> 1);
}

TEST_CASE("ring/ring_writer: a sink that takes halves, and nothing at times") {
  std::string got;
  int calls = 0;
  ring_writer out(page, [&](char const* data, std::size_t size) {
    if (++calls % 3 == 0) return std::size_t{0};
    std::size_t const some = size / 2 + 1;
    got.append(data, some);
    return some;
  });
  std::string const all = some_text(30000);
  for (std::size_t done = 0; done != all.size();) {
    if (!out.try_write(all.data() + done,
                       std::min<std::size_t>(1000, all.size() - done)))
      out.clear_error();
    done = static_cast<std::size_t>(out.accepted());
  }
  while (!out.try_flush()) out.clear_error();
  CHECK(got == all);
}

#if RILL_EXCEPTIONS
TEST_CASE("ring/ring_writer: a sink that writes to its own ring") {
  for (std::size_t capacity : {1u, 5u, 64u}) {
    std::string got;
    rill::writer* self = nullptr;
    int refused = 0;
    ring_writer out(capacity, [&](char const* data, std::size_t size) {
      try {
        rill::print(*self, "inside");
      } catch (rill::error const&) {
        ++refused;
      }
      got.append(data, 1);
      return std::min<std::size_t>(size, 1);
    });
    self = &out;
    std::string const all = some_text(200);
    for (std::size_t i = 0; i < all.size(); i += 7)
      out.write(all.data() + i, std::min<std::size_t>(7, all.size() - i));
    out.close();
    CHECK(got == all);
    CHECK(refused == static_cast<int>(all.size()));
  }
}
#endif

TEST_CASE("ring/ring_writer: shared by threads, no line is torn") {
  std::string got;
  auto const sink = [&](char const* data, std::size_t size) {
    got.append(data, size);
  };
  {
    rill::locked<ring_writer<decltype(sink)>> out(std::size_t{100}, sink);
    std::vector<std::thread> threads;
    for (int t = 0; t != 4; ++t)
      threads.emplace_back([&out, t] {
        for (int i = 0; i != 2000; ++i)
          rill::println(out, "thread ", t, " line ", i, " end");
      });
    for (std::thread& thread : threads) thread.join();
    rill::flush(out);
    CHECK(rill::lock(out)->pending().size == 0);
  }
  std::vector<int> next(4);
  long lines = 0;
  for (std::string_view line : rill::lines(got)) {
    int t = 0;
    REQUIRE(sscanf(std::string(line).c_str(), "thread %d", &t) == 1);
    auto& count = next.at(static_cast<std::size_t>(t));
    REQUIRE(line == "thread " + std::to_string(t) + " line " +
                        std::to_string(count++) + " end");
    ++lines;
  }
  CHECK(lines == 8000);
}

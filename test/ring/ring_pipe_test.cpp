// test/ring/ring_pipe_test.cpp: bytes from one thread to another, whole and
// in order, at every capacity; also run under ThreadSanitizer
// (test/system/rings_test.py).
// covers: rill/ring/ring_block.h
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/scan/lines.h>
#include <rill/ring/ring_pipe.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "support/memory_calls.h"

using rill::ring_pipe;

namespace {

std::string some_text(std::size_t size) {
  std::string all;
  for (int i = 0; all.size() < size; ++i) all += std::to_string(i) + '\n';
  return all;
}

// Sends a text in pieces and reads it in pieces, in another thread.
std::string sent(std::string const& all, std::size_t capacity,
                 std::size_t out_piece, std::size_t in_piece) {
  ring_pipe pipe(capacity);
  std::thread producer([&] {
    for (std::size_t i = 0; i < all.size(); i += out_piece)
      pipe.writer().write(all.data() + i, std::min(out_piece, all.size() - i));
    pipe.writer().close();
  });
  std::string got;
  auto const block = std::make_unique<char[]>(in_piece);
  for (;;) {
    std::size_t const size = pipe.reader().read(block.get(), in_piece);
    got.append(block.get(), size);
    if (size < in_piece) break;
  }
  producer.join();
  CHECK(pipe.writer().accepted() == all.size());
  return got;
}

class lost_counter {
 public:
  static inline int lost = 0;
  lost_counter()
      : before_(rill::set_lost_output_handler(
            +[](rill::error const&) noexcept { ++lost; })) {
    lost = 0;
  }
  lost_counter(lost_counter const&) = delete;
  ~lost_counter() { rill::set_lost_output_handler(before_); }

 private:
  rill::lost_output_handler before_;
};

void pause_briefly() {
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

}  // namespace

TEST_CASE("ring/ring_pipe: every byte once, in order, at every capacity") {
  std::string const all = some_text(20000);
  for (std::size_t capacity :
       {0u, 1u, 2u, 3u, 4u, 5u, 7u, 16u, 17u, 100u, 4095u, 4096u, 5000u})
    for (std::size_t out_piece : {1u, 10u, 6000u})
      for (std::size_t in_piece : {1u, 9u, 7000u})
        REQUIRE(sent(capacity < 8 ? all.substr(0, 600) : all, capacity,
                     out_piece,
                     in_piece) == (capacity < 8 ? all.substr(0, 600) : all));
}

TEST_CASE("ring/ring_pipe: where nothing can be mapped") {
  rill_test::no_mapping const none;
  std::string const all = some_text(20000);
  for (std::size_t capacity : {1u, 2u, 3u, 17u, 100u, 4096u})
    for (std::size_t piece : {1u, 10u, 6000u})
      REQUIRE(sent(capacity < 8 ? all.substr(0, 600) : all, capacity, piece,
                   13) == (capacity < 8 ? all.substr(0, 600) : all));
  // Text that crosses the end of the memory is contiguous.
  ring_pipe pipe(64);
  std::string line;
  for (int i = 0; i != 200; ++i) {
    rill::println(pipe.writer(), "line ", i, " and some more of it");
    pipe.writer().flush();
    CHECK(rill::scan(pipe.reader(), rill::line(line)));
    REQUIRE(line == "line " + std::to_string(i) + " and some more of it");
  }
}

TEST_CASE("ring/ring_pipe: print in one thread, scan and lines in another") {
  for (std::size_t capacity :
       {std::size_t{50}, std::size_t{1000}, std::size_t{65536}}) {
    ring_pipe pipe(capacity);
    std::thread producer([&] {
      for (int i = 0; i != 20000; ++i)
        rill::println(pipe.writer(), i, ' ', 2 * i, ' ', rill::hex(i));
      pipe.writer().close();
    });
    int a = 0, b = 0, c = 0, count = 0;
    bool same = true;
    for (; rill::scan(pipe.reader(), a, b, rill::hex(c)); ++count)
      same = same && a == count && b == 2 * count && c == count;
    producer.join();
    CHECK(same);
    CHECK(count == 20000);
  }
  ring_pipe pipe(300);
  std::thread producer([&] {
    for (int i = 0; i != 5000; ++i)
      rill::println(pipe.writer(),
                    std::string(static_cast<std::size_t>(i % 90), 'x'));
    pipe.writer().close();
  });
  std::size_t count = 0;
  bool same = true;
  for (std::string_view line : rill::lines(pipe.reader()))
    same = same && line == std::string(count++ % 90, 'x');
  producer.join();
  CHECK(same);
  CHECK(count == 5000);
}

TEST_CASE("ring/ring_pipe: flush hands over, each end sleeps for the other") {
  ring_pipe question(16), answer(16);
  std::thread other([&] {
    int n = 0;
    while (rill::scan(question.reader(), n)) {
      if (n % 50 == 0) pause_briefly();
      rill::println(answer.writer(), n + 1);
      answer.writer().flush();
    }
    answer.writer().close();
  });
  bool same = true;
  for (int i = 0; i != 500; ++i) {
    if (i % 70 == 0) pause_briefly();
    rill::println(question.writer(), i);
    question.writer().flush();
    int n = 0;
    same = same && rill::scan(answer.reader(), n) && n == i + 1;
  }
  question.writer().close();
  other.join();
  CHECK(same);
  int n = 0;
  CHECK(!rill::scan(answer.reader(), n));
}

TEST_CASE("ring/ring_pipe: read_until, peek, positions in one thread") {
  ring_pipe pipe(100);
  pipe.writer().write("one\r\ntwo\r\nthree", 15);
  pipe.writer().close();
  pipe.writer().close();
  char block[8];
  CHECK(pipe.reader().peek(3).size == 3);
  CHECK(pipe.reader().read_until(block, "\r\n") == 5);
  CHECK(pipe.reader().read_until(block, [](char c) { return c == 'w'; }) == 2);
  CHECK(pipe.reader().read_until(block, 'e') == 7);
  CHECK(std::string(block, 7) == "o\r\nthre");
  auto const small = pipe.reader().try_read(block, 8);
  REQUIRE(bool(small));
  CHECK(*small == 1);
  CHECK(pipe.reader().at_end());
  CHECK(!pipe.reader().failure());
}

TEST_CASE("ring/ring_pipe: errors in text have their line") {
  ring_pipe pipe(200);
  std::thread producer([&] {
    for (int i = 0; i != 4000; ++i) rill::println(pipe.writer(), i);
    rill::println(pipe.writer(), "wrong");
    pipe.writer().close();
  });
  int n = 0;
  auto result = rill::try_scan(pipe.reader(), n);
  while (result) result = rill::try_scan(pipe.reader(), n);
  producer.join();
  REQUIRE(bool(result.error()));
  CHECK(result.error().line() == 4001);
  CHECK(std::string(result.error().what()).starts_with("pipe:4001:1: "));
}

TEST_CASE("ring/ring_pipe: an error of the writer arrives behind the bytes") {
  ring_pipe pipe(64);
  std::thread producer([&] {
    pipe.writer().write("1 2 3", 5);
    pipe.writer().fail(
        rill::error({rill::error_source::system, EIO}, "receive", "socket 7"));
  });
  int n = 0;
  CHECK(rill::scan(pipe.reader(), n));
  CHECK(rill::scan(pipe.reader(), n));
  CHECK(n == 2);
  // A number directly before an error may be incomplete.
  auto const third = rill::try_scan(pipe.reader(), n);
  CHECK((third.error().code() ==
         rill::error_code(rill::error_source::system, EIO)));
  producer.join();
  CHECK(std::string(third.error().what()).starts_with("read socket 7: "));
  CHECK(std::string(pipe.reader().failure().what())
            .starts_with("receive socket 7: "));
  char block[4];
  CHECK(pipe.reader().read(block, 4) == 1);  // "3"
  auto const rest = pipe.reader().try_read(block, 4);
  REQUIRE(!rest);
  CHECK(std::string(rest.error().what()).starts_with("receive socket 7: "));
}

TEST_CASE("ring/ring_pipe: a reader that has gone is told to the writer") {
  lost_counter const counter;
  rill::error_code const broken = rill::os::errors::broken_pipe;
  ring_pipe pipe(16);
  std::atomic<bool> told = false;
  std::thread producer([&] {
    for (int i = 0; i != 1000000 && !told; ++i) {
#if RILL_EXCEPTIONS
      try {
        rill::println(pipe.writer(), i);
      } catch (rill::error const& reason) {
        told = reason.code() == broken;
      }
#else
      rill::println(pipe.writer(), i);
      told = pipe.writer().error() == broken;
#endif
    }
  });
  int n = 0;
  CHECK(rill::scan(pipe.reader(), n));
  pause_briefly();  // the writer sleeps by now
  pipe.reader().close();
  producer.join();
  CHECK(told);
  CHECK((pipe.writer().error() == broken));
  CHECK(!pipe.writer().try_flush());
  CHECK(!pipe.reader().try_at_end());
  CHECK((pipe.reader().error() == rill::library_problem::closed));
  CHECK(counter.lost == 0);
}

TEST_CASE("ring/ring_pipe: flush finds that the reader has gone") {
  lost_counter const counter;
  rill::error_code const broken = rill::os::errors::broken_pipe;
  ring_pipe pipe(64);
  CHECK(bool(pipe.writer().try_write("abc", 3)));
  pipe.reader().close();
  auto const flushed = pipe.writer().try_flush();
  CHECK((flushed.error().code() == broken));
  // The error stays: no more bytes are accepted.
  CHECK((pipe.writer().error() == broken));
  auto const wrote = pipe.writer().try_write("d", 1);
  CHECK((wrote.error().code() == broken));
  CHECK(pipe.writer().accepted() == 3);
  pipe.writer().close();
  CHECK(!pipe.writer().try_write("d", 1));
  CHECK(counter.lost == 0);
}

TEST_CASE("ring/ring_pipe: writes without throwing") {
  std::string const all = some_text(3000);
  for (std::size_t capacity : {1u, 5u, 64u}) {
    ring_pipe pipe(capacity);
    std::thread producer([&] {
      for (std::size_t i = 0; i < all.size(); i += 11)
        CHECK(bool(pipe.writer().try_write(
            all.data() + i, std::min<std::size_t>(11, all.size() - i))));
      pipe.writer().close();
    });
    std::string got(all.size() + 1, ' ');
    got.resize(pipe.reader().read(got.data(), got.size()));
    producer.join();
    CHECK(got == all);
  }
}

TEST_CASE("ring/ring_pipe: a token longer than the capacity is an error") {
  for (std::size_t capacity : {1u, 5u, 100u}) {
    ring_pipe pipe(capacity);
    std::thread producer([&] {
      pipe.writer().write(std::string(capacity + 20, 'w').data(),
                          capacity + 20);
      pipe.writer().write(" 12 ", 4);
      pipe.writer().close();
    });
    std::string word;
    auto const scanned = rill::try_scan(pipe.reader(), word);
    CHECK((scanned.error().code() == rill::library_problem::no_room));
    CHECK(pipe.reader().read_until(word, ' ') == capacity + 21);
    CHECK(pipe.reader().read_until(word, ' ') == 3);
    producer.join();
  }
}

TEST_CASE("ring/ring_pipe: what nobody was given is reported") {
  lost_counter const counter;
  {
    ring_pipe pipe(64);
    pipe.writer().write("abc", 3);
    pipe.writer().flush();
  }
  CHECK(counter.lost == 0);  // the reader had these bytes
  {
    ring_pipe pipe(64);
    pipe.writer().write("abc", 3);
  }
  CHECK(counter.lost == 1);
}

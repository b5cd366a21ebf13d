// test/ring/ring_reader_test.cpp: bytes come out of a ring as they went in, at
// every capacity, with sources of every shape and every fault.
// covers: rill/ring/ring_reader.h
// covers: rill/ring/ring_block.h
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream/locked.h>
#include <rill/ring/ring_reader.h>

#include <algorithm>  // std::count
#include <array>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>  // std::move
#include <vector>

#include "support/memory_calls.h"

using rill::ring_reader;

namespace {

// Gives a text in pieces of up to `piece` bytes.
struct giver {
  std::string const* all;
  std::size_t piece;
  std::size_t* given;

  std::size_t operator()(char* out, std::size_t size) const {
    std::size_t const got = all->copy(out, std::min(piece, size), *given);
    *given += got;
    return got;
  }
};

struct source_text {
  std::string all;
  std::size_t given = 0;

  giver by(std::size_t piece) {
    given = 0;
    return {&all, piece, &given};
  }
};

std::string some_text(std::size_t size) {
  std::string all;
  for (int i = 0; all.size() < size; ++i) all += std::to_string(i) + '\n';
  return all;
}

std::string joined(rill::ring_spans spans) {
  return std::string(spans.first.data, spans.first.size) +
         std::string(spans.second.data, spans.second.size);
}

std::size_t page() { return rill::os::page_size(); }

}  // namespace

TEST_CASE("ring/ring_reader: read gives every byte once, in order") {
  source_text text{some_text(700)};
  for (std::size_t capacity = 0; capacity <= 17; ++capacity)
    for (std::size_t piece : {1u, 3u, 16u, 1000u})
      for (std::size_t want : {1u, 2u, 5u, 16u, 17u, 40u, 2000u}) {
        ring_reader in(capacity, text.by(piece));
        std::string got;
        for (;;) {
          auto const block = std::make_unique<char[]>(want);
          std::size_t const size = in.read(block.get(), want);
          got.append(block.get(), size);
          REQUIRE(in.taken() == got.size());
          if (size < want) break;
        }
        REQUIRE(got == text.all);
        CHECK(in.at_end());
      }
}

TEST_CASE("ring/ring_reader: read_until at every capacity and piece") {
  source_text text{"one\r\ntwo\n\r\n\r\r\nlast"};
  std::vector<std::string> const lines = {"one\r\n", "two\n\r\n", "\r\r\n",
                                          "last", ""};
  for (std::size_t capacity = 1; capacity <= 17; ++capacity)
    for (std::size_t piece = 1; piece <= 20; ++piece) {
      ring_reader in(capacity, text.by(piece));
      for (std::string const& line : lines) {
        char block[20];
        std::size_t const size = in.read_until(block, "\r\n");
        REQUIRE(std::string(block, size) == line);
      }
      ring_reader by_character(capacity, text.by(piece));
      std::string all, one = "old";
      while (by_character.read_until(one, '\n') != 0) {
        all += one;
        REQUIRE(one.find('\n') + 1 == (one == "last" ? 0 : one.size()));
      }
      REQUIRE(all == text.all);
      ring_reader by_predicate(capacity, text.by(piece));
      std::array<char, 9> place{};
      std::size_t const size = by_predicate.read_until(
          std::span(place), [](char c) { return c == 'w'; });
      REQUIRE(std::string(place.data(), size) == "one\r\ntw");
    }
}

TEST_CASE("ring/ring_reader: the article's example") {
  std::string const data = "Hello\nWorld!";
  std::size_t pos = 0;
  auto const source = [&](char* buf, unsigned len) {
    auto const count = static_cast<unsigned>(data.copy(buf, len, pos));
    pos += count;
    return count;
  };
  ring_reader buffer(10, source);
  char output[20];
  std::size_t size = buffer.read_until(output, '\n');
  CHECK(std::string(output, size) == "Hello\n");
  size = buffer.read_until(output, '\n');
  CHECK(std::string(output, size) == "World!");
}

TEST_CASE("ring/ring_reader: a block that is too small keeps the rest") {
  source_text text{"abcdefgh\nij\n"};
  for (std::size_t capacity : {1u, 2u, 3u, 8u, 64u}) {
    ring_reader in(capacity, text.by(5));
    char block[4];
    auto got = in.try_read_until(block, '\n');
    REQUIRE(!got);
    CHECK((got.error().code() == rill::library_problem::no_room));
    CHECK(std::string(block, 4) == "abcd");
    CHECK(in.taken() == 4);
    // This is not an error of the reader: reading goes on.
    CHECK(!in.error());
    CHECK(!in.try_read_until(block, '\n'));
    CHECK(std::string(block, 4) == "efgh");
    CHECK(in.read_until(block, '\n') == 1);
    CHECK(in.read_until(block, '\n') == 3);
    CHECK(std::string(block, 3) == "ij\n");
    CHECK(in.read_until(block, '\n') == 0);
    // The input ends where the block does: the block is filled, so this
    // succeeds.
    ring_reader exact(capacity, text.by(5));
    char whole[12];
    CHECK(exact.read_until(whole, 'x') == 12);
  }
}

TEST_CASE("ring/ring_reader: what is asked for may be of any size") {
  // One read of ten million bytes through a ring of 16: must not recurse.
  std::size_t left = 10'000'000;
  auto const source = [&](char* out, std::size_t size) {
    std::size_t const count = std::min<std::size_t>(std::min(size, left), 7);
    for (std::size_t i = 0; i != count; ++i) out[i] = 'a';
    left -= count;
    return count;
  };
  ring_reader in(16, source);
  std::string all(10'000'000, ' ');
  CHECK(in.read(all.data(), all.size()) == all.size());
  CHECK(all.find_first_not_of('a') == std::string::npos);
  left = 10'000'000;
  std::string one;
  CHECK(in.read_until(one, 'b') == 10'000'000);
}

TEST_CASE("ring/ring_reader: scan, words, lines and values") {
  source_text text{some_text(30000)};
  for (std::size_t capacity : {std::size_t{7}, std::size_t{16},
                               std::size_t{100}, std::size_t{1024}, page()})
    for (std::size_t piece :
         {std::size_t{1}, std::size_t{50}, std::size_t{100000}}) {
      ring_reader in(capacity, text.by(piece));
      int expected = 0;
      for (int n = 0; rill::scan(in, n); ++expected) REQUIRE(n == expected);
      CHECK(in.taken() == text.all.size());
      expected = 0;
      for (std::string_view line :
           rill::lines(ring_reader(capacity, text.by(piece))))
        REQUIRE(line == std::to_string(expected++));
      CHECK(rill::read<std::string>(*std::make_unique<ring_reader<giver>>(
                capacity, text.by(piece))) == "0");
    }
}

TEST_CASE("ring/ring_reader: parts of every size and kind, page by page") {
  // Lines of growing length through one page, read by all functions in turn.
  std::string all;
  for (std::size_t i = 0; i != 300; ++i)
    all += std::string(i % 97, static_cast<char>('a' + i % 26)) + '\n';
  source_text text{all + all + all};
  for (std::size_t capacity : {page(), 2 * page(), page() - 1, std::size_t{99}})
    for (std::size_t piece :
         {std::size_t{1}, std::size_t{13}, page(), std::size_t{1} << 20}) {
      ring_reader in(capacity, text.by(piece));
      CHECK(in.capacity() == capacity);
      std::string got, line;
      for (std::size_t way = 0; !in.at_end(); ++way) {
        if (way % 3 == 0) {
          in.read_until(line, '\n');
          got += line;
        } else if (way % 3 == 1) {
          auto const seen = in.peek_spans(way % capacity);
          std::string const ahead = joined(seen);
          REQUIRE(text.all.compare(got.size(), ahead.size(), ahead) == 0);
          REQUIRE((in.is_doubly_mapped() ? seen.second.size == 0 : true));
        } else {
          rill::text const ahead = in.peek(way % 98);
          REQUIRE(text.all.compare(got.size(), ahead.size, ahead.data,
                                   ahead.size) == 0);
          got.append(ahead.data, ahead.size / 2);
          in.advance_to(ahead.data + ahead.size / 2);
        }
        REQUIRE(in.taken() == got.size());
      }
      REQUIRE(got == text.all);
    }
}

TEST_CASE("ring/ring_reader: two spans, where memory is not mapped twice") {
  source_text text{"0123456789abcdefghijklmnopqrstuvwxyz"};
  for (std::size_t capacity = 1; capacity <= 20; ++capacity)
    for (std::size_t piece = 1; piece <= 20; ++piece)
      for (std::size_t step = 1; step <= capacity; ++step) {
        ring_reader in(capacity, text.by(piece));
        std::string got;
        char block[20];
        for (;;) {
          std::string const ahead = joined(in.peek_spans(capacity));
          REQUIRE(ahead == text.all.substr(got.size(), capacity));
          REQUIRE(in.unread_spans().size() == ahead.size());
          std::size_t const size = in.read(block, step);
          got.append(block, size);
          if (size < step) break;
        }
        REQUIRE(got == text.all);
      }
}

TEST_CASE("ring/ring_reader: contiguous text across the wrap, byte by byte") {
  source_text text{some_text(2000)};
  for (std::size_t capacity : {1u, 2u, 7u, 16u, 300u}) {
    ring_reader in(capacity, text.by(capacity));
    for (std::size_t at = 0; at != text.all.size(); ++at) {
      // Spans first, so that a part of the text crosses the end of the memory.
      if (at % 5 == 0) (void)in.peek_spans(capacity);
      rill::text const ahead = in.peek(capacity);
      REQUIRE(std::string(ahead.data, ahead.size) ==
              text.all.substr(at, capacity));
      in.advance_to(ahead.data + 1);
    }
    CHECK(in.at_end());
  }
}

TEST_CASE("ring/ring_reader: a token longer than the capacity is an error") {
  for (std::size_t capacity : {std::size_t{8}, page()}) {
    std::string const word(capacity + 5, 'w');
    source_text text{word + " 12\n"};
    ring_reader in(capacity, text.by(3000));
    std::string got;
    auto const scanned = rill::try_scan(in, got);
    CHECK((scanned.error().code() == rill::library_problem::no_room));
    CHECK(std::string(scanned.error().what()) ==
          "read from a ring: the buffer is full");
    CHECK(in.available() == capacity);
    // No byte was taken, and other functions read on.
    CHECK(in.read_until(got, ' ') == word.size() + 1);
    int n = 0;
    CHECK(rill::scan(in, n));
    CHECK(n == 12);
#if RILL_EXCEPTIONS
    source_text again{word + "\n"};
    ring_reader source(capacity, again.by(3000));
    CHECK_THROWS_AS(
        for (std::string_view line : rill::lines(source))(void) line.size(),
        rill::error);
#endif
  }
}

TEST_CASE("ring/ring_reader: errors that a source tells, before each byte") {
  std::string const all = "first line\nsecond line\n";
  rill::error_code const code = rill::os::c_error(EIO);
  for (std::size_t fault = 0; fault <= all.size(); ++fault) {
    std::size_t given = 0;
    bool failed = false;
    auto const source = [&](char* out, int size) -> long {
      if (given == fault && !failed) {
        failed = true;
        errno = EIO;
        return -1;
      }
      std::size_t const most = given < fault ? fault - given : all.size();
      std::size_t const got =
          all.copy(out, std::min(most, static_cast<std::size_t>(size)), given);
      given += got;
      return static_cast<long>(got);
    };
    ring_reader in(4, source);
    std::string line, got;
    for (int calls = 0; got.size() != all.size() || !failed; ++calls) {
      REQUIRE(calls < 10);
      auto const size = in.try_read_until(line, '\n');
      got += line;
      if (size) continue;
      CHECK((size.error().code() == code));
      CHECK(std::string(size.error().what()).starts_with("read from a ring: "));
      CHECK(in.taken() == got.size());
      // The error stays, and the source is not called.
      char c = 0;
      CHECK(!in.try_read(&c, 1));
      CHECK((in.error() == code));
      CHECK((in.failure().code() == code));
      CHECK(given == fault);
      in.clear_error();
    }
    REQUIRE(got == all);
  }
}

#if RILL_EXCEPTIONS
TEST_CASE("ring/ring_reader: what a source throws, before each byte") {
  std::string const all = "first line\nsecond line\n";
  for (std::size_t fault = 0; fault <= all.size(); ++fault) {
    std::size_t given = 0;
    bool failed = false;
    auto const source = [&](char* out, std::size_t size) -> std::size_t {
      if (given == fault && !failed) {
        failed = true;
        throw std::runtime_error("not now");
      }
      std::size_t const most = given < fault ? fault - given : all.size();
      std::size_t const got = all.copy(out, std::min(most, size), given);
      given += got;
      return got;
    };
    // By pieces smaller and larger than the ring.
    for (std::size_t want : {3u, 50u}) {
      given = 0;
      failed = false;
      ring_reader in(5, source);
      std::string got;
      int thrown = 0;
      for (std::size_t size = 1; size != 0;) {
        std::vector<char> block(want);
        unsigned long long const before = in.taken();
        try {
          size = in.read(block.data(), want);
          REQUIRE(in.taken() - before == size);
        } catch (std::runtime_error const&) {
          ++thrown;
        }
        got.append(block.data(), static_cast<std::size_t>(in.taken() - before));
      }
      REQUIRE(got == all);
      CHECK(thrown == 1);
      CHECK(!in.error());
    }
  }
}
#endif

TEST_CASE("ring/ring_reader: the error of a result is kept whole") {
  auto const source = [](char*, std::size_t) -> rill::result<std::size_t> {
    return rill::error({rill::error_source::system, EIO}, "receive",
                       "socket 7");
  };
  ring_reader in(8, source);
  char block[4];
  auto const got = in.try_read(block, 4);
  REQUIRE(!got);
  CHECK(std::string(got.error().what()).starts_with("receive socket 7: "));
  // scan passes on the code and the path.
  int n = 0;
  auto const scanned = rill::try_scan(in, n);
  CHECK((scanned.error().code() ==
         rill::error_code(rill::error_source::system, EIO)));
  CHECK(std::string(scanned.error().what()).starts_with("read socket 7: "));
  // The value of a result is a count; a code in a result is an error, too.
  int calls = 0;
  using plain = rill::basic_result<int, rill::error_code>;
  ring_reader other(8, [&](char* out, int) -> plain {
    if (calls++ != 0) return rill::error_code(rill::library_problem::closed);
    *out = 'x';
    return 1;
  });
  CHECK(other.read(block, 1) == 1);
  auto const second = other.try_read(block, 1);
  CHECK((second.error().code() == rill::library_problem::closed));
}

TEST_CASE("ring/ring_reader: errors in text have their line") {
  source_text text{some_text(30000) + "wrong\n"};
  for (std::size_t capacity : {std::size_t{300}, page()}) {
    ring_reader in(capacity, text.by(1000));
    char block[5000];
    // Reads past the ring and through it, by lines and by tokens.
    std::size_t const size = in.read(block, sizeof block);
    std::string line;
    in.read_until(line, '\n');
    int n = 0;
    auto result = rill::try_scan(in, n);
    while (result) result = rill::try_scan(in, n);
    REQUIRE(!result.at_end());
    auto const lines = std::count(text.all.begin(), text.all.end(), '\n');
    CHECK(size == sizeof block);
    CHECK(result.error().line() == static_cast<unsigned long long>(lines));
    CHECK(result.error().column() == 1);
    CHECK(std::string(result.error().what()).find("ring:") !=
          std::string::npos);
  }
}

TEST_CASE("ring/ring_reader: moved, closed") {
  source_text text{some_text(100)};
  auto state = std::make_unique<int>(3);
  ring_reader in(7, [state = std::move(state), give = text.by(100)](
                        char* out, std::size_t size) {
    return *state == 3 ? give(out, size) : 0;
  });
  char block[300];
  CHECK(in.read(block, 3) == 3);
  ring_reader moved(std::move(in));
  CHECK((in.error() == rill::library_problem::closed));
  CHECK(!in.try_read(block, 1));
  CHECK(moved.taken() == 3);
  std::size_t const size = moved.read(block, 60);
  CHECK(std::string(block, size) == text.all.substr(3, 60));
  std::size_t const given = text.given;
  moved.close();
  CHECK(!moved.try_at_end());
  CHECK((moved.error() == rill::library_problem::closed));
  moved.clear_error();
  in.clear_error();
  CHECK(!moved.try_read(block, 1));
  CHECK(!in.try_read(block, 1));
  CHECK(text.given == given);
}

TEST_CASE("ring/ring_reader: full, then closed or moved, it asks no more") {
  source_text text{std::string(100, 'w')};
  std::string word;
  for (bool is_moved : {false, true}) {
    ring_reader in(8, text.by(100));
    CHECK(!rill::try_scan(in, word));
    CHECK((in.error() == rill::library_problem::no_room));
    std::size_t const given = text.given;
    if (is_moved) {
      auto const moved = std::move(in);
      CHECK(moved.unread_spans().size() == 8);
    } else {
      in.close();
    }
    char block[4];
    CHECK(!in.try_read(block, 4));
    CHECK((in.error() == rill::library_problem::closed));
    CHECK(in.peek_spans(4).size() == 0);
    CHECK(text.given == given);
  }
}

TEST_CASE("ring/ring_reader: what close drops does not count as taken") {
  source_text text{some_text(300)};
  for (bool is_wrapped : {false, true}) {
    ring_reader in(8, text.by(100));
    char block[1];
    std::size_t const size = is_wrapped ? 134 : 3;
    for (std::size_t i = 0; i != size; ++i) {
      in.read(block, 1);
      (void)in.peek_spans(8);
    }
    CHECK((in.unread_spans().second.size != 0) == is_wrapped);
    in.close();
    CHECK(in.taken() == size);
  }
}

TEST_CASE("ring/ring_reader: peek_spans shows no more than was asked for") {
  source_text text{some_text(300)};
  for (std::size_t capacity : {std::size_t{8}, page()})
    for (std::size_t taken : {0u, 3u, 134u})
      for (std::size_t size = 0; size <= 8; ++size) {
        ring_reader in(capacity, text.by(7));
        for (std::size_t i = 0; i != taken; ++i) {
          char c = 0;
          in.read(&c, 1);
          (void)in.peek_spans(8);
        }
        CHECK(joined(in.peek_spans(size)) == text.all.substr(taken, size));
      }
}

namespace {

// A source that reads from its own ring in each call; `way` selects how.
struct recursive_source {
  std::string const* all;
  std::size_t* given;
  int way;
  ring_reader<recursive_source>** in;

  std::size_t operator()(char* out, std::size_t size) const {
    ring_reader<recursive_source>& self = **in;
    char block[64];
    int n = 0;
    unsigned long long const taken = self.taken();
    if (way == 0) CHECK(!self.try_read(block, 1));
    if (way == 1) CHECK(!self.try_read_until(block, 'x'));
    if (way == 2) CHECK(self.peek_spans(5).size() == 0);
    if (way == 3) CHECK(!rill::try_scan(self, n));
    if (way != 4) CHECK((self.error() == rill::library_problem::locked));
    if (way == 4 && *given >= 50) self.close();
    CHECK(self.taken() == taken);
    std::size_t const got =
        all->copy(out, std::min<std::size_t>(size, 5), *given);
    *given += got;
    return got;
  }
};

}  // namespace

TEST_CASE("ring/ring_reader: a source that reads from its own ring") {
  std::string const all = some_text(300);
  for (std::size_t capacity : {std::size_t{7}, std::size_t{16}, page()})
    for (int way = 0; way != 5; ++way) {
      ring_reader<recursive_source>* self = nullptr;
      std::size_t given = 0;
      ring_reader in(capacity, recursive_source{&all, &given, way, &self});
      self = &in;
      int count = 0;
      auto scanned = rill::scan_result{};
      int n = 0;
      while ((scanned = rill::try_scan(in, n))) {
        REQUIRE(n == count++);
        if (count % 3 == 0) (void)in.peek_spans(capacity);
      }
      if (way == 4) {
        // The source has closed the ring.
        CHECK((in.error() == rill::library_problem::closed));
        CHECK(in.unread_spans().size() == 0);
        CHECK(in.taken() <= given);
      } else {
        CHECK(scanned.at_end());
        CHECK(in.taken() == all.size());
      }
    }
}

TEST_CASE("ring/ring_reader: where nothing can be mapped it works as well") {
  rill_test::no_mapping const none;
  source_text text{some_text(30000)};
  ring_reader in(page(), text.by(3001));
  CHECK(!in.is_doubly_mapped());
  std::string got, line;
  while (in.read_until(line, "9\n") != 0) got += line;
  CHECK(got == text.all);
}

TEST_CASE("ring/ring_reader: shared by threads") {
  source_text text{some_text(60000)};
  rill::locked<ring_reader<giver>> in(std::size_t{1000}, text.by(777));
  std::array<long long, 4> sums{};
  std::vector<std::thread> threads;
  for (long long& sum : sums)
    threads.emplace_back([&in, &sum] {
      for (int n = 0; rill::scan(in, n);) sum += n;
    });
  for (std::thread& thread : threads) thread.join();
  long long const count = std::count(text.all.begin(), text.all.end(), '\n');
  CHECK(sums[0] + sums[1] + sums[2] + sums[3] == count * (count - 1) / 2);
  // Several calls under one lock, and a read through the lock.
  rill::locked<ring_reader<giver>> again(std::size_t{16}, text.by(5));
  auto held = rill::lock(again);
  std::string line;
  CHECK(held->read_until(line, '\n') == 2);
  CHECK(rill::read<int>(*held) == 1);
}

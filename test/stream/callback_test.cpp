// test/stream/callback_test.cpp: readers and writers over callables of every
// shape.
// covers: rill/stream/callback.h
#include <doctest/doctest.h>
#include <errno.h>  // EINTR, EIO, ENOSPC
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream/callback.h>
#include <rill/encoding/decoded_reader.h>
#include <rill/encoding/encoding.h>
#include <rill/ring/ring_reader.h>
#include <rill/ring/ring_writer.h>

#include <algorithm>  // std::fill, std::max, std::min
#include <chrono>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>  // std::move

using rill::callback_reader;
using rill::callback_writer;

namespace {

std::string rest_of(rill::reader& in) {
  std::string all;
  while (in.peek(1).size != 0) {
    all.append(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  return all;
}

std::string some_text(std::size_t size) {
  std::string all;
  for (int i = 0; all.size() < size; ++i) all += std::to_string(i) + '\n';
  return all;
}

// The number of errors that the lost-output handler received.
int lost = 0;
void count_lost(rill::error const&) noexcept { ++lost; }

}  // namespace

TEST_CASE("stream/callback: reads what the callable gives, at every size") {
  std::string const all = some_text(500);
  for (std::size_t buffer = 1; buffer <= 40; ++buffer)
    for (std::size_t piece : {1u, 3u, 50u}) {
      std::size_t given = 0;
      callback_reader in(
          [&](char* out, std::size_t size) {
            std::size_t const count = std::min(piece, size);
            std::size_t const got = all.copy(out, count, given);
            given += got;
            return got;
          },
          buffer);
      REQUIRE(rest_of(in) == all);
    }
}

TEST_CASE(
    "stream/callback: sources with int sizes, captures that only move, "
    "moved readers") {
  auto left = std::make_unique<int>(5);
  callback_reader in([left = std::move(left)](char* out, int size) -> int {
    if (*left == 0 || size == 0) return 0;
    *out = static_cast<char>('0' + (*left)--);
    return 1;
  });
  CHECK(in.peek(2).size == 2);
  callback_reader moved(std::move(in));
  CHECK(rest_of(moved) == "54321");
  CHECK(!in.try_at_end());
}

TEST_CASE("stream/callback: a source that returns less than 0 tells errno") {
  int calls = 0;
  callback_reader in([&](char* out, int size) -> int {
    if (++calls == 2) {
      errno = EIO;
      return -1;
    }
    *out = 'a';
    return size != 0;
  });
  CHECK(in.peek(1).size == 1);
  CHECK(!in.more());
  CHECK((in.error() == rill::os::c_error(EIO)));
  // After the error the callable is not called again; its bytes can be taken.
  CHECK(!in.more());
  CHECK(calls == 2);
  CHECK(rest_of(in) == "a");
}

TEST_CASE("stream/callback: a call that a signal interrupted is made again") {
  std::string const all = some_text(100);
  std::size_t given = 0;
  int calls = 0;
  auto const source = [&](char* out, std::size_t size) -> long {
    if (++calls % 2 != 0) {
      errno = EINTR;
      return -1;
    }
    std::size_t const got = all.copy(out, size < 7 ? size : 7, given);
    given += got;
    return static_cast<long>(got);
  };
  {
    callback_reader in(source);
    CHECK(rest_of(in) == all);
    CHECK(!in.error());
  }
  given = 0;
  {
    rill::ring_reader in(16, source);
    CHECK(rest_of(in) == all);
    CHECK(!in.error());
  }
  std::string got;
  auto const sink = [&](char const* data, std::size_t size) -> long {
    if (++calls % 3 != 0) {
      errno = EINTR;
      return -1;
    }
    got.append(data, size < 5 ? size : 5);
    return size < 5 ? static_cast<long>(size) : 5;
  };
  {
    callback_writer out(sink, 16);
    rill::print(out, all);
  }
  {
    rill::ring_writer out(16, sink);
    rill::print(out, all);
  }
  CHECK(got == all + all);
}

TEST_CASE("stream/callback: an old EINTR is no reason to go on for ever") {
  errno = EINTR;
  callback_reader in([](char*, std::size_t) { return -1; });
  CHECK(!in.more());
  CHECK(bool(in.error()));
}

TEST_CASE("stream/callback: lines are counted") {
  std::string const all = some_text(3000);
  std::size_t given = 0;
  callback_reader in([&](char* out, std::size_t size) {
    std::size_t const got =
        all.copy(out, std::min<std::size_t>(size, 9), given);
    given += got;
    return got;
  });
  int sum = 0;
  int n = 0;
  for (int i = 0; i != 700; ++i)
    if (rill::scan(in, n)) sum += n;
  CHECK(sum == 699 * 700 / 2);
  auto const wrong = rill::try_scan(in, "x");
  REQUIRE(bool(wrong.error()));
  CHECK(wrong.error().line() == 701);
  CHECK(wrong.error().column() == 1);
}

#if RILL_EXCEPTIONS
TEST_CASE(
    "stream/callback: what a source throws arrives, and can be gone on "
    "from") {
  int calls = 0;
  callback_reader in([&](char* out, std::size_t) -> std::size_t {
    if (++calls == 2) throw std::runtime_error("not now");
    *out = static_cast<char>('0' + calls);
    return calls < 6;
  });
  CHECK(in.peek(1).size == 1);
  CHECK_THROWS_AS(in.peek(2), std::runtime_error);
  CHECK(rest_of(in) == "1345");
}

TEST_CASE(
    "stream/callback: what a sink throws arrives, and it is not called "
    "again") {
  auto const before = rill::set_lost_output_handler(count_lost);
  lost = 0;
  std::string got;
  int calls = 0;
  {
    callback_writer out(
        [&](char const* data, std::size_t size) -> std::size_t {
          if (++calls == 2) throw std::runtime_error("not now");
          std::size_t const some = std::min<std::size_t>(size, 3);
          got.append(data, some);
          return some;
        },
        8);
    out.write("abcdefgh", 8);
    CHECK_THROWS_AS(out.flush(), std::runtime_error);
    CHECK(got == "abc");
    CHECK((out.error() == rill::library_problem::threw));
    CHECK(out.room() == 0);
    CHECK_THROWS_AS(rill::print(out, 'i'), rill::error);
    CHECK_THROWS_AS(out.flush(), rill::error);
    CHECK(std::string(out.pending().data, out.pending().size) == "defgh");
  }
  CHECK(got == "abc");
  CHECK(calls == 2);
  // A piece of the buffer's size or more bypasses the buffer.
  {
    callback_writer out(
        [](char const*, std::size_t) { throw std::runtime_error("not now"); },
        8);
    CHECK_THROWS_AS(out.write("abcdefghi", 9), std::runtime_error);
    CHECK(out.room() == 0);
    CHECK_THROWS_AS(out.put('a'), rill::error);
  }
  // All errors were thrown to the caller, so none counts as lost.
  CHECK(lost == 0);
  rill::set_lost_output_handler(before);
}
#endif

TEST_CASE("stream/callback: sinks that return nothing, or how much they took") {
  std::string const all = some_text(300);
  for (std::size_t buffer = 1; buffer <= 40; ++buffer) {
    std::string whole, parts;
    {
      callback_writer to_void(
          [&](char const* data, std::size_t size) { whole.append(data, size); },
          buffer);
      callback_writer to_parts(
          [&](char const* data, int size) {
            int const some = (size + 1) / 2;
            parts.append(data, static_cast<std::size_t>(some));
            return some;
          },
          buffer);
      for (std::size_t i = 0; i < all.size(); i += 7) {
        to_void.write(all.data() + i, std::min<std::size_t>(7, all.size() - i));
        to_parts.write(all.data() + i,
                       std::min<std::size_t>(7, all.size() - i));
      }
    }
    REQUIRE(whole == all);
    REQUIRE(parts == all);
  }
}

TEST_CASE(
    "stream/callback: a sink that takes nothing, or too much, is an "
    "error") {
  for (std::size_t answer : {0u, 1000u}) {
    callback_writer out([=](char const*, std::size_t) { return answer; }, 8);
    out.write("abc", 3);
#if RILL_EXCEPTIONS
    std::string why;
    try {
      out.flush();
    } catch (rill::error const& e) {
      why = e.what();
    }
    CHECK(
        why ==
        (answer == 0
             ? "write to a callback: the device accepted no bytes"
             : "write to a callback: it returned 1000 bytes, but was given 3"));
#else
    out.flush();
#endif
    CHECK((out.error() == (answer == 0
                               ? rill::library_problem::wrote_nothing
                               : rill::library_problem::impossible_count)));
    CHECK(std::string(out.pending().data, out.pending().size) == "abc");
  }
}

// The callables take a Size and return a Count. A text arrives complete even
// where one of the types cannot represent its size.
template <class Size, class Count>
void move_by() {
  std::string const all = some_text(300) + some_text(5000);
  std::size_t largest = 0;
  auto const sink = [&](std::string& got) {
    return [&](char const* data, Size size) {
      auto const count = static_cast<std::size_t>(size);
      largest = std::max(largest, count);
      got.append(data, count);
      return static_cast<Count>(count);
    };
  };
  auto const source = [&](std::size_t& given) {
    return [&](char* out, Size size) {
      auto const count = all.copy(out, static_cast<std::size_t>(size), given);
      given += count;
      return static_cast<Count>(count);
    };
  };
  for (std::size_t buffer : {1u, 100u, 300u, 100000u}) {
    std::string to_callback, to_ring;
    {
      callback_writer out(sink(to_callback), buffer);
      rill::ring_writer ring(buffer, sink(to_ring));
      for (rill::writer* each : {static_cast<rill::writer*>(&out),
                                 static_cast<rill::writer*>(&ring)}) {
        each->write(all.data(), 300);
        each->write(all.data() + 300, all.size() - 300);
      }
    }
    REQUIRE(to_callback == all);
    REQUIRE(to_ring == all);
    std::size_t given = 0, given_to_ring = 0;
    callback_reader in(source(given), buffer);
    rill::ring_reader ring(buffer, source(given_to_ring));
    REQUIRE(rest_of(in) == all);
    REQUIRE(rest_of(ring) == all);
  }
  // The largest call is as large as both types can represent.
  std::size_t most = all.size();
  if (sizeof(Size) == 1 || sizeof(Count) == 1)
    most = std::min<std::size_t>(std::numeric_limits<Size>::max(),
                                 std::numeric_limits<Count>::max());
  CHECK(largest == most);
}

TEST_CASE("stream/callback: sizes and counts of every integer type") {
  auto const each = []<class... Sizes>(Sizes...) {
    (move_by<Sizes, Sizes>(), ...);
    (move_by<std::size_t, Sizes>(), ...);
    (move_by<Sizes, std::size_t>(), ...);
  };
  each(char(), static_cast<signed char>(0), static_cast<unsigned char>(0));
  each(short(), static_cast<unsigned short>(0), int(), 0u);
  each(0l, 0ul, 0ll, 0ull, wchar_t(), char16_t(), char32_t(), char8_t());
}

TEST_CASE("stream/callback: one byte at a time where the size is a bool") {
  std::string got;
  {
    callback_writer out([&](char const* data, bool is_one) {
      got.append(data, is_one ? 1 : 0);
    });
    rill::print(out, some_text(300));
  }
  CHECK(got == some_text(300));
}

TEST_CASE("stream/callback: the largest sizes of types") {
  using rill::detail::largest_size;
  constexpr std::size_t all = ~std::size_t{0};
  static_assert(largest_size<std::size_t>() == all);
  static_assert(largest_size<unsigned long long>() == all);
  static_assert(largest_size<std::ptrdiff_t>() == all >> 1);
  static_assert(largest_size<long long>() ==
                (sizeof(void*) == 8 ? all >> 1 : all));
  static_assert(largest_size<signed char>() == 127);
  static_assert(largest_size<unsigned short>() == 65535);
  static_assert(largest_size<bool>() == 1);
  static_assert(largest_size<rill::result<short>>() == 32767);
  static_assert(largest_size<double>() == all);
  using rill::detail::size_parameter;
  static_assert(
      std::is_same_v<size_parameter<void(char*, unsigned), char>, unsigned>);
}

TEST_CASE("stream/callback: a result whose count is small") {
  std::string got;
  auto const sink = [&](char const* data,
                        std::size_t size) -> rill::result<signed char> {
    got.append(data, size);
    return static_cast<signed char>(size);
  };
  std::string const all = some_text(700);
  {
    rill::ring_writer out(1000, sink);
    rill::print(out, all);
  }
  CHECK(got == all);
}

TEST_CASE("stream/callback: a sink of char* is given the buffer alone") {
  std::string const all = some_text(700);
  for (std::size_t buffer : {1u, 2u, 7u, 64u, 699u, 700u, 701u, 2000u})
    for (std::size_t piece : {1u, 3u, 64u, 699u, 700u, 1400u})
      for (int way = 0; way != 3; ++way) {
        // The callable may change the bytes that it gets, but not the caller's.
        std::string const before = all + all;
        std::string given = before, got;
        auto const sink = [&](char* data, std::size_t size) {
          REQUIRE(size <= buffer);
          std::size_t const some = (size + 1) / 2;
          got.append(data, some);
          std::fill(data, data + some, '?');
          return some;
        };
        auto const write = [&](rill::writer& out) {
          for (std::size_t i = 0; i < given.size(); i += piece)
            out.write(given.data() + i, std::min(piece, given.size() - i));
        };
        if (way == 0) {
          callback_writer out(sink, buffer);
          write(out);
        } else if (way == 1) {
          rill::ring_writer out(buffer, sink);
          write(out);
          REQUIRE(out.accepted() == given.size());
        } else {
          rill::ring_writer out(buffer, sink, std::chrono::hours(1));
          (void)out.flush_if_older(std::chrono::hours(1));
          write(out);
        }
        REQUIRE(given == before);
        REQUIRE(got == before);
      }
}

TEST_CASE("stream/callback: an error of a sink of char* in a long piece") {
  for (std::size_t fault = 0; fault != 40; ++fault) {
    std::string got;
    bool has_failed = false;
    auto const sink = [&](char* data, std::size_t size) -> int {
      if (got.size() >= fault && !has_failed) {
        has_failed = true;
        errno = ENOSPC;
        return -1;
      }
      got.append(data, std::min<std::size_t>(size, 3));
      return static_cast<int>(std::min<std::size_t>(size, 3));
    };
    std::string const all = some_text(40);
    rill::ring_writer out(8, sink);
    std::size_t done = 0;
    while (done != all.size()) {
      (void)out.try_write(all.data() + done, all.size() - done);
      done = static_cast<std::size_t>(out.accepted());
      out.clear_error();
    }
    if (!out.try_close()) {
      out.clear_error();
      out.close();
    }
    CHECK(got == all);
  }
}

TEST_CASE("stream/callback: a source that returns more than the room") {
  char const* const sentence = "it returned 300 bytes, but had room for 256";
  callback_reader in([](char*, std::size_t size) { return size + 44; },
                     256 - 128);
  // Room is for the requested size and 128 bytes of history.
  CHECK(in.peek(1).size == 0);
  CHECK((in.error() == rill::library_problem::impossible_count));
  CHECK(!in.more());
  auto const wrong = rill::try_scan(in, "x");
  REQUIRE(bool(wrong.error()));
  CHECK(std::string(wrong.error().what()) ==
        std::string("read callback: ") + sentence);
  rill::ring_reader ring(256,
                         [](char*, std::size_t size) { return size + 44; });
  char out[8];
  auto const got = ring.try_read(out, sizeof out);
  REQUIRE(!got);
  CHECK(std::string(got.error().what()) ==
        std::string("read from a ring: ") + sentence);
  CHECK(ring.taken() == 0);
  auto const scanned = rill::try_scan(ring, "x");
  CHECK(std::string(scanned.error().what()) ==
        std::string("read from a ring: ") + sentence);
  // A read that bypasses the ring checks the count, too.
  rill::ring_reader small(1, [](char*, std::size_t) { return 9; });
  CHECK((small.try_read(out, sizeof out).error().code() ==
         rill::library_problem::impossible_count));
  // So does a reader that decodes.
  callback_reader bytes([](char*, std::size_t size) { return size + 44; },
                        256 - 128);
  rill::decoded_reader decoded(bytes, rill::latin1);
  CHECK(std::string(rill::try_scan(decoded, "x").error().what()) ==
        std::string("read callback: ") + sentence);
}

TEST_CASE("stream/callback: less than 0 without a reason") {
  errno = ENOSPC;  // left by an earlier call
  auto const fails = [](char const*, std::size_t) { return -1; };
  callback_reader in([](char*, std::size_t) { return -1; });
  CHECK(!in.more());
  CHECK((in.error() == rill::library_problem::no_reason));
  CHECK(std::string(rill::try_scan(in, "x").error().what()) ==
        "read callback: the callable returned less than 0, and errno is 0");
  errno = ENOSPC;
  rill::ring_writer ring(8, fails);
  ring.write("abc", 3);
  CHECK(std::string(ring.try_flush().error().what()) ==
        "write to a ring: the callable returned less than 0, and errno is 0");
#if RILL_EXCEPTIONS
  callback_writer out(fails, 8);
  out.write("abc", 3);
  try {
    out.flush();
    FAIL("no error");
  } catch (rill::error const& e) {
    CHECK((e.code() == rill::library_problem::no_reason));
  }
#endif
}

TEST_CASE("stream/callback: a sink that returns less than 0 tells errno") {
  rill::error_code const full = rill::os::c_error(ENOSPC);
  std::string got;
  callback_writer out(
      [&](char const* data, std::size_t size) -> long {
        if (!got.empty()) {
          errno = ENOSPC;
          return -1;
        }
        got.append(data, 2);
        return size != 0 ? 2 : 0;
      },
      8);
  out.write("abcd", 4);
#if RILL_EXCEPTIONS
  for (int i = 0; i != 2; ++i) try {
      out.flush();
      FAIL("no error");
    } catch (rill::error const& e) {
      CHECK((e.code() == full));
      CHECK(std::string(e.what()).starts_with("write to a callback: "));
    }
#else
  auto const before = rill::set_lost_output_handler(count_lost);
  out.flush();
#endif
  CHECK((out.error() == full));
  CHECK(got == "ab");
  CHECK(std::string(out.pending().data, out.pending().size) == "cd");
#if !RILL_EXCEPTIONS
  rill::set_lost_output_handler(before);
#endif
}

TEST_CASE("stream/callback: the destructor reports what it could not say") {
  auto const before = rill::set_lost_output_handler(count_lost);
  lost = 0;
  {
    callback_writer out([](char const*, std::size_t) { return 0; });
    out.write("abc", 3);
  }
  CHECK(lost == 1);
#if RILL_EXCEPTIONS
  {
    callback_writer out([](char const*, std::size_t) -> std::size_t {
      throw std::runtime_error("no");
    });
    out.write("abc", 3);
  }
  CHECK(lost == 2);
#endif
  {
    callback_writer out([](char const*, std::size_t n) { return n; });
  }
  CHECK(lost == (RILL_EXCEPTIONS ? 2 : 1));
#if RILL_EXCEPTIONS
  // An error that was thrown is not reported again.
  {
    callback_writer out([](char const*, std::size_t) { return 0; });
    out.write("abc", 3);
    CHECK_THROWS_AS(out.flush(), rill::error);
  }
  CHECK(lost == 2);
#endif
  rill::set_lost_output_handler(before);
}

// test/stream/reader_test.cpp: the buffer itself, at every size, over devices
// of the test, against the plain text.
// covers: rill/stream/read_buffer.h
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/stream/memory_reader.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>

#include "../support/scripted_reader.h"

using rill::text;
using rill_test::scripted_reader;

namespace {

std::string numbered(std::size_t size) {
  std::string all;
  for (int i = 0; all.size() < size; ++i) all += std::to_string(i) + ' ';
  all.resize(size);
  return all;
}

std::string string_of(text t) { return {t.data, t.size}; }

double seconds_for_token(std::size_t size, scripted_reader::rule how) {
  scripted_reader in(std::string(size, 'x'), 64, how);
  // Of the processor: other programs of a busy machine must not fail the test.
  auto const start = std::clock();
  if (in.peek(size).size != size) return 1e9;
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

TEST_CASE("stream/reader: every byte once, whatever buffer and device") {
  std::string const all = numbered(700);
  std::mt19937 random(2);
  scripted_reader::rule const rules[] = {
      nullptr, rill_test::one_byte,
      [](int, std::size_t room) { return static_cast<long>((room + 1) / 2); },
      [&](int, std::size_t) { return static_cast<long>(1 + random() % 30); }};
  for (std::size_t size = 1; size <= 40; ++size)
    for (auto const& rule : rules) {
      scripted_reader in(all, size, rule);
      std::size_t at = 0;
      bool good = true;
      while (good && at != all.size()) {
        std::size_t const count = random() % 60;
        std::string const rest = all.substr(at);
        switch (random() % 5) {
          case 0:
            good = string_of(in.peek(count)) == rest.substr(0, count);
            break;
          case 1: {
            auto const out = std::make_unique<char[]>(count);
            std::size_t const got = in.read(out.get(), count);
            good = std::string(out.get(), got) == rest.substr(0, count);
            at += got;
            break;
          }
          case 2: {
            std::size_t const before = in.available();
            good = in.more() ? in.available() > before : before == rest.size();
            break;
          }
          case 3: {
            std::size_t const take =
                in.available() ? count % in.available() : 0;
            in.advance_to(in.cursor() + take);
            at += take;
            break;
          }
          default:
            good = in.at_end() == rest.empty();
        }
        good = good && all.compare(at, in.available(), in.cursor(),
                                   in.available()) == 0;
        // history() is the text before the cursor.
        text const past = in.history();
        good =
            good && past.size <= at &&
            all.compare(at - past.size, past.size, past.data, past.size) == 0;
      }
      REQUIRE(good);
      CHECK(in.at_end());
      CHECK(!in.more());
      CHECK(!in.error());
    }
}

TEST_CASE("stream/reader: history keeps at least 128 bytes") {
  std::string const all = numbered(5000);
  scripted_reader in(all, 16);
  for (std::size_t at = 0; at != all.size(); ++at) {
    if (in.available() == 0) REQUIRE(in.more());
    in.advance_to(in.cursor() + 1);
    REQUIRE(in.history().size >= (at + 1 < 128 ? at + 1 : 128));
  }
}

TEST_CASE("stream/reader: memory stays that of the buffer") {
  scripted_reader in(std::string(1 << 20, 'x'), 1000);
  while (!in.at_end()) in.advance_to(in.end());
  CHECK(in.largest_room <= 1128);
}

TEST_CASE("stream/reader: a long token costs linear time") {
  scripted_reader::rule const rules[] = {nullptr,
                                         [](int, std::size_t) { return 7L; }};
  for (auto const& rule : rules) {
    // The best of three runs: a busy neighbour must not fail the test.
    double small = 1e9, large = 1e9;
    for (int i = 0; i != 3; ++i) {
      small = std::min(small, seconds_for_token(1'000'000, rule));
      large = std::min(large, seconds_for_token(4'000'000, rule));
    }
    CHECK(large < 6 * small + 0.05);
  }
}

TEST_CASE(
    "stream/reader: an error of the device sticks, and the bytes before "
    "it can be taken") {
  for (int call = 0; call != 5; ++call) {
    scripted_reader in(numbered(999), 16, rill_test::fails_at(call, EIO));
    std::string got;
    while (in.peek(1).size != 0) {
      got += *in.cursor();
      in.advance_to(in.cursor() + 1);
    }
    CHECK((in.error() == rill::os::c_error(EIO)));
    CHECK((in.try_at_end().error().code() == in.error()));
    CHECK(numbered(999).compare(0, got.size(), got) == 0);
    CHECK((got.empty() == (call == 0)));
    int const calls = in.calls;
    CHECK(!in.more());
    CHECK(in.calls == calls);  // the device is not asked again
  }
}

#if RILL_EXCEPTIONS
TEST_CASE("stream/reader: a device that throws loses nothing") {
  std::string const all = numbered(200);
  scripted_reader in(all, 16, [](int call, std::size_t room) -> long {
    if (call % 3 == 1) throw std::runtime_error("not now");
    return static_cast<long>(room);
  });
  std::string got;
  for (int thrown = 0; thrown < 100;) {
    try {
      if (in.at_end()) break;
      got += *in.cursor();
      in.advance_to(in.cursor() + 1);
    } catch (std::runtime_error const&) {
      ++thrown;
    }
  }
  CHECK(got == all);
}
#endif

TEST_CASE("stream/reader: memory is read where it is, and no byte behind it") {
  for (std::size_t size = 0; size != 40; ++size) {
    std::string const all = numbered(size);
    auto const block = std::make_unique<char[]>(size);
    all.copy(block.get(), size);
    rill::memory_reader in(block.get(), size);
    CHECK(in.cursor() == block.get());
    CHECK(string_of(in.peek(size + 5)) == all);
    if (size != 0) in.advance_to(in.cursor() + 1);
    char out[50];
    std::size_t const got = in.read(out, sizeof out);
    CHECK(std::string(out, got) == all.substr(size != 0));
    CHECK(in.at_end());
    CHECK(!in.more());
    CHECK(in.history().size == size);
  }
}

TEST_CASE("stream/reader: what is moved away is closed") {
  rill::memory_reader first(text{"abc", 3});
  first.advance_to(first.cursor() + 1);
  rill::memory_reader second(static_cast<rill::memory_reader&&>(first));
  CHECK(!first.try_at_end());
  CHECK((first.error() == rill::library_problem::closed));
  CHECK(string_of(second.peek(9)) == "bc");
}

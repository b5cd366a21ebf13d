// test/stream/tee_test.cpp: writers that pass their bytes on, against a string.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/stream/callback.h>
#include <rill/stream/memory_writer.h>
#include <rill/stream/tee.h>

#include <random>
#include <stdexcept>
#include <string>

namespace {

// Writes pieces of sizes below and above those of the buffers.
std::string write_random(rill::writer& out, std::mt19937& random) {
  std::string all;
  for (int i = 0; i != 200; ++i) {
    std::size_t const size = random() % (i % 20 == 0 ? 3000 : 30);
    std::string const piece(size, static_cast<char>('a' + i % 26));
    out.write(piece.data(), piece.size());
    all += piece;
    if (i % 31 == 0) out.flush();
  }
  return all;
}

#if RILL_EXCEPTIONS
// The number of errors that the lost-output handler received.
int lost = 0;
void count_lost(rill::error const&) noexcept { ++lost; }
#endif

}  // namespace

TEST_CASE("stream/tee: both get everything in order") {
  std::mt19937 random(10);
  std::string first, second, want;
  {
    rill::callback_writer to_first(
        [&](char const* data, std::size_t size) { first.append(data, size); });
    rill::callback_writer to_second(
        [&](char const* data, std::size_t size) { second.append(data, size); });
    {
      rill::tee_writer out(to_first, to_second);
      want = write_random(out, random);
      rill::print(out, "number ", 42, '\n');
      want += "number 42\n";
    }
  }
  CHECK((first == want));
  CHECK((second == want));
}

TEST_CASE("stream/tee: flush reaches both writers") {
  std::string first, second;
  rill::callback_writer to_first(
      [&](char const* data, std::size_t size) { first.append(data, size); },
      100);
  rill::callback_writer to_second(
      [&](char const* data, std::size_t size) { second.append(data, size); },
      100);
  rill::tee_writer out(to_first, to_second);
  out.write("abc", 3);
  CHECK(first.empty());
  out.flush();
  CHECK(first == "abc");
  CHECK(second == "abc");
}

TEST_CASE("stream/tee: counts with and without a writer behind") {
  std::mt19937 random(11);
  rill::counting_writer alone;
  CHECK(alone.count() == 0);
  std::size_t const written = write_random(alone, random).size();
  CHECK(alone.count() == written);
  std::string got;
  rill::callback_writer behind(
      [&](char const* data, std::size_t size) { got.append(data, size); });
  rill::counting_writer out(behind);
  std::string const want = write_random(out, random);
  CHECK(out.count() == want.size());
  out.put('x');
  CHECK(out.count() == want.size() + 1);
  out.flush();
  CHECK((got == want + 'x'));
}

#if RILL_EXCEPTIONS
TEST_CASE("stream/tee: what one throws arrives, the other misses nothing") {
  auto const before = rill::set_lost_output_handler(count_lost);
  lost = 0;
  std::string const large(3000, 'x');
  for (bool first_is_full : {false, true}) {
    std::string kept;
    rill::callback_writer full(
        [](char const*, std::size_t) { throw std::runtime_error("full"); }, 4);
    rill::callback_writer good(
        [&](char const* data, std::size_t size) { kept.append(data, size); },
        4);
    rill::writer& first =
        first_is_full ? full : static_cast<rill::writer&>(good);
    rill::writer& second =
        first_is_full ? good : static_cast<rill::writer&>(full);
    {
      rill::tee_writer out(first, second);
      out.write("0123456789", 10);
      CHECK_THROWS_AS(out.flush(), std::runtime_error);
      CHECK(kept == "0123456789");
      // The failed sink is not called again; the other one is still flushed.
      out.write("ab", 2);
      CHECK_THROWS_AS(out.flush(), rill::error);
      CHECK(kept == "0123456789ab");
      out.write("cd", 2);
      CHECK_THROWS_AS(out.write(large.data(), large.size()), rill::error);
      CHECK((kept == "0123456789abcd" + large));
      out.write("end.", 4);
    }
    // The bytes that are still held are lost for the failed sink alone.
    CHECK(lost == 1);
    good.flush();
    CHECK((kept == "0123456789abcd" + large + "end."));
    lost = 0;
  }
  CHECK(lost == 0);
  rill::set_lost_output_handler(before);
}

TEST_CASE("stream/tee: destructors report what a writer behind throws") {
  auto const before = rill::set_lost_output_handler(count_lost);
  lost = 0;
  char block[4];
  {
    rill::memory_writer behind(block);
    rill::counting_writer out(behind);
    out.write("0123456789", 10);
  }
  CHECK(lost == 1);
  {
    rill::callback_writer behind(
        [](char const*, std::size_t) { throw std::runtime_error("full"); }, 4);
    rill::counting_writer out(behind);
    out.write("0123456789", 10);
  }
  CHECK(lost == 2);
  {
    std::string all;
    rill::string_writer kept(all);
    rill::memory_writer behind(block);
    {
      rill::tee_writer out(behind, kept);
      out.write("0123456789", 10);
    }
    kept.flush();
    CHECK(all == "0123456789");
  }
  CHECK(lost == 3);
  rill::set_lost_output_handler(before);
}
#else
TEST_CASE("stream/tee: the error of a writer behind is the tee's") {
  char block[4];
  std::string all;
  rill::memory_writer full(block);
  rill::string_writer kept(all);
  rill::tee_writer out(kept, full);
  rill::counting_writer counted(out);
  counted.write("0123456789", 10);
  counted.flush();
  CHECK((out.error() == rill::library_problem::no_room));
  CHECK((counted.error() == rill::library_problem::no_room));
  CHECK(counted.room() == 0);
  counted.write("abc", 3);
  counted.flush();
  CHECK(all == "0123456789");
}
#endif

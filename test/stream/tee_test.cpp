// test/stream/tee_test.cpp: writers that pass on, against a string.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/stream/callback.h>
#include <rill/stream/tee.h>

#include <random>
#include <stdexcept>
#include <string>

namespace {

// Pieces of all sizes around those of the buffers.
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
TEST_CASE("stream/tee: what a writer throws arrives, nothing is given twice") {
  std::string first, second;
  bool is_full = true;
  rill::callback_writer to_first(
      [&](char const* data, std::size_t size) { first.append(data, size); }, 4);
  rill::callback_writer to_second(
      [&](char const* data, std::size_t size) {
        if (is_full) throw std::runtime_error("full");
        second.append(data, size);
      },
      4);
  {
    rill::tee_writer out(to_first, to_second);
    out.write("0123456789", 10);
    CHECK_THROWS_AS(out.flush(), std::runtime_error);
    is_full = false;
    out.write("ab", 2);
    out.flush();
  }
  CHECK(first == "0123456789ab");
  CHECK(second.ends_with("ab"));
}
#endif

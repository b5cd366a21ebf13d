// test/stream/memory_test.cpp: writers into memory blocks, into growing memory
// and into strings, and writers that count.
// covers: rill/stream/memory_writer.h
// covers: rill/stream/scratch_writer.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/stream/memory_writer.h>
#include <rill/stream/scratch_writer.h>

#include <memory>  // std::make_unique: blocks of the exact size
#include <random>
#include <string>
#include <vector>

using rill::text;

namespace {

std::string string_of(text bytes) { return {bytes.data, bytes.size}; }

// Writes random pieces, which depend on the seed alone; returns their text.
template <class Writer>
std::string write_at_random(Writer& out, unsigned seed, int count) {
  std::mt19937 random(seed);
  std::string twin;
  for (int i = 0; i != count; ++i) {
    std::string const piece(random() % 30, static_cast<char>('a' + i % 26));
    if (random() % 3 == 0) {
      rill::print(out, i, '-', piece);
      twin += std::to_string(i) + "-" + piece;
    } else if (random() % 2 == 0) {
      out.put('+');
      twin += '+';
    } else {
      out.write(piece.data(), piece.size());
      twin += piece;
    }
  }
  return twin;
}

}  // namespace

TEST_CASE("stream/memory: a block takes what fits and refuses the rest") {
  for (std::size_t size = 0; size != 20; ++size) {
    auto const block = std::make_unique<char[]>(size);
    rill::memory_writer out(block.get(), size);
    std::string accepted;
    bool refused = false;
    for (char const* piece : {"12345", "", "6789", "abcdef", "g", "h"}) {
      try {
        out.write({piece, rill::detail::length_of(piece)});
        CHECK((!refused || *piece == 0));
        accepted += piece;
      } catch (rill::error const& e) {
        refused = true;
        CHECK((e.code() == rill::library_problem::no_room));
        CHECK((out.error() == rill::library_problem::no_room));
      }
    }
    CHECK(refused == (size < 17));
    CHECK(string_of(out.bytes()) == accepted);
    CHECK(out.size() == accepted.size());
    out.clear();
    CHECK(out.size() == 0);
    CHECK(!out.error());
    CHECK(out.room() == size);
  }
}

TEST_CASE("stream/memory: blocks come as arrays and containers") {
  char array[4];
  rill::memory_writer one(array);
  rill::print(one, "abcd");
  CHECK(string_of(one.bytes()) == "abcd");
  std::vector<char> vector(4);
  rill::memory_writer two(vector);
  rill::print(two, 12, "ab");
  CHECK(std::string(vector.begin(), vector.end()) == "12ab");
  // The longest number does not fit, but this one does.
  std::string string(3, ' ');
  rill::memory_writer three(string);
  rill::print(three, 123);
  CHECK(string == "123");
  CHECK_THROWS_AS(rill::print(three, '4'), rill::error);
}

TEST_CASE("stream/memory: a truncating writer counts what it drops") {
  for (std::size_t size = 0; size < 200; size += 7) {
    auto const block = std::make_unique<char[]>(size);
    rill::detail::truncating_writer out(block.get(), size);
    std::string const twin = write_at_random(out, 4, 20);
    CHECK(out.count() == twin.size());
    std::size_t const kept = twin.size() < size ? twin.size() : size;
    CHECK(out.kept() == kept);
    CHECK(std::string(block.get(), kept) == twin.substr(0, kept));
    CHECK(!out.error());
  }
}

TEST_CASE("stream/memory: a scratch grows from its own bytes to the heap") {
  for (int count = 0; count != 60; ++count) {
    rill::detail::scratch_writer<16> out;
    std::string const twin = write_at_random(out, 5, count);
    CHECK(string_of(out.bytes()) == twin);
  }
  rill::detail::scratch_writer<16> large;
  std::string const mebibyte(1 << 20, 'x');
  large.write({mebibyte.data(), mebibyte.size()});
  CHECK((string_of(large.bytes()) == mebibyte));
}

TEST_CASE("stream/memory: a string gets all, behind what it had") {
  for (int count = 0; count != 60; ++count) {
    std::string to = "before ";
    std::string twin;
    {
      rill::string_writer out(to);
      twin = write_at_random(out, 6, count);
      out.flush();
      CHECK((to == "before " + twin));
      rill::print(out, "!");
    }
    CHECK((to == "before " + twin + "!"));
  }
}

namespace {

// A string that grows up to a limit.
struct small_string {
  std::string bytes;
  void append(char const* data, std::size_t size) {
    if (bytes.size() + size > 10) throw std::bad_alloc();
    bytes.append(data, size);
  }
};

}  // namespace

TEST_CASE("stream/memory: a string without memory is told of by flush") {
  small_string to;
  rill::detail::appending_writer<small_string> out(to);
  rill::print(out, "01234567");
  out.flush();
  rill::print(out, "89abcdef");
  CHECK_THROWS_AS(out.flush(), std::bad_alloc);
  CHECK(to.bytes == "01234567");
}

TEST_CASE("stream/memory: a string_writer prints the string's own text") {
  for (std::size_t size : {1u, 15u, 255u, 256u, 300u, 5000u}) {
    std::string text(size, 'a');
    text.shrink_to_fit();
    std::string const before = text;
    {
      rill::string_writer out(text);
      rill::print(out, "x");
      out.flush();
      rill::print(out, text);
    }
    CHECK(text == before + "x" + before + "x");
  }
}

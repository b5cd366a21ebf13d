// test/print/number_run_test.cpp: numbers in a row, through buffers of every
// size, beside a loop of std::to_string.
#include <doctest/doctest.h>
#include <rill/stream.h>
#include <rill/types.h>

#include <array>
#include <cstdint>  // std::uint8_t, INT64_MIN
#include <random>
#include <span>
#include <string>
#include <vector>

namespace {

template <class T>
std::string with_separator(std::vector<T> const& numbers,
                           std::string const& separator) {
  std::string made;
  for (std::size_t i = 0; i != numbers.size(); ++i) {
    if (i != 0) made += separator;
    made += std::to_string(numbers[i]);
  }
  return made;
}

// Numbers of all lengths.
template <class T>
std::vector<T> some_numbers(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> numbers(count);
  for (T& n : numbers) n = static_cast<T>(random() >> random() % 64);
  return numbers;
}

// Prints through a writer with a buffer of `size` bytes.
template <class T>
std::string through_buffer(std::size_t size, T const& value) {
  std::string made;
  {
    auto const append = [&](char const* data, std::size_t count) {
      made.append(data, count);
    };
    rill::callback_writer out(append, size);
    rill::print(out, value);
  }
  return made;
}

template <class T>
void check_all_buffers(unsigned seed) {
  for (std::size_t const count : {0u, 1u, 2u, 3u, 17u}) {
    auto const numbers = some_numbers<T>(count, seed);
    for (std::size_t size = 1; size != 80; ++size) {
      INFO("count ", count, ", buffer ", size);
      REQUIRE(through_buffer(size, numbers) ==
              "[" + with_separator(numbers, ", ") + "]");
      REQUIRE(through_buffer(size, rill::join(numbers, '\n')) ==
              with_separator(numbers, "\n"));
    }
  }
}

}  // namespace

TEST_CASE("print/number_run: every integer through every small buffer") {
  check_all_buffers<unsigned char>(1);
  check_all_buffers<short>(2);
  check_all_buffers<int>(3);
  check_all_buffers<unsigned>(4);
  check_all_buffers<long long>(5);
  check_all_buffers<unsigned long>(6);
}

TEST_CASE("print/number_run: separators of every length, from exact blocks") {
  auto const numbers = some_numbers<int>(9, 7);
  for (std::size_t length = 0; length != 20; ++length) {
    std::string const separator = std::string(20, '-').substr(0, length);
    std::vector<char> const exact(separator.begin(), separator.end());
    rill::text const view(exact.data(), exact.size());
    for (std::size_t const size : {1u, 7u, 19u, 20u, 40u, 4096u})
      REQUIRE(through_buffer(size, rill::join(numbers, view)) ==
              with_separator(numbers, separator));
    CHECK(rill::concat(rill::join(numbers, separator)) ==
          with_separator(numbers, separator));
  }
}

TEST_CASE("print/number_run: a block of memory that is just large enough") {
  auto const numbers = some_numbers<long>(20, 8);
  std::string const wanted = "[" + with_separator(numbers, ", ") + "]";
  for (std::size_t missing = 0; missing != 30; ++missing) {
    std::vector<char> block(wanted.size() - missing);
    auto const made = rill::format_into(block, numbers);
    CHECK(made.size_needed == wanted.size());
    CHECK(made.truncated == (missing != 0));
    CHECK(std::string(block.data(), made.end) ==
          wanted.substr(0, block.size()));
  }
}

TEST_CASE("print/number_run: the largest, the smallest, floats, bools") {
  CHECK(rill::concat(std::array{INT64_MIN, INT64_MAX}) ==
        "[-9223372036854775808, 9223372036854775807]");
  CHECK(rill::concat(std::array{0.1, -1e300, 2.0}) == "[0.1, -1e+300, 2]");
  CHECK(rill::concat(std::array{0.1f}) == "[0.1]");
  bool const answers[] = {true, false};
  CHECK(rill::concat(answers) == "[true, false]");
  CHECK(rill::concat(rill::join(answers, "")) == "truefalse");
  std::vector<std::uint8_t> const bytes = {0, 255};
  CHECK(rill::concat(std::span(bytes), rill::rows(bytes)) == "[0, 255]0\n255");
  CHECK(rill::concat(std::vector<int const*>()) == "[]");
}

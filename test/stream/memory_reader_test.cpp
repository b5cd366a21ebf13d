// test/stream/memory_reader_test.cpp: the types that a reader of memory
// accepts.
#include <doctest/doctest.h>
#include <rill/stream/memory_reader.h>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using rill::memory_reader;

namespace {

constexpr std::size_t count_constant() {
  memory_reader in("abcd", 4);
  std::size_t count = 0;
  for (; !in.at_end(); ++count) in.advance_to(in.cursor() + 1);
  return count;
}
static_assert(count_constant() == 4);

std::string all_of(rill::reader& in) {
  rill::text const t = in.peek(1000);
  return {t.data, t.size};
}

}  // namespace

TEST_CASE("stream/memory_reader: of strings, views, vectors, literals") {
  std::string const string = "a string";
  std::vector<char> const vector(3, 'v');
  memory_reader of_string(string);
  memory_reader of_vector(vector);
  auto of_view = rill::from(std::string_view("a view"));
  auto of_literal = rill::from("a literal");
  auto of_text = rill::from(rill::text{string.data(), 3});
  memory_reader of_nothing(rill::text{});
  std::span<char const> const span(vector);
  auto of_span = rill::from(std::span<char const>(span));
  memory_reader of_moved_view(std::string_view(string).substr(2));
  CHECK(all_of(of_span) == "vvv");
  CHECK(all_of(of_moved_view) == "string");
  CHECK(all_of(of_string) == "a string");
  CHECK((of_string.cursor() == string.data()));
  CHECK(all_of(of_vector) == "vvv");
  CHECK(all_of(of_view) == "a view");
  CHECK(all_of(of_literal) == "a literal");
  CHECK(all_of(of_text) == "a s");
  CHECK(of_nothing.at_end());
  CHECK(!of_nothing.error());
}

TEST_CASE("stream/memory_reader: names itself text") {
  auto in = rill::from("x");
  rill::source_position const at = in.locate();
  CHECK(std::string(at.name.data, at.name.size) == "text");
  CHECK(at.line == 1);
  CHECK(at.column == 0);
}

// What a temporary of the type would leave behind. test/refuse/ has the
// messages.
static_assert(rill::detail::temporary_owner<std::string>);
static_assert(rill::detail::temporary_owner<std::string const>);
static_assert(rill::detail::temporary_owner<std::vector<char>>);
static_assert(rill::detail::temporary_owner<std::array<char, 2>>);
static_assert(!rill::detail::temporary_owner<std::string&>);
static_assert(!rill::detail::temporary_owner<std::string const&>);
static_assert(!rill::detail::temporary_owner<std::string_view>);
static_assert(!rill::detail::temporary_owner<std::span<char>>);
static_assert(!rill::detail::temporary_owner<std::span<char const, 3>>);
static_assert(!rill::detail::temporary_owner<rill::text>);
static_assert(!rill::detail::temporary_owner<char const*>);

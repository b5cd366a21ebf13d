// test/process/captured_text_test.cpp: the captured output of a child.
// covers: rill/process/options.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/process/options.h>
#include <rill/scan.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "support/files.h"

using rill::captured_text;

namespace {

captured_text captured(std::string const& bytes, std::size_t part) {
  captured_text result;
  for (std::size_t at = 0; at != bytes.size();) {
    REQUIRE(!result.make_room());
    std::size_t const count =
        std::min({part, result.room_size(), bytes.size() - at});
    bytes.copy(result.room_begin(), count, at);
    result.take(count);
    at += count;
  }
  return result;
}

}  // namespace

TEST_CASE("process/options: any size, in parts of any size") {
  for (std::size_t size :
       {0u, 1u, 16382u, 16383u, 16384u, 100'000u, 9'000'000u}) {
    std::string const bytes = rill_test::pattern(size);
    for (std::size_t part : {1000u, 20'000u, 10'000'000u}) {
      captured_text const text = captured(bytes, part);
      CHECK(text == bytes);
      CHECK(text.c_str()[size] == '\0');
    }
  }
}

TEST_CASE("process/options: a text for everything that takes one") {
  captured_text const text = captured("12 ab\nline\r\n\n", 100);
  std::string const string = text;
  std::string_view const view = text;
  CHECK(string == view);
  CHECK(rill::concat(text) == string);
  CHECK(text.trimmed() == "12 ab\nline");
  CHECK(captured("\n\n", 9).trimmed() == "");
  std::string joined;
  for (std::string_view line : rill::lines(text)) joined += line;
  CHECK(joined == "12 abline");
  captured_text moved = captured("a", 1);
  captured_text const other = std::move(moved);
  CHECK(other == "a");
  CHECK(moved.empty());
  moved = captured("b", 1);
  CHECK(moved == "b");
}

TEST_CASE("process/options: it is cut at both ends") {
  captured_text text = captured("0123456789", 100);
  text.drop_front(3);
  CHECK(text == "3456789");
  text.cut_to(2);
  CHECK(text == "34");
  text.drop_front(0);
  text.drop_front(2);
  CHECK(text.empty());
  captured_text().cut_to(0);
}

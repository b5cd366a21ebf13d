// test/scan/fields_test.cpp: fields against plain splitting.
// covers: scan/lines.h
#include <doctest/doctest.h>
#include <rill/scan/lines.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

std::vector<std::string> split(std::string const& text, char delimiter) {
  std::vector<std::string> all(1);
  for (char c : text)
    if (c == delimiter)
      all.emplace_back();
    else
      all.back() += c;
  return all;
}

std::vector<std::string> collected(std::string_view text, char delimiter) {
  std::vector<std::string> all;
  for (std::string_view field : rill::fields(text, delimiter))
    all.emplace_back(field);
  return all;
}

constexpr std::size_t count_constant(std::string_view text) {
  std::size_t count = 0;
  for (auto field : rill::fields(text, ',')) count += field.size() + 1;
  return count;
}
static_assert(count_constant("a,,b") == 5);

}  // namespace

TEST_CASE("scan/lines: as plain splitting does it") {
  std::mt19937 random(8);
  for (int i = 0; i != 3000; ++i) {
    std::string text(random() % 20, '\0');
    for (char& c : text) c = ",,ab;\0"[random() % 6];
    auto const block = std::make_unique<char[]>(text.size());
    text.copy(block.get(), text.size());
    for (char delimiter : {',', ';', '\0'})
      REQUIRE((collected({block.get(), text.size()}, delimiter) ==
               split(text, delimiter)));
  }
}

TEST_CASE("scan/lines: an iterator can be copied and used again") {
  auto const range = rill::fields("a,b,c", ',');
  auto at = range.begin();
  auto const first = at++;
  auto const second = at;
  ++at;
  CHECK(*first == "a");
  CHECK(*second == "b");
  CHECK(*at == "c");
  CHECK((at != range.end()));
  ++at;
  CHECK((at == range.end()));
  CHECK((second != range.end()));
}

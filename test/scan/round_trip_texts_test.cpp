// test/scan/round_trip_texts_test.cpp: texts and characters of every type
// print and scan back, whatever bytes are in them.
#include <filesystem>
#include <forward_list>
#include <map>
#include <set>
#include <tuple>

#include "../support/round_trip.h"

namespace rill_test {

template <>
struct random_value<std::filesystem::path> {
  static std::filesystem::path make(random_engine& random) {
    return random_of<std::filesystem::path::string_type>(random);
  }
};
template <class T>
struct random_value<std::forward_list<T>> {
  static std::forward_list<T> make(random_engine& random) {
    auto const all = random_of<std::vector<T>>(random);
    return {all.begin(), all.end()};
  }
};

}  // namespace rill_test

using rill_test::round_trip;

TEST_CASE("scan/round_trip_texts: strings of every character type") {
  round_trip<std::vector<std::string>>(300);
  round_trip<std::vector<std::u8string>>(100);
  round_trip<std::vector<std::u16string>>(100);
  round_trip<std::vector<std::u32string>>(100);
  round_trip<std::vector<std::wstring>>(100);
  round_trip<std::vector<std::filesystem::path>>(100);
}

TEST_CASE("scan/round_trip_texts: characters of every type") {
  round_trip<std::vector<char>>(300);
  round_trip<std::vector<char8_t>>(100);
  round_trip<std::vector<char16_t>>(100);
  round_trip<std::vector<char32_t>>(100);
  round_trip<std::vector<wchar_t>>(100);
}

TEST_CASE("scan/round_trip_texts: texts in other things") {
  round_trip<std::map<std::string, std::string>>();
  round_trip<std::multimap<char, std::u16string>>();
  round_trip<std::set<std::u32string>>();
  round_trip<std::forward_list<std::pair<std::string, char>>>();
  round_trip<std::optional<std::string>>();
  round_trip<std::vector<std::optional<std::string>>>();
}

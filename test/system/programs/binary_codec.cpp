// test/system/programs/binary_codec.cpp: random values of each type of
// docs/binary.md, for a codec in Python to compare with (binary_codec_test.py).
//
// For each value a line: the type's name, the value as JSON, and the bytes of
// binary_compact, binary_tagged and a compact record, hexadecimal. `read FILE`
// reads a log of records that Python wrote.
#include <rill/file.h>
#include <rill/records.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>

#include "binary_values.h"

namespace {

// Parts of dates, with a number that JSON shows for each part.
int number_of(chrono::weekday d) { return static_cast<int>(d.c_encoding()); }
int number_of(chrono::year y) { return static_cast<int>(y); }
int number_of(auto part) {
  return static_cast<int>(static_cast<unsigned>(part));
}
chrono::year any_year() {
  return chrono::year(static_cast<std::int16_t>(source()));
}
chrono::month any_month() { return chrono::month(1 + unsigned(below(12))); }
chrono::day any_day() { return chrono::day(1 + unsigned(below(31))); }
chrono::weekday any_weekday() { return chrono::weekday(unsigned(below(7))); }
unsigned any_index() { return 1 + unsigned(below(5)); }

std::string hexadecimal(std::string const& bytes) {
  std::string made;
  for (char byte : bytes) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x",
                  unsigned{static_cast<unsigned char>(byte)});
    made += two;
  }
  return made.empty() ? "-" : made;
}

template <class T>
void put(char const* name, T const& value, std::string const& json) {
  std::string record;
  rill::string_writer to_record(record);
  rill::write_record(to_record, value);
  to_record.flush();
  std::printf("%s\t%s\t%s\t%s\t%s\n", name, json.c_str(),
              hexadecimal(rill::to_bytes(value)).c_str(),
              hexadecimal(rill::to_bytes(value, rill::binary_tagged)).c_str(),
              hexadecimal(record).c_str());
}
template <class T>
void put_some(char const* name) {
  for (int i = 0; i != 60; ++i) {
    T const value = any<T>();
    std::string json;
    say(json, value);
    put(name, value, json);
  }
}
template <class T, class... Part>
void put_date(char const* name, T const& value, Part... part) {
  std::string json;
  say_list(json, part...);
  put(name, value, json);
}

void put_numbers() {
  put_some<signed char>("i1");
  put_some<short>("i2");
  put_some<int>("i4");
  put_some<long long>("i8");
  put_some<int128>("i16");
  put_some<unsigned char>("u1");
  put_some<unsigned short>("u2");
  put_some<unsigned>("u4");
  put_some<unsigned long long>("u8");
  put_some<uint128>("u16");
  put_some<char>("char");
  put_some<wchar_t>("wchar_t");
  put_some<char16_t>("char16_t");
  put_some<std::byte>("byte");
  put_some<bool>("bool");
  put_some<small>("enum u1");
  put_some<wide>("enum i8");
  put_some<float>("f4");
  put_some<double>("f8");
  if (RILL_LONG_DOUBLE_BITS > 53) put_some<long double>("f16");
#ifdef __FLT16_MANT_DIG__
  put_some<_Float16>("f2");
#endif
  put_some<std::complex<float>>("complex");
}
void put_layouts() {
  put_some<rill::le<int>>("le");
  put_some<rill::be<int>>("be");
  put_some<rill::be<unsigned short>>("be u2");
  put_some<rill::leb128<int>>("leb i4");
  put_some<rill::leb128<unsigned long long>>("leb u8");
  put_some<std::vector<rill::leb128<short>>>("leb list");
  put_some<rill::fixed_text<4>>("text of 4");
  put_some<rill::fixed_text<3>>("text of 3");
  put_some<rill::fixed_text<200>>("text of 200");
  put_some<rill::padding<3>>("padding of 3");
  put_some<rill::padding<8>>("padding of 8");
}
void put_containers() {
  put_some<std::string>("text");
  put_some<std::u16string>("text 2");
  put_some<std::wstring>("text 4");
  put_some<std::filesystem::path>("path");
  put_some<std::array<short, 3>>("array");
  put_some<std::array<std::string, 2>>("array of text");
  put_some<std::vector<int>>("vector");
  put_some<std::list<std::string>>("list");
  put_some<std::deque<unsigned char>>("deque");
  put_some<std::forward_list<short>>("forward_list");
  put_some<std::valarray<double>>("valarray");
  put_some<std::vector<bool>>("vector of bool");
  put_some<std::vector<std::vector<std::string>>>("nested");
  put_some<std::queue<int>>("queue");
  put_some<std::stack<int>>("stack");
  put_some<std::set<int>>("set");
  put_some<std::map<std::string, int>>("map");
  put_some<std::unordered_map<short, std::vector<int>>>("unordered_map");
  put_some<std::bitset<12>>("bitset 12");
  put_some<std::bitset<64>>("bitset 64");
  char const letters[4] = "ab";
  std::string json;
  say_range(json, std::string("ab"));
  put("text", letters, json);
}
void put_compounds() {
  put_some<std::pair<int, std::string>>("pair");
  put_some<std::tuple<bool, double, std::vector<short>>>("tuple");
  put_some<nothing>("nothing");
  put_some<std::monostate>("monostate");
  put_some<std::vector<std::monostate>>("monostates");
  put_some<tree>("tree");
  put_some<trade>("trade");
  put_some<hooked>("hook");
  put_some<std::optional<int>>("optional");
  put_some<std::optional<std::optional<std::string>>>("optional twice");
  put_some<std::unique_ptr<std::string>>("unique_ptr");
  put_some<std::variant<int, std::string, std::monostate>>("variant");
#if __cpp_lib_expected
  put_some<std::expected<int, std::string>>("expected");
  put_some<std::expected<void, short>>("expected void");
#endif
  for (int number : {0, 1, -1}) {
    std::atomic<int> held = number;
    put("i4", held, std::to_string(number));
    put("i4", std::ref(number), std::to_string(number));
  }
}
void put_times() {
  put_some<chrono::duration<int>>("seconds");
  put_some<chrono::duration<long long, std::milli>>("milliseconds");
  put_some<chrono::duration<double, std::ratio<60>>>("minutes");
  put_some<chrono::time_point<chrono::system_clock,
                              chrono::duration<long long, std::milli>>>(
      "point");
  put_some<chrono::hh_mm_ss<chrono::duration<long long>>>("hh_mm_ss");
}
void put_dates() {
  for (int i = 0; i != 60; ++i) {
    auto const y = any_year();
    auto const m = any_month();
    auto const d = any_day();
    auto const w = any_weekday();
    auto const n = any_index();
    auto const last = chrono::last;
    int const year = number_of(y), month = number_of(m), day = number_of(d);
    int const weekday = number_of(w), index = int(n);
    put_date("part", d, day);
    put_date("part", m, month);
    put_date("part", w, weekday);
    put_date("year", y, year);
    put_date("two parts", w[n], weekday, index);
    put_date("part", w[last], weekday);
    put_date("two parts", m / d, month, day);
    put_date("part", m / last, month);
    put_date("three parts", m / w[n], month, weekday, index);
    put_date("two parts", m / w[last], month, weekday);
    put_date("year and part", y / m, year, month);
    put_date("year and two", y / m / d, year, month, day);
    put_date("year and part", y / m / last, year, month);
    put_date("year and three", y / m / w[n], year, month, weekday, index);
    put_date("year and three", y / m / w[last], year, month, weekday, 0);
  }
}

// Reads a log of trades and prints each as JSON.
void read_trades(char const* path) {
  auto whole = rill::load(path);
  for (trade const& one : rill::records<trade>(whole)) {
    std::string json;
    say(json, one);
    std::puts(json.c_str());
  }
}

}  // namespace

int main(int count, char** words) {
  if (count == 3 && std::strcmp(words[1], "read") == 0) {
    read_trades(words[2]);
    return 0;
  }
  source.seed(count == 2 ? std::strtoull(words[1], nullptr, 10) : 1);
  put_numbers();
  put_layouts();
  put_containers();
  put_compounds();
  put_times();
  put_dates();
  return rill::binary_size(nothing()) == 0 ? 0 : 1;
}

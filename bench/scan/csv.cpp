// bench/scan/csv.cpp: gigabytes per second of reading a table, rows as
// structures, from memory and from a file in the page cache, against loops by
// hand: memchr for the end of each field, and from_chars. Medians of
// interleaved rounds of processor time.
//   g++ -O2 -std=c++20 -Iinclude bench/scan/csv.cpp
//   a.out [FOLDER]      (of the file; by default /dev/shm)
#include <time.h>  // clock_gettime

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "rill/csv.h"
#include "rill/file.h"
#include "rill/number.h"
#include "rill/print.h"

namespace {

using numbers_row = std::array<int, 8>;

struct trade {
  long long time = 0;
  int amount = 0;
  double price = 0;
  double fee = 0;
};
struct person {
  int number = 0;
  std::string name;
  std::string city;
  double height = 0;
  int year = 0;
};

std::uint64_t sum_of(numbers_row const& row) {
  std::uint64_t sum = 0;
  for (int n : row) sum += static_cast<std::uint64_t>(n);
  return sum;
}
std::uint64_t sum_of(trade const& row) {
  return static_cast<std::uint64_t>(row.time) +
         static_cast<std::uint64_t>(row.amount) +
         static_cast<std::uint64_t>(row.price * 100 + row.fee * 100);
}
std::uint64_t sum_of(person const& row) {
  return static_cast<std::uint64_t>(row.number) + row.name.size() +
         row.city.size() + static_cast<std::uint64_t>(row.height * 100) +
         static_cast<std::uint64_t>(row.year);
}

// By hand: each field ends at its delimiter.
struct by_hand {
  char const* at;
  char const* last;

  template <class T>
  bool operator()(T& to, char separator) {
    auto const* const end = static_cast<char const*>(
        std::memchr(at, separator, static_cast<std::size_t>(last - at)));
    if (!end) return false;
    if constexpr (requires { to.clear(); }) {
      to.assign(at, end);
    } else {
      auto const [behind, error] = std::from_chars(at, end, to);
      if (error != std::errc() || behind != end) return false;
    }
    at = end + 1;
    return true;
  }
};
bool take_row(by_hand& field, numbers_row& row) {
  for (std::size_t i = 0; i != 7; ++i)
    if (!field(row[i], ',')) return false;
  return field(row[7], '\n');
}
bool take_row(by_hand& field, trade& row) {
  return field(row.time, ',') && field(row.amount, ',') &&
         field(row.price, ',') && field(row.fee, '\n');
}
bool take_row(by_hand& field, person& row) {
  return field(row.number, ',') && field(row.name, ',') &&
         field(row.city, ',') && field(row.height, ',') &&
         field(row.year, '\n');
}

template <class Row>
std::uint64_t sum_by_hand(std::string const& text) {
  by_hand field{text.data(), text.data() + text.size()};
  std::uint64_t sum = 0;
  for (Row row; field.at != field.last && take_row(field, row);)
    sum += sum_of(row);
  return sum;
}
template <class Row>
std::uint64_t sum_of_memory(std::string const& text) {
  std::uint64_t sum = 0;
  for (Row const& row : rill::csv<Row>(text)) sum += sum_of(row);
  return sum;
}
template <class Row>
std::uint64_t sum_of_file(std::string const& path) {
  std::uint64_t sum = 0;
  for (Row const& row : rill::csv<Row>(rill::file_reader(path)))
    sum += sum_of(row);
  return sum;
}
// Reads the file and does nothing else.
std::uint64_t only_read(std::string const& path) {
  rill::file_reader in(path);
  std::uint64_t sum = 0;
  do {
    sum += in.available();
    in.advance_to(in.end());
  } while (in.more());
  return sum;
}

// Nanoseconds of processor time of this process.
double processor_time() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 +
         static_cast<double>(now.tv_nsec);
}

struct race {
  template <class Function>
  void run(std::size_t way, Function function) {
    double const start = processor_time();
    std::uint64_t const sum = function();
    speeds[way].push_back(size / (processor_time() - start));
    if (sums[way] != 0 && sums[way] != sum) std::puts("different");
    sums[way] = sum;
  }
  double median(std::size_t way) {
    std::sort(speeds[way].begin(), speeds[way].end());
    return speeds[way][speeds[way].size() / 2];
  }

  double size;
  std::array<std::vector<double>, 4> speeds{};
  std::array<std::uint64_t, 4> sums{};
};

template <class Row, class Make>
void compare(char const* what, std::string const& path, Make make) {
  std::string text;
  while (text.size() < 16 << 20) make(text);
  rill::file_writer(path).write(text);
  race times{static_cast<double>(text.size())};
  for (int round = 0; round != 15; ++round) {
    times.run(0, [&] { return sum_by_hand<Row>(text); });
    times.run(1, [&] { return sum_of_memory<Row>(text); });
    times.run(2, [&] { return sum_of_file<Row>(path); });
    times.run(3, [&] { return only_read(path); });
  }
  if (times.sums[0] != times.sums[1] || times.sums[0] != times.sums[2])
    std::puts("different sums");
  std::printf("%-32s by hand %5.2f  memory %5.2f  file %5.2f  (read %5.2f)\n",
              what, times.median(0), times.median(1), times.median(2),
              times.median(3));
  std::remove(path.c_str());
}

std::mt19937_64 random_bits(7);

long long up_to(long long limit) {
  return static_cast<long long>(random_bits() %
                                static_cast<std::uint64_t>(limit));
}
// Each number of digits is equally likely.
int of_any_length() {
  long long limit = 10;
  for (long long digits = up_to(9); digits != 0; --digits) limit *= 10;
  return static_cast<int>(up_to(limit)) * (up_to(2) == 0 ? 1 : -1);
}

template <class Number>
void add_numbers(std::string& text, Number number) {
  for (int i = 0; i != 8; ++i)
    text += std::to_string(number()) + (i == 7 ? '\n' : ',');
}

}  // namespace

int main(int count, char** arguments) {
  std::string const path =
      std::string(count > 1 ? arguments[1] : "/dev/shm") + "/rill-bench.csv";
  compare<numbers_row>("8 ints of 7 digits", path, [](std::string& text) {
    add_numbers(text, [] { return 1'000'000 + up_to(9'000'000); });
  });
  compare<numbers_row>("8 ints below 1000", path, [](std::string& text) {
    add_numbers(text, [] { return up_to(1000); });
  });
  compare<numbers_row>("8 ints of 1 to 9 digits, signed", path,
                       [](std::string& text) {
                         add_numbers(text, [] { return of_any_length(); });
                       });
  compare<trade>("long long, int, 2 doubles", path, [](std::string& text) {
    char line[100];
    std::snprintf(line, sizeof line, "%lld,%lld,%lld.%02lld,0.%03lld\n",
                  1'700'000'000'000 + up_to(1'000'000'000'000), up_to(10'000),
                  up_to(1000), up_to(100), up_to(1000));
    text += line;
  });
  compare<person>("int, 2 strings, double, int", path, [](std::string& text) {
    char line[100];
    std::snprintf(line, sizeof line, "%lld,%.*s,%.*s,%lld.%02lld,%lld\n",
                  up_to(1'000'000), static_cast<int>(4 + up_to(9)),
                  "Maximiliane Anna", static_cast<int>(5 + up_to(7)),
                  "Klagenfurt am See", up_to(2) + 1, up_to(100),
                  1930 + up_to(90));
    text += line;
  });
}

// test/number/fields_test.cpp: all numbers of a row in one call.
// covers: number/kernel/fields.h
#include <doctest/doctest.h>
#include <rill/number.h>
#include <rill/number/kernel/fields.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

namespace detail = rill::detail;

struct number {
  std::int64_t value = 0;
  unsigned decimals = 0;
  bool operator==(number const&) const = default;
};

// The slow twin, byte by byte. Returns false where the kernel returns null.
bool read_slowly(std::string const& row, char delimiter, std::size_t count,
                 std::vector<number>& found, std::size_t& at) {
  at = 0;
  found.clear();
  auto const is_digit = [&] {
    return at < row.size() && row[at] >= '0' && row[at] <= '9';
  };
  for (std::size_t i = 0; i != count; ++i) {
    bool const negative = at < row.size() && row[at] == '-';
    at += negative;
    std::string digits;
    number n;
    if (!is_digit()) return false;
    while (is_digit()) digits += row[at++];
    if (at < row.size() && row[at] == '.') {
      ++at;
      if (!is_digit()) return false;
      for (; is_digit(); ++n.decimals) digits += row[at++];
    }
    if (digits.size() > 19) return false;
    std::uint64_t magnitude = std::stoull(digits);
    if (magnitude >> 63 != 0 || (negative && magnitude == 0)) return false;
    n.value = static_cast<std::int64_t>(magnitude) * (negative ? -1 : 1);
    found.push_back(n);
    if (i + 1 != count) {
      if (at == row.size() || row[at++] != delimiter) return false;
    } else {
      if (at < row.size() && row[at] == '\r') ++at;
      if (at == row.size() || row[at++] != '\n') return false;
    }
  }
  return true;
}

// Checks a row, with `rest` behind it, in a block of exactly their size.
void check_row(detail::fields_reader read, std::string const& row,
               std::string const& rest, std::size_t count,
               char delimiter = ',') {
  CAPTURE(row);
  CAPTURE(count);
  std::size_t const size = row.size() + rest.size();
  std::unique_ptr<char[]> const exact(new char[size]);
  std::memcpy(exact.get(), (row + rest).data(), size);
  std::size_t const room = count + detail::fields_slack;
  std::unique_ptr<std::int64_t[]> const values(new std::int64_t[room]);
  std::unique_ptr<unsigned char[]> const decimals(new unsigned char[room]);
  detail::row_of_numbers out{values.get(), decimals.get(),
                             static_cast<unsigned>(count)};
  char const* const end = read(exact.get(), exact.get() + size, delimiter, out);
  std::vector<number> wanted;
  std::size_t wanted_size = 0;
  bool const is_plain = delimiter != '-' &&
                        read_slowly(row, delimiter, count, wanted, wanted_size);
  if (rest.size() >= 64 || !is_plain) CHECK((end != nullptr) == is_plain);
  if (!end || !is_plain) return;
  CHECK(static_cast<std::size_t>(end - exact.get()) == wanted_size);
  bool has_points = false;
  for (std::size_t i = 0; i != count; ++i) {
    CHECK(number{values[i], decimals[i]} == wanted[i]);
    has_points = has_points || wanted[i].decimals != 0;
  }
  CHECK(out.has_points == has_points);
}

std::string const padding(64, '7');

}  // namespace

TEST_CASE("number/fields: odd rows") {
  detail::fields_reader const read = detail::choose_fields();
  if (!read) return;
  for (char const* row : {"1,2\n",
                          "1,2\r\n",
                          "-1,2\n",
                          "-0,2\n",
                          "-0.0,2\n",
                          "1.5,2.25\n",
                          "1.,2\n",
                          ".5,2\n",
                          "1.2.3,4\n",
                          "1,2.3.4\n",
                          "1..2,4\n",
                          "1\n,2\n",
                          "1\n2\n",
                          "1\r\n2\n",
                          "1\r,2\n",
                          "1,2\r\r\n",
                          "1,2,3\n",
                          ",2\n",
                          "1,\n",
                          "--1,2\n",
                          "1-,2\n",
                          "1-2,3\n",
                          "-,2\n",
                          "1,-\n",
                          "- 1,2\n",
                          " 1,2\n",
                          "1 ,2\n",
                          "+1,2\n",
                          "1e5,2\n",
                          "\"1\",2\n",
                          "1,,2\n",
                          "-.5,2\n",
                          "-1.5,2\n",
                          "1.-5,2\n",
                          "\n1,2\n",
                          "1;2\n",
                          "nan,1\n",
                          "9223372036854775807,1\n",
                          "9223372036854775808,1\n",
                          "-9223372036854775807,1\n",
                          "-9223372036854775808,1\n",
                          "9999999999999999999,1\n",
                          "18446744073709551615,1\n",
                          "00000000000000000001,1\n",
                          "0000000000000000001,1\n",
                          "0.000000000000000001,1\n",
                          "0.0000000000000000001,1\n",
                          "123456789012345678.9,-9.87654321\r\n",
                          "1,2\n\n",
                          "1,2\n3,4\n"})
    check_row(read, row, padding, 2);
  check_row(read, "1;-2.5;3\n", padding, 3, ';');
  check_row(read, "1.2\n", padding, 2, '.');
  check_row(read, "1-2\n", padding, 2, '-');
  check_row(read, "132\n", padding, 2, '3');
  check_row(read, "7\r\n", padding, 1);
  check_row(read, "7\n", padding, 1);
}

TEST_CASE("number/fields: rows of random numbers, some of them damaged") {
  detail::fields_reader const read = detail::choose_fields();
  if (!read) return;
  std::mt19937 random(5);
  auto const up_to = [&](std::size_t limit) -> std::size_t {
    return random() % limit;
  };
  std::string const damage = "-.,\n\r 0123456789e\"";
  for (int round = 0; round != 30'000; ++round) {
    std::size_t const count = 1 + up_to(round % 100 == 0 ? 64 : 12);
    std::size_t const most = 1 + up_to(20);
    bool const has_points = up_to(2) == 0;
    std::string row;
    for (std::size_t i = 0; i != count; ++i) {
      if (up_to(4) == 0) row += '-';
      for (std::size_t digits = 1 + up_to(most); digits != 0; --digits)
        row += static_cast<char>('0' + up_to(10));
      if (has_points && up_to(2) == 0) {
        row += '.';
        row += std::to_string(up_to(1 + up_to(100'000)));
      }
      row += i + 1 != count ? "," : up_to(2) == 0 ? "\n" : "\r\n";
    }
    if (up_to(4) == 0) row[up_to(row.size())] = damage[up_to(damage.size())];
    check_row(read, row, up_to(4) == 0 ? padding.substr(up_to(64)) : padding,
              count);
  }
}

// test/scan/values_test.cpp: a source as a range of values; a loop that
// breaks anywhere leaves the rest.
#include <doctest/doctest.h>
#include <errno.h>   // EIO
#include <string.h>  // strerror
#include <rill/csv.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <iterator>  // std::input_iterator
#include <random>
#include <string>
#include <string_view>
#include <type_traits>  // std::is_same_v
#include <vector>

#include "../reference/integer.h"
#include "../support/files.h"
#include "../support/scripted_reader.h"

using rill_test::scripted_reader;

namespace {

std::string const spaces[] = {" ",  "\n",  "\r\n",
                              "  ", "\t ", std::string(70, ' ')};

std::string numbers(std::size_t count) {
  std::string all;
  for (std::size_t i = 0; i != count; ++i)
    all += std::to_string(i % 128) + spaces[i % 6];
  return all;
}

template <class T>
bool breaks_everywhere(std::size_t count, std::size_t buffer,
                       std::size_t step) {
  std::string const text = numbers(count);
  for (std::size_t stop = 0; stop < count; stop += step) {
    scripted_reader in(text, buffer);
    std::size_t seen = 0;
    for (T n : rill::values<T>(in)) {
      if (n != static_cast<T>(seen % 128)) return false;
      if (seen++ == stop) break;
    }
    if (seen != stop + 1) return false;
    // The separator behind the last value is still in the input.
    char c = 0;
    if (!rill::scan(in, rill::character(c)) || c != spaces[stop % 6][0])
      return false;
    long next = 0;
    if (stop + 1 < count) {
      if (!rill::scan(in, next)) return false;
      if (next != static_cast<long>((stop + 1) % 128)) return false;
    }
    for (T n : rill::values<T>(in))
      if (n != static_cast<T>(++seen % 128)) return false;
    if (!in.at_end()) return false;
  }
  return true;
}

template <class T>
void check_type() {
  CHECK(breaks_everywhere<T>(20, 1, 1));
  CHECK(breaks_everywhere<T>(40, 16, 1));
  CHECK(breaks_everywhere<T>(600, 4096, 37));
}

template <class Range>
long sum_of(Range&& range) {
  long sum = 0;
  for (auto const& n : range) sum += static_cast<long>(n);
  return sum;
}

struct number {
  int n = 0;
  explicit operator long() const { return n; }
  friend void rill_scan(auto& in, number& x) { in("<", x.n, ">"); }
};

}  // namespace

TEST_CASE("scan/read: every type of integer, left at every place") {
  check_type<signed char>();
  check_type<unsigned char>();
  check_type<short>();
  check_type<unsigned short>();
  check_type<int>();
  check_type<unsigned>();
  check_type<long>();
  check_type<unsigned long long>();
  check_type<reference::widest>();
  check_type<reference::unsigned_widest>();
}

TEST_CASE("scan/read: one range, left and gone on with") {
  for (std::size_t buffer : {16u, 4096u}) {
    scripted_reader in(numbers(500), buffer);
    auto range = rill::values<int>(in);
    std::size_t seen = 0;
    bool good = true;
    while (seen != 500)
      for (int n : range) {
        good = good && n == static_cast<int>(seen % 128);
        if (++seen % 3 == 0) break;
      }
    CHECK(good);
  }
}

TEST_CASE("scan/read: every source") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string const text = numbers(1000);
  rill_test::set_content(path, text);
  long sum = 0;
  for (long i = 0; i != 1000; ++i) sum += i % 128;
  CHECK(sum_of(rill::values<int>(rill::file::open(path))) == sum);
  CHECK(sum_of(rill::values<int>(rill::file_reader(path))) == sum);
  CHECK(sum_of(rill::values<int>(rill::load(path))) == sum);
  CHECK(sum_of(rill::values<int>(std::string_view(text))) == sum);
  CHECK(sum_of(rill::values<int>(rill::from("1 2 3"))) == 6);
  CHECK(sum_of(rill::values<int>(text)) == sum);
  std::string changeable = text;
  CHECK(sum_of(rill::values<int>(changeable)) == sum);
  rill::loaded_file loaded = rill::load(path);
  CHECK(sum_of(rill::values<int>(loaded)) == sum);
  FILE* const stream = ::fopen(path.c_str(), "r");
  CHECK(sum_of(rill::values<int>(stream)) == sum);
  ::fclose(stream);
  rill::file_reader in(path, 16);
  CHECK(sum_of(rill::values<int>(in)) == sum);
}

TEST_CASE("scan/read: values that are no integers") {
  scripted_reader words("one two  three", 16);
  std::string all;
  for (std::string const& word : rill::values<std::string>(words)) {
    all += word + ';';
    if (word == "two") break;
  }
  CHECK(all == "one;two;");
  CHECK(rill::read<std::string>(words) == "three");
  scripted_reader in("<1> < 2 ><3>", 16);
  CHECK(sum_of(rill::values<number>(in)) == 6);
  scripted_reader hex("true 0 1", 16);
  CHECK(sum_of(rill::values<bool>(hex)) == 2);
}

TEST_CASE("scan/read: no values at all") {
  for (char const* text : {"", " ", "\r\n\n"})
    CHECK(sum_of(rill::values<int>(text)) == 0);
}

#if RILL_EXCEPTIONS
TEST_CASE(
    "scan/read: what is wrong is thrown when it is reached, and can "
    "be read otherwise") {
  for (std::size_t buffer : {1u, 16u, 4096u})
    for (std::size_t good : {0u, 1u, 2u, 300u}) {
      scripted_reader in(numbers(good) + "abc 7" + std::string(100, ' '),
                         buffer);
      std::size_t seen = 0;
      CHECK_THROWS_AS(for (int n : rill::values<int>(in)) seen +=
                      n == static_cast<int>(seen % 128),
                      rill::error);
      CHECK(seen == good);
      CHECK(rill::read<std::string>(in) == "abc");
      CHECK(rill::read<int>(in) == 7);
    }
}

TEST_CASE("scan/read: a device that fails gives no half of a number") {
  std::string text;
  for (int i = 0; i != 200; ++i) text += "123456789 ";
  for (int call = 0; call != 20; ++call)
    for (long piece : {1L, 17L, 100L}) {
      scripted_reader in(text, 64, [=](int now, std::size_t) -> long {
        return now == call ? -EIO : piece;
      });
      bool all_whole = true;
      CHECK_THROWS_WITH(for (int n : rill::values<int>(in)) all_whole =
                            all_whole && n == 123456789,
                        (std::string("read script: ") + strerror(EIO)).c_str());
      CHECK(all_whole);
    }
}
#endif

TEST_CASE("scan/read: the ranges over a source have input iterators") {
  auto const is_input = [](auto range, auto expected) {
    using iterator = decltype(range().begin());
    using value = decltype(expected);
    return std::input_iterator<iterator> && !std::forward_iterator<iterator> &&
           std::is_same_v<std::iter_value_t<iterator>, value>;
  };
  using view = std::string_view;
  CHECK(is_input([] { return rill::lines(rill::from("")); }, view()));
  CHECK(is_input([] { return rill::words(rill::from("")); }, view()));
  CHECK(is_input([] { return rill::values<int>(rill::from("")); }, 0));
  CHECK(is_input([] { return rill::csv(rill::from("")); }, rill::csv_record()));
  CHECK(is_input([] { return rill::key_values(rill::from("")); },
                 rill::key_value()));
  auto rows = rill::csv(rill::from("a,b"));
  CHECK(rows.begin()->size() == 2);
}

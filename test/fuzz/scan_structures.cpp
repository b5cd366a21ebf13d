// test/fuzz/scan_structures.cpp: parses any text as nested structures of many
// types. No byte outside the text is read, the value prints to a text that
// gives the same value again, and a failure leaves the target unchanged. In
// memory and in chunks, code, place and sentence of an error are the same.
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/types.h>
#include <stdint.h>
#include <string.h>

#include <array>
#include <bitset>
#include <complex>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <valarray>
#include <vector>

#include "../support/chunked.h"
#include "../support/scripted_reader.h"

namespace {

enum class color { red, green, blue };
enum class rights : unsigned char { none = 0, read = 1, write = 2, run = 4 };
struct point {
  int x = 0;
  std::optional<std::string> name;
  bool operator==(point const&) const = default;
};
struct tree {
  color paint = color::red;
  std::vector<tree> children;
  bool operator==(tree const&) const = default;
};
struct hooked {
  std::vector<hooked> inside;
  friend void rill_scan(auto& in, hooked& h) { in(h.inside); }
  friend void rill_print(auto& out, hooked const& h) {
    out(rill::debug(h.inside));
  }
  bool operator==(hooked const&) const = default;
};
struct fields {
  double number = 0;
  std::map<std::string, std::vector<char>> all;
};
RILL_FIELDS(fields, number, all)

// Checks that a scan has one outcome in every chunking.
template <class T>
void check_chunks(std::string_view text) {
  auto const read = [](rill::reader& in) {
    T value{};
    std::string how;
    try {
      how = rill_test::told(rill::try_scan(in, value).error());
    } catch (rill::error const& thrown) {
      how = rill_test::told(thrown);
    }
    return rill::concat(rill::debug(value), how);
  };
  if (rill_test::find_chunk_difference(text, read)) __builtin_trap();
}

// Checks that the value prints to a text that parses to an equal value.
template <class T>
void check(std::string_view text) {
  check_chunks<T>(text);
  auto const read = rill::try_parse<T>(text);
  rill_test::scripted_reader in(std::string(text), 16);
  T again{};
  bool const is_read = bool(rill::try_scan(in, again)) && in.at_end();
  if (read && !is_read) __builtin_trap();
  if (!read) {
    if (!read.error() || !*read.error().what()) __builtin_trap();
    return;
  }
  std::string const printed = rill::concat(rill::debug(*read));
  if (rill::concat(rill::debug(again)) != printed) __builtin_trap();
  auto const back = rill::try_parse<T>(printed);
  if (!back || rill::concat(rill::debug(*back)) != printed) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
  if (size == 0) return 0;
  // The first byte selects the type; the rest is in a heap block of its size.
  auto const block = std::make_unique<char[]>(size - 1);
  if (size > 1) memcpy(block.get(), data + 1, size - 1);
  std::string_view const text(block.get(), size - 1);
  switch (data[0] % 14) {
    case 0:
      check<std::vector<std::vector<int>>>(text);
      break;
    case 1:
      check<std::map<std::string, std::vector<std::pair<int, char>>>>(text);
      break;
    case 2:
      check<std::tuple<std::optional<double>, std::set<std::string>, bool>>(
          text);
      break;
    case 3:
      check<tree>(text);
      break;
    case 4:
      check<std::vector<point>>(text);
      break;
    case 5:
      check<hooked>(text);
      break;
    case 6:
      check<fields>(text);
      break;
    case 7:
      check<std::vector<std::u16string>>(text);
      break;
    case 8:
      check<std::array<std::complex<double>, 2>>(text);
      break;
    case 9:
      check<std::map<rights, std::bitset<9>>>(text);
      break;
    case 10:
      check<std::valarray<float>>(text);
      break;
    case 11:
      check<std::vector<char32_t>>(text);
      break;
    case 12:
      check<std::vector<std::vector<std::byte>>>(text);
      break;
    default:
      check<std::multimap<unsigned char, std::u32string>>(text);
  }
  return 0;
}

// test/fuzz/read_binary.cpp: reads any bytes as values of many types, in the
// three formats. The result is an error or a value, and the same from memory
// and from a device: the same code and reason. A value is written, and the
// written bytes read and write back to the same bytes.
#include <rill/binary.h>
#include <rill/types.h>
#include <stdint.h>
#include <string.h>

#include <array>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <valarray>
#include <variant>
#include <vector>

#include "../support/scripted_reader.h"

namespace fuzzed {

enum class color : short { red, green, blue };
enum class rights : unsigned char { none = 0, read = 1, write = 2, run = 4 };
struct point {
  unsigned char x = 0;
  int y = 0;
};
struct entry {
  std::string name;
  std::vector<point> points;
  std::optional<color> paint;
  bool is_new = false;
};
RILL_FIELDS(entry, points, name, paint, is_new)
struct tree {
  rights may = rights::none;
  std::vector<tree> children;
  std::unique_ptr<tree> next;
};
class hooked {
 public:
  friend void rill_binary(auto& io, hooked& x) {
    io(x.n_, rill::numbered<3>(x.words_));
    io(x.inside_);
  }

 private:
  long double n_ = 0;
  std::u16string words_;
  std::vector<hooked> inside_;
};
struct header {
  rill::be<std::uint16_t> kind;
  rill::le<color> paint;
  rill::fixed_text<3> name;
  rill::padding<2> unused;
  rill::leb128<int> number;
  bool flag = false;
  std::array<point, 2> points;
};

using texts = std::tuple<std::string, std::u16string, std::wstring,
                         std::vector<std::string>, std::filesystem::path>;
using lists =
    std::tuple<std::vector<int>, std::vector<bool>, std::deque<short>,
               std::list<double>, std::forward_list<char>, std::valarray<float>,
               std::vector<std::vector<wchar_t>>>;
using keyed =
    std::tuple<std::map<std::string, std::vector<point>>, std::set<short>,
               std::multiset<char>, std::multimap<char, std::set<std::string>>>;
using choices =
    std::vector<std::variant<std::monostate, int, std::optional<std::string>,
                             std::vector<entry>>>;
using others = std::tuple<std::bitset<11>, std::complex<float>,
                          std::chrono::year_month_day, std::chrono::seconds,
                          long double, std::array<std::string, 2>>;

inline constexpr rill::binary_limits limits{100, 1 << 16, false};

// Checks that an error does not depend on how much is in memory.
template <class T, class F>
void check_error(std::string_view bytes, F format, rill::error const& slow) {
  rill::memory_reader in(bytes.data(), bytes.size());
  auto const whole = rill::try_read_binary<T>(in, format, limits).error();
  if (whole.code() != slow.code() || whole.reason() != slow.reason())
    __builtin_trap();
}

template <class T, class F>
void check(std::string_view bytes, F format) {
  auto const read = rill::try_from_bytes<T>(bytes, format, limits);
  // Reads from a device that gives a few bytes at a time.
  rill_test::scripted_reader in(std::string(bytes), 16, rill_test::at_most(3));
  auto const slow = rill::try_read_binary<T>(in, format, limits);
  check_error<T>(bytes, format, slow ? rill::error() : slow.error());
  bool const is_whole = bool(slow) && in.at_end();
  if (bool(read) != is_whole) __builtin_trap();
  if (!read) {
    if (!read.error() || !*read.error().what()) __builtin_trap();
    return;
  }
  std::string const written = rill::to_bytes(*read, format);
  if (rill::to_bytes(*slow, format) != written) __builtin_trap();
  auto const again = rill::try_from_bytes<T>(written, format, limits);
  if (!again || rill::to_bytes(*again, format) != written) __builtin_trap();
}

template <class T>
void check_both(std::string_view bytes, bool is_tagged) {
  if (is_tagged)
    check<T>(bytes, rill::binary_tagged);
  else
    check<T>(bytes, rill::binary_compact);
}

}  // namespace fuzzed

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
  using namespace fuzzed;
  if (size == 0) return 0;
  // The first byte selects the type and the format; the rest is in a heap block
  // of its size.
  auto const block = std::make_unique<char[]>(size - 1);
  if (size > 1) memcpy(block.get(), data + 1, size - 1);
  std::string_view const bytes(block.get(), size - 1);
  bool const is_tagged = data[0] >= 128;
  switch (data[0] % 128) {
    case 0:
      return check_both<texts>(bytes, is_tagged), 0;
    case 1:
      return check_both<lists>(bytes, is_tagged), 0;
    case 2:
      return check_both<keyed>(bytes, is_tagged), 0;
    case 3:
      return check_both<choices>(bytes, is_tagged), 0;
    case 4:
      return check_both<others>(bytes, is_tagged), 0;
    case 5:
      return check_both<tree>(bytes, is_tagged), 0;
    case 6:
      return check_both<std::vector<hooked>>(bytes, is_tagged), 0;
    case 7:
      return check_both<std::vector<entry>>(bytes, is_tagged), 0;
    case 8:
      return check<header>(bytes, rill::binary_fixed), 0;
    default:
      return check_both<header>(bytes, is_tagged), 0;
  }
}

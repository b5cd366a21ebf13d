// test/binary/structure_test.cpp: structures, hooks, and values with several
// alternatives.
// covers: binary/choice.h, binary/time.h, binary/object.h, binary/coder.h
#include <rill/types.h>

#include <array>
#include <atomic>
#include <complex>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>
#if __has_include(<expected>)
#include <expected>
#endif

#include "../support/binary.h"

using rill::binary_compact;
using rill::binary_fixed;
using rill::binary_problem;
using rill::binary_tagged;
using rill_test::bytes_of;
using rill_test::from_block;
using rill_test::golden;
using rill_test::golden_in;
using rill_test::hex_of;
using rill_test::problem_of;
using rill_test::words_of;

namespace {

struct point {
  std::uint8_t a = 0;
  std::uint16_t b = 0;
  bool operator==(point const&) const = default;
};
struct person {
  std::string name;
  std::vector<point> path;
  bool operator==(person const&) const = default;
};
struct empty {
  bool operator==(empty const&) const = default;
};
struct two_empty {
  empty a;
  int n = 0;
  empty b;
  bool operator==(two_empty const&) const = default;
};
// RILL_FIELDS names the members in another order than the type.
struct out_of_order {
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  bool operator==(out_of_order const&) const = default;
};
RILL_FIELDS(out_of_order, b, a)
// Without padding: elements can be copied in one call.
struct plain {
  std::uint16_t a;
  std::uint16_t b;
  bool operator==(plain const&) const = default;
};
struct flagged {
  std::uint8_t number;
  bool flag;
  bool operator==(flagged const&) const = default;
};

}  // namespace

TEST_CASE("binary/object: the members, one behind the other") {
  golden(point{1, 2}, "01 02 00", "0e", "08 01 11 02 00 00");
  golden_in(point{1, 2}, binary_fixed, "01 02 00");
  golden(person{"x", {{1, 2}}}, "01 'x' 01 01 02 00", "0e",
         "0d 01 'x' 17 01 06 08 01 11 02 00 00 00");
  golden(std::vector<plain>{{1, 2}, {3, 4}}, "02 01 00 02 00 03 00 04 00", "0f",
         "02 06 09 01 00 11 02 00 00 09 03 00 11 04 00 00");
  golden(out_of_order{1, 2}, "02 01", "0e", "08 02 10 01 00");
  golden(std::vector<out_of_order>{{1, 2}}, "01 02 01", "0f",
         "01 06 08 02 10 01 00");
  golden(empty{}, "", "0e", "00");
  golden(two_empty{{}, 1, {}}, "01 00 00 00", "0e",
         "0e 00 12 01 00 00 00 1e 00 00");
  golden(std::vector<empty>(3), "03", "0f", "03 06 00 00 00");
}

TEST_CASE("binary/object: a bool among members is checked") {
  golden(std::vector<flagged>{{7, true}}, "01 07 01", "0f",
         "01 06 08 07 10 01 00");
  auto const bad =
      from_block<std::vector<flagged>>("\2\7\1\7\2", binary_compact);
  CHECK(words_of(bad) ==
        "read binary: [1].1: 2 is not a value of this type, at byte 4");
}

TEST_CASE("binary/object: pairs and tuples") {
  golden(std::pair<std::uint8_t, bool>(1, true), "01 01", "0e",
         "08 01 10 01 00");
  golden(std::tuple<std::uint8_t, std::string, bool>(1, "a", true),
         "01 01 'a' 01", "0e", "08 01 15 01 'a' 18 01 00");
  golden(std::tuple<>(), "", "0e", "00");
  golden_in(std::pair<std::uint8_t, std::uint16_t>(1, 2), binary_fixed,
            "01 02 00");
}

// Writes equal values whose padding bytes differ.
TEST_CASE("binary/object: padding is never written") {
  struct padded {
    std::uint8_t a;
    std::uint32_t b;
    std::uint16_t c;
  };
  static_assert(sizeof(padded) == 12);
  auto const filled = [](unsigned char with) {
    alignas(padded) unsigned char memory[sizeof(padded)];
    std::memset(memory, with, sizeof memory);
    auto* const one = reinterpret_cast<padded*>(memory);
    one->a = 1;
    one->b = 2;
    one->c = 3;
    padded all[2];
    std::memcpy(&all[0], memory, sizeof memory);
    std::memcpy(&all[1], memory, sizeof memory);
    std::span<padded const> const row(all);
    return rill::to_bytes(row) + rill::to_bytes(row, binary_tagged) +
           rill::to_bytes(all, binary_fixed);
  };
  CHECK(filled(0) == filled(0xa5));
  CHECK(hex_of(filled(0xa5)).substr(0, 44) ==
        "02 01 02 00 00 00 03 00 01 02 00 00 00 03 00");
  struct of_bits {
    std::uint8_t number;
    std::array<bool, 3> flags;
    float value;
  };
  of_bits const one{1, {true, false, true}, 1.0f};
  CHECK(hex_of(rill::to_bytes(one)) == "01 01 00 01 00 00 80 3f");
}

TEST_CASE("binary/choice: optionals and owning pointers") {
  using number = std::optional<std::uint16_t>;
  golden(number{5}, "01 05 00", "0e", "09 05 00 00");
  golden(number{}, "00", "0e", "00");
  golden(std::optional<std::string>{"a"}, "01 01 'a'", "0e", "0d 01 'a' 00");
  golden(std::optional<number>{number{}}, "01 00", "0e", "0e 00 00");
  golden(std::vector<number>{5, {}}, "02 01 05 00 00", "0f",
         "02 06 09 05 00 00 00");
  golden(std::make_unique<std::uint16_t>(std::uint16_t{5}), "01 05 00", "0e",
         "09 05 00 00");
  golden(std::unique_ptr<point>(), "00", "0e", "00");
  CHECK(problem_of(from_block<number>("\2\5\0", binary_compact)) ==
        binary_problem::bad_value);
  CHECK(problem_of(from_block<std::unique_ptr<int>>("\2", binary_compact)) ==
        binary_problem::bad_value);
}

TEST_CASE("binary/choice: variants") {
  using either = std::variant<std::monostate, std::uint8_t, std::string>;
  golden(either{}, "00", "0e", "0e 00 00");
  golden(either{std::uint8_t{7}}, "01 07", "0e", "10 07 00");
  golden(either{"a"}, "02 01 'a'", "0e", "1d 01 'a' 00");
  CHECK(words_of(from_block<either>("\3", binary_compact)) ==
        "read binary: 3 is not a value of this type, at byte 1");
  auto const of = [](std::string_view text) {
    return problem_of(from_block<either>(bytes_of(text), binary_tagged));
  };
  CHECK(of("0e 00 00") == binary_problem::bad_value);        // no alternative
  CHECK(of("0e 20 07 00 00") == binary_problem::bad_value);  // the fourth
  CHECK(of("0e 10 07 18 01 00 00") == binary_problem::none);
}

namespace {

struct throws_when_made {
  throws_when_made() = default;
  explicit throws_when_made(int) { throw 1; }
  friend void rill_binary(auto&, throws_when_made&) {}
  std::string no_copy_of_bytes;  // without it, libraries keep the old value
};

}  // namespace

TEST_CASE("binary/choice: a variant without a value is not written") {
  std::variant<int, throws_when_made> lost;
  try {
    lost.emplace<1>(1);
  } catch (int) {
  }
  REQUIRE(lost.valueless_by_exception());
  auto const words = [&](auto format) -> std::string {
    try {
      (void)rill::to_bytes(lost, format);
    } catch (rill::error const& why) {
      return why.what();
    }
    return "";
  };
  CHECK(words(binary_compact) ==
        "write binary: a variant without a value cannot be written");
  CHECK(words(binary_tagged) ==
        "write binary: a variant without a value cannot be written");
}

#if defined(__cpp_lib_expected)
TEST_CASE("binary/choice: expected values") {
  using number = std::expected<std::uint8_t, std::string>;
  golden(number{7}, "00 07", "0e", "08 07 00");
  golden(number{std::unexpected("bad")}, "01 03 'bad'", "0e", "15 03 'bad' 00");
  using done = std::expected<void, std::uint8_t>;
  golden(done{}, "00", "0e", "0e 00 00");
  golden(done{std::unexpected(std::uint8_t{4})}, "01 04", "0e", "10 04 00");
  CHECK(problem_of(from_block<number>("\2\7", binary_compact)) ==
        binary_problem::bad_value);
}
#endif

TEST_CASE("binary/time: complex numbers, atomics, references, nothing") {
  golden(std::complex<float>(1, 2), "00 00 80 3f 00 00 00 40", "0e",
         "0a 00 00 80 3f 12 00 00 00 40 00");
  golden_in(std::complex<float>(1, 2), binary_fixed, "00 00 80 3f 00 00 00 40");
  golden(std::vector<std::complex<float>>{{1, 2}}, "01 00 00 80 3f 00 00 00 40",
         "0f", "01 06 0a 00 00 80 3f 12 00 00 00 40 00");
  golden(std::monostate{}, "", "0e", "00");

  std::atomic<std::uint16_t> counter{5};
  CHECK(hex_of(rill::to_bytes(counter)) == "05 00");
  CHECK(hex_of(rill::to_bytes(counter, binary_tagged)) == "09 05 00 00");
  rill::read_binary_into(rill::from(std::string_view("\7\1", 2)), counter);
  CHECK(counter.load() == 0x107);

  std::string name = "a";
  std::reference_wrapper<std::string> const refers(name);
  CHECK(hex_of(rill::to_bytes(refers)) == "01 61");
  auto again = refers;
  rill::read_binary_into(rill::from(std::string_view("\2xy")), again);
  CHECK(name == "xy");
}

namespace {

// Both forms of a hook, in classes without RILL_FIELDS.
class money {
 public:
  money() = default;
  money(std::uint16_t amount, std::string unit)
      : amount_(amount), unit_(static_cast<std::string&&>(unit)) {}
  friend void rill_binary(auto& io, money& m) { io(m.amount_, m.unit_); }
  bool operator==(money const&) const = default;

 private:
  std::uint16_t amount_ = 0;
  std::string unit_;
};
class box {
 public:
  box() = default;
  explicit box(std::uint8_t n) : n_(n) {}
  friend void rill_binary(auto& io, auto& x) { io(x.n_); }
  bool operator==(box const&) const = default;

 private:
  std::uint8_t n_ = 0;
};
// A hook with several calls of io, and a branch for reading.
struct sorted {
  std::vector<std::uint8_t> all;
  std::size_t size = 0;
  friend void rill_binary(auto& io, sorted& x) {
    if (!io(x.all)) return;
    std::uint8_t check = static_cast<std::uint8_t>(x.all.size());
    io(check);
    if (io.is_reading) x.size = check;
  }
  bool operator==(sorted const&) const = default;
};
struct with_numbers {
  std::uint8_t first = 0;
  std::uint8_t third = 0;
  std::uint8_t fourth = 0;
  friend void rill_binary(auto& io, with_numbers& x) {
    io(x.first, rill::numbered<3>(x.third), x.fourth);
  }
  bool operator==(with_numbers const&) const = default;
};
struct only_written {
  int n = 0;
  friend void rill_binary(auto& io, only_written const& x) { io(x.n); }
};
// A hook has precedence over the treatment as a range.
struct list_with_hook : std::vector<int> {
  using vector::vector;
  friend void rill_binary(auto& io, list_with_hook& x) {
    std::uint8_t count = static_cast<std::uint8_t>(x.size());
    io(count);
    x.resize(count);
  }
};

}  // namespace

TEST_CASE("binary/object: one function for both ways") {
  golden(money(5, "EUR"), "05 00 03 'EUR'", "0e", "09 05 00 15 03 'EUR' 00");
  golden(box(7), "07", "0e", "08 07 00");
  golden(with_numbers{1, 2, 3}, "01 02 03", "0e", "08 01 18 02 20 03 00");
  golden_in(with_numbers{1, 2, 3}, binary_fixed, "01 02 03");
  golden(sorted{{1, 2}, 2}, "02 01 02 02", "0e", "0f 02 00 01 02 10 02 00");
  CHECK(rill::to_bytes(only_written{1}) == rill::to_bytes(1));
  CHECK(hex_of(rill::to_bytes(list_with_hook{1, 2})) == "02");
}

// Argument-dependent lookup finds box's unconstrained hook for these, too.
TEST_CASE("binary/object: containers of types with hooks are containers") {
  golden(std::vector<box>{box(1), box(2)}, "02 01 02", "0f",
         "02 06 08 01 00 08 02 00");
  golden(std::optional<box>(box(1)), "01 01", "0e", "0e 08 01 00 00");
  golden(std::pair<box, money>(box(1), money(2, "a")), "01 02 00 01 'a'", "0e",
         "0e 08 01 00 16 09 02 00 15 01 'a' 00 00");
  golden(std::map<std::uint8_t, box>{{1, box(2)}}, "01 01 02", "0f",
         "01 06 08 01 16 08 02 00 00");
  golden(std::array<box, 2>{box(1), box(2)}, "01 02", "0f",
         "02 06 08 01 00 08 02 00");
  golden(std::variant<box, money>(box(1)), "00 01", "0e", "0e 08 01 00 00");
  golden(std::vector<std::vector<money>>{{money(1, "a")}}, "01 01 01 00 01 'a'",
         "0f", "01 07 01 06 09 01 00 15 01 'a' 00");
}

TEST_CASE("binary/object: after a failure nothing more is read") {
  money kept(9, "kept");
  std::string const bytes = bytes_of("05");
  CHECK_THROWS_AS(rill::read_binary_into(rill::from(bytes), kept), rill::error);
  CHECK(kept == money(9, "kept"));
  CHECK(words_of(from_block<std::vector<money>>(bytes_of("01 05 00 03 'EU'"),
                                                binary_compact)) ==
        "read binary: [0].1: length 3 exceeds the 2 bytes left, at byte 4");
  CHECK(words_of(from_block<std::vector<sorted>>(bytes_of("01 02 01 02"),
                                                 binary_compact)) ==
        "read binary: [0].1: 1 byte is needed and 0 are left, at byte 4");
}

// test/binary/hook_test.cpp: hooks that throw, catch or read nothing, and
// malformed data that an earlier version accepted.
// covers: binary/object.h, binary/failure.h
#include <rill/types.h>

#include <chrono>
#include <list>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "../support/binary.h"

using rill::binary_problem;
using rill_test::problem_of;

namespace {

struct nothing {};
class counted {
 public:
  int n = 0;
  friend void rill_binary(auto& io, counted& x) { io(x.n); }
};
struct begins_with_hook {
  counted first;
  int second = 0;
};
class reads_nothing {
 public:
  char block[100] = {};
  friend void rill_binary(auto&, reads_nothing&) {}
};

// A hook that throws while the hook of another class calls io.
class short_text {
 public:
  std::string text;
  friend void rill_binary(auto& io, short_text& x) {
    io(x.text);
    if (x.text.size() > 10) throw std::runtime_error("too long");
  }
};
class catches {
 public:
  short_text text;
  int behind = 7;
  friend void rill_binary(auto& io, catches& x) {
    try {
      io(x.text);
    } catch (std::runtime_error const&) {
    }
    io(x.behind);
  }
};

enum class http { ok = 200, not_found = 404 };
enum class status : int { first = 100, last = 1000 };
enum class color { red, green, blue };

template <class T>
binary_problem problem_in_nothing() {
  auto const from_null = rill::try_from_bytes<T>(rill::text());
  REQUIRE(!from_null);
  CHECK(from_null.error().what() ==
        std::string(
            rill::try_from_bytes<T>(std::string_view("")).error().what()));
  return problem_of(from_null);
}

}  // namespace

TEST_CASE("binary/object: no bytes, at no address, are no value") {
  CHECK(problem_in_nothing<counted>() == binary_problem::cut);
  CHECK(problem_in_nothing<begins_with_hook>() == binary_problem::cut);
  CHECK(problem_in_nothing<int>() == binary_problem::cut);
  CHECK(problem_in_nothing<std::string>() == binary_problem::cut);
  CHECK(bool(rill::try_from_bytes<nothing>(std::vector<char>())));
  CHECK(bool(rill::try_from_bytes<std::monostate>(rill::text())));
}

TEST_CASE("binary/object: what a hook catches from its io ends the value") {
  std::string bytes;
  rill::string_writer out(bytes);
  rill::write_binary(out, std::string(100'000, 'x'), 3);
  out.flush();
  CHECK(problem_of(rill::try_from_bytes<catches>(bytes)) ==
        binary_problem::interrupted);
  rill_test::scripted_reader in(bytes, 1000);
  CHECK(problem_of(rill::try_read_binary<catches>(in)) ==
        binary_problem::interrupted);

  catches value;
  value.text.text = std::string(100'000, 'x');
  auto const written = rill::try_to_bytes(value);
  REQUIRE(!written);
  CHECK(problem_of(written) == binary_problem::interrupted);
  value.text.text = "short";
  CHECK(rill::from_bytes<catches>(rill::to_bytes(value)).behind == 7);
}

TEST_CASE("binary/object: elements without bytes are bounded in number") {
  CHECK(rill::from_bytes<std::vector<nothing>>(
            rill::to_bytes(std::vector<nothing>(60'000)))
            .size() == 60'000);
  auto const forged = [](auto value) {
    std::string const count = rill_test::bytes_of("80 80 80 08");  // 2^24
    return problem_of(rill::try_from_bytes<decltype(value)>(count));
  };
  CHECK(forged(std::vector<nothing>()) == binary_problem::too_much_memory);
  CHECK(forged(std::vector<reads_nothing>()) ==
        binary_problem::too_much_memory);
}

TEST_CASE("binary/object: nodes count in the limit of memory") {
  std::string const bytes = rill::to_bytes(std::string(1000, 'x'));
  CHECK(bool(rill::try_from_bytes<std::string>(bytes, {.memory = 1000})));
  CHECK(problem_of(rill::try_from_bytes<std::list<char>>(
            bytes, {.memory = 10'000})) == binary_problem::too_much_memory);
  CHECK(
      bool(rill::try_from_bytes<std::list<char>>(bytes, {.memory = 100'000})));
}

TEST_CASE("binary/object: enumerators that no compiler tells come back") {
  CHECK(rill::from_bytes<http>(rill::to_bytes(http::not_found)) ==
        http::not_found);
  CHECK(rill::from_bytes<status>(rill::to_bytes(status::last)) == status::last);
  for (int const n : {-1, 3, 100, 200, 1000, -1000})
    CHECK(problem_of(rill::try_from_bytes<color>(rill::to_bytes(n))) ==
          binary_problem::bad_value);
}

TEST_CASE("binary/object: laid out truth values and enumerations are checked") {
  using rill::binary_fixed;
  CHECK(rill::from_bytes<rill::le<bool>>(std::string_view("\1")).value());
  CHECK(problem_of(rill::try_from_bytes<rill::be<bool>>(std::string_view("\2"),
                                                        binary_fixed)) ==
        binary_problem::bad_value);
  CHECK(rill::from_bytes<rill::be<color>>(rill_test::bytes_of("00 00 00 02"))
            .value() == color::blue);
  CHECK(problem_of(rill::try_from_bytes<rill::be<color>>(
            rill_test::bytes_of("02 00 00 00"))) == binary_problem::bad_value);
}

TEST_CASE("binary/object: the least duration has no hours") {
  using clock_time = std::chrono::hh_mm_ss<std::chrono::seconds>;
  auto const least = rill::to_bytes(std::chrono::seconds::min().count());
  CHECK(problem_of(rill::try_from_bytes<clock_time>(least)) ==
        binary_problem::out_of_range);
}

TEST_CASE("binary/object: the elements of tagged sets may become wider") {
  auto const bytes = rill::to_bytes(std::set<int>{1, -2}, rill::binary_tagged);
  CHECK(rill::from_bytes<std::set<long long>>(bytes, rill::binary_tagged) ==
        std::set<long long>{1, -2});
}

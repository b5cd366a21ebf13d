// test/print/dbg_level_test.cpp: which levels dbg_at prints, and where to.
// covers: rill/print/dbg.h
#include <doctest/doctest.h>
#include <rill/debug.h>

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "support/environment.h"

using rill::debug_level;
using rill::detail::level_of;

namespace {

std::string shown;
debug_level shown_level;

// Takes the output of dbg. The destructor restores the output and the level.
class taken_output {
 public:
  taken_output() {
    shown.clear();
    before_ = rill::set_dbg_output(take);
  }
  taken_output(taken_output const&) = delete;
  taken_output& operator=(taken_output const&) = delete;
  ~taken_output() {
    rill::set_dbg_output(before_);
    rill::detail::dbg_level_in_force = level_;
  }

 private:
  static void take(rill::text message, debug_level level) {
    shown += std::string(message.data, message.size);
    shown_level = level;
  }
  rill::dbg_output before_;
  int level_ = rill::detail::dbg_level_in_force;
};

// The level that dbg takes from RILL_DBG_LEVEL if it has none yet.
debug_level level_in(char const* value) {
  rill_test::set_environment("RILL_DBG_LEVEL", value);
  rill::detail::dbg_level_in_force = -1;
  debug_level const level = rill::dbg_level();
  rill_test::set_environment("RILL_DBG_LEVEL", nullptr);
  return level;
}

constexpr debug_level all_levels[] = {
    debug_level::none,   debug_level::error,       debug_level::warning,
    debug_level::notice, debug_level::information, debug_level::debug};

}  // namespace

TEST_CASE("print/dbg: names and numbers of levels") {
  static_assert(level_of("error") == 3);
  struct {
    char const* name;
    int level;
  } const cases[] = {
      {"none", 0},    {"error", 3},   {"err", 3},         {"warning", 4},
      {"warn", 4},    {"notice", 5},  {"information", 6}, {"info", 6},
      {"debug", 7},   {"0", 0},       {"1", 1},           {"3", 3},
      {"7", 7},       {"8", -1},      {"/", -1},          {"", -1},
      {"77", -1},     {"debu", -1},   {"debugs", -1},     {"Error", -1},
      {" error", -1}, {"error ", -1}, {"-1", -1},         {"4.0", -1}};
  for (auto const& one : cases) {
    CAPTURE(one.name);
    CHECK(level_of(one.name) == one.level);
  }
}

TEST_CASE("print/dbg: the level of the environment") {
  taken_output const taken;
  CHECK(level_in(nullptr) == debug_level::debug);
  CHECK(level_in("warning") == debug_level::warning);
  CHECK(level_in("0") == debug_level::none);
  CHECK(level_in("information") == debug_level::information);
  // dbg reads RILL_DBG_LEVEL only once.
  rill_test::set_environment("RILL_DBG_LEVEL", "error");
  CHECK(rill::dbg_level() == debug_level::information);
  CHECK(rill::set_dbg_level(debug_level::notice) == debug_level::information);
  CHECK(rill::dbg_level() == debug_level::notice);
  rill_test::set_environment("RILL_DBG_LEVEL", nullptr);
}

TEST_CASE("print/dbg: a level includes those before it") {
  taken_output const taken;
  for (debug_level in_force : all_levels)
    for (debug_level level : all_levels) {
      rill::set_dbg_level(in_force);
      shown.clear();
      int const n = 5;
      CHECK(rill::dbg_at(level, n) == 5);
      bool const is_printed = level != debug_level::none && level <= in_force;
      CHECK(shown.ends_with(": n = 5\n") == is_printed);
      CHECK(shown.empty() == !is_printed);
      if (is_printed) CHECK(shown_level == level);
    }
}

TEST_CASE("print/dbg: dbg has no level, and prints in any case") {
  taken_output const taken;
  rill::set_dbg_level(debug_level::none);
  int const n = 5;
  CHECK(rill::dbg(n) == 5);
  CHECK(shown.ends_with(": n = 5\n"));
  CHECK(shown_level == debug_level::debug);
}

TEST_CASE("print/dbg: values are evaluated once, and returned") {
  taken_output const taken;
  for (debug_level in_force : {debug_level::none, debug_level::debug}) {
    rill::set_dbg_level(in_force);
    int n = 1;
    static_assert(
        std::is_same_v<decltype(rill::dbg_at(debug_level::error, n)), int&>);
    static_assert(
        std::is_same_v<decltype(rill::dbg_at(debug_level::error, n, 2L)),
                       std::tuple<int&, long>>);
    static_assert(
        std::is_same_v<decltype(rill::dbg_at(debug_level::error)), void>);
    rill::dbg_at(debug_level::error, n) += 4;
    CHECK(rill::dbg_at(debug_level::error, ++n) == 6);
    CHECK(n == 6);
    auto owner = rill::dbg_at(debug_level::error, std::make_unique<int>(7));
    CHECK(*owner == 7);
    auto const [a, b] = rill::dbg_at(debug_level::error, n, std::string("x"));
    CHECK(a == 6);
    CHECK(b == "x");
    rill::dbg_at(debug_level::error);
  }
  constexpr int constant = rill::dbg_at(debug_level::error, 3) + 1;
  static_assert(constant == 4);
}

TEST_CASE("print/dbg: the bound of the program comes first") {
  taken_output const taken;
  rill::set_dbg_level(debug_level::debug);
  struct {
    int bound;
    debug_level level;
    bool is_printed;
  } const cases[] = {
      {1, debug_level::debug, true},   {1, debug_level::error, true},
      {2, debug_level::error, false},  {4, debug_level::warning, true},
      {4, debug_level::notice, false}, {7, debug_level::debug, true}};
  for (auto const& one : cases) {
    shown.clear();
    CHECK(rill::dbg_at.at_level(one.level, one.bound, "f", 1, "n")(5) == 5);
    CHECK((shown == "f:1: n = 5\n") == one.is_printed);
  }
}

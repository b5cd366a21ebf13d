// test/base/result_test.cpp: results that hold a value or a reason.
// covers: rill/base/result.h
#include <doctest/doctest.h>
#include <rill/base/result.h>

#include <memory>  // std::unique_ptr: a value that only moves
#include <string>
#include <type_traits>

using rill::error_code;
using rill::error_source;

namespace reasons {

// A reason whose words raise() throws.
struct reason {
  std::string words;
  explicit operator bool() const { return !words.empty(); }
};
[[noreturn]] void raise(reason const& why) { throw why.words; }

// A value that counts its living objects.
struct counted {
  static inline int alive = 0;
  int number;
  explicit counted(int n) : number(n) { ++alive; }
  counted(counted const& other) : number(other.number) { ++alive; }
  counted(counted&& other) noexcept : number(other.number) {
    other.number = -1;
    ++alive;
  }
  ~counted() { --alive; }
};

template <class T>
using result = rill::basic_result<T, reason>;

}  // namespace reasons

using namespace reasons;

TEST_CASE("base/result: a value is given back") {
  result<std::string> found(std::string("here"));
  REQUIRE(bool(found));
  CHECK(*found == "here");
  CHECK(found->size() == 4);
  CHECK(found.value() == "here");
  result<std::string> const& constant = found;
  CHECK(*constant == "here");
  CHECK(constant->size() == 4);
  CHECK(&constant.value() == &*found);
  found.value() += "!";
  CHECK(*found == "here!");
}

TEST_CASE("base/result: an error is given back, and raised by value") {
  result<std::string> none(reason{"why not"});
  REQUIRE(!none);
  CHECK(none.error().words == "why not");
  CHECK_THROWS_AS((void)none.value(), std::string);
  CHECK_THROWS_AS((void)result<int>(reason{"no"}).value(), std::string);
}

TEST_CASE("base/result: values that only move come out by moving") {
  result<std::unique_ptr<int>> found(std::make_unique<int>(7));
  result<std::unique_ptr<int>> moved(static_cast<decltype(found)&&>(found));
  std::unique_ptr<int> const out =
      static_cast<decltype(moved)&&>(moved).value();
  REQUIRE(out);
  CHECK(*out == 7);
  std::unique_ptr<int> const other =
      *result<std::unique_ptr<int>>(std::make_unique<int>(8));
  CHECK(*other == 8);
}

TEST_CASE("base/result: each value and each reason is destroyed once") {
  {
    result<counted> found(counted(3));
    CHECK(counted::alive == 1);
    result<counted> moved(static_cast<result<counted>&&>(found));
    CHECK(counted::alive == 2);
    CHECK(moved->number == 3);
    CHECK(found->number == -1);
    // Long enough for the heap: ASan sees a reason that is not destroyed.
    result<counted> none(reason{std::string(100, 'x')});
    result<counted> still_none(static_cast<result<counted>&&>(none));
    CHECK(still_none.error().words.size() == 100);
    CHECK(counted::alive == 2);
  }
  CHECK(counted::alive == 0);
}

TEST_CASE("base/result: moving in replaces what was there, either way") {
  {
    auto const found = [](int n) { return result<counted>(counted(n)); };
    auto const none = [] {
      return result<counted>(reason{std::string(100, 'x')});
    };
    result<counted> r = found(1);
    r = found(2);
    CHECK(r.value().number == 2);
    CHECK(counted::alive == 1);
    r = none();
    CHECK(counted::alive == 0);
    REQUIRE(!r);
    CHECK(r.error().words.size() == 100);
    r = none();
    REQUIRE(!r);
    CHECK(r.error().words.size() == 100);
    r = found(3);
    REQUIRE(bool(r));
    CHECK(r->number == 3);
    result<counted>& same = r;
    r = static_cast<result<counted>&&>(same);
    CHECK(r->number == 3);
    result<counted> const& constant = r;
    CHECK(constant.value().number == 3);
  }
  CHECK(counted::alive == 0);
  result<int> const bad(reason{"no"});
  CHECK_THROWS_AS((void)bad.value(), std::string);
  // If the move constructor of the value may throw, the result has no move
  // assignment.
  struct heavy {
    heavy(heavy&&) noexcept(false);
  };
  static_assert(std::is_move_constructible_v<result<heavy>>);
  static_assert(!std::is_move_assignable_v<result<heavy>>);
  static_assert(std::is_nothrow_move_assignable_v<result<counted>>);
}

TEST_CASE("base/result: a result of nothing is true unless it has a reason") {
  result<void> good;
  CHECK(bool(good));
  good.value();
  result<void> const bad(reason{"disk"});
  CHECK(!bad);
  CHECK(bad.error().words == "disk");
  CHECK_THROWS_AS(bad.value(), std::string);
}

TEST_CASE("base/result: it is false, or who and which number") {
  static_assert(!error_code());
  static_assert(bool(error_code(error_source::system, 5)));
  static_assert(error_code(error_source::system, 5).number == 5);
  // An error with the number 0 is still an error.
  static_assert(bool(error_code(error_source::system, 0)));
  error_code const closed = rill::library_problem::closed;
  CHECK(closed.source == error_source::library);
  CHECK(closed.number == static_cast<int>(rill::library_problem::closed));
  error_code const ended = rill::scan_problem::end_of_input;
  CHECK(ended.source == error_source::scan);
  CHECK(ended == error_code(rill::scan_problem::end_of_input));
  // The same number from another source is another error.
  CHECK(!(error_code(error_source::system, 3) == closed));
  CHECK(!(error_code(error_source::scan, 1) ==
          error_code(error_source::library, 1)));
}

TEST_CASE("base/result: the error of a value is none") {
  result<int> const found(1);
  CHECK(found.error().words.empty());
  CHECK_FALSE(found.error());
  rill::basic_result<int, error_code> const coded(1);
  CHECK_FALSE(coded.error());
}

TEST_CASE("base/result: the value of an error is raised") {
  result<std::string> none(reason{"no"});
  result<std::string> const& constant = none;
  CHECK_THROWS_AS((void)*none, std::string);
  CHECK_THROWS_AS((void)*constant, std::string);
  CHECK_THROWS_AS((void)none->size(), std::string);
  CHECK_THROWS_AS((void)constant->size(), std::string);
  CHECK_THROWS_AS((void)*result<int>(reason{"no"}), std::string);
}

// test/memory/remake_test.cpp: an object is destroyed and constructed again
// from another.
#include <doctest/doctest.h>
#include <rill/memory/storage.h>

#include <memory>  // std::unique_ptr
#include <string>
#include <utility>  // std::move

namespace {

struct noted {
  noted(std::string& to, int number)
      : log(&to), value(std::make_unique<int>(number)) {}
  noted(noted&& other) noexcept
      : log(other.log), value(std::move(other.value)) {
    *log += "made ";
  }
  noted& operator=(noted&& other) noexcept {
    return rill::detail::remake(*this, std::move(other));
  }
  ~noted() { *log += value ? "destroyed full " : "destroyed empty "; }

  std::string* log;
  std::unique_ptr<int> value;
};

}  // namespace

TEST_CASE("memory/storage: destroys the object, then moves the other") {
  std::string log;
  {
    noted first(log, 1);
    noted second(log, 2);
    noted& result = (first = std::move(second));
    CHECK(&result == &first);
    CHECK(*first.value == 2);
    CHECK(second.value == nullptr);
    CHECK(log == "destroyed full made ");
    log.clear();
  }
  CHECK(log == "destroyed empty destroyed full ");
}

TEST_CASE("memory/storage: leaves an object alone that is its own source") {
  std::string log;
  noted first(log, 1);
  noted& itself = first;
  first = std::move(itself);
  REQUIRE(first.value != nullptr);
  CHECK(*first.value == 1);
  CHECK(log.empty());
}

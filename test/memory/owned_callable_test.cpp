// test/memory/owned_callable_test.cpp: a callable that an option keeps.
// covers: memory/owned.h
#include <doctest/doctest.h>
#include <rill/memory/owned.h>

#include <memory>

TEST_CASE("memory/owned: it owns, moves and calls") {
  using rill::detail::owned_callable;
  auto const counter = std::make_shared<int>(0);
  {
    owned_callable<int> first([counter](int by) { *counter += by; });
    CHECK(counter.use_count() == 2);
    first(2);
    owned_callable<int> second(std::move(first));
    CHECK(!first);
    second(3);
    CHECK(*counter == 5);
    owned_callable<int> none;
    CHECK(!none);
    none = std::move(second);
    none(1);
    none = owned_callable<int>(
        [kept = std::make_unique<int>(4), counter](int) { *counter = *kept; });
    none(0);
    CHECK(*counter == 4);
  }
  CHECK(counter.use_count() == 1);
}

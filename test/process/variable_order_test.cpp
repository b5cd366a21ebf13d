// test/process/variable_order_test.cpp: the last change of each variable,
// compared with a map; and the cost of many changes.
// covers: rill/process/variable_order.h
// covers: rill/process/options.h
#include <doctest/doctest.h>
#include <rill/process/options.h>
#include <rill/process/variable_order.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <random>
#include <string>
#include <vector>

using rill::environment_changes;
using order_type = rill::detail::variable_order;

namespace {

// A change of variable `i`. The names are not in the order of their numbers.
std::string name_of(int i) { return "V" + std::to_string(i * 7919 % 1000003); }

// The processor time of applying `count` changes, in ticks: the least of three.
std::clock_t ticks_of(int count) {
  environment_changes changes;
  for (int i = 0; i != count; ++i) changes.set(name_of(i), "x");
  std::clock_t least = 0;
  for (int round = 0; round != 3; ++round) {
    std::clock_t const begin = std::clock();
    std::size_t const size = changes.apply().size();
    std::clock_t const passed = std::clock() - begin;
    CHECK(size >= static_cast<std::size_t>(count) * 4);
    if (round == 0 || passed < least) least = passed;
  }
  return std::max<std::clock_t>(least, 1);
}

}  // namespace

TEST_CASE("process/variable_order: the last change of each name is found") {
  std::mt19937 random(11);
  for (int count : {0, 1, 2, 3, 8, 9, 10, 100, 1000}) {
    std::vector<std::string> names;
    std::map<std::string, std::size_t> last;
    for (int i = 0; i != count; ++i)
      names.push_back(std::string(random() % 3, 'n') +
                      std::to_string(random() % 200));
    order_type order;
    for (std::size_t i = 0; i != names.size(); ++i) {
      order.add(names[i]);
      last[names[i]] = i;
    }
    order.sort();
    for (auto const& [name, at] : last) CHECK(order.last_of(name) == at);
    for (char const* other : {"", "n", "no such name", "~"})
      CHECK(order.last_of(other) == order_type::none);
  }
}

TEST_CASE("process/variable_order: a name is compared whole") {
  order_type order;
  std::string const names[] = {"AB", "A", "ABC", std::string("A\xff"), "AB"};
  for (std::string const& one : names) order.add(one);
  order.sort();
  CHECK(order.last_of("A") == 1);
  CHECK(order.last_of("AB") == 4);
  CHECK(order.last_of("ABC") == 2);
  CHECK(order.last_of(std::string("A\xff")) == 3);
  CHECK(order.last_of("ABCD") == order_type::none);
}

TEST_CASE("process/options: the order of variables is that of the changes") {
  std::string expected;
  environment_changes changes = rill::only({});
  for (int i = 0; i != 5000; ++i) changes.set(name_of(i), "old");
  for (int i = 4999; i >= 0; --i) {
    if (i % 3 == 0) {
      changes.remove(name_of(i));
      continue;
    }
    changes.set(name_of(i), "new");
    expected += name_of(i) + "=new" + '\0';
  }
  CHECK(changes.apply() == expected);
}

TEST_CASE("process/options: many changes cost no square of their number") {
  // Four times as many changes: 4.6 times the comparisons; pairs would be 16.
  std::clock_t const few = ticks_of(20'000);
  std::clock_t const many = ticks_of(80'000);
  CHECK(many < 8 * few);
}

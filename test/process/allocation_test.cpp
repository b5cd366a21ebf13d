// test/process/allocation_test.cpp: each allocation of the classes for
// processes fails in turn: the objects keep their values, and the repeated call
// succeeds.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/process/program.h>
#include <rill/process/options.h>
#include <rill/process/command.h>

#include <string>

#include "support/failing_memory.h"

using rill_test::failing;
using rill_test::sweep_memory;

TEST_CASE("process/command: is as it was when memory is short") {
  std::string const word(40, 'x');
  sweep_memory(
      failing::in_both_ways, [] { return rill::command(); },
      [&](rill::command& c) {
        while (c.size() != 60) c.add(word);
      },
      [](rill::command const& c) { return rill::concat(c); },
      [&](rill::command const& c) {
        for (rill::text const one : c) CHECK(one == word);
      });
}

TEST_CASE("process/command: is called again when memory was short") {
  sweep_memory(
      failing::in_both_ways, [] { return rill::command(); },
      [](rill::command& c) {
        c = rill::split_command("git commit -m 'some words of a message'");
      },
      [](rill::command const& c) { return rill::concat(c); },
      [](rill::command const& c) { CHECK(c.empty()); });
}

TEST_CASE("process/options: are as they were without memory") {
  sweep_memory(
      failing::in_both_ways, [] { return rill::only({}); },
      [](rill::environment_changes& changes) {
        for (int i = 0; i != 30; ++i)
          changes.set("A" + std::to_string(i), std::string(40, 'x'));
      },
      [](rill::environment_changes const& changes) {
        return std::string(changes.apply());
      },
      [](rill::environment_changes const& changes) {
        for (char const c : std::string(changes.apply()))
          CHECK((c == 'x' || c == 'A' || c == '=' || c == '\0' ||
                 (c >= '0' && c <= '9')));
      });
}

TEST_CASE("process/program: is looked at again when memory was short") {
  sweep_memory(
      failing::in_both_ways, [] { return std::string(); },
      [](std::string& shown) {
        shown.clear();
        for (auto const& one : rill::environment::all())
          rill::append(shown, one, '\n');
        rill::append(shown, *rill::environment::get("PATH"));
      },
      [](std::string const& shown) { return shown; });
}

TEST_CASE("process/program: is asked again when memory was short") {
  sweep_memory(
      failing::in_both_ways, [] { return std::string(); },
      [](std::string& shown) {
        shown = rill::concat(rill::try_arguments().value(), ' ',
                             rill::program_path());
      },
      [](std::string const& shown) { return shown; });
}

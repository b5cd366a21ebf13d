// test/process/run_allocation_test.cpp: each allocation of a run fails in turn:
// no process, no descriptor and no block is leaked.
// platforms: posix native
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/process.h>
#include <rill/scan.h>
#include <sys/wait.h>

#include <string>
#include <string_view>
#include <utility>

#include "support/descriptors.h"
#include "support/failing_memory.h"

using rill_test::descriptor_count;
using rill_test::failing;
using rill_test::sweep_memory;

namespace {

bool has_no_child() {
  return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

// The state of a sweep: the output, and the number of open descriptors before.
struct attempt {
  std::string out;
  descriptor_count before;
};

// Calls work() with each allocation failing in turn.
template <class Work>
void sweep(Work work) {
  sweep_memory(
      failing::in_both_ways, [] { return attempt(); },
      [&](attempt& a) { a.out = work(); },
      [](attempt const& a) { return a.out; },
      [](attempt const& a) {
        CHECK(a.before.same());
        CHECK(has_no_child());
      });
}

}  // namespace

TEST_CASE("process/run: each allocation fails in turn") {
  std::string const input(100'000, 'x');
  sweep([&] { return std::string(rill::run({"cat"}, {.input = input}).out); });
  sweep([] {
    std::string lines;
    rill::run({"printf", "a\\nb\\n"},
              {.input = [](rill::writer& out) { out.put('x'); },
               .out = [&](rill::text line) { lines += line; },
               .environment = {{"A", "b"}}});
    return lines;
  });
}

TEST_CASE("process/run: each allocation fails in turn") {
  sweep([] {
    return std::string((rill::command{"echo", "a"} | rill::command{"cat"} |
                        rill::command{"cat"})
                           .run()
                           .out);
  });
}

TEST_CASE("process/child: each allocation fails in turn") {
  sweep([] {
    rill::child cat =
        rill::spawn({"cat"}, {.in = rill::piped, .out = rill::piped});
    rill::print(cat.in(), "a line\n");
    cat.in().close();
    std::string all;
    char bytes[100];
    while (std::size_t const count = cat.out().read(bytes, sizeof bytes))
      all.append(bytes, count);
    return all;
  });
}

TEST_CASE("process/pipe: each allocation fails in turn") {
  sweep([] {
    auto [reader, writer] = rill::pipe();
    rill::captured_text got;
    rill::pipe_pump pump;
    pump.write(std::move(writer), "through a pipe");
    pump.read(std::move(reader), got);
    pump.run();
    return std::string(got);
  });
}

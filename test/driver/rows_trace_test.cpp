// test/driver/rows_trace_test.cpp: the rows of all devices (support/devices/)
// over traced writers and readers, which behave as without tracing.
#include <doctest/doctest.h>
#include <rill/trace.h>

#include "../support/devices/callables.h"
#include "../support/devices/check.h"

using namespace rill_test;

namespace {

struct owning_sink {
  rill::traced_writer out;
  owning_sink(scripted_sink& to, std::size_t size)
      : out(rill::traced(callback_writer(taker(to), size))) {}
  auto& sink() { return out; }
};
// The traced_writer borrows the other writer's buffer.
struct lending_sink {
  callback_writer device;
  rill::traced_writer out;
  lending_sink(scripted_sink& to, std::size_t size)
      : device(taker(to), size), out(rill::traced(device)) {}
  lending_sink(lending_sink const&) = delete;
  auto& sink() { return out; }
};
struct owning_source {
  rill::traced_reader in;
  owning_source(scripted_source& from, std::size_t size)
      : in(rill::traced(callback_reader(giver(from), size))) {}
  auto& source() { return in; }
};
struct lending_source {
  callback_reader device;
  rill::traced_reader in;
  lending_source(scripted_source& from, std::size_t size)
      : device(giver(from), size), in(rill::traced(device)) {}
  lending_source(lending_source const&) = delete;
  auto& source() { return in; }
};

constexpr unsigned usual_sink =
    fails | throws | is_interrupted | reenters | is_lazy;
constexpr unsigned usual_source =
    fails | throws | is_interrupted | goes_on | is_prompt | tells_places;

}  // namespace

TEST_CASE("driver/rows_trace: traced_writer") {
  check_rows(sink_of<owning_sink>("callback", usual_sink), "clears errors");
  check_rows(sink_of<lending_sink>("callback", usual_sink),
             "assigns, clears errors, moves");
}

TEST_CASE("driver/rows_trace: traced_reader") {
  check_rows(source_of<owning_source>("callback", usual_source), "");
  check_rows(source_of<lending_source>("callback", usual_source), "moves");
}

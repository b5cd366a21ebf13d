// test/os/trace_summary_test.cpp: the counts and histograms of a trace.
// test/system/trace_summary_test.py compares them with Python's arithmetic.
// covers: rill/os/trace.h
#include <doctest/doctest.h>
#include <rill/os/trace.h>

#include <algorithm>  // std::sort
#include <thread>
#include <vector>

using rill::trace_call;
using rill::trace_histogram;
using number = unsigned long long;

namespace {

constexpr number greatest = ~number{};

rill::trace_event drained(number bytes, number nanoseconds) {
  rill::trace_event event;
  event.call = trace_call::drain;
  event.bytes = bytes;
  event.nanoseconds = nanoseconds;
  return event;
}

// The bucket of a number: its bit length.
unsigned bits_of(number n) {
  unsigned count = 0;
  for (; n != 0; n /= 2) ++count;
  return count;
}

}  // namespace

TEST_CASE("os/trace: a bucket has the numbers of one bit length") {
  CHECK(trace_histogram::bucket_of(0) == 0);
  CHECK(trace_histogram::least_of(0) == 0);
  CHECK(trace_histogram::most_of(0) == 0);
  for (unsigned bucket = 1; bucket != trace_histogram::bucket_count; ++bucket) {
    number const least = trace_histogram::least_of(bucket);
    number const most = trace_histogram::most_of(bucket);
    CHECK(bits_of(least) == bucket);
    CHECK(bits_of(most) == bucket);
    CHECK(bits_of(least - 1) == bucket - 1);
    CHECK(most + 1 ==
          (bucket == 64 ? 0 : trace_histogram::least_of(bucket + 1)));
    CHECK(trace_histogram::bucket_of(least) == bucket);
    CHECK(trace_histogram::bucket_of(most) == bucket);
  }
}

TEST_CASE("os/trace: a histogram without a number") {
  trace_histogram const empty;
  CHECK(empty.count() == 0);
  CHECK(empty.sum() == 0);
  CHECK(empty.most() == 0);
  CHECK(empty.quantile(50) == 0);
  CHECK(empty.quantile(100) == 0);
}

TEST_CASE("os/trace: quantiles bound the numbers by less than 2") {
  std::vector<number> all;
  trace_histogram counted;
  number state = 1;
  for (int i = 0; i != 1000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    number const n = state >> (state >> 58);  // with every bit length
    all.push_back(n);
    counted.add(n);
    std::vector<number> sorted = all;
    std::sort(sorted.begin(), sorted.end());
    for (unsigned per_cent : {1u, 50u, 99u, 100u}) {
      std::size_t const rank = (sorted.size() * per_cent + 99) / 100;
      number const exact = sorted[rank - 1];
      number const bound = counted.quantile(per_cent);
      REQUIRE(bound >= exact);
      REQUIRE(bits_of(bound) == bits_of(exact));
      REQUIRE(bound <= sorted.back());
    }
  }
  CHECK(counted.count() == 1000);
  CHECK(counted.quantile(100) == counted.most());
}

TEST_CASE("os/trace: the greatest number is in the last bucket") {
  trace_histogram counted;
  counted.add(greatest);
  CHECK(counted[64] == 1);
  CHECK(counted.most() == greatest);
  CHECK(counted.quantile(50) == greatest);
  counted.add(0);
  CHECK(counted[0] == 1);
  CHECK(counted.quantile(50) == 0);
  CHECK(counted.quantile(51) == greatest);
}

TEST_CASE("os/trace: calls are counted by their kind") {
  rill::trace_summary seen("x");
  CHECK_FALSE(seen);
  CHECK(seen.name() == "x");
  seen.set_name("y");
  CHECK(seen.name() == "y");
  auto event = drained(10, 5);
  seen.add(event);
  event.bytes = 3;
  event.error = rill::library_problem::no_room;
  seen.add(event);
  event.call = trace_call::close;
  seen.add(event);
  CHECK(seen);
  CHECK(seen[trace_call::drain].calls() == 2);
  CHECK(seen[trace_call::drain].errors == 1);
  CHECK(seen[trace_call::drain].bytes.sum() == 13);
  CHECK(seen[trace_call::drain].nanoseconds.sum() == 10);
  CHECK(seen[trace_call::close].calls() == 1);
  CHECK(seen[trace_call::close].errors == 1);
  for (auto call : {trace_call::fill, trace_call::flush_device,
                    trace_call::seek, trace_call::sync, trace_call::truncate})
    CHECK(seen[call].calls() == 0);
}

TEST_CASE("os/trace: throughput is rounded down and never wraps") {
  auto const rate = [](number bytes, number nanoseconds) {
    rill::trace_summary seen;
    seen.add(drained(bytes, nanoseconds));
    return seen[trace_call::drain].bytes_per_second();
  };
  CHECK(rate(0, 0) == 0);
  CHECK(rate(100, 0) == 0);
  CHECK(rate(0, 100) == 0);
  CHECK(rate(1, 1) == 1'000'000'000);
  CHECK(rate(1, 3) == 333'333'333);
  CHECK(rate(2, 3) == 666'666'666);
  CHECK(rate(999'999'999, 1'000'000'000) == 999'999'999);
  CHECK(rate(1'000'000'000'000, 1'000'000'000'000) == 1'000'000'000);
  CHECK(rate(1, 1'000'000'001) == 0);
  CHECK(rate(18'446'744'073, 1) == 18'446'744'073'000'000'000u);
  CHECK(rate(18'446'744'074, 1) == greatest);
  CHECK(rate(greatest, 1) == greatest);
  CHECK(rate(1'844'674'407'370'955'161, 1'844'674'407'370'955'161) ==
        1'000'000'000);
}

TEST_CASE("os/trace: threads count together") {
  static_assert(sizeof(void*) < 8 || rill::detail::counts_at_once);
  if (!rill::detail::counts_at_once) return;
  constexpr int rounds = 20000;
  rill::trace_summary seen;
  auto const count = [&](number first) {
    auto event = drained(0, 1);
    for (number i = 0; i != rounds; ++i) {
      event.bytes = first + i;
      event.error = i % 2 ? rill::error_code(rill::library_problem::closed)
                          : rill::error_code();
      seen.add(event);
    }
  };
  std::thread other(count, 0);
  count(rounds);
  other.join();
  auto const& drains = seen[trace_call::drain];
  CHECK(drains.calls() == 2 * rounds);
  CHECK(drains.errors == rounds);
  CHECK(drains.bytes.sum() == number{rounds} * (2 * rounds - 1));
  CHECK(drains.bytes.most() == 2 * rounds - 1);
  CHECK(drains.nanoseconds.sum() == 2 * rounds);
}

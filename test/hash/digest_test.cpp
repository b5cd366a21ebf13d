// test/hash/digest_test.cpp: digests as values and as text.
#include <doctest/doctest.h>
#include <rill/hash/digest.h>
#include <rill/print.h>

#include <algorithm>
#include <set>
#include <string>

#include "hashing.h"

TEST_CASE("hash/digest: prints as its digits") {
  rill::digest<4> const d = {{0x00, 0x9f, 0xa0, 0xff}};
  CHECK(rill::concat(d) == "009fa0ff");
  CHECK(rill::concat(rill::right(d, 10), '|') == "  009fa0ff|");
  CHECK(rill_test::hex(d) == "009fa0ff");
}

TEST_CASE("hash/digest: compares as its bytes") {
  rill::digest<2> const low = {{1, 2}}, high = {{1, 0x82}};
  CHECK(low == rill::digest<2>{{1, 2}});
  CHECK(low != high);
  CHECK(low < high);
  std::set<rill::digest<2>> const both = {high, low, high};
  CHECK(both.size() == 2);
  CHECK(std::equal(low.begin(), low.end(), low.data()));
  CHECK(low.size() == 2);
}

// test/support/devices/check.h: runs all rows over a sink or a source, as
// checks of a test.
#ifndef RILL_TEST_SUPPORT_DEVICES_CHECK_H
#define RILL_TEST_SUPPORT_DEVICES_CHECK_H

#include <doctest/doctest.h>

#include <string>

#include "sink_rows.h"
#include "source_rows.h"

namespace rill_test {

/// `lacking` lists the abilities whose absence skips rows: "closes, moves".
template <class Fixture>
void check_rows(Fixture const& fixture, std::string const& lacking) {
  rows_told const told = run_rows(fixture);
  CAPTURE(fixture.name);
  CHECK(told.first_wrong() == "");
  CHECK(told.all() >= 200);
  CHECK(told.lacking() == lacking);
}

}  // namespace rill_test

#endif

// test/support/devices/source_rows.h: runs all rows over a source.
// source_rows.cpp has them, because they take longer to compile than the test.
#ifndef RILL_TEST_SUPPORT_DEVICES_SOURCE_ROWS_H
#define RILL_TEST_SUPPORT_DEVICES_SOURCE_ROWS_H

#include "source.h"

namespace rill_test {

/// Runs all rows that apply.
rows_told run_rows(source_fixture const& fixture);

}  // namespace rill_test

#endif

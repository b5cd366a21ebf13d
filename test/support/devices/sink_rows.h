// test/support/devices/sink_rows.h: runs all rows over a sink.
// sink_rows.cpp has them, because they take longer to compile than the test.
#ifndef RILL_TEST_SUPPORT_DEVICES_SINK_ROWS_H
#define RILL_TEST_SUPPORT_DEVICES_SINK_ROWS_H

#include "sink.h"

namespace rill_test {

/// Runs all rows that apply.
rows_told run_rows(sink_fixture const& fixture);

}  // namespace rill_test

#endif

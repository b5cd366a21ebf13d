// test/support/skip.h: marks a test as skipped when it cannot run on this
// machine.
#ifndef RILL_TEST_SUPPORT_SKIP_H
#define RILL_TEST_SUPPORT_SKIP_H

namespace rill_test {

// Counts the running test as skipped, with the reason, unless a check has
// failed. The test returns right after: `return rill_test::skip("no pty");`
void skip(char const* reason);

}  // namespace rill_test

#endif

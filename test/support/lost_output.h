// test/support/lost_output.h: records the errors that the lost-output handler
// gets during a test.
#ifndef RILL_TEST_SUPPORT_LOST_OUTPUT_H
#define RILL_TEST_SUPPORT_LOST_OUTPUT_H

#include <rill/stream/lost_output.h>

#include <string>
#include <vector>

namespace rill_test {

// Only one object may exist at a time.
class lost_output {
 public:
  lost_output() : before_(rill::set_lost_output_handler(remember)) {
    told.clear();
  }
  lost_output(lost_output const&) = delete;
  lost_output& operator=(lost_output const&) = delete;
  ~lost_output() { rill::set_lost_output_handler(before_); }

  std::size_t count() const { return told.size(); }
  std::vector<std::string> const& sentences() const { return told; }

 private:
  static void remember(rill::error const& reason) noexcept {
    told.push_back(reason.what());
  }
  static inline std::vector<std::string> told;

  rill::lost_output_handler before_;
};

}  // namespace rill_test

#endif

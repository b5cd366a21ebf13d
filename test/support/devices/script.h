// test/support/devices/script.h: devices that follow the script of a row: how
// many bytes a call moves, and which call fails in which way.
#ifndef RILL_TEST_SUPPORT_DEVICES_SCRIPT_H
#define RILL_TEST_SUPPORT_DEVICES_SCRIPT_H

#include <errno.h>
#include <rill/os/error.h>
#include <rill/os/output.h>  // c_error
#include <string.h>          // memcpy

#include <cstddef>
#include <string>
#include <utility>  // std::move

namespace rill_test {

// How a call fails.
enum class failure {
  number,     // errno
  nothing,    // moves no byte, and gives no reason
  foreign,    // throws thrown_by_device
  own,        // throws rill::error
  interrupt,  // EINTR; the next call works
};

struct thrown_by_device {};

struct script {
  std::size_t most = ~std::size_t{0};  // bytes a call moves at most
  int fails_at = -1;                   // index of the call; negative: none
  failure how = failure::number;
  int number = ENOSPC;  // for failure::number and failure::own
};

// Counts calls and fails where the script says. A call after the failure works:
// if the library makes one, the bytes have a gap and calls_after_failure counts
// it.
class scripted_device {
 public:
  script plan;
  int calls = 0;
  int empty_calls = 0;  // with a size of 0
  int calls_after_failure = 0;
  bool has_failed = false;

  explicit scripted_device(script how) : plan(how) {}

  /// The error_code of plan.how, as a caller of the library gets it.
  rill::error_code code() const {
    if (plan.how == failure::nothing)
      return rill::library_problem::wrote_nothing;
    if (plan.how == failure::foreign) return rill::library_problem::threw;
    return rill::os::c_error(plan.number);
  }

 protected:
  // How many of `size` bytes the call moves, or a negative errno.
  long move(std::size_t size) {
    calls_after_failure += has_failed;
    empty_calls += size == 0;
    if (calls++ == plan.fails_at) return fail();
    return static_cast<long>(size < plan.most ? size : plan.most);
  }

 private:
  long fail() {
    if (plan.how == failure::interrupt) return -EINTR;
    has_failed = true;
    if (plan.how == failure::foreign) throw thrown_by_device();
    if (plan.how == failure::own)
      throw rill::error(code(), "move", "the device of a row");
    return plan.how == failure::nothing ? 0 : -plan.number;
  }
};

/// The code that the sink or source reports: the device's, unless the fixture
/// has a function of its own.
inline rill::error_code code_of(scripted_device const& device) {
  return device.code();
}

class scripted_sink : public scripted_device {
 public:
  std::string bytes;  // received bytes
  int flushes = 0;    // only of devices that have a flush

  explicit scripted_sink(script how = {}) : scripted_device(how) {}

  /// For devices that store the bytes themselves: a count, or a negative errno.
  long allow(std::size_t size) { return move(size); }

  /// Like write(2).
  long take(char const* data, std::size_t size) {
    long const count = move(size);
    if (count >= 0) bytes.append(data, static_cast<std::size_t>(count));
    if (count < 0) errno = static_cast<int>(-count);
    return count < 0 ? -1 : count;
  }
};

class scripted_source : public scripted_device {
 public:
  std::string text;
  std::size_t given = 0;
  bool has_ended = false;  // the end of the input was returned

  explicit scripted_source(std::string what, script how = {})
      : scripted_device(how), text(std::move(what)) {}

  /// For devices that copy the bytes themselves: a count, or a negative errno.
  long allow(std::size_t size) {
    std::size_t const left = text.size() - given;
    long const count = move(size);
    if (count < 0) return count;
    auto const some = static_cast<std::size_t>(count);
    std::size_t const moved = some < left ? some : left;
    has_ended |= moved == 0 && !has_failed;
    given += moved;
    return static_cast<long>(moved);
  }

  /// Like read(2).
  long give(char* out, std::size_t size) {
    std::size_t const from = given;
    long const count = allow(size);
    if (count > 0)
      memcpy(out, text.data() + from, static_cast<std::size_t>(count));
    if (count < 0) errno = static_cast<int>(-count);
    return count < 0 ? -1 : count;
  }

  /// The bytes that were returned so far.
  std::string so_far() const { return text.substr(0, given); }
};

}  // namespace rill_test

#endif

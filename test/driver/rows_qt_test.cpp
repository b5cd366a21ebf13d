// test/driver/rows_qt_test.cpp: the rows of all devices (support/devices/) over
// devices with the interface of Qt's.
#include <doctest/doctest.h>
#include <rill/driver/qt.h>

#include <memory>
#include <utility>  // std::move

#include "../support/devices/check.h"
#include "../support/qt_standin.h"

using namespace rill_test;

namespace {

// A QFile whose calls follow a row. Qt reports an error by -1 and a text.
template <class Device>
class row_device : public qt_file {
 public:
  explicit row_device(Device& device) : device_(device) {}

  long long write(char const* data, long long size) {
    return kept(device_.take(data, static_cast<std::size_t>(size)));
  }
  long long read(char* out, long long size) {
    return kept(device_.give(out, static_cast<std::size_t>(size)));
  }
  bool flush() { return true; }
  qt_string fileName() const { return qt_string(u"rows.txt"); }

 private:
  long long kept(long count) {
    has_failed |= count < 0;
    return count;
  }

  Device& device_;
};
using qt_sink_device = row_device<scripted_sink>;
using qt_source_device = row_device<scripted_source>;

// The device keeps its address when the writer or reader over it moves.
struct writing_sink {
  std::unique_ptr<qt_sink_device> device;
  rill::qt_writer out;
  writing_sink(scripted_sink& to, std::size_t size)
      : device(std::make_unique<qt_sink_device>(to)), out(*device, size) {}
  writing_sink(writing_sink&&) = default;
  writing_sink& operator=(writing_sink&& other) noexcept {
    out = std::move(other.out);  // the writer before its device
    if (this != &other) device = std::move(other.device);
    return *this;
  }
  auto& sink() { return out; }
};
struct direct_sink {
  qt_sink_device device;
  direct_sink(scripted_sink& to, std::size_t) : device(to) {}
  auto& sink() { return device; }
};
struct reading_source {
  std::unique_ptr<qt_source_device> device;
  rill::qt_reader in;
  reading_source(scripted_source& from, std::size_t size)
      : device(std::make_unique<qt_source_device>(from)), in(*device, size) {}
  auto& source() { return in; }
};

// Qt's errors have a text, but no number.
rill::error_code code_of_qt(scripted_device const& device) {
  if (device.plan.how == failure::number)
    return rill::library_problem::device_failed;
  return device.code();
}

}  // namespace

TEST_CASE("driver/rows_qt: qt_writer") {
  sink_fixture fixture = sink_of<writing_sink>(
      "to a QIODevice", fails | throws | reenters | is_lazy);
  fixture.code = code_of_qt;
  check_rows(fixture, "clears errors, is interrupted");
}

TEST_CASE("driver/rows_qt: QFile") {
  sink_fixture fixture = sink_of<direct_sink>(
      "rows.txt", fails | throws | is_lazy | is_whole, {16, 4096});
  fixture.code = code_of_qt;
  fixture.drops_calls = true;
  check_rows(fixture,
             "assigns, clears errors, closes, is interrupted, keeps errors, "
             "moves, reenters");
}

TEST_CASE("driver/rows_qt: qt_reader") {
  source_fixture fixture = source_of<reading_source>(
      "rows.txt", fails | throws | goes_on | is_prompt | tells_places);
  fixture.code = code_of_qt;
  check_rows(fixture, "closes, is interrupted");
}

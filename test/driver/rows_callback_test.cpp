// test/driver/rows_callback_test.cpp: the rows of all devices
// (support/devices/) over callables: callback_writer and callback_reader,
// ring_writer and ring_reader, and the bases of writers and readers over other
// devices.
#include <doctest/doctest.h>
#include <rill/stream/callback.h>
#include <rill/stream/device_reader.h>
#include <rill/stream/device.h>
#include <rill/ring/ring_reader.h>
#include <rill/ring/ring_writer.h>

#include <string>

#include "../support/devices/callables.h"
#include "../support/devices/check.h"

using namespace rill_test;

namespace {

struct callback_sink {
  callback_writer out;
  callback_sink(scripted_sink& to, std::size_t size) : out(taker(to), size) {}
  auto& sink() { return out; }
};
struct callback_source {
  callback_reader in;
  callback_source(scripted_source& from, std::size_t size)
      : in(giver(from), size) {}
  auto& source() { return in; }
};

struct ring_sink {
  rill::ring_writer<taking_callable> out;
  ring_sink(scripted_sink& to, std::size_t size) : out(size, taker(to)) {}
  auto& sink() { return out; }
};
// reader::read(): that of a ring has the bytes before an exception in `out`.
struct ring_by_base : rill::ring_reader<giving_callable> {
  using rill::ring_reader<giving_callable>::ring_reader;
  using rill::reader::read;
};
struct ring_source {
  ring_by_base in;
  ring_source(scripted_source& from, std::size_t size)
      : in(size, giver(from)) {}
  auto& source() { return in; }
};

// The shortest possible driver.
class device_sink : public rill::detail::device_writer {
 public:
  device_sink(scripted_sink& to, std::size_t size)
      : device_writer(calls, size), to_(&to) {}
  device_sink(device_sink&&) noexcept = default;
  ~device_sink() { close_or_report(); }
  auto& sink() { return *this; }

 private:
  static std::size_t put(device_writer& base, rill::text bytes,
                         rill::error& why) {
    scripted_sink& to = *static_cast<device_sink&>(base).to_;
    for (;;) {
      long const count = to.take(bytes.data, bytes.size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno == EINTR) continue;
      why = rill::error(rill::os::c_error(errno), "write", "to a driver");
      return 0;
    }
  }
  static constexpr rill::detail::device_calls calls{put, nullptr, nullptr,
                                                    "to a driver"};
  scripted_sink* to_;
};
class device_source : public rill::detail::device_reader {
 public:
  device_source(scripted_source& from, std::size_t size)
      : device_reader(calls, size), from_(&from) {}
  device_source(device_source&&) noexcept = default;
  auto& source() { return *this; }

 private:
  static std::size_t get(device_reader& base, char* room, std::size_t size,
                         rill::error& why) {
    scripted_source& from = *static_cast<device_source&>(base).from_;
    for (;;) {
      long const count = from.give(room, size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno == EINTR) continue;
      why = rill::error(rill::os::c_error(errno), "read", "from a driver");
      return 0;
    }
  }
  static constexpr rill::detail::device_source calls{get, "a driver"};
  scripted_source* from_;
};

constexpr unsigned can_fail = fails | throws | is_interrupted;
constexpr unsigned usual_sink = can_fail | reenters | is_lazy;
constexpr unsigned usual_source = can_fail | goes_on | is_prompt | tells_places;

}  // namespace

TEST_CASE("driver/rows_callback: callback_writer") {
  check_rows(sink_of<callback_sink>("callback", usual_sink),
             "clears errors, closes");
}

TEST_CASE("driver/rows_callback: callback_reader") {
  check_rows(source_of<callback_source>("callback", usual_source), "closes");
}

TEST_CASE("driver/rows_callback: ring_writer") {
  check_rows(sink_of<ring_sink>("ring", usual_sink), "");
}

TEST_CASE("driver/rows_callback: ring_reader") {
  check_rows(source_of<ring_source>("ring", usual_source, {10000}), "");
}

TEST_CASE("driver/rows_callback: the base of writers over devices") {
  check_rows(sink_of<device_sink>("driver", usual_sink),
             "assigns, clears errors");
}

TEST_CASE("driver/rows_callback: the base of readers over devices") {
  check_rows(source_of<device_source>("a driver", usual_source), "closes");
}

// test/driver/rows_memory_test.cpp: the rows of all devices (support/devices/)
// over memory, and over writers and readers that pass bytes on.
#include <doctest/doctest.h>
#include <rill/hash/crc.h>
#include <rill/stream/callback.h>
#include <rill/copy/hashing.h>
#include <rill/stream/memory_reader.h>
#include <rill/stream/memory_writer.h>
#include <rill/stream/tee.h>

#include <string>

#include "../support/devices/callables.h"
#include "../support/devices/check.h"

using namespace rill_test;

namespace {

// A rig of several parts cannot move, because the parts refer to each other.

// The string that a string_writer appends to; it can refuse to grow.
struct scripted_string {
  scripted_sink* to;
  void append(char const* data, std::size_t size) {
    if (size != 0) (void)to->take(data, size);
  }
};
struct string_sink {
  scripted_string to;
  rill::string_writer<scripted_string> out;
  string_sink(scripted_sink& device, std::size_t) : to{&device}, out(to) {}
  string_sink(string_sink const&) = delete;
  auto& sink() { return out; }
};

// The device is one of the tee's writers; the other one gets all accepted
// bytes.
template <bool IsFirst>
struct tee_sink {
  std::string other_bytes;
  callback_writer device;
  rill::string_writer<std::string> other;
  rill::tee_writer out;
  tee_sink(scripted_sink& to, std::size_t size)
      : device(taker(to), size),
        other(other_bytes),
        out(IsFirst ? static_cast<rill::writer&>(device) : other,
            IsFirst ? static_cast<rill::writer&>(other) : device) {}
  tee_sink(tee_sink const&) = delete;
  auto& sink() { return out; }
};
struct counting_sink {
  callback_writer device;
  rill::counting_writer out;
  counting_sink(scripted_sink& to, std::size_t size)
      : device(taker(to), size), out(device) {}
  counting_sink(counting_sink const&) = delete;
  auto& sink() { return out; }
};
struct hashing_sink {
  callback_writer device;
  rill::hashing_writer<rill::crc32> out;
  hashing_sink(scripted_sink& to, std::size_t size)
      : device(taker(to), size), out(device) {}
  hashing_sink(hashing_sink const&) = delete;
  auto& sink() { return out; }
};

struct hashing_source {
  callback_reader device;
  rill::hashing_reader<rill::crc32> in;
  hashing_source(scripted_source& from, std::size_t size)
      : device(giver(from), size), in(device) {}
  hashing_source(hashing_source const&) = delete;
  auto& source() { return in; }
};

constexpr unsigned usual_sink =
    fails | throws | is_interrupted | reenters | is_lazy;

// After an error the other writer of a tee goes on, so the tee keeps no error:
// the writers behind it do.
template <class Rig>
sink_fixture passing(char const* name) {
  sink_fixture fixture = sink_of<Rig>(name, usual_sink, {16, 600, 4096});
  fixture.can &= ~static_cast<unsigned>(keeps_errors);
  return fixture;
}

}  // namespace

TEST_CASE("driver/rows_memory: string_writer") {
  check_rows(sink_of<string_sink>("string", reenters | is_lazy, {256}),
             "assigns, closes, fails, moves");
}

TEST_CASE("driver/rows_memory: tee_writer, the first") {
  check_rows(passing<tee_sink<true>>("tee"),
             "assigns, clears errors, closes, keeps errors, moves");
}

TEST_CASE("driver/rows_memory: tee_writer, the second") {
  check_rows(passing<tee_sink<false>>("tee"),
             "assigns, clears errors, closes, keeps errors, moves");
}

TEST_CASE("driver/rows_memory: counting_writer") {
  check_rows(passing<counting_sink>("count"),
             "assigns, clears errors, closes, keeps errors, moves");
}

TEST_CASE("driver/rows_memory: hashing_writer over a writer") {
  check_rows(sink_of<hashing_sink>("hash", usual_sink),
             "assigns, clears errors, moves");
}

TEST_CASE("driver/rows_memory: hashing_reader over a reader") {
  check_rows(source_of<hashing_source>(
                 "callback", fails | throws | is_interrupted | goes_on |
                                 is_prompt | tells_places),
             "moves");
}

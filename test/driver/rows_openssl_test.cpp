// test/driver/rows_openssl_test.cpp: the rows of all devices
// (support/devices/) over OpenSSL's BIOs.
// platforms: posix
// libraries: ssl crypto
#include <doctest/doctest.h>
#include <fcntl.h>  // open
#include <rill/driver/openssl.h>
#include <unistd.h>  // close

#include <vector>

#include "../support/devices/callables.h"
#include "../support/devices/check.h"

using namespace rill_test;

namespace {

// A descriptor that is always ready, for calls that request a retry.
struct ready_descriptor {
  int number = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ~ready_descriptor() { ::close(number); }
};
int descriptor() {
  static ready_descriptor const ready;
  return ready.number;
}

int write_bio(BIO* bio, char const* data, int size) {
  auto& to = *static_cast<scripted_sink*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  long const count = to.take(data, static_cast<std::size_t>(size));
  if (count < 0 && errno == EINTR) BIO_set_retry_write(bio);
  return static_cast<int>(count);
}
int read_bio(BIO* bio, char* out, int size) {
  auto& from = *static_cast<scripted_source*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  long const count = from.give(out, static_cast<std::size_t>(size));
  if (count < 0 && errno == EINTR) BIO_set_retry_read(bio);
  return static_cast<int>(count);
}
long control_bio(BIO*, int command, long, void* answer) {
  if (command == BIO_CTRL_FLUSH) return 1;
  if (command != BIO_C_GET_FD) return 0;
  if (answer) *static_cast<int*>(answer) = descriptor();
  return descriptor();
}

BIO* new_bio(scripted_device& device) {
  static BIO_METHOD* const calls = [] {
    BIO_METHOD* const made = BIO_meth_new(
        BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "a device of the rows");
    BIO_meth_set_write(made, write_bio);
    BIO_meth_set_read(made, read_bio);
    BIO_meth_set_ctrl(made, control_bio);
    return made;
  }();
  BIO* const bio = BIO_new(calls);
  BIO_set_data(bio, &device);
  BIO_set_init(bio, 1);
  return bio;
}

// The writer owns the BIO.
struct owning_sink {
  rill::bio_writer out;
  owning_sink(scripted_sink& to, std::size_t size)
      : out(rill::bio_owner(new_bio(to)), size) {}
  auto& sink() { return out; }
};
struct owning_source {
  rill::bio_reader in;
  owning_source(scripted_source& from, std::size_t size)
      : in(rill::bio_owner(new_bio(from)), size) {}
  auto& source() { return in; }
};
// A bare BIO.
struct direct_sink {
  rill::bio_owner owner;
  BIO* bio;
  direct_sink(scripted_sink& to, std::size_t)
      : owner(new_bio(to)), bio(owner.get()) {}
  direct_sink(direct_sink const&) = delete;
  auto& sink() { return bio; }
};
struct direct_source {
  rill::bio_owner owner;
  BIO* bio;
  direct_source(scripted_source& from, std::size_t)
      : owner(new_bio(from)), bio(owner.get()) {}
  direct_source(direct_source const&) = delete;
  auto& source() { return bio; }
};
// A BIO over a writer of rill, and a writer over that BIO.
struct chained_sink {
  callback_writer inner;
  rill::bio_writer out;
  chained_sink(scripted_sink& to, std::size_t size)
      : inner(taker(to), size), out(rill::make_bio(inner), size) {}
  chained_sink(chained_sink const&) = delete;
  auto& sink() { return out; }
};

// 0 bytes without an entry in the error queue are an error of the BIO.
rill::error_code code_of_bio(scripted_device const& device) {
  if (device.plan.how == failure::nothing)
    return rill::library_problem::device_failed;
  return device.code();
}
template <class Rig>
sink_fixture bio_sink(unsigned can, std::vector<std::size_t> buffers) {
  sink_fixture fixture = sink_of<Rig>("to a BIO", can, buffers);
  fixture.code = code_of_bio;
  return fixture;
}

}  // namespace

TEST_CASE("driver/rows_openssl: bio_writer") {
  check_rows(bio_sink<owning_sink>(fails | is_interrupted | reenters | is_lazy,
                                   {1, 16, 4096}),
             "clears errors, throws");
}

TEST_CASE("driver/rows_openssl: BIO") {
  check_rows(
      bio_sink<direct_sink>(fails | is_interrupted | is_lazy, {16, 4096}),
      "assigns, closes, flushes, moves, reenters, throws");
}

TEST_CASE("driver/rows_openssl: a BIO over a writer") {
  sink_fixture fixture = sink_of<chained_sink>(
      "to a BIO", fails | throws | is_interrupted | reenters);
  fixture.passes_exceptions = false;  // not through OpenSSL
  check_rows(fixture, "assigns, clears errors, is lazy, moves");
}

TEST_CASE("driver/rows_openssl: bio_reader") {
  check_rows(source_of<owning_source>(
                 "a BIO", fails | is_interrupted | is_prompt | tells_places),
             "throws");
}

TEST_CASE("driver/rows_openssl: BIO as a source") {
  check_rows(source_of<direct_source>(
                 "a BIO", fails | is_interrupted | is_prompt | tells_places),
             "closes, keeps errors, moves, reads, throws");
}

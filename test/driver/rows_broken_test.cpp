// test/driver/rows_broken_test.cpp: the rows of all devices (support/devices/)
// detect drivers that are broken on purpose, one fault at a time.
#include <doctest/doctest.h>
#include <rill/stream/callback.h>
#include <rill/stream/device.h>

#include <string>
#include <utility>  // std::declval

#include "../support/devices/sink_rows.h"
#include "../support/devices/source_rows.h"

using namespace rill_test;

namespace {

// The faults of the drivers.
enum class fault {
  none,
  loses_a_byte,
  gives_a_byte_twice,
  hides_errors,
  tries_again,
  tells_another_error,
  makes_empty_calls,
  gives_up_on_interrupts,
  hides_exceptions,
  reads_ahead,
};

// Whether the device has failed; an interrupted call is not a failure.
bool is_error(long count) { return count < 0 && errno != EINTR; }

long give(scripted_sink& to, char const* data, std::size_t size, fault what) {
  if (what == fault::makes_empty_calls) (void)to.take(data, 0);
  if (what == fault::loses_a_byte && size > 2)
    return to.take(data, size - 1) < 0 ? -1 : static_cast<long>(size);
  long const count = to.take(data, size);
  if (what == fault::gives_a_byte_twice && count > 1) return count - 1;
  if (what == fault::hides_errors && is_error(count))
    return static_cast<long>(size);
  if (what == fault::tries_again && is_error(count)) return to.take(data, size);
  if (what == fault::tells_another_error && is_error(count)) errno = EDOM;
  if (what == fault::gives_up_on_interrupts && count < 0 && errno == EINTR)
    errno = EIO;
  return count;
}

template <fault What>
struct broken_sink {
  static auto taker(scripted_sink& to) {
    return [&to](char const* data, std::size_t size) -> long {
      if (What != fault::hides_exceptions) return give(to, data, size, What);
      try {
        return to.take(data, size);
      } catch (...) {
        return 0;
      }
    };
  }
  rill::callback_writer<decltype(taker(std::declval<scripted_sink&>()))> out;
  broken_sink(scripted_sink& to, std::size_t size) : out(taker(to), size) {}
  broken_sink(broken_sink const&) = delete;
  auto& sink() { return out; }
};

long take(scripted_source& from, char* out, std::size_t size, fault what) {
  long const count = from.give(out, size);
  if (what == fault::loses_a_byte && count > 1) return count - 1;
  if (what == fault::hides_errors && is_error(count)) return 0;
  if (what == fault::tries_again && is_error(count))
    return from.give(out, size);
  if (what == fault::tells_another_error && is_error(count)) errno = EDOM;
  if (what == fault::gives_up_on_interrupts && count < 0 && errno == EINTR)
    return 0;
  auto const got = static_cast<std::size_t>(count);
  if (what == fault::reads_ahead && count > 0 && got < size)
    return count + from.give(out + got, size - got);
  return count;
}

template <fault What>
struct broken_source {
  static auto giver(scripted_source& from) {
    return [&from](char* out, std::size_t size) -> long {
      return take(from, out, size, What);
    };
  }
  rill::callback_reader<decltype(giver(std::declval<scripted_source&>()))> in;
  broken_source(scripted_source& from, std::size_t size)
      : in(giver(from), size) {}
  auto& source() { return in; }
};

// A driver without a fault, from which the broken ones derive.
class whole_sink : public rill::detail::device_writer {
 public:
  whole_sink(scripted_sink& to, std::size_t size)
      : device_writer(calls, size), to_(&to), size_(size) {}
  whole_sink(whole_sink&& other) noexcept = default;
  ~whole_sink() { close_or_report(); }

 protected:
  static std::size_t put(device_writer& base, rill::text bytes,
                         rill::error& why) {
    long const count =
        static_cast<whole_sink&>(base).to_->take(bytes.data, bytes.size);
    if (count < 0) why = rill::error(rill::os::c_error(errno), "write");
    return count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  static constexpr rill::detail::device_calls calls{put, nullptr, nullptr,
                                                    "to a driver"};
  scripted_sink* to_;
  std::size_t size_;
};

struct never_flushes : whole_sink {
  using whole_sink::whole_sink;
  void flush() {}
  auto& sink() { return *this; }
};
struct stays_open : whole_sink {
  using whole_sink::whole_sink;
  void close() { flush(); }
  auto& sink() { return *this; }
};
struct is_silent : whole_sink {
  using whole_sink::whole_sink;
  is_silent(is_silent&& other) noexcept = default;
  ~is_silent() { (void)try_close(); }
  auto& sink() { return *this; }
};
struct tells_twice : whole_sink {
  using whole_sink::whole_sink;
  tells_twice(tells_twice&& other) noexcept = default;
  ~tells_twice() {
    if (error()) rill::detail::on_lost_output(rill::error(error(), "write"));
  }
  auto& sink() { return *this; }
};
struct moves_nothing : whole_sink {
  using whole_sink::whole_sink;
  moves_nothing(moves_nothing&& other) noexcept
      : whole_sink(*other.to_, other.size_) {}
  auto& sink() { return *this; }
};

// Whether a row is wrong whose name begins with `begin`.
bool finds(rows_told const& told, char const* begin) {
  for (std::string const& one : told.wrong)
    if (one.starts_with(begin)) return true;
  return false;
}

template <class Rig>
rows_told told_of(unsigned can = fails | throws | is_lazy) {
  return run_rows(sink_of<Rig>("broken", can, {1, 16}));
}
template <fault What>
rows_told told_of() {
  return told_of<broken_sink<What>>(fails | throws | is_lazy | is_interrupted);
}
template <fault What>
rows_told told_of_source() {
  return run_rows(source_of<broken_source<What>>(
      "callback", fails | throws | is_interrupted | is_prompt | tells_places,
      {16}));
}

}  // namespace

TEST_CASE("driver/rows_broken: the bytes") {
  CHECK(finds(told_of<fault::loses_a_byte>(), "bytes: "));
  CHECK(finds(told_of<fault::loses_a_byte>(), "values: "));
  CHECK(finds(told_of<fault::gives_a_byte_twice>(), "bytes: "));
  CHECK(finds(told_of<fault::makes_empty_calls>(), "bytes: "));
  CHECK(finds(told_of_source<fault::loses_a_byte>(), "reads "));
}

TEST_CASE("driver/rows_broken: errors") {
  CHECK(finds(told_of<fault::hides_errors>(), "errors: a full disk"));
  CHECK(finds(told_of<fault::tries_again>(), "errors: a full disk"));
  CHECK(finds(told_of<fault::tells_another_error>(), "errors: a full disk"));
  CHECK(finds(told_of<fault::hides_exceptions>(), "errors: an exception"));
  CHECK(finds(told_of<fault::gives_up_on_interrupts>(), "interrupted"));
  CHECK(finds(told_of<is_silent>(fails), "errors: "));
  CHECK(finds(told_of<tells_twice>(fails), "errors: "));
}

TEST_CASE("driver/rows_broken: errors of sources") {
  CHECK(finds(told_of_source<fault::hides_errors>(), "breaks off: "));
  CHECK(finds(told_of_source<fault::tries_again>(), "breaks off: "));
  CHECK(finds(told_of_source<fault::tells_another_error>(), "breaks off: "));
  CHECK(finds(told_of_source<fault::gives_up_on_interrupts>(), "interrupted"));
  CHECK(finds(told_of_source<fault::reads_ahead>(), "prompt"));
}

TEST_CASE("driver/rows_broken: flush, close and moves") {
  CHECK(finds(told_of<never_flushes>(), "flush: "));
  CHECK(finds(told_of<stays_open>(), "closed twice: "));
  CHECK(finds(told_of<moves_nothing>(), "moved: "));
}

TEST_CASE("driver/rows_broken: nothing is wrong where nothing is broken") {
  CHECK(told_of<fault::none>().first_wrong() == "");
  CHECK(told_of_source<fault::none>().first_wrong() == "");
}

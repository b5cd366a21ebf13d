// test/cstdio/buffering_test.cpp: the variables of the environment that set the
// buffering of the standard streams.
// covers: cstdio/c_stream_writer.h
#include <doctest/doctest.h>
#include <rill/cstdio/c_stream_writer.h>

#include <cstdlib>
#include <initializer_list>

namespace {

using rill::os::buffer_mode;
using rill::os::buffering;
using rill::os::buffering_of;

bool is(buffering seen, buffer_mode mode, std::size_t size = 0) {
  return seen.mode == mode && seen.size == size;
}

void set(char const* name, char const* value) {
#if defined(_WIN32)
  ::_putenv_s(name, value);
#else
  ::setenv(name, value, 1);
#endif
}

}  // namespace

TEST_CASE("cstdio/c_stream_writer: words, and the letters of stdbuf") {
  CHECK(is(buffering_of("line"), buffer_mode::line));
  CHECK(is(buffering_of("L"), buffer_mode::line));
  CHECK(is(buffering_of("block"), buffer_mode::block));
  CHECK(is(buffering_of("B"), buffer_mode::block));
  CHECK(is(buffering_of("none"), buffer_mode::none));
  CHECK(is(buffering_of("0"), buffer_mode::none));
}

TEST_CASE("cstdio/c_stream_writer: sizes") {
  CHECK(is(buffering_of("1"), buffer_mode::block, 1));
  CHECK(is(buffering_of("4096"), buffer_mode::block, 4096));
  CHECK(is(buffering_of("007"), buffer_mode::block, 7));
  CHECK(is(buffering_of("64K"), buffer_mode::block, 65536));
  CHECK(is(buffering_of("64k"), buffer_mode::block, 65536));
  CHECK(is(buffering_of("3M"), buffer_mode::block, 3 << 20));
  CHECK(is(buffering_of("1G"), buffer_mode::block, 1 << 30));
  CHECK(is(buffering_of("1073741824"), buffer_mode::block, 1 << 30));
}

TEST_CASE("cstdio/c_stream_writer: what is none of these is not set") {
  for (char const* value : {"",
                            " ",
                            "lines",
                            "Line",
                            "l",
                            "-1",
                            "+1",
                            "1 ",
                            " 1",
                            "00",
                            "K",
                            "1KB",
                            "1KK",
                            "0K",
                            "1T",
                            "2G",
                            "1025M",
                            "1048577K",
                            "1073741825",
                            "18446744073709551617",
                            "99999999999999999999999999999999",
                            "1.5",
                            "0x10"})
    CHECK_MESSAGE(is(buffering_of(value), buffer_mode::unset), value);
  CHECK(is(buffering_of(nullptr), buffer_mode::unset));
}

TEST_CASE(
    "cstdio/c_stream_writer: rill's variable comes before that of stdbuf") {
  using rill::os::wanted_buffering;
  char const* const own = "RILL_TEST_OWN";
  char const* const other = "RILL_TEST_OTHER";
  CHECK(is(wanted_buffering(own, other), buffer_mode::unset));
  set(other, "100");
  CHECK(is(wanted_buffering(own, other), buffer_mode::block, 100));
  set(own, "line");
  CHECK(is(wanted_buffering(own, other), buffer_mode::line));
  set(own, "nonsense");
  CHECK(is(wanted_buffering(own, other), buffer_mode::block, 100));
}

// test/binary/record_test.cpp: single records against bytes written by hand.
// covers: binary/records.h, binary/records_body.h
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/file.h>
#include <rill/print.h>
#include <rill/records.h>

#include <memory>
#include <string>
#include <variant>  // std::monostate
#include <vector>

#include "../support/files.h"
#include "../support/scripted_reader.h"
#include "record_bytes.h"

using rill_test::hand_head;
using rill_test::hand_record;
using rill_test::scripted_reader;
using rill_test::slow_fnv;

namespace {

template <class T, class... Format>
std::string record_of(T const& value, Format... format) {
  std::string bytes;
  rill::string_writer out(bytes);
  rill::write_record(out, value, format...);
  out.flush();
  return bytes;
}

// A heap block of exactly the size: a sanitizer reports a read beyond it.
struct exact {
  explicit exact(std::string const& bytes)
      : data(new char[bytes.size()]), size(bytes.size()) {
    bytes.copy(data.get(), size);
  }
  rill::memory_reader reader() const { return {data.get(), size}; }
  std::unique_ptr<char[]> data;
  std::size_t size;
};

template <class T, class... Options>
rill::error failure_of(std::string const& bytes, Options... options) {
  exact const block(bytes);
  auto in = block.reader();
  auto const read = rill::try_read_record<T>(in, options...);
  CHECK(in.cursor() == block.data.get());  // not consumed
  return read ? rill::error() : read.error();
}

std::string words_of(rill::error const& why) { return why.what(); }

struct point {
  int x;
  short y;
};

}  // namespace

TEST_CASE("binary/records: the bytes are those of the layout") {
  std::uint32_t const shape = slow_fnv("ri\x04");
  std::vector<int> const value{1, -2};
  std::string const compact("\x02\x01\0\0\0\xfe\xff\xff\xff", 9);
  CHECK(record_of(value) == hand_record(0, shape, compact));
  CHECK(record_of(value, rill::binary_compact) ==
        hand_record(0, shape, compact));
  CHECK(
      record_of(point{1, 2}, rill::binary_fixed) ==
      hand_record(2, slow_fnv("{i\x04i\x02}"), std::string("\1\0\0\0\2\0", 6)));
  // Field 1 of four bytes, and the end of the group. The shape is 0.
  CHECK(record_of(7, rill::binary_tagged) ==
        hand_record(1, 0, std::string("\x0a\x07\0\0\0\0", 6)));
  CHECK(record_of("abc") == hand_record(0, slow_fnv("t\x01"), "\3abc"));
  CHECK(record_of(std::monostate()) == hand_record(0, slow_fnv("0"), ""));
  // RFC 3720, appendix B.4: 32 bytes of zeros.
  CHECK(rill_test::slow_crc32c(std::string(32, '\0')) == 0x8a9136aau);
}

TEST_CASE("binary/records: a long one, and one byte at a time") {
  for (std::size_t size : {0u, 1u, 127u, 128u, 4063u, 4064u, 4068u, 70000u}) {
    std::string const value = rill_test::pattern(size);
    std::string const bytes = record_of(value) + record_of(value);
    for (std::size_t step : {1u, 7u, 4096u}) {
      scripted_reader in(bytes, 16, rill_test::at_most(step));
      CHECK(rill::read_record<std::string>(in) == value);
      CHECK(rill::read_record<std::string>(in) == value);
      CHECK(in.at_end());
    }
  }
}

TEST_CASE("binary/records: all formats are read as they were written") {
  std::vector<std::string> const value{"a", "", "bc"};
  auto const check = [&](auto format) {
    std::string const bytes = record_of(value, format) + "rest";
    exact const block(bytes);
    auto in = block.reader();
    CHECK(rill::read_record<std::vector<std::string>>(in, format) == value);
    CHECK(in.available() == 4);
  };
  check(rill::binary_compact);
  check(rill::binary_tagged);
  std::string const bytes = record_of(point{-1, 5}, rill::binary_fixed);
  auto in = rill::from(bytes);
  point const p = rill::read_record<point>(in, rill::binary_fixed);
  CHECK(p.x == -1);
  CHECK(p.y == 5);
}

TEST_CASE("binary/records: tagged records of another type are read") {
  std::string const bytes = record_of(short{300}, rill::binary_tagged);
  auto in = rill::from(bytes);
  CHECK(rill::read_record<long long>(in, rill::binary_tagged) == 300);
}

TEST_CASE("binary/records: every cut is an error that says so") {
  std::string const bytes = record_of(std::string("abcdef"));
  for (std::size_t size = 0; size != bytes.size(); ++size) {
    CAPTURE(size);
    rill::error const why = failure_of<std::string>(bytes.substr(0, size));
    CHECK(why.code() == rill::binary_problem::cut);
    scripted_reader in(bytes.substr(0, size), 16, rill_test::one_byte);
    auto const read = rill::try_read_record<std::string>(in);
    REQUIRE(!read);
    CHECK(words_of(read.error()) ==
          (size == 0
               ? "read record script: there is no further record, at byte 0"
               : "read record script: the record is incomplete, at byte 0"));
  }
}

TEST_CASE("binary/records: every flip is an error") {
  std::string const bytes = record_of(std::string("abcdef"));
  for (std::size_t at = 0; at != bytes.size(); ++at)
    for (int bit = 0; bit != 8; ++bit) {
      CAPTURE(at);
      std::string other = bytes;
      other[at] = static_cast<char>(other[at] ^ 1 << bit);
      rill::error const why = failure_of<std::string>(other);
      CHECK(why.code() == (at < 4 ? rill::binary_problem::not_a_record
                                  : rill::binary_problem::bad_checksum));
    }
}

TEST_CASE("binary/records: what is whole and cannot be read") {
  std::uint32_t const shape = slow_fnv("t\x01");
  rill::error why = failure_of<int>(hand_record(0, shape, "\1a"));
  CHECK(words_of(why) ==
        "read record text: the record is of another type, at byte 0");
  CHECK(why.code() == rill::binary_problem::other_shape);
  // A record of another format is refused, too.
  CHECK(
      failure_of<std::string>(hand_record(0, shape, "\1a"), rill::binary_tagged)
          .code() == rill::binary_problem::other_shape);
  CHECK(
      failure_of<std::string>(hand_record(1, 0, std::string(1, '\0'))).code() ==
      rill::binary_problem::other_shape);
  CHECK(failure_of<std::string>(
            hand_head(0, shape, 2, 2) + "\1a" +
            rill_test::little(rill_test::slow_crc32c("\1a"), 4))
            .code() == rill::binary_problem::other_version);
  // The checksum is right, but the payload is not a value.
  why = failure_of<std::string>(hand_record(0, shape, "\2a"));
  CHECK(why.code() == rill::binary_problem::too_long);
  CHECK(words_of(why) ==
        "read record text: in the record at byte 0: length 2 exceeds the 1 "
        "byte left, at byte 1");
  why = failure_of<std::string>(hand_record(0, shape, "\1ab"));
  CHECK(why.code() == rill::binary_problem::left_over);
}

TEST_CASE("binary/records: no memory for a length, and none beyond the limit") {
  std::uint32_t const shape = slow_fnv("t\x01");
  rill::binary_limits limits;
  limits.memory = 100;
  std::string const long_one(99, 'x');
  std::string const bytes = hand_record(0, shape, "\x63" + long_one);
  {
    auto in = rill::from(bytes);
    CHECK(rill::read_record<std::string>(in, limits) == long_one);
  }
  limits.memory = 99;
  rill::error const why = failure_of<std::string>(bytes, limits);
  CHECK(why.code() == rill::binary_problem::too_much_memory);
  CHECK(words_of(why) ==
        "read record text: a record of 100 bytes exceeds the limit of 99, at "
        "byte 0");
  for (unsigned long long length : {1ull << 31, 1ull << 63, ~0ull}) {
    std::string const head = hand_head(0, shape, length);
    CHECK(failure_of<std::string>(head).code() ==
          rill::binary_problem::too_much_memory);
    // The limit allows the length, but the data ends before.
    limits.memory = ~0ull;
    scripted_reader in(head + "abc", 16);
    auto const read = rill::try_read_record<std::string>(in, limits);
    REQUIRE(!read);
    CHECK(read.error().code().source == rill::error_source::binary);
    CHECK(in.largest_room < 4096);
  }
}

TEST_CASE("binary/records: an error of the device is told as that") {
  std::string const bytes = record_of(std::string(100, 'x'));
  for (int call : {0, 1, 3, 60}) {
    scripted_reader in(bytes, 16, [=](int now, std::size_t) {
      return now == call ? -static_cast<long>(EIO) : 1;
    });
    auto const read = rill::try_read_record<std::string>(in);
    REQUIRE(!read);
    CHECK(read.error().code() == rill::os::c_error(EIO));
  }
}

TEST_CASE("binary/records: a file gets a record by one call") {
  rill_test::folder const here;
  std::string const path = here / "log";
  std::string const value = rill_test::pattern(100000);
  rill::write_record(rill::file::append(path), value);
  rill::write_record(rill::file::append(path), std::string("b"));
  CHECK(rill_test::content_of(path) ==
        record_of(value) + record_of(std::string("b")));
  rill::file_reader in(path);
  CHECK(rill::read_record<std::string>(in) == value);
  CHECK(rill::read_record<std::string>(in) == "b");
}

#if RILL_EXCEPTIONS
TEST_CASE("binary/records: what cannot be written leaves the sink alone") {
  std::string bytes;
  rill::string_writer out(bytes);
  struct too_deep {
    std::vector<too_deep> inside;
  };
  too_deep deep;
  for (int i = 0; i != 200; ++i) {
    too_deep outer;
    outer.inside.push_back(static_cast<too_deep&&>(deep));
    deep = static_cast<too_deep&&>(outer);
  }
  CHECK_THROWS_AS(rill::write_record(out, deep), rill::error);
  out.flush();
  CHECK(bytes.empty());
}
#endif

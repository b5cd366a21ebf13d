// test/binary/records_test.cpp: logs that are cut, have flipped bits or are
// mixed with other bytes, against the records that were written.
// covers: binary/records.h, binary/records_body.h
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/print.h>
#include <rill/records.h>
#include <rill/scan.h>
#include <stdio.h>  // fopen

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "../support/files.h"
#include "../support/scripted_reader.h"
#include "record_bytes.h"

using rill_test::hand_head;
using rill_test::hand_log;
using rill_test::make_log;
using rill_test::scripted_reader;

namespace {

struct outcome {
  std::vector<std::string> values;
  rill::error_code error;
  std::string words;
  bool torn = false;
  unsigned long long good_size = 0;
  unsigned long long skipped = 0;
};

template <class Source>
outcome outcome_of(Source&& source, rill::record_options options = {}) {
  outcome seen;
  auto log = rill::records<std::string>(static_cast<Source&&>(source), options);
#if RILL_EXCEPTIONS
  try {
    for (auto const& value : log) seen.values.push_back(value);
  } catch (rill::error const& why) {
    seen.error = why.code();
    seen.words = why.what();
  }
#else
  for (auto const& value : log) seen.values.push_back(value);
#endif
  seen.torn = log.torn();
  seen.good_size = log.good_size();
  seen.skipped = log.skipped_bytes();
  return seen;
}

// From a block of exactly the size.
outcome outcome_of_bytes(std::string const& bytes,
                         rill::record_options options = {}) {
  std::unique_ptr<char[]> const block(new char[bytes.size()]);
  bytes.copy(block.get(), bytes.size());
  return outcome_of(std::string_view(block.get(), bytes.size()), options);
}

std::vector<std::string> first_of(hand_log const& log, std::size_t count) {
  return {log.values.begin(),
          log.values.begin() + static_cast<std::ptrdiff_t>(count)};
}

// Checks the outcome for a prefix of `log`, perhaps followed by zeros.
void check_beginning(hand_log const& log, std::string const& bytes,
                     outcome const& seen) {
  std::size_t const whole = log.whole_in(bytes);
  CHECK(!seen.error);
  CHECK(seen.values == first_of(log, whole));
  CHECK(seen.good_size == log.ends[whole]);
  CHECK(seen.torn == (bytes.size() != log.ends[whole]));
  CHECK(seen.skipped == 0);
}

}  // namespace

TEST_CASE("binary/records: a log of every source") {
  hand_log const log = make_log(50);
  rill_test::folder const here;
  std::string const path = here / "log";
  rill_test::set_content(path, log.bytes);
  check_beginning(log, log.bytes, outcome_of_bytes(log.bytes));
  check_beginning(log, log.bytes, outcome_of(log.bytes));
  check_beginning(log, log.bytes, outcome_of(rill::file_reader(path)));
  check_beginning(log, log.bytes, outcome_of(rill::file::open(path)));
  check_beginning(log, log.bytes, outcome_of(rill::load(path)));
  rill::file_reader kept(path, 16);
  check_beginning(log, log.bytes, outcome_of(kept));
  check_beginning(
      log, log.bytes,
      outcome_of(scripted_reader(log.bytes, 16, rill_test::one_byte)));
  check_beginning(log, "", outcome_of_bytes(""));
}

TEST_CASE("binary/records: C's and C++'s streams, with long records") {
  std::string bytes;
  rill::string_writer out(bytes);
  std::vector<std::string> const values{"a", rill_test::pattern(100000), "b",
                                        rill_test::pattern(70000)};
  for (auto const& value : values) rill::write_record(out, value);
  out.flush();
  rill_test::folder const here;
  std::string const path = here / "log";
  rill_test::set_content(path, bytes);
  FILE* const file = fopen(path.c_str(), "rb");
  REQUIRE(file);
  CHECK(rill::read_record<std::string>(file) == "a");
  CHECK(rill::read_record<std::string>(file) == values[1]);
  outcome const rest = outcome_of(file);
  CHECK(rest.values == std::vector<std::string>{"b", values[3]});
  CHECK(!rest.torn);
  fclose(file);
  std::istringstream stream(bytes + std::string(10, '\0'));
  CHECK(rill::read_record<std::string>(stream) == "a");
  CHECK(rill::read_record<std::string>(stream) == values[1]);
  outcome const zeros = outcome_of(rill::streambuf_view(*stream.rdbuf()));
  CHECK(zeros.values == std::vector<std::string>{"b", values[3]});
  CHECK(zeros.torn);
}

TEST_CASE("binary/records: every cut of a log") {
  hand_log const log = make_log(50);
  for (std::size_t size = 0; size <= log.bytes.size(); ++size) {
    CAPTURE(size);
    std::string const bytes = log.bytes.substr(0, size);
    check_beginning(log, bytes, outcome_of_bytes(bytes));
    check_beginning(log, bytes, outcome_of_bytes(bytes, {{}, true}));
    if (size % 13 == 0)
      check_beginning(
          log, bytes,
          outcome_of(scripted_reader(bytes, 16, rill_test::one_byte)));
  }
}

TEST_CASE("binary/records: zeros behind every cut") {
  hand_log const log = make_log(4);
  for (std::size_t size = 0; size <= log.bytes.size(); ++size)
    for (std::size_t zeros :
         {1u, 2u, 3u, 4u, 5u, 19u, 20u, 21u, 24u, 28u, 100u, 5000u}) {
      CAPTURE(size);
      CAPTURE(zeros);
      std::string const bytes =
          log.bytes.substr(0, size) + std::string(zeros, '\0');
      check_beginning(log, bytes, outcome_of_bytes(bytes));
      check_beginning(log, bytes, outcome_of_bytes(bytes, {{}, true}));
      if (zeros == 100)
        check_beginning(
            log, bytes,
            outcome_of(scripted_reader(bytes, 16, rill_test::one_byte)));
    }
}

#if RILL_EXCEPTIONS
TEST_CASE("binary/records: every flip in a log") {
  hand_log const log = make_log(50);
  std::size_t const last = log.values.size() - 1;
  for (std::size_t at = 0; at != log.bytes.size(); ++at) {
    std::size_t number = 0;
    while (log.ends[number + 1] <= at) ++number;
    std::string bytes = log.bytes;
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << at % 8);
    CAPTURE(at);
    CAPTURE(number);
    outcome const seen = outcome_of_bytes(bytes);
    CHECK(seen.values == first_of(log, number));
    CHECK(seen.good_size == log.ends[number]);
    bool const is_in_magic = at - log.ends[number] < 4;
    if (number == last && !is_in_magic) {
      CHECK(seen.torn);
      CHECK(!seen.error);
    } else {
      CHECK(!seen.torn);
      CHECK(seen.error == (at - log.ends[number] < 4
                               ? rill::binary_problem::not_a_record
                               : rill::binary_problem::bad_checksum));
      std::string const place = ", at byte " + std::to_string(log.ends[number]);
      CHECK(seen.words.find(place) == seen.words.size() - place.size());
    }
    outcome const others = outcome_of_bytes(bytes, {{}, true});
    std::vector<std::string> expected = log.values;
    expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(number));
    CHECK(!others.error);
    CHECK(others.values == expected);
    CHECK(others.torn == (number == last));
    CHECK(others.skipped ==
          (number == last ? 0 : log.ends[number + 1] - log.ends[number]));
    CHECK(others.good_size ==
          (number == last ? log.ends[last] : log.bytes.size()));
  }
}

// A write that a power cut interrupts leaves some sectors written and zeros in
// the others: the boundary can be anywhere in a record.
TEST_CASE(
    "binary/records: a last record of which sectors are missing is torn") {
  hand_log const log = make_log(6);
  std::size_t const begin = log.ends[5];
  std::string const last = log.bytes.substr(begin);
  for (std::size_t from = 0; from <= last.size(); ++from)
    for (std::size_t size : {1u, 4u, 20u, 24u, 512u}) {
      std::string torn = last;
      for (std::size_t at = from; at < from + size && at < last.size(); ++at)
        torn[at] = '\0';
      if (torn == last) continue;
      CAPTURE(from);
      CAPTURE(size);
      for (std::string const& behind :
           {std::string(), std::string(600, '\0'), last.substr(0, 3)}) {
        std::string const bytes = log.bytes.substr(0, begin) + torn + behind;
        check_beginning(log, bytes, outcome_of_bytes(bytes));
        check_beginning(
            log, bytes,
            outcome_of(scripted_reader(bytes, 16, rill_test::one_byte)));
      }
      // With a whole record behind it, the same is damage.
      std::string const bytes = log.bytes.substr(0, begin) + torn + last;
      outcome const seen = outcome_of_bytes(bytes);
      CHECK(seen.values == first_of(log, 5));
      CHECK(seen.error.source == rill::error_source::binary);
      CHECK(!seen.torn);
      CHECK(seen.words.ends_with(", at byte " + std::to_string(begin)));
    }
}

TEST_CASE("binary/records: bytes between records") {
  hand_log const log = make_log(3);
  std::string const record = log.bytes.substr(0, log.ends[1]);
  std::string const rest = log.bytes.substr(log.ends[1]);
  std::string const strange[] = {
      "x",
      std::string(1, '\0'),
      "\x89",
      "\x89rlr",
      "\x89rl\x89rlr\x89rlr",
      std::string(5000, '\x89'),
      std::string(5000, '\0'),
      std::string("\x89rlr\1\0\0\0", 8) + std::string(16, '\0'),
      hand_head(0, rill_test::slow_fnv("t\x01"), 1000).substr(0, 23)};
  for (std::string const& between : strange) {
    CAPTURE(between);
    std::string const bytes = record + between + rest;
    for (bool slowly : {false, true}) {
      auto const read = [&](rill::record_options options) {
        return slowly
                   ? outcome_of(scripted_reader(bytes, 16, rill_test::one_byte),
                                options)
                   : outcome_of_bytes(bytes, options);
      };
      outcome const seen = read({});
      CHECK(seen.values == first_of(log, 1));
      CHECK(seen.error.source == rill::error_source::binary);
      CHECK(!seen.torn);
      outcome const others = read({{}, true});
      CHECK(others.values == log.values);
      CHECK(others.skipped == between.size());
      CHECK(others.good_size == bytes.size());
      CHECK(!others.torn);
    }
  }
}

TEST_CASE("binary/records: a record within a damaged one is none of the log") {
  hand_log inner = make_log(2);
  hand_log log;
  log.add("a");
  log.add(inner.bytes);
  log.add("b");
  std::string bytes = log.bytes;
  char& last = bytes[log.ends[2] - 1];
  last = static_cast<char>(last ^ 1);
  outcome const seen = outcome_of_bytes(bytes, {{}, true});
  CHECK(seen.values == std::vector<std::string>{"a", "b"});
  CHECK(seen.skipped == log.ends[2] - log.ends[1]);
}

TEST_CASE("binary/records: bytes that are lost in the middle") {
  hand_log const log = make_log(20);
  std::size_t const begin = log.ends[5];
  for (std::size_t size = 1; size != log.ends[8] - begin; ++size) {
    CAPTURE(size);
    std::string bytes = log.bytes;
    bytes.erase(begin + 3, size);
    outcome const seen = outcome_of_bytes(bytes, {{}, true});
    CHECK(!seen.error);
    CHECK(!seen.torn);
    // No wrong record is read, and all records from the next whole one are.
    std::size_t next = 6;
    while (log.ends[next] < begin + size) ++next;
    // The three bytes kept before the gap can stand for the first bytes of a
    // record that begins in the gap. Otherwise that record is lost.
    if (log.ends[next] != begin + size && log.ends[next] < begin + 3 + size)
      ++next;
    std::vector<std::string> expected = first_of(log, 5);
    expected.insert(expected.end(),
                    log.values.begin() + static_cast<std::ptrdiff_t>(next),
                    log.values.end());
    CHECK(seen.values == expected);
  }
}

TEST_CASE("binary/records: headers within each other take no time squared") {
  std::uint32_t const shape = rill_test::slow_fnv("t\x01");
  std::size_t const count = 100000;
  std::string bytes;
  // Each header gives a payload of half of the file.
  std::string const heads = hand_head(0, shape, 24 * (count / 2));
  for (std::size_t i = 0; i != count; ++i) bytes += heads;
  outcome const seen = outcome_of_bytes(bytes, {{}, true});
  CHECK(seen.error == rill::binary_problem::bad_checksum);
  CHECK(seen.values.empty());
}

TEST_CASE("binary/records: what is not damage is an error in both ways") {
  hand_log const log = make_log(2);
  std::string const other_type =
      log.bytes + rill_test::hand_record(0, 1, "abc") + log.bytes;
  std::string const longer =
      log.bytes + hand_head(0, rill_test::slow_fnv("t\x01"), 1ull << 40);
  std::string const no_value =
      log.bytes +
      rill_test::hand_record(0, rill_test::slow_fnv("t\x01"), "\5abc");
  for (bool skips : {false, true}) {
    rill::record_options options;
    options.skip_damaged = skips;
    auto seen = outcome_of_bytes(other_type, options);
    CHECK(seen.error == rill::binary_problem::other_shape);
    CHECK(seen.values == log.values);
    seen = outcome_of_bytes(longer, options);
    CHECK(seen.error == rill::binary_problem::too_much_memory);
    CHECK(!seen.torn);
    seen = outcome_of_bytes(no_value, options);
    CHECK(seen.error == rill::binary_problem::too_long);
    CHECK(seen.words == "read record text: in the record at byte " +
                            std::to_string(log.bytes.size()) +
                            ": length 5 exceeds the 3 bytes left, at byte 1");
    CHECK(seen.good_size == log.bytes.size());
  }
}

TEST_CASE("binary/records: an error of the device is no torn end") {
  hand_log const log = make_log(3);
  for (std::size_t call = 0; call != log.bytes.size(); ++call)
    for (bool skips : {false, true}) {
      CAPTURE(call);
      rill::record_options options;
      options.skip_damaged = skips;
      outcome const seen = outcome_of(
          scripted_reader(log.bytes, 16,
                          [=](int now, std::size_t) {
                            return static_cast<std::size_t>(now) == call
                                       ? -static_cast<long>(EIO)
                                       : 1;
                          }),
          options);
      CHECK(seen.error == rill::os::c_error(EIO));
      CHECK(!seen.torn);
      std::size_t const whole = log.whole_in(log.bytes.substr(0, call));
      CHECK(seen.values == first_of(log, whole));
      CHECK(seen.good_size == log.ends[whole]);
    }
}

TEST_CASE("binary/records: repairing leaves damage in the middle alone") {
  hand_log const log = make_log(5);
  rill_test::folder const here;
  std::string const path = here / "log";
  std::string bytes = log.bytes;
  bytes[log.ends[2] + 25] ^= 1;
  rill_test::set_content(path, bytes);
  auto const repaired = rill::try_repair_records(path);
  REQUIRE(!repaired);
  CHECK(repaired.error().code() == rill::binary_problem::bad_checksum);
  CHECK(rill_test::content_of(path) == bytes);
  CHECK_THROWS_AS(rill::repair_records(path), rill::error);
  rill::binary_limits limits;
  limits.memory = 1;
  rill_test::set_content(path, log.bytes.substr(0, log.bytes.size() - 1));
  CHECK(rill::try_repair_records(path, limits).error().code() ==
        rill::binary_problem::too_much_memory);
  CHECK(rill_test::content_of(path).size() == log.bytes.size() - 1);
}
#endif

TEST_CASE("binary/records: repairing cuts a last record with a wrong header") {
  hand_log const log = make_log(5);
  rill_test::folder const here;
  std::string const path = here / "log";
  for (std::size_t at = log.ends[4]; at != log.bytes.size(); ++at) {
    CAPTURE(at);
    std::string bytes = log.bytes;
    bytes[at] = '\0';
    if (bytes == log.bytes) continue;
    rill_test::set_content(path, bytes);
    CHECK(rill::repair_records(path) == log.ends[4]);
    CHECK(rill_test::content_of(path) == log.bytes.substr(0, log.ends[4]));
  }
}

#if RILL_EXCEPTIONS
TEST_CASE("binary/records: repairing leaves what is no log alone") {
  hand_log const log = make_log(3);
  rill_test::folder const here;
  std::string const path = here / "log";
  std::string const zeros(512, '\0');
  for (std::string const& bytes :
       {std::string("some text"), zeros + "some text", zeros + log.bytes,
        std::string("\0rlr", 4) + zeros, log.bytes + "some text",
        log.bytes + "\x89some text", log.bytes + "\x89rlrs" + log.bytes}) {
    rill_test::set_content(path, bytes);
    auto const repaired = rill::try_repair_records(path);
    REQUIRE(!repaired);
    CHECK(repaired.error().code().source == rill::error_source::binary);
    CHECK(rill_test::content_of(path) == bytes);
  }
}
#endif

TEST_CASE("binary/records: repair, then append, at every cut") {
  hand_log const log = make_log(8);
  rill_test::folder const here;
  std::string const path = here / "log";
  CHECK(rill::repair_records(path) == 0);  // creates the file
  for (std::size_t size = 0; size <= log.bytes.size(); ++size)
    for (std::size_t zeros : {0u, 1000u}) {
      CAPTURE(size);
      std::string const bytes =
          log.bytes.substr(0, size) + std::string(zeros, '\0');
      rill_test::set_content(path, bytes);
      std::size_t const whole = log.whole_in(bytes);
      CHECK(rill::repair_records(path) == log.ends[whole]);
      CHECK(rill_test::content_of(path) ==
            log.bytes.substr(0, log.ends[whole]));
      rill::write_record(rill::file::append(path), std::string("new"));
      outcome const seen = outcome_of(rill::file_reader(path));
      std::vector<std::string> expected = first_of(log, whole);
      expected.push_back("new");
      CHECK(seen.values == expected);
      CHECK(!seen.torn);
    }
}

TEST_CASE("binary/records: a loop that ends early goes on at the next record") {
  hand_log const log = make_log(5);
  auto in = rill::from(log.bytes);
  {
    auto values = rill::records<std::string>(in);
    for (auto& value : values) {
      CHECK(value == log.values[0]);
      break;
    }
    CHECK(values.good_size() == log.ends[1]);
    for (auto& value : values) {
      CHECK(value == log.values[1]);
      std::string const taken = std::move(value);
      break;
    }
  }
  CHECK(rill::read_record<std::string>(in) == log.values[2]);
}

TEST_CASE("binary/records: tagged members that are missing have defaults") {
  struct old_one {
    int a = 1;
  };
  struct new_one {
    int a = 1;
    std::optional<int> b;
  };
  std::string bytes;
  rill::string_writer out(bytes);
  rill::write_record(out, new_one{2, 5}, rill::binary_tagged);
  rill::write_record(out, old_one{3}, rill::binary_tagged);
  out.flush();
  std::vector<new_one> all;
  for (auto& one : rill::records<new_one>(bytes, rill::binary_tagged))
    all.push_back(one);
  REQUIRE(all.size() == 2);
  CHECK(all[0].b == 5);
  CHECK(all[1].a == 3);
  CHECK(!all[1].b);
}

TEST_CASE("binary/records: the memory of a value is used again") {
  std::string bytes;
  rill::string_writer out(bytes);
  std::vector<int> const value(1000, 7);
  for (int i = 0; i != 10; ++i) rill::write_record(out, value);
  out.flush();
  int const* data = nullptr;
  for (auto const& one : rill::records<std::vector<int>>(bytes)) {
    if (data) CHECK(one.data() == data);
    data = one.data();
    CHECK(one == value);
  }
}

// test/driver/qt_source_test.cpp: scanning from devices with the interface of
// Qt's, without Qt: short reads, errors and exceptions at every call.
// covers: rill/driver/qt_device.h, rill/driver/peeking_reader.h
#include <doctest/doctest.h>
#include <rill/driver/qt.h>
#include <rill/rill.h>

#include <string>
#include <utility>  // std::move
#include <vector>

#include "../support/qt_standin.h"

using rill::library_problem;
using rill_test::qt_device;
using rill_test::qt_file;
using rill_test::qt_socket;

namespace {

constexpr long long piece_sizes[] = {1, 2, 3, 16, 1 << 20};
constexpr std::size_t buffer_sizes[] = {1, 2, 16, 17, 4096};

std::string words_of(rill::text text) { return {text.data, text.size}; }

}  // namespace

TEST_CASE(
    "driver/qt_device: scan takes from a device what it scanned, and no byte "
    "more") {
  for (bool const is_sequential : {false, true}) {
    qt_device device({.is_sequential = is_sequential});
    device.input = "12 word 3.5\nthe rest";
    int number = 0;
    std::string word;
    double real = 0;
    CHECK(rill::scan(device, number));
    CHECK(number == 12);
    CHECK(device.input == " word 3.5\nthe rest");
    CHECK(rill::scan(device, word, real));
    CHECK(word == "word");
    CHECK(real == 3.5);
    CHECK(device.input == "\nthe rest");
    CHECK(rill::scan(device, word));
    CHECK(rill::scan(device, rill::rest(word)));
    CHECK(word == " rest");
    CHECK(!rill::scan(device, number));
  }
}

TEST_CASE(
    "driver/qt_device: a token longer than the look at a device comes whole") {
  qt_device device;
  std::string const long_word(5000, 'w');
  device.input = long_word + " 7";
  std::string word;
  int number = 0;
  CHECK(rill::scan(device, word));
  CHECK(word == long_word);
  CHECK(device.input == " 7");
  CHECK(rill::scan(device, number));
  CHECK(number == 7);
}

TEST_CASE("driver/qt_device: lines of a device leave what is behind the loop") {
  qt_device device;
  for (int i = 0; i != 2000; ++i)
    device.input += "line " + std::to_string(i) + "\r\n";
  int count = 0;
  for (std::string_view const line : rill::lines(device)) {
    CHECK(line == "line " + std::to_string(count));
    if (++count == 1500) break;
  }
  CHECK(device.input.substr(0, 11) == "line 1500\r\n");
}

TEST_CASE(
    "driver/qt_device: an item that is wrong stays in the device, those before "
    "do not") {
  qt_file file;
  file.input = "12 x 13";
  int a = 0, b = 0;
  try {
    rill::scan(file, a, b);
    FAIL("no error");
  } catch (rill::error const& reason) {
    CHECK(
        std::string(reason.what()).find("d\u00e4ta.txt: expected an integer") ==
        0);
  }
  CHECK(a == 12);
  CHECK(file.input == "x 13");
}

TEST_CASE("driver/qt_device: errors and exceptions at every call of a scan") {
  std::string text;
  for (int i = 0; i != 400; ++i) text += std::to_string(i) + ' ';
  for (int call = 0; call != 12; ++call) {
    qt_file file({.fails_at = call});
    file.input = text;
    int value = 0, count = 0;
    try {
      while (rill::scan(file, value)) CHECK(value == count++);
    } catch (rill::error const& reason) {
      CHECK(words_of(reason.reason()) == "the wire is cut");
    }
    CHECK(count < 400);
  }
  for (int call = 0; call != 12; ++call) {
    qt_file file({.throws_at = call});
    file.input = text;
    int value = 0, thrown = -1;
    try {
      while (rill::scan(file, value)) continue;
    } catch (int number) {
      thrown = number;
    }
    CHECK(thrown == call);
  }
}

TEST_CASE(
    "driver/qt_device: a qt_reader reads numbers over pieces of every size") {
  std::string text;
  for (int i = 0; i != 300; ++i)
    text += std::to_string(i * i) + (i % 7 ? " " : "\n");
  for (std::size_t const size : buffer_sizes) {
    for (long long const most : piece_sizes) {
      qt_device device({.most = most});
      device.input = text;
      rill::qt_reader in(device, size);
      int value = 0, count = 0;
      while (rill::scan(in, value)) {
        CHECK(value == count * count);
        ++count;
      }
      CHECK(count == 300);
      CHECK(!in.error());
    }
  }
}

TEST_CASE(
    "driver/qt_device: a qt_reader has the device's words, and its name, in "
    "errors") {
  for (int call = 0; call != 20; ++call) {
    qt_file file({.most = 16, .fails_at = call});
    for (int i = 0; i != 400; ++i) file.input += std::to_string(i) + ' ';
    rill::qt_reader in(file, 16);
    int value = 0, count = 0;
    try {
      while (rill::scan(in, value)) CHECK(value == count++);
      FAIL("no error");
    } catch (rill::error const& reason) {
      CHECK(std::string(reason.what()) ==
            "read d\u00e4ta.txt: the wire is cut");
    }
    CHECK(in.error() == library_problem::device_failed);
  }
  qt_file file;
  file.input = "1 2\n3 x\n";
  rill::qt_reader in(file, 16);
  int a, b, c, d;
  rill::scan_result const got = rill::try_scan(in, a, b, c, d);
  REQUIRE(!got);
  CHECK(std::string(got.error().what()).find("d\u00e4ta.txt:2:3: ") == 0);
}

TEST_CASE("driver/qt_device: a qt_reader moves") {
  qt_device device;
  device.input = "12 34 56";
  rill::qt_reader first(device, 16);
  int value = 0;
  CHECK(rill::scan(first, value));
  rill::qt_reader second(std::move(first));
  CHECK(rill::scan(second, value));
  CHECK(value == 34);
  CHECK(!first.try_at_end());
  qt_device other;
  other.input = "78";
  second = rill::qt_reader(other);
  CHECK(rill::scan(second, value));
  CHECK(value == 78);
}

TEST_CASE(
    "driver/qt_device: nothing to read is not the end while a socket is "
    "connected") {
  for (bool const is_direct : {false, true}) {
    qt_socket socket;
    socket.input = "1 2";
    socket.later = "3 |4|5 6";
    std::vector<int> all;
    int value = 0;
    rill::qt_reader in(socket, 16);
    while (is_direct ? rill::scan(socket, value) : rill::scan(in, value))
      all.push_back(value);
    CHECK(all == std::vector<int>{1, 23, 45, 6});
  }
}

TEST_CASE("driver/qt_device: bytes that come with the end are read") {
  for (bool const is_direct : {false, true}) {
    qt_socket socket;
    socket.input = "1 2";
    socket.with_end = "3 4";
    socket.number = 1;
    rill::qt_reader in(socket, 16);
    std::vector<int> all;
    int value = 0;
    while (is_direct ? rill::scan(socket, value) : rill::scan(in, value))
      all.push_back(value);
    CHECK(all == std::vector<int>{1, 23, 4});
  }
}

TEST_CASE(
    "driver/qt_device: a socket that was closed gives what it has, and ends") {
  for (bool const is_direct : {false, true}) {
    qt_socket socket;
    socket.input = "17";
    socket.is_connected = false;
    socket.number = 1;
    int value = 0;
    rill::qt_reader in(socket, 16);
    CHECK((is_direct ? rill::scan(socket, value) : rill::scan(in, value)));
    CHECK(value == 17);
    CHECK(!(is_direct ? rill::scan(socket, value) : rill::scan(in, value)));
    CHECK(socket.waits == 0);
  }
}

TEST_CASE(
    "driver/qt_device: a connection that breaks is an error and not the end") {
  qt_socket socket;
  socket.input = "17 1";
  socket.number = 7;
  rill::qt_reader in(socket, 16);
  int value = 0;
  CHECK(rill::scan(in, value));
  CHECK_THROWS_AS(rill::scan(in, value), rill::error);
  CHECK(in.error() == library_problem::device_failed);
  CHECK(value == 17);
}

TEST_CASE(
    "driver/qt_device: a read that gives more than there is room for is an "
    "error") {
  qt_device device({.miscounts_by = 100000});
  device.input = "1234 ";
  rill::qt_reader in(device, 16);
  int value = 0;
  CHECK_THROWS_AS(rill::scan(in, value), rill::error);
  CHECK(in.error() == library_problem::impossible_count);
  device.input = "5678 ";
  try {
    rill::scan(device, value);
    FAIL("no error");
  } catch (rill::error const& reason) {
    CHECK(reason.code() == library_problem::impossible_count);
  }
}

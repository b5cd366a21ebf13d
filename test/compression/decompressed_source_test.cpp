// test/compression/decompressed_source_test.cpp: the uses of a
// decompressed_reader: headers, lines, values, rows, copies, other readers
// over it, and moves; and the texts of its errors.
// covers: compression/streams.h
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/csv.h>
#include <rill/driver/zlib.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/copy/copy.h>
#include <rill/encoding/decoded_reader.h>
#include <rill/scan/lines.h>
#include <rill/stream/memory_reader.h>
#include <rill/stream/memory_writer.h>
#include <rill/encoding/transcode.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>  // std::move
#include <vector>

#include "../support/deflated.h"
#include "../support/fake_device.h"
#include "../support/files.h"
#include "../support/scripted_reader.h"

using rill::decompressed_reader;
using rill::library_problem;
using rill_test::deflated;
using rill_test::fake_device;
using rill_test::gzip_file;
using rill_test::raw_deflate;
using rill_test::scripted_reader;
using rill_test::zlib_stream;

namespace {

rill::file fake() { return rill::file::adopt(fake_device::handle, "fake.gz"); }

std::string string_of(rill::text text) { return {text.data, text.size}; }

std::string read_all(rill::reader& in) {
  std::string all;
  while (in.peek(1).size != 0) {
    all.append(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  return all;
}

std::string sentence_of(std::function<void()> const& work) {
  try {
    work();
  } catch (rill::error const& e) {
    return e.what();
  }
  return "no error";
}
// The error of reading all lines of compressed bytes in memory.
std::string sentence_of(std::string const& bytes, rill::compression const& how,
                        rill::decompression_options const& options = {}) {
  return sentence_of([&] {
    rill::memory_reader from(bytes);
    for (std::string_view line :
         rill::lines(decompressed_reader(from, how, options)))
      (void)line;
  });
}

std::string member(std::string const& text, char const* name, long time) {
  gz_header header{};
  header.name = rill_test::bytes_of_zlib(name);
  header.time = static_cast<uLong>(time);
  return deflated(text, gzip_file, 6, {}, &header);
}

}  // namespace

TEST_CASE("compression/decompressed_source: the header of each member") {
  std::string const bytes = member("first", "one.txt", 1) +
                            deflated("second", gzip_file) +
                            member("third", "three.txt", 3);
  for (bool asks_first : {false, true}) {
    scripted_reader from(bytes, 1);
    decompressed_reader in(from, rill::gzip(), {.buffer_size = 1});
    if (asks_first) {
      CHECK(in.header().name == "one.txt");
      CHECK(in.header().time == 1);
    }
    struct {
      char const *text, *name;
    } const members[] = {
        {"first", "one.txt"}, {"second", ""}, {"third", "three.txt"}};
    for (auto const& m : members) {
      std::string got(std::string_view(m.text).size(), '\0');
      for (char& byte : got) {
        CHECK(in.read(&byte, 1) == 1);
        CHECK(in.header().name == m.name);
      }
      CHECK(got == m.text);
    }
    CHECK(in.at_end());
    CHECK(in.header().name == "three.txt");
    CHECK(!in.error());
  }
}

TEST_CASE("compression/decompressed_source: headers where nothing is read") {
  auto const header_of = [](std::string const& bytes,
                            rill::compression const& how) {
    rill::memory_reader from(bytes);
    decompressed_reader in(from, how);
    return string_of(in.header().name);
  };
  CHECK(header_of(member("", "empty", 1), rill::gzip()) == "empty");
  CHECK(header_of("", rill::gzip()) == "");
  CHECK(header_of("no gzip file", rill::gzip()) == "");
  CHECK(header_of(deflated("text", zlib_stream), rill::zlib()) == "");
  CHECK(header_of(deflated("text", raw_deflate), rill::deflate()) == "");
  // A whole header is available, even if the data after it is cut.
  CHECK(header_of(member("text", "cut", 1).substr(0, 15), rill::gzip()) ==
        "cut");
  std::string const bytes = member("text", "name", 1);
  rill::memory_reader from(bytes);
  decompressed_reader moved(from, rill::gzip());
  decompressed_reader in(std::move(moved));
  CHECK(moved.header().name == "");
  CHECK(in.header().name == "name");
  CHECK(in.header().time == 1);
  in.close();
  CHECK(in.header().time == 0);
}

TEST_CASE("compression/decompressed_source: the exact sentences") {
  std::string const text = "to be or not to be";
  std::string const bytes = deflated(text, gzip_file);
  CHECK(sentence_of(bytes, rill::gzip()) == "no error");
  CHECK(sentence_of("", rill::gzip()) ==
        "read text: the compressed data ends too early: at compressed byte 0 "
        "(plain byte 0)");
  CHECK(sentence_of("plain text", rill::gzip()) ==
        "read text: the compressed data is damaged: incorrect header check, at "
        "compressed byte 2 (plain byte 0)");
  CHECK(sentence_of(bytes.substr(0, bytes.size() - 1), rill::gzip()) ==
        "read text: the compressed data ends too early: at compressed byte " +
            std::to_string(bytes.size() - 1) + " (plain byte 18)");
  CHECK(sentence_of(bytes + bytes + "xyz", rill::gzip()) ==
        "read text: bytes that are not compressed data follow it: at "
        "compressed byte " +
            std::to_string(2 * bytes.size()) + " (plain byte 36)");
  std::string wrong = bytes;
  wrong[bytes.size() - 8] = static_cast<char>(~wrong[bytes.size() - 8]);
  CHECK(sentence_of(wrong, rill::gzip()) ==
        "read text: the compressed data is damaged: incorrect data check, at "
        "compressed byte " +
            std::to_string(bytes.size() - 4) + " (plain byte 18)");
  std::string const needs =
      deflated(text, zlib_stream, 6, "a dictionary, not to be");
  CHECK(sentence_of(needs, rill::zlib()) ==
        "read text: the data was compressed with another dictionary: at "
        "compressed byte 6 (plain byte 0)");
  rill::compression const with = rill::zlib({.dictionary = "not this one"});
  CHECK(sentence_of(needs, with) == sentence_of(needs, rill::zlib()));
  rill::compression const right =
      rill::zlib({.dictionary = "a dictionary, not to be"});
  CHECK(sentence_of(needs, right) == "no error");
}

TEST_CASE("compression/decompressed_source: the sentences of limits") {
  auto const said = [](std::string const& text,
                       rill::decompression_options const& options) {
    std::string const bytes = deflated(text, gzip_file);
    rill::memory_reader from(bytes);
    decompressed_reader in(from, rill::gzip(), options);
    std::string const what = sentence_of([&] {
      for (std::string_view line : rill::lines(in)) (void)line;
    });
    // zlib reads ahead, so the expected offsets are those of the reader.
    std::string const place =
        ": at compressed byte " + std::to_string(in.compressed_offset()) +
        " (plain byte " + std::to_string(in.plain_offset()) + ")";
    return what.ends_with(place) ? what.substr(0, what.size() - place.size())
                                 : what;
  };
  CHECK(said("to be or not to be", {.limit = 17}) ==
        "read text: the data exceeds the limit");
  CHECK(said(std::string(3 << 20, '\0'),
             {.max_ratio = 9, .ratio_from = 1 << 20, .buffer_size = 65536}) ==
        "read text: the data expands more than max_ratio allows");
}

TEST_CASE("compression/decompressed_source: files say their names") {
  rill_test::folder const folder;
  std::string const path = folder / "x.gz";
  std::string const bytes = deflated("some text", gzip_file);
  rill_test::set_content(path, bytes.substr(0, 10));
  auto const wanted = "read " + path +
                      ": the compressed data ends too early: at compressed "
                      "byte 10 (plain byte 0)";
  CHECK(sentence_of([&] {
          rill::read<std::string>(decompressed_reader(path, rill::gzip()));
        }) == wanted);
  CHECK(sentence_of([&] {
          rill::file file = rill::file::open(path);
          decompressed_reader in(std::move(file), rill::gzip());
          rill::read<std::string>(in);
        }) == wanted);
  CHECK(sentence_of([&] {
          auto in = decompressed_reader::try_open(path, rill::gzip()).value();
          rill::read<std::string>(in);
        }) == wanted);
  CHECK(sentence_of([&] { decompressed_reader("/no/such", rill::gzip()); }) ==
        "open /no/such: No such file or directory");
  CHECK(!decompressed_reader::try_open("/no/such", rill::gzip()));
}

TEST_CASE("compression/decompressed_source: scan tells line and column") {
  rill_test::folder const folder;
  std::string const path = folder / "x.gz";
  rill_test::set_content(path, deflated("12\n34\n 5 6 x7 8\n", gzip_file));
  for (std::size_t mine : {1u, 16u, 4096u}) {
    decompressed_reader in(path, rill::gzip(), {.buffer_size = mine});
    std::string const said = sentence_of([&] {
      int n = 0;
      while (rill::scan(in, n)) {
      }
    });
    CHECK(said.substr(0, said.find('\n')) ==
          path + ":3:6: expected an integer, found \"x7\"");
    CHECK(in.plain_offset() <= 17);
  }
}

TEST_CASE("compression/decompressed_source: a source that fails is told so") {
  std::string const bytes =
      deflated(std::string(500, 'x') + "\n", gzip_file, 0);
  for (int at = 0; at != 60; ++at)
    for (std::size_t mine : {1u, 16u}) {
      CAPTURE(at);
      // The source is another reader, and then a file that the reader owns.
      scripted_reader from(bytes, 10, rill_test::fails_at(at, EIO));
      decompressed_reader in(from, rill::gzip(), {.buffer_size = mine});
      std::string const got = read_all(in);
      bool const has_failed = from.calls > at;
      CHECK((in.error() == rill::os::c_error(EIO)) == has_failed);
      CHECK(std::string(501, 'x').compare(
                0, std::min(got.size(), std::size_t{500}), got, 0, 500) == 0);
      CHECK(string_of(in.locate().name) == "script");
      fake_device device;
      device.input = bytes;
      device.on_read = [at](int call, std::size_t room) -> long {
        if (call == at) return -EIO;
        return room < 10 ? static_cast<long>(room) : 10;
      };
      std::string const said = sentence_of([&] {
        for (std::string_view line : rill::lines(decompressed_reader(
                 fake(), rill::gzip(), {.buffer_size = mine})))
          CHECK((line == std::string(500, 'x')));
      });
      CHECK(said == (device.reads > at ? "read fake.gz: Input/output error"
                                       : "no error"));
      CHECK(device.closes == 1);
    }
}

TEST_CASE(
    "compression/decompressed_source: a source that throws, and goes on") {
  std::string const bytes = deflated("some words to read", gzip_file);
  for (int at = 0; at != 8; ++at) {
    bool throws = true;
    scripted_reader from(bytes, 100, [&](int call, std::size_t) -> long {
      if (call == at && throws) throw std::runtime_error("not now");
      return 5;
    });
    decompressed_reader in(from, rill::gzip());
    std::string got;
    bool is_thrown = false;
    auto const read_on = [&] {
      while (in.peek(1).size != 0) {
        got.append(in.cursor(), in.available());
        in.advance_to(in.end());
      }
    };
    try {
      read_on();
    } catch (std::runtime_error const&) {
      is_thrown = true;
      throws = false;
      read_on();
    }
    CHECK(is_thrown == (from.calls > at));
    CHECK(got == "some words to read");
    CHECK(!in.error());
  }
}

TEST_CASE("compression/decompressed_source: lines longer than the buffer") {
  std::string text;
  std::vector<std::string> wanted;
  for (std::size_t size : {0u, 1u, 15u, 16u, 17u, 5000u, 3u, 40'000u}) {
    wanted.push_back(std::string(size, static_cast<char>('a' + size % 26)));
    text += wanted.back() + "\n";
  }
  std::string const bytes = deflated(text, gzip_file);
  for (std::size_t mine : {1u, 16u, 4096u}) {
    rill::memory_reader from(bytes);
    decompressed_reader in(from, rill::gzip(), {.buffer_size = mine});
    std::vector<std::string> got;
    for (std::string_view line : rill::lines(in)) got.emplace_back(line);
    CHECK((got == wanted));
  }
}

TEST_CASE("compression/decompressed_source: values, rows and copies") {
  rill_test::folder const folder;
  std::string const path = folder / "t.gz";
  rill_test::set_content(path, deflated("1 2 3\n4", gzip_file));
  int sum = 0;
  for (int n : rill::values<int>(decompressed_reader(path, rill::gzip())))
    sum += n;
  CHECK(sum == 10);
  rill_test::set_content(path,
                         deflated("name,age\n\"a,b\",7\nc,8\n", gzip_file));
  std::string rows;
  for (auto const& row : rill::csv(decompressed_reader(path, rill::gzip())))
    rows += string_of(row[0]) + "|" + string_of(row[1]) + ";";
  CHECK(rows == "name|age;a,b|7;c|8;");
  std::string const long_text(100'000, 'q');
  rill_test::set_content(path, deflated(long_text, gzip_file));
  std::string copied;
  {
    rill::string_writer to(copied);
    decompressed_reader in(path, rill::gzip());
    CHECK(rill::copy(in, to) == long_text.size());
  }
  CHECK((copied == long_text));
  // copy reports a cut file.
  rill_test::set_content(path, deflated(long_text, gzip_file).substr(0, 90));
  CHECK(sentence_of([&] {
          rill::string_writer to(copied);
          decompressed_reader in(path, rill::gzip());
          (void)rill::copy(in, to);
        }).find("the compressed data ends too early") != std::string::npos);
}

TEST_CASE("compression/decompressed_source: UTF-16 in gzip") {
  std::string const text = "caf\u00E9 \u20AC\n\U0001F600 2\n";
  std::string const bytes =
      deflated(rill::transcode(text, rill::utf8, rill::utf16le), gzip_file);
  for (std::size_t mine : {1u, 3u, 4096u}) {
    rill::memory_reader from(bytes);
    decompressed_reader in(from, rill::gzip(), {.buffer_size = mine});
    rill::decoded_reader decoded(in, rill::utf16le);
    CHECK((read_all(decoded) == text));
    CHECK(!decoded.error());
  }
  // decoded_reader passes on the error of the compressed data.
  std::string const cut = bytes.substr(0, bytes.size() - 3);
  rill::memory_reader from(cut);
  decompressed_reader in(from, rill::gzip());
  rill::decoded_reader decoded(in, rill::utf16le);
  CHECK(sentence_of([&] {
          for (std::string_view line : rill::lines(decoded)) (void)line;
        }) ==
        "read text: the compressed data ends too early: at compressed "
        "byte " +
            std::to_string(cut.size()) + " (plain byte 24)");
}

TEST_CASE("compression/decompressed_source: moved, it reads on") {
  std::string const one = deflated("one two three four", gzip_file);
  std::string const other = deflated("5 6", zlib_stream);
  for (std::size_t mine : {1u, 4u, 4096u}) {
    rill::memory_reader from(one), from_other(other);
    decompressed_reader first(from, rill::gzip(), {.buffer_size = mine});
    CHECK(rill::read<std::string>(first) == "one");
    decompressed_reader second(std::move(first));
    CHECK((first.error() == library_problem::closed));
    CHECK(!first.try_at_end());
    CHECK(rill::read<std::string>(second) == "two");
    decompressed_reader third(from_other, rill::zlib());
    CHECK(third.format() == "zlib");
    CHECK(rill::read<int>(third) == 5);
    third = std::move(second);
    CHECK(third.format() == "gzip");
    decompressed_reader& same = third;
    third = std::move(same);
    CHECK(rill::read<std::string>(third) == "three");
    first = std::move(third);
    CHECK(rill::read<std::string>(first) == "four");
    CHECK(first.at_end());
    CHECK(!first.error());
    CHECK(first.plain_offset() == 18);
    CHECK(first.compressed_offset() == one.size());
  }
}

TEST_CASE("compression/decompressed_source: closed, it gives no byte") {
  fake_device device;
  device.input = deflated("text", gzip_file);
  decompressed_reader in(fake(), rill::gzip());
  CHECK(in.peek(1) == "t");
  CHECK(device.closes == 0);
  in.close();
  CHECK(device.closes == 1);
  CHECK(!in.try_at_end());
  CHECK((in.error() == library_problem::closed));
  CHECK(bool(in.try_close()));
  CHECK(device.closes == 1);
  // close() does not close a source that is a reader.
  rill::memory_reader from(device.input);
  decompressed_reader over(from, rill::gzip());
  over.close();
  CHECK(from.available() == device.input.size());
  device.close_answer = EIO;
  decompressed_reader failing(fake(), rill::gzip());
  CHECK(sentence_of([&] { failing.close(); }) ==
        "close fake.gz: Input/output error");
}

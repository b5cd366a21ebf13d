// test/scan/lines_test.cpp: lines and words of every source, against a simple
// split of the text.
// covers: cstdio/c_stream_reader.h, scan/lines.h, scan/tokens.h
#include <doctest/doctest.h>
#include <errno.h>   // EIO
#include <string.h>  // strerror
#include <rill/stream.h>

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>  // std::move
#include <vector>

#include "../support/files.h"
#include "../support/pipe.h"
#include "../support/scripted_reader.h"

using rill_test::scripted_reader;
using strings = std::vector<std::string>;

namespace {

strings lines_of(std::string const& text) {
  strings all;
  std::string line;
  for (char c : text)
    if (c == '\n') {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      all.push_back(line);
      line.clear();
    } else {
      line += c;
    }
  if (!line.empty()) all.push_back(line);
  return all;
}

strings words_of(std::string const& text) {
  strings all;
  bool inside = false;
  for (char c : text) {
    bool const space = c == ' ' || (c >= '\t' && c <= '\r');
    if (!space && !inside) all.emplace_back();
    if (!space) all.back() += c;
    inside = !space;
  }
  return all;
}

template <class Range>
strings collected(Range&& range) {
  strings all;
  for (std::string_view piece : range) all.emplace_back(piece);
  return all;
}

std::string const samples[] = {
    "",
    "\n",
    "\r\n",
    "\r",
    "a",
    "a\n",
    "a\r\n",
    "a\rb\n",
    "a\r\r\n",
    "a\n\n\nb",
    "\n\r\n \n",
    " \t a  bc\v\fd \r\n",
    std::string("a\0b\0\n\0", 6),
    std::string(1000, 'x') + "\n" + std::string(500, 'y') + " z",
    "\xc3\xa4\xc3\xb6 \xff\n"};

std::string random_text(std::mt19937& random) {
  std::string text(random() % 80, '\0');
  for (char& c : text) c = "ab \n\n\r\t"[random() % 7];
  return text;
}

}  // namespace

TEST_CASE("scan/lines: lines and words at every buffer size") {
  std::mt19937 random(7);
  strings texts(std::begin(samples), std::end(samples));
  for (int i = 0; i != 30; ++i) texts.push_back(random_text(random));
  for (std::string const& text : texts)
    for (std::size_t size = 1; size <= 40; ++size)
      for (auto const& rule : {scripted_reader::rule(),
                               scripted_reader::rule(rill_test::one_byte)}) {
        scripted_reader of_lines(text, size, rule);
        REQUIRE((collected(rill::lines(of_lines)) == lines_of(text)));
        scripted_reader of_words(text, size, rule);
        REQUIRE((collected(rill::words(of_words)) == words_of(text)));
      }
}

TEST_CASE("scan/lines: text in memory, no byte behind it") {
  for (std::string const& text : samples) {
    auto const block = std::make_unique<char[]>(text.size());
    text.copy(block.get(), text.size());
    std::string_view const view(block.get(), text.size());
    CHECK((collected(rill::lines(view)) == lines_of(text)));
    CHECK((collected(rill::words(view)) == words_of(text)));
  }
  std::string string = "x\ny";
  std::string const constant = "x\ny";
  CHECK((collected(rill::lines(string)) == strings{"x", "y"}));
  CHECK((collected(rill::lines(constant)) == strings{"x", "y"}));
  CHECK((collected(rill::lines(rill::from("x\ny"))) == strings{"x", "y"}));
  char const* const pointer = "x\ny";
  char array[8] = "x\ny";
  CHECK((collected(rill::lines(pointer)) == strings{"x", "y"}));
  CHECK((collected(rill::lines(array)) == strings{"x", "y"}));
}

TEST_CASE("scan/lines: files and readers, borrowed and moved in") {
  rill_test::folder const folder;
  std::string all;
  for (int i = 0; i != 1000; ++i) all += "line " + std::to_string(i) + "\n";
  rill_test::set_content(folder / "f", all);
  std::string const path = folder / "f";
  strings const want = lines_of(all);
  CHECK((collected(rill::lines(rill::file::open(path))) == want));
  CHECK((collected(rill::lines(rill::file_reader(path))) == want));
  CHECK((collected(rill::lines(rill::load(path))) == want));
  rill::file_reader borrowed(path);
  CHECK((collected(rill::lines(borrowed)) == want));
  CHECK(borrowed.at_end());
  rill::loaded_file loaded = rill::load(path);
  CHECK((collected(rill::words(loaded)) == words_of(all)));
  FILE* const stream = ::fopen(path.c_str(), "r");
  CHECK((collected(rill::lines(stream)) == want));
  CHECK(::fgetc(stream) == EOF);
  ::fclose(stream);
}

TEST_CASE("scan/lines: over a FILE, moved before it is read") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "one\ntwo\n");
  FILE* const stream = ::fopen((folder / "f").c_str(), "r");
  {
    auto range = rill::lines(stream);
    auto moved = std::move(range);
    CHECK((collected(moved) == strings{"one", "two"}));
  }
  ::fclose(stream);
}

TEST_CASE("scan/lines: a loop that breaks leaves the rest") {
  std::string const all = "one two\nthree\nfour five\nsix";
  for (std::size_t stop = 0; stop != 4; ++stop) {
    scripted_reader in(all, 16);
    auto range = rill::lines(in);
    std::size_t seen = 0;
    for (std::string_view line : range) {
      CHECK(line == lines_of(all)[seen]);
      if (seen++ == stop) break;
    }
    strings rest = collected(rill::lines(in));
    CHECK(rest.size() == 3 - stop);
    if (!rest.empty()) CHECK(rest[0] == lines_of(all)[stop + 1]);
  }
  scripted_reader in(all, 16);
  for (std::string_view word : rill::words(in))
    if (word == "two") break;
  CHECK(*in.cursor() == '\n');
  CHECK(
      (collected(rill::lines(in)) == strings{"", "three", "four five", "six"}));
}

TEST_CASE("scan/lines: over a FILE, the next byte is the library's") {
  rill_test::folder const folder;
  std::string const all = "one two\nthree\r\nfour five\nsix";
  rill_test::set_content(folder / "f", all);
  for (int buffer : {0, 1, 3, 16, 4096}) {
    FILE* const stream = ::fopen((folder / "f").c_str(), "r");
    char block[4096];
    if (buffer == 0)
      ::setvbuf(stream, nullptr, _IONBF, 0);
    else
      ::setvbuf(stream, block, _IOFBF, static_cast<std::size_t>(buffer));
    for (std::string_view word : rill::words(stream))
      if (word == "two") break;
    CHECK(::fgetc(stream) == '\n');
    for (std::string_view line : rill::lines(stream)) {
      CHECK(line == "three");
      break;
    }
    CHECK(::fgetc(stream) == 'f');
    for (std::string_view line : rill::lines(stream)) {
      CHECK(line == "our five");
      break;
    }
    CHECK(::fgetc(stream) == 's');
    ::fclose(stream);
  }
}

TEST_CASE("scan/lines: each line of a pipe as soon as it is there") {
  rill_test::pipe ends;
  rill::file_reader in(std::move(ends.reading));
  auto range = rill::lines(in);
  ends.writing.write("a\n");
  auto at = range.begin();
  for (char c = 'a'; c != 'e'; ++c) {
    CHECK(*at == std::string_view(&c, 1));
    char const next[2] = {static_cast<char>(c + 1), '\n'};
    ends.writing.write({next, 2});
    ++at;
  }
}

TEST_CASE("scan/lines: ten million bytes in a line") {
  std::string const all = std::string(10'000'000, 'x') + "\ny\n";
  scripted_reader in(all, 4096);
  strings const lines = collected(rill::lines(in));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].size() == 10'000'000);
  CHECK(lines[1] == "y");
}

#if RILL_EXCEPTIONS
TEST_CASE(
    "scan/lines: an error of the device is thrown, and what it cut is "
    "not given") {
  std::string all;
  for (int i = 0; i != 40; ++i)
    all += "line " + std::to_string(i) + " with words\n";
  for (int call = 0; call != 4; ++call) {
    strings lines, words;
    scripted_reader in(all, 16, rill_test::fails_at(call, EIO));
    CHECK_THROWS_WITH(
        for (auto line : rill::lines(in)) lines.emplace_back(line),
        (std::string("read script: ") + strerror(EIO)).c_str());
    scripted_reader again(all, 16, rill_test::fails_at(call, EIO));
    CHECK_THROWS_AS(
        for (auto word : rill::words(again)) words.emplace_back(word),
        rill::error);
    REQUIRE(lines.size() < lines_of(all).size());
    for (std::size_t i = 0; i != lines.size(); ++i)
      CHECK(lines[i] == lines_of(all)[i]);
    for (std::size_t i = 0; i != words.size(); ++i)
      CHECK(words[i] == words_of(all)[i]);
  }
}
#endif

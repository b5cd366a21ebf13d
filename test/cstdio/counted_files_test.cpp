// test/cstdio/counted_files_test.cpp: the line and column of errors in FILEs
// that the program seeks in, changes, opens again and reads in several threads.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/scan.h>
#include <rill/cstdio/c_stream_reader.h>
#include <stdio.h>

#include <algorithm>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "../reference/place.h"
#include "../support/files.h"
#include "../support/old_files.h"

namespace {

using reference::place;
using reference::place_in;

std::string random_text(std::mt19937& random, std::size_t size) {
  std::string text(size, '\0');
  for (char& c : text) c = "xxyz \n\n"[random() % 7];
  return text;
}

// The line and column of an error at the stream's position.
place error_at(FILE* in) {
  rill::error const reason = rill::try_scan(in, "no such word").error();
  return {reason.line(), reason.column()};
}
// The offset of that error.
std::size_t offset_of_error(FILE* in, std::string const& text) {
  auto const from = static_cast<std::size_t>(::ftell(in));
  return std::min(text.find_first_not_of(" \n", from), text.size());
}

}  // namespace

TEST_CASE("cstdio/c_stream_reader: errors behind each move of the program") {
  rill_test::folder const folder;
  rill_test::old_files const old;
  std::mt19937 random(11);
  std::string const text = random_text(random, 20'000);
  rill_test::set_content(folder / "f", text);
  for (std::size_t buffer : {3u, 64u, 4096u}) {
    FILE* const in = ::fopen((folder / "f").c_str(), "r");
    std::vector<char> block(buffer);
    ::setvbuf(in, block.data(), _IOFBF, buffer);
    for (int i = 0; i != 3000; ++i) {
      std::string word;
      switch (random() % 12) {
        case 0:
          ::fseek(in, static_cast<long>(random() % 19'000), SEEK_SET);
          break;
        case 1:
          ::fseek(in, -static_cast<long>(random() % 200), SEEK_CUR);
          break;
        case 2:
          for (int k = 0; k != 150; ++k) (void)::getc(in);
          break;
        case 3:
          if (::ftell(in) > 2) {
            ::ungetc('x', in);
            ::ungetc('y', in);
          }
          break;
        default:
          rill::scan(in, word);
      }
      if (::ftell(in) > 19'500) ::rewind(in);
      auto const from = static_cast<std::size_t>(::ftell(in));
      place const got = error_at(in);
      // After ungetc of other bytes the error cannot be found in the text, so
      // ftell gives its offset.
      auto const end = static_cast<std::size_t>(::ftell(in));
      CHECK(end >= from);
      CHECK((got == place_in(text, end)));
    }
    ::fclose(in);
  }
}

TEST_CASE("cstdio/c_stream_reader: a file that is written anew") {
  rill_test::folder const folder;
  std::mt19937 random(12);
  // The files have the same size and end, and change faster than file times do.
  for (int i = 0; i != 300; ++i) {
    std::string const text =
        random_text(random, 300) + std::string(300, "x\n"[i % 2]) + "x x x";
    rill_test::set_content(folder / "f", text);
    FILE* const in = ::fopen((folder / "f").c_str(), "r");
    std::string word;
    for (int k = 0; k != 5; ++k) {
      ::fseek(in, 100 * k + static_cast<long>(random() % 100), SEEK_SET);
      std::size_t const at = offset_of_error(in, text);
      CHECK((error_at(in) == place_in(text, at)));
    }
    ::fclose(in);
  }
}

TEST_CASE("cstdio/c_stream_reader: a file that grows, and one that is cut") {
  rill_test::folder const folder;
  rill_test::old_files const old;
  std::mt19937 random(13);
  std::string text = random_text(random, 500);
  rill_test::set_content(folder / "f", text);
  FILE* const in = ::fopen((folder / "f").c_str(), "r");
  rill::file growing = rill::file::append(folder / "f");
  for (int i = 0; i != 200; ++i) {
    std::string const more = random_text(random, 100) + "x ";
    growing.write(more);
    text += more;
    ::fseek(in, static_cast<long>(text.size() - random() % 90 - 3), SEEK_SET);
    std::size_t const at = offset_of_error(in, text);
    CHECK((error_at(in) == place_in(text, at)));
  }
  growing.close();
  rill_test::set_content(folder / "f", text.substr(0, 100));
  rill::error const reason = rill::try_scan(in, "no such word").error();
  CHECK(reason.line() == 0);
  ::fclose(in);
}

TEST_CASE("cstdio/c_stream_reader: more files than are remembered, by turns") {
  rill_test::folder const folder;
  rill_test::old_files const old;
  std::mt19937 random(14);
  std::vector<std::string> texts;
  std::vector<FILE*> files;
  for (int i = 0; i != rill::detail::counted_files::most + 5; ++i) {
    texts.push_back(random_text(random, 2000) + "x");
    std::string const path = folder / std::to_string(i).c_str();
    rill_test::set_content(path, texts.back());
    files.push_back(::fopen(path.c_str(), "r"));
  }
  for (int i = 0; i != 2000; ++i) {
    std::size_t const which = random() % files.size();
    std::string word;
    rill::scan(files[which], word);
    std::size_t const at = offset_of_error(files[which], texts[which]);
    if (at == texts[which].size()) continue;
    CHECK((error_at(files[which]) == place_in(texts[which], at)));
  }
  for (FILE* one : files) ::fclose(one);
}

TEST_CASE("cstdio/c_stream_reader: streams over one file, one ahead") {
  rill_test::folder const folder;
  rill_test::old_files const old;
  for (std::size_t size : {20'000u, 40'000u}) {
    std::string text;
    while (text.size() < size) text += "x\nabc\n";
    rill_test::set_content(folder / "f", text);
    FILE* const ahead = ::fopen((folder / "f").c_str(), "r");
    FILE* const behind = ::fopen((folder / "f").c_str(), "r");
    ::fseek(ahead, static_cast<long>(size / 2), SEEK_SET);
    auto const before = rill::detail::bytes_counted;
    std::string word;
    int number = 0;
    while (rill::scan(ahead, word) && rill::scan(behind, word)) {
      for (FILE* in : {ahead, behind}) {
        std::size_t const at = offset_of_error(in, text);
        if (at == text.size()) continue;
        rill::error const reason = rill::try_scan(in, number).error();
        CHECK(reason.line() == place_in(text, at).line);
      }
    }
    CHECK(rill::detail::bytes_counted - before <= 2 * text.size());
    ::fclose(ahead);
    ::fclose(behind);
  }
}

TEST_CASE("cstdio/c_stream_reader: in threads") {
  rill_test::folder const folder;
  rill_test::old_files const old;
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, -1);
  for (unsigned i = 0; i != 4; ++i)
    threads.emplace_back([&, i] {
      std::mt19937 random(i / 2);  // two threads read equal texts
      std::string const text = random_text(random, 3000) + "x";
      std::string const path = folder / std::to_string(i).c_str();
      rill_test::set_content(path, text);
      FILE* const in = ::fopen(path.c_str(), "r");
      int errors = 0;
      for (int k = 0; k != 500; ++k) {
        ::fseek(in, static_cast<long>(random() % 3000), SEEK_SET);
        std::size_t const at = offset_of_error(in, text);
        errors += !(error_at(in) == place_in(text, at));
      }
      ::fclose(in);
      wrong[i] = errors;
    });
  for (std::thread& one : threads) one.join();
  CHECK(wrong == std::vector<int>(4, 0));
}

TEST_CASE("cstdio/c_stream_reader: when a change of a file would be told") {
  constexpr unsigned long long second = 1'000'000'000;
  rill::os::device_status file;
  auto const tells = [&](unsigned long long changed, unsigned long long now) {
    file.changed = changed;
    return rill::detail::tells_changes(file, now);
  };
  unsigned long long const then = 1'700'000'000 * second;
  CHECK_FALSE(tells(0, then));
  CHECK_FALSE(tells(then + 1, 0));
  CHECK_FALSE(tells(then + 1, then + 1));
  CHECK_FALSE(tells(then + 1, then + second / 100));
  CHECK(tells(then + 1, then + second / 40));
  // A file system whose times are whole seconds.
  CHECK_FALSE(tells(then, then + second));
  CHECK(tells(then, then + 3 * second));
  // The clock of another machine is ahead.
  CHECK_FALSE(tells(then + 60 * second + 1, then));
  // A file that the kernel generates when it is read.
  CHECK(rill::os::status(rill::file::open("/proc/self/status").native_handle())
            .changed == 0);
}

TEST_CASE("cstdio/c_stream_reader: the last bytes of pieces of all sizes") {
  std::mt19937 random(15);
  for (int i = 0; i != 200; ++i) {
    std::string all;
    char last[16];
    std::size_t held = 0;
    for (int k = 0; k != 10; ++k) {
      std::string const piece = random_text(random, random() % 20);
      rill::detail::keep_last_bytes(last, held, {piece.data(), piece.size()});
      all += piece;
      std::size_t const size = std::min<std::size_t>(16, all.size());
      REQUIRE(std::string(last, held) == all.substr(all.size() - size));
    }
  }
}

TEST_CASE("cstdio/c_stream_reader: bytes that a mapping changed are seen") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "a\nb\nc\nd\n");
  rill::file const file = rill::file::open(folder / "f");
  auto const handle = file.native_handle();
  rill::detail::counted_file from;
  from.offset = 6;
  CHECK(rill::detail::count_between(handle, {}, from));
  CHECK(from.line == 4);
  CHECK(std::string(from.last, 6) == "a\nb\nc\n");
  rill::detail::counted_file to;
  to.offset = 7;
  CHECK(rill::detail::count_between(handle, from, to));
  CHECK(to.line == 4);
  CHECK(to.column == 1);
  CHECK(std::string(to.last, 7) == "a\nb\nc\nd");
  rill_test::set_content(folder / "f", "a b\nc\nd\n");
  CHECK_FALSE(rill::detail::count_between(handle, from, to));
  rill_test::set_content(folder / "f", "a");
  CHECK_FALSE(rill::detail::count_between(handle, from, to));
}

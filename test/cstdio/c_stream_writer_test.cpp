// test/cstdio/c_stream_writer_test.cpp: prints into C's streams, mixed with C's
// own functions, against a twin: a second stream on which C's functions alone
// are called.
// covers: rill/os/c_stream.h
// covers: rill/os/libc.h
// covers: rill/os/libc/glibc.h
// covers: rill/print/list.h
#include <doctest/doctest.h>
#include <errno.h>  // ENOENT
#include <rill/print.h>
#include <stdio.h>
#include <stdlib.h>  // free
#include <wchar.h>   // fwide
#if defined(__GLIBC__)
#include <sys/socket.h>  // socketpair
#include <unistd.h>      // close
#endif

#include <random>
#include <string>

#include "support/files.h"

namespace {

// On Windows the position in a stream that appends, or that translates line
// ends, is known only after each flush.
#if defined(_WIN32)
constexpr char const* modes[] = {"wb", "r+b", "w+b", "w", "a"};
bool can_seek(std::string const& mode) { return mode.ends_with('b'); }
#else
constexpr char const* modes[] = {"w", "a", "r+", "w+", "a+"};
bool can_seek(std::string const&) { return true; }
#endif

// Two files on which the same operations are done; only the prints differ.
struct pair {
  FILE* ours;
  FILE* twin;
};

// One random step. Streams that are also read are positioned between reading
// and writing, as the C standard requires.
void step(pair const& files, std::mt19937& random, std::string const& mode) {
  std::string const text(random() % 40, static_cast<char>('a' + random() % 26));
  auto const both = [&](auto work) {
    work(files.ours);
    work(files.twin);
  };
  int const number = static_cast<int>(random());
  bool const readable = mode.find('+') != std::string::npos;
  switch (random() % (readable ? 12 : 9)) {
    case 0:
    case 1:
      rill::print(files.ours, text);
      fputs(text.c_str(), files.twin);
      break;
    case 2:
    case 3:
      rill::println(files.ours, number, " and ", text.c_str());
      fprintf(files.twin, "%d and %s\n", number, text.c_str());
      break;
    case 4:
      rill::print(files.ours, rill::right(text, 12, '.'));
      fputs((std::string(text.size() < 12 ? 12 - text.size() : 0, '.') + text)
                .c_str(),
            files.twin);
      break;
    case 5:
      both([&](FILE* f) { fprintf(f, "%d;%s", number, text.c_str()); });
      break;
    case 6:
      both([&](FILE* f) { fputs(text.c_str(), f); });
      break;
    case 7:
      if (random() % 2) both([](FILE* f) { fflush(f); });
      if (random() % 4 == 0) rill::flush(files.ours);
      break;
    case 8: {
      if (!can_seek(mode)) break;
      long const size = ftell(files.twin);
      long const to = size > 0 ? static_cast<long>(random()) % (size + 1) : 0;
      int const whence = random() % 2 ? SEEK_SET : SEEK_END;
      both([&](FILE* f) {
        fseek(f, whence == SEEK_SET ? (to < 0 ? -to : to) : 0, whence);
      });
      break;
    }
    default: {
      both([](FILE* f) { fseek(f, 0, SEEK_SET); });
      int const count = static_cast<int>(random() % 30);
      for (int i = 0; i != count; ++i)
        CHECK(fgetc(files.ours) == fgetc(files.twin));
      if (random() % 2) both([](FILE* f) { ungetc('U', f); });
      if (random() % 2) CHECK(fgetc(files.ours) == fgetc(files.twin));
      both([](FILE* f) { fseek(f, 0, SEEK_END); });
    }
  }
  if (can_seek(mode)) CHECK(ftell(files.ours) == ftell(files.twin));
}

}  // namespace

TEST_CASE("cstdio/c_stream_writer: thousands of mixes with stdio") {
  rill_test::folder folder;
  std::mt19937 random(7);
  struct buffering {
    int mode;
    std::size_t size;
  };
  int wrong = 0;
  for (char const* mode : modes) {
    for (buffering const& b :
         {buffering{-1, 0}, buffering{_IONBF, 0}, buffering{_IOLBF, 64},
          buffering{_IOFBF, 1}, buffering{_IOFBF, 16}, buffering{_IOLBF, 16},
          buffering{_IOFBF, 4096}}) {
      for (int round = 0; round != 60; ++round) {
        CAPTURE(mode);
        CAPTURE(b.mode);
        CAPTURE(b.size);
        CAPTURE(round);
        char memory[2][4096];
        for (char const* name : {"ours", "twin"})
          rill_test::set_content(folder / name, "what was there before\n");
        pair const files{fopen((folder / "ours").c_str(), mode),
                         fopen((folder / "twin").c_str(), mode)};
        REQUIRE(files.ours != nullptr);
        REQUIRE(files.twin != nullptr);
        if (b.mode >= 0) {
          setvbuf(files.ours, b.size ? memory[0] : nullptr, b.mode, b.size);
          setvbuf(files.twin, b.size ? memory[1] : nullptr, b.mode, b.size);
        }
        for (int i = 0; i != 25; ++i) step(files, random, mode);
        fclose(files.ours);
        fclose(files.twin);
        wrong += rill_test::content_of(folder / "ours") !=
                 rill_test::content_of(folder / "twin");
      }
    }
  }
  CHECK(wrong == 0);
}

#if !defined(_WIN32)  // its C library has no such streams
TEST_CASE("cstdio/c_stream_writer: streams into memory") {
  char ours[64] = {}, twin[64] = {};
  FILE* const fixed = fmemopen(ours, sizeof ours, "w");
  FILE* const other = fmemopen(twin, sizeof twin, "w");
  rill::print(fixed, "n = ", 12345, ", ", rill::hex(255), '\n');
  fprintf(other, "n = %d, %x\n", 12345, 255);
  fclose(fixed);
  fclose(other);
  CHECK(std::string(ours) == twin);

  char* grown = nullptr;
  std::size_t size = 0;
  FILE* const growing = open_memstream(&grown, &size);
  std::string expected;
  for (int i = 0; i != 3000; ++i) {
    rill::print(growing, i, ",");
    expected += std::to_string(i) + ",";
    if (i % 100 == 0) {
      fputs("!", growing);
      expected += "!";
    }
  }
  fclose(growing);
  CHECK((std::string(grown, size) == expected));
  free(grown);
}

TEST_CASE("cstdio/c_stream_writer: a full stream in memory throws") {
  char memory[16];
  FILE* const fixed = fmemopen(memory, sizeof memory, "w");
  setvbuf(fixed, nullptr, _IONBF, 0);
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i != 10; ++i) rill::print(fixed, "0123456789");
      }(),
      rill::error);
  fclose(fixed);
}

// glibc's fflush may fail without errno. An errno that an earlier call left
// must not become the reason.
#if defined(__GLIBC__)
TEST_CASE("cstdio/c_stream_writer: an error without errno has words") {
  for (int const before : {0, ENOENT}) {
    char memory[8];
    FILE* const fixed = fmemopen(memory, sizeof memory, "w");
    rill::print(fixed, "123456789012");
    CHECK(fflush(fixed) == EOF);
    errno = before;
    std::string reason;
    try {
      rill::print(fixed, "123456789012");
      rill::flush(fixed);
    } catch (rill::error const& wrong) {
      reason = wrong.what();
    }
    CHECK(reason.find("Success") == std::string::npos);
    CHECK(reason.find("No such file") == std::string::npos);
    CHECK(!reason.empty());
    fclose(fixed);
  }
}
#endif
#endif

TEST_CASE("cstdio/c_stream_writer: what cannot be written to throws") {
  rill_test::folder folder;
  rill_test::set_content(folder / "f", "untouched");
  FILE* const reading = fopen((folder / "f").c_str(), "r");
  CHECK_THROWS_AS(rill::print(reading, "x"), rill::error);
  CHECK_THROWS_AS(rill::print(reading, 1, std::string(10000, 'x')),
                  rill::error);
  CHECK(fgetc(reading) == 'u');
#if !defined(_WIN32)  // there the bytes that were read make room for others
  CHECK_THROWS_AS(rill::print(reading, rill::right("x", 3)), rill::error);
  CHECK(fgetc(reading) == 'n');
#endif
  fclose(reading);
  CHECK(rill_test::content_of(folder / "f") == "untouched");

#if !defined(_WIN32)
  FILE* const full = fopen("/dev/full", "w");
  CHECK_THROWS_AS(
      [&] {
        rill::print(full, std::string(100000, 'x'));
        rill::flush(full);
      }(),
      rill::error);
  fclose(full);
#endif
}

// More tests of wide streams are in test/stream/c_wide_test.cpp.
TEST_CASE("cstdio/c_stream_writer: a wide stream takes text, and stays whole") {
  rill_test::folder folder;
  FILE* const wide = fopen((folder / "f").c_str(), "w");
  (void)fwide(wide, 1);
  fputws(L"wide ", wide);
  rill::print(wide, std::string());
  rill::print(wide);
  rill::print(wide, "narrow ", 1);
  fputws(L" text", wide);
  fclose(wide);
  CHECK(rill_test::content_of(folder / "f") == "wide narrow 1 text");
}

#if defined(__GLIBC__) && !RILL_PORTABLE_LIBC
namespace {

// The sizes of the writes that print makes to a stream with a buffer of `size`
// bytes (-1: the default). A socket of packets keeps the writes apart.
template <class... Args>
std::string writes_of(int size, int prints, Args const&... args) {
  int ends[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
  FILE* const out = fdopen(ends[1], "w");
  REQUIRE(out);
  std::string buffer(size > 0 ? static_cast<std::size_t>(size) : 1, '\0');
  if (size >= 0)
    REQUIRE(setvbuf(out, size ? buffer.data() : nullptr, size ? _IOFBF : _IONBF,
                    buffer.size()) == 0);
  for (int i = 0; i != prints; ++i) rill::print(out, args...);
  REQUIRE(fclose(out) == 0);
  std::string sizes;
  std::string packet(1 << 16, '\0');
  for (ssize_t got;
       (got = ::recv(ends[0], packet.data(), packet.size(), 0)) > 0;)
    sizes += std::to_string(got) + ' ';
  ::close(ends[0]);
  return sizes;
}

}  // namespace

TEST_CASE("cstdio/c_stream_writer: a text above the buffer is one write") {
  std::string const text(10000, 'x');
  for (int size : {-1, 0, 1, 2, 3, 100, 128, 4096}) {
    CAPTURE(size);
    CHECK(writes_of(size, 2, text) == "10000 10000 ");
  }
}

TEST_CASE("cstdio/c_stream_writer: a buffer of a few bytes cuts no print") {
  for (int size : {0, 1, 2, 3, 7, 12}) {
    CAPTURE(size);
    CHECK(writes_of(size, 3, "hello ", 42, " world\n") == "15 15 15 ");
    CHECK(writes_of(size, 3, "a single text\n") == "14 14 14 ");
  }
  CHECK(writes_of(32, 3, "hello ", "world\n") == "24 12 ");
}
#endif

TEST_CASE("cstdio/c_stream_writer: a large text goes around the buffer") {
  rill_test::folder folder;
  std::string const large(1 << 20, 'L');
  FILE* const out = fopen((folder / "f").c_str(), "w");
  fputs("first ", out);
  rill::print(out, large, 7, large);
  fputs(" last", out);
  CHECK(ftell(out) == static_cast<long>(2 * large.size() + 12));
  fclose(out);
  CHECK((rill_test::content_of(folder / "f") ==
         "first " + large + "7" + large + " last"));
}

// test/stream/c_stream_faults_test.cpp: prints into a FILE whose system calls
// are short, interrupted, not ready or fail for good: no byte is lost or
// written twice, and unwritten bytes stay in the buffer.
// platforms: posix
#include <doctest/doctest.h>
#include <errno.h>
#include <fcntl.h>  // O_NONBLOCK
#include <poll.h>
#include <rill/print.h>
#include <stdio.h>
#include <stdlib.h>  // getenv
#include <unistd.h>  // pipe

#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "../support/files.h"
#include "../support/kept_calls.h"

namespace {

// Replaces write(2) for rill while an object exists. The C library's own calls
// still reach the system.
struct bad_device {
  static inline std::mt19937 random;
  static inline unsigned errors;  // percentage of calls that fail for good
  static inline ssize_t (*real)(int, void const*, size_t);
  rill_test::kept_calls kept;

  bad_device(unsigned seed, unsigned wanted_errors) {
    random.seed(seed);
    errors = wanted_errors;
    real = rill::os::call.write;
    rill::os::call.write = write;
    rill::os::call.poll = [](pollfd*, nfds_t, int) { return 1; };
  }
  static ssize_t write(int handle, void const* data, size_t size) {
    unsigned const what = static_cast<unsigned>(random() % 100);
    if (what < errors) return fail(ENOSPC);
    if (what < errors + 15) return fail(EINTR);
    if (what < errors + 30) return fail(EAGAIN);
    if (what < errors + 60) size = 1 + random() % size;
    return real(handle, data, size);
  }
  static ssize_t fail(int number) {
    errno = number;
    return -1;
  }
};

struct printed {
  std::string text;  // begins with '<' and has no other '<'
  bool is_whole;
};

// Whether the content is all texts in order; of a failed print only a prefix.
bool is_made_of(std::string const& content, std::vector<printed> const& all) {
  std::size_t at = 0;
  for (printed const& one : all) {
    std::size_t same = 0;
    while (same < one.text.size() && at + same < content.size() &&
           content[at + same] == one.text[same])
      ++same;
    if (one.is_whole && same != one.text.size()) return false;
    // A prefix counts only if a text or the end follows. Otherwise the next
    // text begins with the same bytes.
    bool const ends = at + same == content.size() || content[at + same] == '<';
    at += ends ? same : 0;
  }
  return at == content.size();
}

void round(unsigned seed, char const* mode, std::size_t size, int buffering,
           unsigned errors) {
  rill_test::folder const folder;
  std::mt19937 random(seed);
  std::vector<printed> all;
  std::unique_ptr<char[]> const block(size ? new char[size] : nullptr);
  FILE* const out = ::fopen((folder / "f").c_str(), mode);
  ::setvbuf(out, block.get(), size ? buffering : _IONBF, size);
  {
    bad_device const device(seed, errors);
    for (int i = 0; i != 60; ++i) {
      std::string text = "<" + std::to_string(i) + ":";
      text += std::string(random() % (random() % 10 == 0 ? 6000 : 30), 'x');
      text += "\n>"[random() % 2];
      bool is_whole = true;
      try {
        if (random() % 4 == 0)
          ::fputs(text.c_str(), out);
        else if (random() % 2)
          rill::print(out, text);
        else
          rill::print(out, '<', i, text.c_str() + text.find(':'));
      } catch (rill::error const& e) {
        CHECK((e.code() == rill::os::c_error(ENOSPC)));
        is_whole = false;
      }
      all.push_back({text, is_whole});
      if (random() % 8 == 0) {
        try {
          rill::flush(out);
        } catch (rill::error const&) {
        }
      }
      if (random() % 8 == 0) REQUIRE(::fflush(out) == 0);
    }
  }
  long const place = ::ftell(out);
  ::fclose(out);
  std::string const content = rill_test::content_of(folder / "f");
  REQUIRE(is_made_of(content, all));
  REQUIRE(place == static_cast<long>(content.size()));
}

void rounds(unsigned errors) {
  char const* const wanted = ::getenv("RILL_MIX_ROUNDS");
  unsigned const count = wanted ? static_cast<unsigned>(::atol(wanted)) : 400;
  std::mt19937 random(5 + errors);
  for (unsigned i = 0; i != count; ++i) {
    std::size_t const sizes[] = {0, 1, 2, 16, 100, 4096, 65536};
    auto const seed = static_cast<unsigned>(random());
    char const* const mode = random() % 3 ? "w" : "a";
    std::size_t const size = sizes[random() % 7];
    int const buffering = random() % 3 ? _IOFBF : _IOLBF;
    CAPTURE(seed);
    CAPTURE(std::string(mode));
    CAPTURE(size);
    CAPTURE(buffering);
    round(seed, mode, size, buffering, errors);
  }
}

}  // namespace

TEST_CASE("stream/c_stream_faults: short, interrupted and early calls") {
  rounds(0);
}

#if defined(__GLIBC__) && !RILL_PORTABLE_LIBC
TEST_CASE("stream/c_stream_faults: what a full disk refuses stays") {
  rounds(10);
}
#endif

TEST_CASE("stream/c_stream_faults: a pipe that does not wait loses nothing") {
  for (std::size_t size :
       {std::size_t{0}, std::size_t{16}, std::size_t{4000}}) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    REQUIRE(::fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
    std::string got;
    std::thread reader([&got, from = ends[0]] {
      char block[700];
      for (ssize_t count; (count = ::read(from, block, sizeof block)) > 0;)
        got.append(block, static_cast<std::size_t>(count));
      ::close(from);
    });
    std::unique_ptr<char[]> const block(size ? new char[size] : nullptr);
    FILE* const out = ::fdopen(ends[1], "w");
    ::setvbuf(out, block.get(), size ? _IOFBF : _IONBF, size);
    std::string expected;
    bool failed = false;
    try {
      for (int i = 0; i != 3000; ++i) {
        std::string const text(static_cast<std::size_t>(i % 90), 'p');
        rill::println(out, i, text);
        expected += std::to_string(i) + text + '\n';
      }
      rill::print(out, std::string(300000, 'q'));
      expected += std::string(300000, 'q');
      rill::flush(out);
    } catch (rill::error const&) {
      failed = true;
    }
    ::fclose(out);
    reader.join();
    // Where the C library writes itself, it may fail; then an exception was
    // thrown.
    CHECK(((failed && RILL_PORTABLE_LIBC) || (!failed && got == expected)));
  }
}

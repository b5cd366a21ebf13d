// test/cstdio/c_stream_reader_test.cpp: rill and the C library read one FILE in
// turns: no byte is lost and no byte is read twice.
#include <doctest/doctest.h>
#include <errno.h>  // EBADF
#include <rill/scan.h>
#include <unistd.h>  // pipe
#include <wchar.h>   // fwide

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "../reference/integer.h"
#include "../support/files.h"
#include "../support/memory_stream.h"

namespace {

// The C library of Windows takes back bytes only within its buffer, so a token
// that is not a number must not cross the buffer's end: there the buffers are
// large, and no text comes through a pipe, each piece of which is a buffer. Its
// streams translate line ends unless they are opened as binary.
#if defined(_WIN32)
#define BINARY "b"
constexpr int least_buffer = 1 << 16;
#else
#define BINARY
constexpr int least_buffer = -1;
#endif

// musl has room for 8 bytes that go back. Further bytes are read from the file
// again, so the bytes pushed back must be those of the file.
#if defined(__GLIBC__) || defined(_WIN32)
constexpr bool takes_back_others = true;
#else
constexpr bool takes_back_others = false;
#endif

// The kinds of FILEs that give a text.
enum class kind { read, update, both, in_memory, through_pipe, count };

class stream {
 public:
  stream(rill_test::folder const& folder, kind how, std::string const& text,
         int wanted_buffer)
      : stream(folder, how, text, std::max(wanted_buffer, least_buffer), 0) {}

 private:
  stream(rill_test::folder const& folder, kind how, std::string const& text,
         int buffer, int)
      : block_(buffer > 0 ? new char[static_cast<std::size_t>(buffer)]
                          : nullptr) {
    std::string const path = folder / "f";
    if (how == kind::in_memory && !text.empty()) {
      copy_ = text;
      file_ = rill_test::open_to_read(copy_);
#if defined(__GLIBC__)  // musl takes back 8 bytes of a pipe's last piece
    } else if (how == kind::through_pipe) {
      int ends[2];
      if (::pipe(ends) != 0) return;
      writer_ = std::thread([text, to = ends[1]] {
        for (std::size_t at = 0; at < text.size();) {
          auto const size = std::min<std::size_t>(text.size() - at, 37);
          ssize_t const done = ::write(to, text.data() + at, size);
          if (done <= 0) break;
          at += static_cast<std::size_t>(done);
        }
        ::close(to);
      });
      file_ = ::fdopen(ends[0], "r");
#endif
    } else if (how == kind::both) {
      file_ = ::fopen(path.c_str(), "w+" BINARY);
      ::fwrite(text.data(), 1, text.size(), file_);
      ::rewind(file_);
    } else {
      rill_test::set_content(path, text);
      file_ =
          ::fopen(path.c_str(), how == kind::update ? "r+" BINARY : "r" BINARY);
    }
    if (buffer == 0) ::setvbuf(file_, nullptr, _IONBF, 0);
    if (buffer > 0)
      ::setvbuf(file_, block_.get(), _IOFBF, static_cast<std::size_t>(buffer));
  }

 public:
  ~stream() {
    if (file_) ::fclose(file_);
    if (writer_.joinable()) writer_.join();
  }
  operator FILE*() const { return file_; }

 private:
  std::unique_ptr<char[]> block_;
  std::string copy_;
  FILE* file_ = nullptr;
  std::thread writer_;
};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The plain text that the stream has yet to give. Its functions take what the
// operations on the stream must take.
struct twin {
  std::string text;
  std::size_t at = 0;
  std::size_t pushed = 0;  // characters that went back to the library

  bool done() const { return at == text.size(); }
  void skip() {
    while (!done() && is_space(text[at])) ++at;
  }
  std::string word() {
    skip();
    std::size_t const from = at;
    while (!done() && !is_space(text[at])) ++at;
    return text.substr(from, at - from);
  }
  std::string line() {
    std::size_t const from = at;
    std::size_t const end = text.find('\n', at);
    at = end == std::string::npos ? text.size() : end + 1;
    return text.substr(from, at - from);
  }
};

std::string random_text(std::mt19937& random) {
  std::string text;
  auto const pieces = static_cast<unsigned>(random() % 60);
  for (unsigned i = 0; i != pieces; ++i) {
    switch (random() % 8) {
      case 0:
        text += "word";
        break;
      case 1:
        text += std::string(random() % 90, 'w');
        break;
      case 2:
        text += std::to_string(random()) + std::to_string(random());
        break;
      case 3:
        text += std::string(random() % 70, ' ');
        break;
      default:
        text += std::to_string(static_cast<int>(random()) >> (random() % 32));
    }
    text += " \n\t "[random() % 4];
  }
  return text;
}

bool same_char(FILE* in, twin& other) {
  int const c = ::fgetc(in);
  if (other.done()) return c == EOF;
  return c == static_cast<unsigned char>(other.text[other.at++]);
}

bool same_integer(FILE* in, twin& other) {
  int n = 77;
  other.skip();
  auto const want = reference::parse<int>(other.text.substr(other.at), 10,
                                          -2147483647 - 1, 2147483647);
  auto const got = rill::try_scan(in, n);
  if (other.done()) return got.at_end() && n == 77;
  if (want.result != reference::outcome::good)
    return !got && !got.at_end() && n == 77;
  other.at += want.length;
  return got && n == want.value;
}

bool same_word(FILE* in, twin& other) {
  std::string word = "before";
  std::string const want = other.word();
  auto const got = rill::try_scan(in, word);
  return want.empty() ? got.at_end() && word == "before" : got && word == want;
}

bool same_line(FILE* in, twin& other) {
  std::string line = "before";
  std::string want = other.line();
  auto const got = rill::try_scan(in, rill::line(line));
  if (want.empty()) return got.at_end() && line == "before";
  if (want.back() == '\n') want.pop_back();
  return got && line == want;
}

bool same_two(FILE* in, twin& other) {
  std::string word;
  char c = 0;
  other.skip();
  if (other.done()) return !rill::scan(in, c);
  char const first = other.text[other.at++];
  std::string const want = other.word();
  auto const got = rill::try_scan(in, c, word);
  return c == first &&
         (want.empty() ? !got && !got.at_end() : got && word == want);
}

bool same_fgets(FILE* in, twin& other, int size) {
  std::vector<char> block(static_cast<std::size_t>(size));
  std::string want =
      other.text.substr(other.at, static_cast<std::size_t>(size) - 1);
  std::size_t const end = want.find('\n');
  if (end != std::string::npos) want.resize(end + 1);
  other.at += want.size();
  char const* const got = ::fgets(block.data(), size, in);
  return got ? want == got : want.empty();
}

bool same_fscanf(FILE* in, twin& other) {
  char block[200];
  std::string const want = other.word();
  int const got = ::fscanf(in, "%199s", block);
  if (want.size() > 199) other.at -= want.size() - 199;
  return want.empty() ? got == EOF : want.substr(0, 199) == block;
}

// One operation on both; returns false if they differ.
bool step(FILE* in, twin& other, unsigned what, std::mt19937& random) {
  switch (what) {
    case 0:
    case 1:
    case 2:
      return same_integer(in, other);
    case 3:
      return same_word(in, other);
    case 4:
      return same_line(in, other);
    case 5:
      return same_two(in, other);
    case 6:
      return same_fgets(in, other, static_cast<int>(2 + random() % 60));
    case 7:
      return same_fscanf(in, other);
    case 8: {  // ungetc of the last byte or another
      if (other.at == 0) return true;
      char const back = !takes_back_others || random() % 2
                            ? other.text[other.at - 1]
                            : "x7 \n-"[random() % 5];
      if (::ungetc(static_cast<unsigned char>(back), in) == EOF)
        return !takes_back_others;
      other.text[--other.at] = back;
      // C guarantees only one byte of ungetc, so the next operation reads it.
      return step(in, other, static_cast<unsigned>(random() % 8), random);
    }
    default:
      return same_char(in, other);
  }
}

}  // namespace

TEST_CASE(
    "cstdio/c_stream_reader: rill and the library in turns, thousands "
    "of mixtures") {
  rill_test::folder const folder;
  std::mt19937 random(9);
  int const buffers[] = {-1, 0, 1, 2, 16, 17, 64, 100, 4096};
  for (int round = 0; round != 4000; ++round) {
    auto const how =
        static_cast<kind>(random() % static_cast<unsigned>(kind::count));
    int const buffer = buffers[random() % 9];
    unsigned const seed = static_cast<unsigned>(random());
    std::mt19937 choose(seed);
    twin other{random_text(choose)};
    stream const source(folder, how, other.text, buffer);
    FILE* const in = source;
    std::string history;
    bool good = true;
    for (int i = 0; good && i != 60; ++i) {
      auto const what = static_cast<unsigned>(choose() % 11);
      history += std::to_string(what) + ' ';
      good = step(in, other, what, choose);
    }
    // The C library reads the rest.
    while (good && !other.done()) good = same_char(in, other);
    good = good && ::fgetc(in) == EOF;
    CAPTURE(round);
    CAPTURE(static_cast<int>(how));
    CAPTURE(buffer);
    CAPTURE(history);
    REQUIRE(good);
  }
}

TEST_CASE(
    "cstdio/c_stream_reader: a token across the end of the buffer, at "
    "every offset") {
  rill_test::folder const folder;
  for (int buffer : {16, 64, 128})
    for (int offset = 0; offset != 140; ++offset)
      for (bool wrong : {false, true}) {
        std::string const token =
            wrong ? "99999999999999999999x" : "-1234567890123456789";
        std::string const text =
            std::string(static_cast<std::size_t>(offset), ' ') + token + "\n7";
        stream const source(folder, kind::read, text, buffer);
        FILE* const in = source;
        long long n = 1;
        bool const got = bool(rill::try_scan(in, n));
        REQUIRE(got == !wrong);
        REQUIRE(n == (wrong ? 1 : -1234567890123456789));
        std::string rest;
        for (int c; (c = ::fgetc(in)) != EOF;) rest += static_cast<char>(c);
        REQUIRE(rest == (wrong ? token + "\n7" : "\n7"));
      }
}

TEST_CASE(
    "cstdio/c_stream_reader: values and read_into leave the next byte "
    "to the library") {
  rill_test::folder const folder;
  std::string text;
  for (int i = 0; i != 400; ++i) text += std::to_string(i * 7) + "\n";
  text += "end";
  for (int buffer : {-1, 0, 1, 16, 64, 1000})
    for (int stop = 0; stop < 400; stop += 13) {
      stream const source(folder, kind::read, text, buffer);
      FILE* const in = source;
      int seen = 0;
      for (int n : rill::values<int>(in)) {
        if (n != 7 * seen) break;
        if (seen++ == stop) break;
      }
      REQUIRE(seen == stop + 1);
      REQUIRE(::fgetc(in) == '\n');
      int two[2] = {};
      if (stop < 397) {
        REQUIRE(rill::read_into(in, two) == 2);
        REQUIRE(two[1] == 7 * (stop + 2));
        REQUIRE(::fgetc(in) == '\n');
      }
    }
}

TEST_CASE("cstdio/c_stream_reader: a line of a million bytes in linear time") {
  rill_test::folder const folder;
  std::string const text = std::string(1'000'000, 'x') + "\ny";
  for (int buffer : {-1, 16}) {
    stream const source(folder, kind::read, text, buffer);
    FILE* const in = source;
    std::string line;
    CHECK(rill::scan(in, rill::line(line)));
    CHECK(line.size() == 1'000'000);
    CHECK(::fgetc(in) == 'y');
  }
}

TEST_CASE(
    "cstdio/c_stream_reader: streams that cannot be read are errors, "
    "not ends") {
  rill_test::folder const folder;
  FILE* const writing = ::fopen((folder / "f").c_str(), "w");
  int n = 1;
  auto const got = rill::try_scan(writing, n);
#if defined(_WIN32)  // its C library sets no errno
  CHECK((got.error().code() == rill::os::c_error(EINVAL)));
#else
  CHECK((got.error().code() == rill::os::c_error(EBADF)));
#endif
  ::fclose(writing);

  CHECK(n == 1);

  rill_test::set_content(folder / "f", "12 34");
  FILE* const wide = ::fopen((folder / "f").c_str(), "r");
  (void)::fwide(wide, 1);
  CHECK(rill::scan(wide, n));
  CHECK(n == 12);
  CHECK(::fgetwc(wide) == L' ');
  ::fclose(wide);
}

TEST_CASE(
    "cstdio/c_stream_reader: an old error of the stream is no error of "
    "the end") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "12");
  FILE* const in = ::fopen((folder / "f").c_str(), "r");
  CHECK(::fputc('x', in) == EOF);
  CHECK(::ferror(in) != 0);
  int n = 0;
  CHECK(rill::scan(in, n));
  CHECK(n == 12);
  CHECK(!rill::scan(in, n));
  CHECK(::ferror(in) != 0);
  ::fclose(in);
}

TEST_CASE("cstdio/c_stream_reader: places in files that can be read again") {
  rill_test::folder const folder;
  std::string text;
  for (int i = 0; i != 100; ++i) text += "\t12 34\n";
  text += "  12 abc 5\n";
  for (int buffer : {-1, 0, 1, 16, 64}) {
    stream const source(folder, kind::read, text, buffer);
    FILE* const in = source;
    int n = 0, count = 0;
    rill::scan_result how;
    while ((how = rill::try_scan(in, n))) ++count;
    CHECK(count == 201);
    CHECK(how.error().line() == 101);
    CHECK(how.error().column() == 6);
    CHECK(std::string(how.error().what())
              .starts_with("<FILE>:101:6: expected an integer, found \"a"));
    CHECK(::fgetc(in) == 'a');
    // The same error again, after ungetc of the byte.
    ::ungetc('a', in);
    how = rill::try_scan(in, n);
    CHECK(how.error().line() == 101);
    CHECK(how.error().column() == 6);
  }
}

TEST_CASE(
    "cstdio/c_stream_reader: places of items that are longer than the "
    "buffer and go over lines") {
  rill_test::folder const folder;
  for (int before = 0; before != 40; ++before)
    for (int buffer : {1, 16, 17, 64}) {
      std::string const text =
          std::string(static_cast<std::size_t>(before), '\n') +
          "1 \"several\nlines\nof\ntext\n\\q\"\n";
      stream const source(folder, kind::read, text, buffer);
      FILE* const in = source;
      int n = 0;
      std::string quoted;
      auto const how = rill::try_scan(in, n, rill::quoted(quoted));
      REQUIRE(!how);
      REQUIRE(how.error().line() ==
              static_cast<unsigned long long>(before) + 1);
      REQUIRE(how.error().column() == 3);
      REQUIRE(::fgetc(in) == '"');
    }
}

#if defined(__GLIBC__)  // musl takes back 8 bytes, Windows has no such streams
TEST_CASE(
    "cstdio/c_stream_reader: a FILE that fails in the middle of a token "
    "gives no half of it") {
  struct script {
    std::string text;
    std::size_t at = 0;
    std::size_t fails_at = 0;
  };
  auto const read = [](void* cookie, char* out, size_t size) -> ssize_t {
    auto& self = *static_cast<script*>(cookie);
    std::size_t const last =
        self.at < self.fails_at ? self.fails_at : self.text.size();
    if (self.at == self.fails_at && self.fails_at != 0) {
      self.fails_at = 0;
      errno = EIO;
      return -1;
    }
    std::size_t const count = std::min(size, last - self.at);
    self.text.copy(out, count, self.at);
    self.at += count;
    return static_cast<ssize_t>(count);
  };
  std::string const text = "1234567 7654321 wordwordword\nlast";
  for (std::size_t fails_at = 1; fails_at != text.size(); ++fails_at) {
    script device{text, 0, fails_at};
    FILE* const in =
        ::fopencookie(&device, "r", {read, nullptr, nullptr, nullptr});
    int a = 1, b = 2;
    std::string word = "before";
    auto const got = rill::try_scan(in, a, b, word);
    // A token is complete only when the character after it has been read.
    if (fails_at > 28) {
      REQUIRE(bool(got));
    } else {
      REQUIRE((got.error().code() ==
               rill::error_code{rill::error_source::system, EIO}));
      REQUIRE(a == (fails_at > 7 ? 1234567 : 1));
      REQUIRE(b == (fails_at > 15 ? 7654321 : 2));
      REQUIRE(word == "before");
    }
    // All bytes that were not taken are still in the stream.
    std::string rest;
    for (int round = 0; round != 2; ++round) {
      ::clearerr(in);
      for (int c; (c = ::fgetc(in)) != EOF;) rest += static_cast<char>(c);
    }
    std::size_t const taken = text.size() - rest.size();
    REQUIRE(text.substr(taken) == rest);
    // The white space before an item may be taken or not.
    REQUIRE(taken <= (fails_at > 28   ? 28u
                      : fails_at > 15 ? 16u
                      : fails_at > 7  ? 8u
                                      : 0u));
    REQUIRE(taken >= (fails_at > 28   ? 28u
                      : fails_at > 15 ? 15u
                      : fails_at > 7  ? 7u
                                      : 0u));
    ::fclose(in);
  }
}
#endif

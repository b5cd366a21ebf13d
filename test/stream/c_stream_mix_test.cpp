// test/stream/c_stream_mix_test.cpp: rill and the C library print to and scan
// from one FILE in random turns, against a twin: a second stream on which the
// C library alone does the same. Values, positions and bytes must be equal.
//
// Few rounds are run, so that the test takes a second. RILL_MIX_ROUNDS sets
// their number, RILL_MIX_SEED the seed.
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <stdio.h>
#include <stdlib.h>  // getenv

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../reference/integer.h"
#include "../support/files.h"

namespace {

// What a C library supports. That of Windows takes back bytes within its buffer
// alone, and does not know the position of a stream that appends.
#if defined(_WIN32)
#define BINARY "b"
constexpr bool has_streams_of_functions = false;
bool knows_place(std::string_view mode) { return mode[0] != 'a'; }
#else
#define BINARY
constexpr bool has_streams_of_functions = true;
bool knows_place(std::string_view) { return true; }
#endif
#if defined(__GLIBC__)
constexpr bool takes_back_all = true;
#else
constexpr bool takes_back_all = false;
#endif

constexpr char const* modes[] = {"r" BINARY,  "w" BINARY,  "a" BINARY,
                                 "r+" BINARY, "w+" BINARY, "a+" BINARY};

struct buffering {
  int mode;  // -1: the library's default
  std::size_t size;
};
constexpr buffering bufferings[] = {
    {-1, 0},        {_IONBF, 0},  {_IOFBF, 1}, {_IOFBF, 2},    {_IOFBF, 16},
    {_IOFBF, 4096}, {_IOLBF, 16}, {_IOLBF, 1}, {_IOLBF, 4096}, {_IOFBF, 65536}};

enum class kind { file, in_memory, functions, count };

#if !defined(_WIN32)
// A stream of the program's own, which reads and writes a few bytes a call.
struct store {
  std::string bytes;
  std::size_t at = 0;
  bool appends = false;

  static ssize_t read(void* self_pointer, char* to, size_t size) {
    auto& self = *static_cast<store*>(self_pointer);
    if (self.at >= self.bytes.size()) return 0;
    // Reads end at multiples of 29, so that pieces are short.
    std::size_t const piece =
        std::min({size, self.bytes.size() - self.at, 29 - self.at % 29});
    self.bytes.copy(to, piece, self.at);
    self.at += piece;
    return static_cast<ssize_t>(piece);
  }
  static ssize_t write(void* self_pointer, char const* from, size_t size) {
    auto& self = *static_cast<store*>(self_pointer);
    if (self.appends) self.at = self.bytes.size();
    if (self.at + size > self.bytes.size()) self.bytes.resize(self.at + size);
    self.bytes.replace(self.at, size, from, size);
    self.at += size;
    return static_cast<ssize_t>(size);
  }
  template <class Offset>
  static int seek(void* self_pointer, Offset* to, int whence) {
    auto& self = *static_cast<store*>(self_pointer);
    auto const from =
        static_cast<Offset>(whence == SEEK_SET   ? 0
                            : whence == SEEK_CUR ? self.at
                                                 : self.bytes.size());
    if (from + *to < 0) return -1;
    self.at = static_cast<std::size_t>(from + *to);
    *to += from;
    return 0;
  }
};
#endif

// One of the two files of a round.
class stream {
 public:
  stream(std::string path, kind how, char const* mode, buffering chosen,
         std::string const& before)
      : path_(std::move(path)), how_(how) {
    if (how == kind::file) {
      rill_test::set_content(path_, before);
      file_ = ::fopen(path_.c_str(), mode);
#if !defined(_WIN32)
    } else if (how == kind::in_memory) {
      memory_ = before;
      memory_.resize(before.size() + 400000);
      file_ = ::fmemopen(memory_.data(), memory_.size(), mode);
    } else {
      store_.bytes = mode[0] == 'w' ? std::string() : before;
      store_.appends = mode[0] == 'a';
      file_ = ::fopencookie(&store_, mode,
                            {store::read, store::write, store::seek, nullptr});
#endif
    }
    if (!file_ || chosen.mode < 0) return;
    if (chosen.size != 0) block_.reset(new char[chosen.size]);
    ::setvbuf(file_, block_.get(), chosen.mode, chosen.size);
  }
  FILE* file() const { return file_; }

  // Closes the stream and returns its content.
  std::string content() {
    if (file_) ::fclose(file_);
    file_ = nullptr;
    if (how_ == kind::file) return rill_test::content_of(path_);
#if !defined(_WIN32)
    if (how_ == kind::functions) return store_.bytes;
#endif
    return memory_;
  }
  ~stream() {
    if (file_) ::fclose(file_);
  }

 private:
  std::string path_;
  kind how_;
  std::string memory_;
#if !defined(_WIN32)
  store store_;
#endif
  std::unique_ptr<char[]> block_;
  FILE* file_ = nullptr;
};

bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The twin's implementation of rill's items, by getc and ungetc.
int skip_space(FILE* in) {
  int c;
  while (is_space(c = ::getc(in))) {
  }
  return c;
}

std::string word_of(FILE* in, bool keep_delimiter = true) {
  std::string word;
  int c = skip_space(in);
  for (; c != EOF && !is_space(c); c = ::getc(in)) word += static_cast<char>(c);
  if (c != EOF && keep_delimiter) ::ungetc(c, in);
  return word;
}

// Does the same operations on both streams, and records them in `history`.
class round {
 public:
  round(stream& ours, stream& twin, std::string_view mode, unsigned seed)
      : ours_(ours.file()),
        twin_(twin.file()),
        reads_(mode[0] == 'r' || mode.find('+') != mode.npos),
        writes_(mode[0] != 'r' || mode.find('+') != mode.npos),
        knows_place_(knows_place(mode)),
        random_(seed) {}

  // Returns false if the streams differ; then `history` tells how.
  bool step() {
    bool const read = reads_ && (!writes_ || random_() % 2);
    auto const what = static_cast<unsigned>(random_() % 10);
    bool good = true;
    if (knows_place_ && random_() % 6 == 0)
      good = place();
    else if (read)
      turn(false), good = read_step(what);
    else
      turn(true), good = write_step(what);
    if (good && knows_place_ && random_() % 4 == 0) good = same_place();
    return good;
  }

  std::string history;

 private:
  void note(char const* what, long long value = 0) {
    history += what;
    history += ' ' + std::to_string(value) + ", ";
  }

  // Adds a difference to the history.
  bool told(bool same, std::string ours, std::string twin) {
    for (std::string* text : {&ours, &twin})
      std::replace(text->begin(), text->end(), '\0', '_');
    if (!same) history += '"' + ours + "\" instead of \"" + twin + '"';
    return same;
  }

  // The C standard requires a seek or a flush when the direction changes.
  void turn(bool to_write) {
    if (to_write != is_writing_ && reads_ && writes_) {
      note("turn");
      ::fseek(ours_, 0, SEEK_CUR);
      ::fseek(twin_, 0, SEEK_CUR);
    }
    is_writing_ = to_write;
  }

  bool same_place() {
    note("ftell");
    long const ours = ::ftell(ours_), twin = ::ftell(twin_);
    return told(ours == twin, std::to_string(ours), std::to_string(twin));
  }

  bool place() {
    switch (random_() % 5) {
      case 0:
        note("fflush");
        return ::fflush(ours_) == ::fflush(twin_);
      case 1:
        if (!writes_) return true;
        note("rill::flush");
        rill::flush(ours_);
        return ::fflush(twin_) == 0;
      case 2:
        note("rewind");
        ::rewind(ours_);
        ::rewind(twin_);
        return true;
      default: {
        int const whences[] = {SEEK_SET, SEEK_CUR, SEEK_END};
        auto const which = static_cast<unsigned>(random_() % 3);
        long const by = which == 0   ? static_cast<long>(random_() % 6000)
                        : which == 1 ? static_cast<long>(random_() % 60) - 30
                                     : -static_cast<long>(random_() % 60);
        note("fseek", by);
        return (::fseek(ours_, by, whences[which]) == 0) ==
               (::fseek(twin_, by, whences[which]) == 0);
      }
    }
  }

  bool write_step(unsigned what) {
    auto const number = static_cast<int>(random_()) >> (random_() % 32);
    std::string const text(random_() % (random_() % 20 == 0 ? 9000 : 40),
                           static_cast<char>('a' + random_() % 26));
    char const byte = "x\n "[random_() % 3];
    auto const size = static_cast<long long>(text.size());
    switch (what) {
      case 0:
      case 1:
        note("print", size);
        rill::print(ours_, text);
        ::fwrite(text.data(), 1, text.size(), twin_);
        break;
      case 2:
      case 3:
        note("println", number);
        rill::println(ours_, number, " and ", text);
        ::fprintf(twin_, "%d and %s\n", number, text.c_str());
        break;
      case 4:
        note("print of a wrapper", size);
        rill::print(ours_, rill::right(number, 14, '.'), byte);
        ::fprintf(twin_, "%s%d%c",
                  std::string(14 - std::to_string(number).size(), '.').c_str(),
                  number, byte);
        break;
      case 5:
        note("print of a byte");
        rill::print(ours_, byte);
        ::putc(byte, twin_);
        break;
      default:
        for (FILE* out : {ours_, twin_}) write_by_libc(out, what, text, byte);
        note("by libc", static_cast<long long>(what));
    }
    return true;
  }

  static void write_by_libc(FILE* out, unsigned what, std::string const& text,
                            char byte) {
    if (what == 6) ::putc(byte, out);
    if (what == 7) ::fputs(text.c_str(), out);
    if (what == 8) ::fprintf(out, "%zu%c", text.size(), byte);
    if (what == 9) ::fwrite(text.data(), 1, text.size(), out);
  }

  bool read_step(unsigned what) {
    switch (what) {
      case 0:
      case 1:
        return same_integer();
      case 2:
        return same_word();
      case 3:
        return same_line();
      case 4:
        return same_bytes();
      case 5: {
        note("fgets");
        char ours[64] = "", twin[64] = "";
        auto const size = static_cast<int>(2 + random_() % 60);
        bool const got = ::fgets(ours, size, ours_);
        return got == bool(::fgets(twin, size, twin_)) &&
               std::string(ours) == twin;
      }
      case 6: {
        note("fscanf");
        char ours[64] = "", twin[64] = "";
        return ::fscanf(ours_, "%63s", ours) == ::fscanf(twin_, "%63s", twin) &&
               std::string(ours) == twin;
      }
      case 7: {
        int const c = ::getc(ours_);
        if (c != ::getc(twin_)) return false;
        if (c == EOF) return true;
        int const back = random_() % 2 ? c : '5';
        note("ungetc", back);
        // The byte is read at once, because the effect of fflush on it is
        // unspecified.
        return ::ungetc(back, ours_) == ::ungetc(back, twin_) &&
               read_step(static_cast<unsigned>(random_() % 7));
      }
      default: {
        note("getc");
        return ::getc(ours_) == ::getc(twin_);
      }
    }
  }

  // A token that is not a number goes back to the stream, whatever its length.
  bool same_integer() {
    int ours = 77;
    if (!takes_back_all) {
      char twin = 77, got = 77;
      note("scan of a character");
      auto const result = rill::try_scan(ours_, got);
      int const c = skip_space(twin_);
      if (c != EOF) twin = static_cast<char>(c);
      return bool(result) == (c != EOF) && got == twin;
    }
    note("scan of an integer");
    auto const result = rill::try_scan(ours_, ours);
    std::string token;
    int c = skip_space(twin_);
    for (; c != EOF && !is_space(c); c = ::getc(twin_))
      token += static_cast<char>(c);
    auto const want =
        reference::parse<int>(token, 10, -2147483647 - 1, 2147483647);
    bool const good = want.result == reference::outcome::good;
    if (c != EOF) ::ungetc(c, twin_);
    for (std::size_t at = token.size(); at != (good ? want.length : 0);)
      ::ungetc(static_cast<unsigned char>(token[--at]), twin_);
    int const value = good ? want.value : 77;
    if (bool(result) != good || ours != value)
      return told(false, std::to_string(ours), std::to_string(value));
    // The bytes that went back are read at once: fflush may drop them.
    if (good && want.length == token.size()) return true;
    std::string const our_word = word_of(ours_), twin_word = word_of(twin_);
    return told(our_word == twin_word, our_word, twin_word);
  }

  bool same_word() {
    std::string ours;
    note("scan of a word");
    auto const result = rill::try_scan(ours_, ours);
    std::string const twin = word_of(twin_);
    return told(bool(result) == !twin.empty() && ours == twin, ours, twin);
  }

  bool same_line() {
    std::string ours, twin;
    note("scan of a line");
    bool const got = bool(rill::try_scan(ours_, rill::line(ours)));
    int c;
    while ((c = ::getc(twin_)) != EOF && c != '\n')
      twin += static_cast<char>(c);
    return told(got == (c != EOF || !twin.empty()) && ours == twin, ours, twin);
  }

  bool same_bytes() {
    char ours[200] = "", twin[200] = "";
    std::size_t const size = 1 + random_() % (sizeof ours - 1);
    note("fread", static_cast<long long>(size));
    return ::fread(ours, 1, size, ours_) == ::fread(twin, 1, size, twin_) &&
           std::equal(ours, ours + size, twin);
  }

  FILE* ours_;
  FILE* twin_;
  bool reads_;
  bool writes_;
  bool knows_place_;
  bool is_writing_ = false;
  std::mt19937 random_;
};

std::string some_content(std::mt19937& random) {
  std::string text;
  auto const wanted = random() % 3 == 0 ? random() % 9000 : random() % 200;
  while (text.size() < wanted) {
    switch (random() % 5) {
      case 0:
        text += std::string(random() % 40, 'w');
        break;
      case 1:
        text += "99999999999999999999x";
        break;
      default:
        text += std::to_string(static_cast<int>(random()) >> (random() % 32));
    }
    text += " \n\t "[random() % 4];
  }
  return text;
}

unsigned from_environment(char const* name, unsigned otherwise) {
  char const* const value = ::getenv(name);
  return value ? static_cast<unsigned>(::atol(value)) : otherwise;
}

void mix(kind how, char const* mode, buffering chosen, unsigned seed,
         rill_test::folder const& folder) {
  std::mt19937 random(seed);
  std::string const before = some_content(random);
  stream ours(folder / "ours", how, mode, chosen, before);
  stream twin(folder / "twin", how, mode, chosen, before);
  REQUIRE(ours.file() != nullptr);
  REQUIRE(twin.file() != nullptr);
  round both(ours, twin, mode, static_cast<unsigned>(random()));
  CAPTURE(static_cast<int>(how));
  CAPTURE(std::string(mode));
  CAPTURE(chosen.mode);
  CAPTURE(chosen.size);
  CAPTURE(seed);
  for (int i = 0; i != 40; ++i) {
    bool const same = both.step();
    REQUIRE_MESSAGE(same, both.history);
  }
  REQUIRE_MESSAGE(ours.content() == twin.content(), both.history);
}

}  // namespace

TEST_CASE("stream/c_stream_mix: rill and the library in random turns") {
  rill_test::folder const folder;
  std::mt19937 random(from_environment("RILL_MIX_SEED", 11));
  unsigned const rounds = from_environment("RILL_MIX_ROUNDS", 1000);
  for (unsigned i = 0; i != rounds; ++i) {
    auto how =
        has_streams_of_functions
            ? static_cast<kind>(random() % static_cast<unsigned>(kind::count))
            : kind::file;
    buffering const chosen = bufferings[random() % std::size(bufferings)];
    std::string mode = modes[random() % std::size(modes)];
    if (!knows_place(mode)) mode = "ab";
    // Two kinds of streams are not both read and written: memory opened with r+
    // drops bytes that are written behind its end; and with functions of the
    // program glibc itself loses its position between reading and writing: putc
    // and fwrite of the same bytes leave it at different positions.
    if (mode.find('+') != mode.npos &&
        (how == kind::functions || (how == kind::in_memory && mode == "r+")))
      how = kind::file;
    mix(how, mode.c_str(), chosen, static_cast<unsigned>(random()), folder);
  }
}

TEST_CASE(
    "stream/c_stream_mix: a token across the end of a buffer of 4 KiB, at "
    "every offset") {
  rill_test::folder const folder;
  std::string const token = "-1234567890123456789";
  for (std::size_t offset = 4096 - token.size() - 2; offset != 4099; ++offset)
    for (bool is_number : {true, false}) {
      std::string text(offset, ' ');
      text += is_number ? token : "wordwordwordwordword";
      text += "\n42 rest";
      rill_test::set_content(folder / "f", text);
      FILE* const in = ::fopen((folder / "f").c_str(), "r" BINARY);
      char block[4096];
      ::setvbuf(in, block, _IOFBF, sizeof block);
      long long n = 0;
      std::string word;
      if (is_number)
        REQUIRE(rill::scan(in, n));
      else
        REQUIRE(rill::scan(in, word));
      REQUIRE(n == (is_number ? -1234567890123456789 : 0));
      REQUIRE(word == (is_number ? "" : "wordwordwordwordword"));
      REQUIRE(::ftell(in) == static_cast<long>(offset + token.size()));
      REQUIRE(::getc(in) == '\n');
      int next = 0;
      REQUIRE(::fscanf(in, "%d", &next) == 1);
      REQUIRE(next == 42);
      REQUIRE(rill::scan(in, word));
      REQUIRE(word == "rest");
      ::fclose(in);
    }
}

// test/interop/streambuf_fuzz_test.cpp: random mixes of rill and the standard
// library's functions on one stream, against a twin: a second stream that the
// standard library alone works on.
// covers: rill/interop/streambuf_reader.h
// covers: rill/interop/streambuf_view.h
// covers: rill/interop/stream_call.h
#include <doctest/doctest.h>

#include <rill/iostream.h>

#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "support/files.h"

namespace {

using rill_test::content_of;
using rill_test::set_content;

// Bytes in a string, without an area: each byte is a call.
class bare_streambuf : public std::streambuf {
 public:
  explicit bare_streambuf(std::string text = {}) : text_(std::move(text)) {}
  std::string const& text() const { return text_; }

 protected:
  int_type overflow(int_type c) override {
    if (!traits_type::eq_int_type(c, traits_type::eof()))
      text_ += traits_type::to_char_type(c);
    return traits_type::not_eof(c);
  }
  int_type underflow() override {
    return at_ == text_.size() ? traits_type::eof()
                               : traits_type::to_int_type(text_[at_]);
  }
  int_type uflow() override {
    int_type const c = underflow();
    if (at_ != text_.size()) ++at_;
    return c;
  }
  int_type pbackfail(int_type c) override {
    if (at_ == 0) return traits_type::eof();
    char const last = text_[at_ - 1];
    if (!traits_type::eq_int_type(c, traits_type::eof()) &&
        traits_type::to_char_type(c) != last)
      return traits_type::eof();
    --at_;
    return traits_type::not_eof(c);
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

// A text in small areas, one after the other.
class stepping_streambuf : public std::streambuf {
 public:
  stepping_streambuf(std::string text, std::size_t step)
      : text_(std::move(text)), step_(step) {}

 protected:
  int_type underflow() override {
    if (next_ == text_.size()) return traits_type::eof();
    std::size_t const size = std::min(step_, text_.size() - next_);
    block_.assign(text_.begin() + static_cast<std::ptrdiff_t>(next_),
                  text_.begin() + static_cast<std::ptrdiff_t>(next_ + size));
    next_ += size;
    setg(block_.data(), block_.data(), block_.data() + size);
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::string text_;
  std::size_t step_;
  std::size_t next_ = 0;
  std::vector<char> block_;
};

#if defined(_LIBCPP_VERSION)
constexpr bool libcxx_moves_bytes = true;
#else
constexpr bool libcxx_moves_bytes = false;
#endif

using random_source = std::mt19937;

int pick(random_source& random, int count) {
  return static_cast<int>(random() % static_cast<unsigned>(count));
}

std::string random_text(random_source& random, int most) {
  std::string text(static_cast<std::size_t>(pick(random, most + 1)), 'x');
  for (char& c : text) c = static_cast<char>('a' + pick(random, 26));
  return text;
}

// One random print into both streams: into `mine` by rill.
void print_step(random_source& random, std::ostream& mine, std::ostream& twin) {
  int const number = static_cast<int>(random()) >> pick(random, 31);
  switch (pick(random, 9)) {
    case 0:
      rill::println(mine, number);
      twin << number << '\n';
      break;
    case 1: {
      std::string const text = random_text(random, 40);
      rill::print(mine, text, ' ', number, "!");
      twin << text << ' ' << number << "!";
      break;
    }
    case 2: {
      std::string const text = random_text(random, 9000);
      rill::print(mine, text);
      twin << text;
      break;
    }
    case 3:
      rill::print(mine, 'c');
      twin << 'c';
      break;
    case 4:
      mine << number << ' ';
      twin << number << ' ';
      break;
    case 5:
      mine.put('p');
      twin.put('p');
      break;
    case 6:
      mine.flush();
      twin.flush();
      break;
    case 7: {
      // The position in an appending file is known only after a flush.
      mine.flush();
      twin.flush();
      CHECK(mine.tellp() == twin.tellp());
      auto const end = twin.tellp();
      if (end <= 0 || pick(random, 4) != 0) break;
      auto const to = std::streamoff(random() % static_cast<unsigned>(end));
      mine.seekp(to);
      twin.seekp(to);
      break;
    }
    default:
      rill::print(mine, rill::right(number, 30), "", number);
      twin << std::string(30 - std::to_string(number).size(), ' ') << number
           << number;
      break;
  }
}

// One random read from both streams: from `mine` by rill.
void scan_step(random_source& random, std::istream& mine, std::istream& twin,
               bool can_seek) {
  switch (pick(random, 8)) {
    case 0:
    case 1: {
      std::string a, b;
      bool const got = rill::scan(mine, a);
      twin >> b;
      CHECK(got == !twin.fail());
      CHECK(a == b);
      break;
    }
    case 2: {
      std::string a, b;
      if (!mine.good()) break;
      // Only after an item is the end of the input an error in rill.
      bool const got = rill::scan(mine, rill::line(a));
      std::getline(twin, b);
      CHECK(got == !twin.fail());
      CHECK(a == b);
      break;
    }
    case 3:
      CHECK(mine.get() == twin.get());
      break;
    case 4:
      CHECK(mine.peek() == twin.peek());
      break;
    case 5: {
      std::string a, b;
      mine >> a;
      twin >> b;
      CHECK(a == b);
      break;
    }
    case 6:
      // At the end of a file libc++ moves the bytes in its buffer, but not the
      // pointers. Which bytes unget() gives then depends on how often the end
      // was reached.
      if (libcxx_moves_bytes && !can_seek) break;
      mine.unget();
      twin.unget();
      break;
    default:
      if (!can_seek || pick(random, 3) != 0) break;
      mine.clear();
      twin.clear();
      CHECK(mine.tellg() == twin.tellg());
      auto const to = std::streamoff(random() % 300);
      mine.seekg(to);
      twin.seekg(to);
      break;
  }
  CHECK(mine.rdstate() == twin.rdstate());
  if (!mine.good()) {
    mine.clear();
    twin.clear();
  }
}

std::string words_and_numbers(random_source& random, int count) {
  char const* const ends[] = {" ", "\n", "  ", " \n "};
  std::string text;
  for (int i = 0; i != count; ++i) {
    text += pick(random, 2) ? std::to_string(static_cast<int>(random()))
                            : random_text(random, 20);
    text += ends[pick(random, 4)];
  }
  return text;
}

constexpr std::streamsize buffer_sizes[] = {0, 1, 2, 3, 16, 64, 4096};

}  // namespace

TEST_CASE("interop/streambuf: filebufs that are printed to, and their twins") {
  rill_test::folder const folder;
  std::string const mine_path = (folder / "mine");
  std::string const twin_path = (folder / "twin");
  for (unsigned seed = 0; seed != 140; ++seed) {
    random_source random(seed);
    std::streamsize const size = buffer_sizes[seed % 7];
    std::vector<char> block(static_cast<std::size_t>(size) + 1);
    bool const appends = seed % 5 == 0;
    {
      std::ofstream mine, twin;
      mine.rdbuf()->pubsetbuf(size ? block.data() : nullptr, size);
      auto const mode = appends ? std::ios::app : std::ios::trunc;
      mine.open(mine_path, std::ios::out | mode);
      twin.open(twin_path, std::ios::out | mode);
      for (int step = 0; step != 60; ++step) print_step(random, mine, twin);
      CHECK(mine.good());
    }
    CHECK((content_of(mine_path) == content_of(twin_path)));
  }
}

TEST_CASE("interop/streambuf: stringbufs that are printed to") {
  for (unsigned seed = 0; seed != 100; ++seed) {
    random_source random(seed);
    std::ostringstream mine, twin;
    for (int step = 0; step != 60; ++step) print_step(random, mine, twin);
    CHECK((mine.str() == twin.str()));
  }
}

TEST_CASE("interop/streambuf: a streambuf without areas that is printed to") {
  for (unsigned seed = 0; seed != 60; ++seed) {
    random_source random(seed);
    bare_streambuf a, b;
    std::ostream mine(&a), twin(&b);
    for (int step = 0; step != 60; ++step) {
      print_step(random, mine, twin);
      mine.clear();
      twin.clear();
    }
    CHECK((a.text() == b.text()));
  }
}

TEST_CASE("interop/streambuf: filebufs that are scanned, and their twins") {
  rill_test::folder const folder;
  std::string const path = (folder / "in");
  for (unsigned seed = 0; seed != 210; ++seed) {
    random_source random(seed);
    set_content(path, words_and_numbers(random, 60));
    // Whether a library takes back a byte beyond the edge of its buffer depends
    // on the buffer's size, so the twin has the same.
    std::streamsize const size = buffer_sizes[seed % 7];
    std::vector<char> one(static_cast<std::size_t>(size) + 1);
    std::vector<char> two(static_cast<std::size_t>(size) + 1);
    std::ifstream mine, twin;
    mine.rdbuf()->pubsetbuf(size ? one.data() : nullptr, size);
    twin.rdbuf()->pubsetbuf(size ? two.data() : nullptr, size);
    mine.open(path);
    twin.open(path);
    for (int step = 0; step != 100; ++step) {
      INFO("seed ", seed, " step ", step);
      scan_step(random, mine, twin, true);
    }
  }
}

TEST_CASE("interop/streambuf: other streambufs that are scanned") {
  for (unsigned seed = 0; seed != 150; ++seed) {
    random_source random(seed);
    std::string const text = words_and_numbers(random, 60);
    std::unique_ptr<std::streambuf> a, b;
    if (seed % 3 == 0) {
      a = std::make_unique<std::stringbuf>(text);
      b = std::make_unique<std::stringbuf>(text);
    } else if (seed % 3 == 1) {
      a = std::make_unique<bare_streambuf>(text);
      b = std::make_unique<bare_streambuf>(text);
    } else {
      a = std::make_unique<stepping_streambuf>(text, 1 + seed % 17);
      b = std::make_unique<bare_streambuf>(text);
    }
    std::istream mine(a.get()), twin(b.get());
    for (int step = 0; step != 100; ++step) {
      INFO("seed ", seed, " step ", step);
      // The characters that can be put back depend on the areas.
      if (seed % 3 == 2) {
        std::string x, y;
        CHECK(rill::scan(mine, x) == bool(twin >> y));
        CHECK(x == y);
        CHECK(mine.rdstate() == twin.rdstate());
        CHECK(mine.get() == twin.get());
        if (!mine.good()) break;
      } else {
        scan_step(random, mine, twin, seed % 3 == 0);
      }
    }
  }
}

TEST_CASE("interop/streambuf: an fstream that is printed to and scanned") {
  rill_test::folder const folder;
  auto const both = std::ios::in | std::ios::out | std::ios::trunc;
  for (unsigned seed = 0; seed != 70; ++seed) {
    random_source random(seed);
    std::fstream mine((folder / "mine"), both);
    std::fstream twin((folder / "twin"), both);
    std::stringstream mine_text, twin_text;
    for (int round = 0; round != 10; ++round) {
      for (int step = 0; step != 10; ++step) {
        print_step(random, mine, twin);
        print_step(random, mine_text, twin_text);
      }
      auto const to = std::streamoff(random() % 100);
      for (std::iostream* stream : {static_cast<std::iostream*>(&mine),
                                    static_cast<std::iostream*>(&twin),
                                    static_cast<std::iostream*>(&mine_text),
                                    static_cast<std::iostream*>(&twin_text)})
        stream->clear(), stream->seekg(to), stream->clear();
      for (int step = 0; step != 10; ++step) {
        scan_step(random, mine, twin, false);
        scan_step(random, mine_text, twin_text, false);
      }
      for (std::iostream* stream : {static_cast<std::iostream*>(&mine),
                                    static_cast<std::iostream*>(&twin),
                                    static_cast<std::iostream*>(&mine_text),
                                    static_cast<std::iostream*>(&twin_text)}) {
        stream->clear();
        stream->seekp(0, std::ios::end);
      }
    }
    CHECK((mine_text.str() == twin_text.str()));
    mine.close();
    twin.close();
    CHECK((content_of((folder / "mine")) == content_of((folder / "twin"))));
  }
}

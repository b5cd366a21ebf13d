// test/interop/stream_state_test.cpp: the state bits, exception masks, tied
// streams and errors of C++ streams, as operators << and >> handle them.
// covers: rill/interop/istream_source.h
#include <doctest/doctest.h>

#include <rill/iostream.h>

#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

struct broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws when its room is used up, or when it is read past its text.
class throwing_streambuf : public std::streambuf {
 public:
  explicit throwing_streambuf(std::string text) : text_(std::move(text)) {
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    setp(room_, room_ + sizeof room_);
  }

 protected:
  int_type overflow(int_type) override { throw broken("overflow"); }
  int_type underflow() override { throw broken("underflow"); }

 private:
  std::string text_;
  char room_[4];
};

// Keeps the text that it gets; counts writes and flushes.
class counting_streambuf : public std::streambuf {
 public:
  int writes = 0;
  int flushes = 0;
  std::string text;

 protected:
  std::streamsize xsputn(char const* data, std::streamsize size) override {
    ++writes;
    text.append(data, static_cast<std::size_t>(size));
    return size;
  }
  int_type overflow(int_type c) override {
    ++writes;
    text += traits_type::to_char_type(c);
    return c;
  }
  int sync() override {
    ++flushes;
    return 0;
  }
};

// A text in two areas; no character can be put back.
class stubborn_streambuf : public std::streambuf {
 public:
  stubborn_streambuf(std::string first, std::string second)
      : first_(std::move(first)), second_(std::move(second)) {
    setg(first_.data(), first_.data(), first_.data() + first_.size());
  }

 protected:
  int_type underflow() override {
    if (is_second_) return traits_type::eof();
    is_second_ = true;
    setg(second_.data(), second_.data(), second_.data() + second_.size());
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::string first_, second_;
  bool is_second_ = false;
};

constexpr auto ended = std::ios_base::eofbit;
constexpr auto failed = std::ios_base::failbit;
constexpr auto useless = std::ios_base::badbit;

}  // namespace

TEST_CASE("interop/stream_state: marks after scan are those of >>") {
  struct example {
    char const* text;
    std::ios_base::iostate marks;
  };
  for (example const& e :
       {example{"12", ended}, example{"12 ", std::ios_base::goodbit},
        example{"12x", std::ios_base::goodbit}, example{"", ended | failed},
        example{"  ", ended | failed}}) {
    std::istringstream mine(e.text), twin(e.text);
    int a = 0, b = 0;
    CHECK(rill::scan(mine, a) == bool(twin >> b));
    CHECK(a == b);
    CHECK(mine.rdstate() == twin.rdstate());
    CHECK(mine.rdstate() == e.marks);
  }
}

TEST_CASE("interop/stream_state: malformed text is thrown, and failbit") {
  std::istringstream in("abc 1");
  int n = 7;
  CHECK_THROWS_AS(rill::scan(in, n), rill::error);
  CHECK(n == 7);
  CHECK(in.rdstate() == failed);
  // A failed stream refuses until it is cleared, as with >>.
  CHECK_THROWS_AS(rill::scan(in, n), rill::error);
  in.clear();
  std::string word;
  CHECK(rill::scan(in, word, n));
  CHECK(word == "abc");
  CHECK(n == 1);
}

TEST_CASE("interop/stream_state: try_scan and read mark too") {
  std::istringstream in("x");
  int n = 0;
  CHECK(!rill::try_scan(in, n));
  CHECK(in.rdstate() == failed);
  in.clear();
  CHECK_THROWS_AS((void)rill::read<int>(in), rill::error);
  CHECK(in.rdstate() == failed);
  std::istringstream no("0");
  CHECK(rill::read<bool>(no) == false);
  CHECK(!no.fail());
  std::istringstream three("1 2 3");
  int many[5];
  CHECK(rill::read_into(three, many) == 3);
  CHECK(three.rdstate() == (ended | failed));
}

TEST_CASE("interop/stream_state: a stream that has ended has ended") {
  std::istringstream in("1");
  int n = 0;
  CHECK(rill::scan(in, n));
  CHECK(!rill::scan(in, n));
  CHECK(!rill::scan(in, n));
  CHECK(in.rdstate() == (ended | failed));
  for (std::string_view line : rill::lines(in)) CHECK(line.empty());
}

TEST_CASE("interop/stream_state: a null streambuf") {
  std::istream in(nullptr);
  int n = 0;
  CHECK_THROWS_AS(rill::scan(in, n), rill::error);
  CHECK_THROWS_AS((void)rill::lines(in).begin(), rill::error);
  std::ostream out(nullptr);
  CHECK_THROWS_AS(rill::print(out, 1), rill::error);
  CHECK_THROWS_AS(rill::flush(out), rill::error);
  CHECK_THROWS_AS(rill::print(rill::streambuf_view(nullptr), 1), rill::error);
  CHECK_THROWS_AS(rill::scan(rill::streambuf_view(nullptr), n), rill::error);
}

TEST_CASE("interop/stream_state: what a streambuf throws") {
  int n = 0;
  {
    throwing_streambuf buffer("12");
    std::istream in(&buffer);
    CHECK_THROWS_AS(rill::scan(in, n), rill::error);
    CHECK(in.bad());
    std::ostream out(&buffer);
    CHECK_THROWS_AS(rill::print(out, "longer"), rill::error);
    CHECK(out.bad());
  }
  {
    // With badbit in the mask the streambuf's own exception is thrown.
    throwing_streambuf buffer("12");
    std::istream in(&buffer);
    in.exceptions(useless);
    CHECK_THROWS_AS(rill::scan(in, n), broken);
    CHECK(in.bad());
    std::ostream out(&buffer);
    out.exceptions(useless);
    CHECK_THROWS_AS(rill::print(out, "longer"), broken);
    CHECK(out.bad());
  }
  {
    throwing_streambuf buffer("12");
    rill::streambuf_view view(buffer);
    CHECK_THROWS_AS(rill::scan(view, n), broken);
    CHECK_THROWS_AS(rill::print(view, "longer"), broken);
  }
}

TEST_CASE("interop/stream_state: masks of eofbit and failbit") {
  std::istringstream in("12");
  in.exceptions(ended);
  int n = 0;
  CHECK_THROWS_AS(rill::scan(in, n), std::ios_base::failure);
  CHECK(n == 12);
  std::istringstream out_of("");
  out_of.exceptions(failed);
  CHECK_THROWS_AS(rill::scan(out_of, n), std::ios_base::failure);
  std::ostringstream out;
  out.setstate(useless);
  CHECK_THROWS_AS(out.exceptions(useless), std::ios_base::failure);
  CHECK_THROWS_AS(rill::print(out, 1), std::ios_base::failure);
}

TEST_CASE("interop/stream_state: flags, width and fill are left alone") {
  std::ostringstream out;
  out << std::hex << std::setw(6) << std::setfill('*');
  rill::print(out, 255);
  CHECK(out.width() == 6);
  out << 255;
  CHECK(out.str() == "255****ff");
  std::istringstream in("ff 10");
  in >> std::hex >> std::setw(1);
  std::string word;
  CHECK(rill::scan(in, word));
  CHECK(word == "ff");
  CHECK(in.width() == 1);
  int n = 0;
  CHECK(rill::scan(in, n));
  CHECK(n == 10);
}

TEST_CASE("interop/stream_state: unit-buffered streams, one write per call") {
  counting_streambuf buffer;
  std::ostream out(&buffer);
  out << std::unitbuf;
  rill::println(out, "a ", 1, " b ", 2.5);
  CHECK(buffer.writes == 1);
  CHECK(buffer.flushes == 1);
  CHECK(buffer.text == "a 1 b 2.5\n");
}

TEST_CASE("interop/stream_state: a flush after each call that fails is told") {
  struct unsynced : std::stringbuf {
    int sync() override { return -1; }
  } buffer;
  std::ostream out(&buffer);
  out << std::unitbuf;
  CHECK_THROWS_AS(rill::print(out, "x"), rill::error);
  CHECK(out.bad());
  struct wide_unsynced : std::wstringbuf {
    int sync() override { return -1; }
  } wide_buffer;
  std::wostream wide(&wide_buffer);
  wide << std::unitbuf;
  CHECK_THROWS_AS(rill::print(wide, "x"), rill::error);
  CHECK(wide.bad());
}

TEST_CASE("interop/stream_state: the tied stream is flushed first") {
  counting_streambuf prompt;
  std::ostream tied(&prompt);
  std::istringstream in("1 2");
  in.tie(&tied);
  int n = 0;
  // The tied stream is flushed only before the streambuf is asked for more, as
  // the standard allows.
  CHECK(rill::scan(in, n));
  CHECK(prompt.flushes == 0);
  CHECK(rill::scan(in, n));
  CHECK(prompt.flushes == 1);
  std::ostringstream out;
  out.tie(&tied);
  rill::print(out, 1);
  CHECK(prompt.flushes == 2);
}

TEST_CASE("interop/stream_state: bytes that cannot go back are no secret") {
  // In 1e the e was only looked at, because no exponent follows: it must go
  // back.
  stubborn_streambuf buffer("1e", "x");
  std::istream in(&buffer);
  double x = 0;
  CHECK_THROWS_AS(rill::scan(in, x), rill::error);
  CHECK(in.bad());
  // Within one area the e goes back.
  stubborn_streambuf whole("1ex", "");
  std::istream easy(&whole);
  CHECK(rill::scan(easy, x));
  CHECK(easy.get() == 'e');
}

TEST_CASE("interop/stream_state: a range leaves malformed input, not an end") {
  std::istringstream in("1 x");
  CHECK_THROWS_AS(
      [&] {
        for (int n : rill::values<int>(in)) CHECK(n == 1);
      }(),
      rill::error);
  CHECK(!in.eof());
  in.clear();
  std::string word;
  CHECK(rill::scan(in, word));
  CHECK(word == "x");
}

TEST_CASE("interop/stream_state: ranges mark the stream when they go") {
  std::istringstream in("a\nb");
  int count = 0;
  for (std::string_view line : rill::lines(in)) count += !line.empty();
  CHECK(count == 2);
  CHECK(in.rdstate() == (ended | failed));
  std::istringstream left("1 2 3 4");
  for (int n : rill::values<int>(left))
    if (n == 2) break;
  int next = 0;
  CHECK(bool(left >> next));
  CHECK(next == 3);
}

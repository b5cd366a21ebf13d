// test/interop/insertion_test.cpp: operator<< of types that rill prints.
// covers: interop/value_stream.h
#include <doctest/doctest.h>

#include <rill/iostream.h>
#include <rill/rill.h>

#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) {
    out('(', p.x, ", ", p.y, ')');
  }
  friend std::ostream& operator<<(std::ostream& out, point const& p) {
    return rill::print_to(out, p);
  }
};

// A type without a hook: its operator<< says what to print.
struct size {
  int width, height;
  friend std::ostream& operator<<(std::ostream& out, size const& s) {
    return rill::print_to(out, s.width, 'x', s.height);
  }
};

// A field of rill within the field of the stream.
struct padded {
  char const* words;
  friend std::ostream& operator<<(std::ostream& out, padded const& p) {
    return rill::print_to(out, rill::left(rill::styled(p.words, rill::red), 6));
  }
};

struct long_text {
  std::size_t count;
  friend void rill_print(auto& out, long_text const& t) {
    for (std::size_t i = 0; i != t.count; ++i)
      out(static_cast<char>('a' + i % 26));
  }
  friend std::ostream& operator<<(std::ostream& out, long_text const& t) {
    return rill::print_to(out, t);
  }
};

struct throws_in_the_middle {
  friend void rill_print(auto& out, throws_in_the_middle const&) {
    out("before");
    throw 1;
  }
  friend std::ostream& operator<<(std::ostream& out,
                                  throws_in_the_middle const& t) {
    return rill::print_to(out, t);
  }
};

struct warning {
  friend void rill_print(auto& out, warning const&) {
    out(rill::styled("hot", rill::red), '!');
  }
  friend std::ostream& operator<<(std::ostream& out, warning const& w) {
    return rill::print_to(out, w);
  }
};

// Takes `room` characters, then refuses or throws.
class narrow_streambuf : public std::streambuf {
 public:
  narrow_streambuf(std::size_t room, bool throws)
      : room_(room), throws_(throws) {}
  std::string const& taken() const { return taken_; }

 protected:
  int overflow(int byte) override {
    if (taken_.size() == room_) {
      if (throws_) throw 7;
      return traits_type::eof();
    }
    taken_ += static_cast<char>(byte);
    return byte;
  }

 private:
  std::size_t room_;
  bool throws_;
  std::string taken_;
};

// The same output by the standard library's operator<< of a string.
std::string as_text(std::string const& text, auto const&... settings) {
  std::ostringstream out;
  (out << ... << settings) << text << '|' << text;
  return out.str();
}
std::string as_value(auto const& value, auto const&... settings) {
  std::ostringstream out;
  (out << ... << settings) << value << '|' << value;
  return out.str();
}

}  // namespace

TEST_CASE("interop/value_stream: a type of rill's by <<") {
  std::ostringstream out;
  out << "p = " << point{1, -2} << ", " << size{640, 480} << '\n';
  CHECK(out.str() == "p = (1, -2), 640x480\n");
}

TEST_CASE("interop/value_stream: width, fill and adjustment as for a text") {
  for (std::size_t count : {0u, 1u, 6u, 10u, 300u}) {
    long_text const value{count};
    std::string const text = rill::concat(value);
    for (int width : {-3, 0, 1, 6, 7, 12, 700}) {
      CAPTURE(count);
      CAPTURE(width);
      auto const w = std::setw(width);
      CHECK(as_value(value, w) == as_text(text, w));
      CHECK(as_value(value, std::left, w) == as_text(text, std::left, w));
      CHECK(as_value(value, std::right, std::setfill('*'), w) ==
            as_text(text, std::right, std::setfill('*'), w));
      CHECK(as_value(value, std::internal, std::setfill('-'), w) ==
            as_text(text, std::internal, std::setfill('-'), w));
    }
  }
  CHECK(as_value(point{1, 2}, std::setw(9)) == "   (1, 2)|(1, 2)");
  CHECK(as_value(size{1, 2}, std::setw(5)) == "  1x2|1x2");
}

TEST_CASE("interop/value_stream: other flags mean nothing and stay") {
  std::ostringstream out;
  out << std::hex << std::showbase << point{16, 17} << ' ' << 16;
  CHECK(out.str() == "(16, 17) 0x10");
}

TEST_CASE("interop/value_stream: styles as in every print to the stream") {
  std::ostringstream out;
  out << warning{} << std::setw(6) << warning{};
  CHECK(out.str() == "hot!  hot!");
  out.str("");
  rill::set_styles(out, rill::style_mode::always);
  out << warning{} << std::setw(6) << warning{};
  std::string const styled = "\x1b[31mhot\x1b[0m!";
  CHECK(out.str() == styled + "  " + styled);
}

TEST_CASE("interop/value_stream: styles in a field of rill's are not seen") {
  std::ostringstream out;
  rill::set_styles(out, rill::style_mode::always);
  out << std::setw(12) << padded{"x"};
  CHECK(out.str() == "      \x1b[31mx\x1b[0m     ");
}

TEST_CASE("interop/value_stream: long texts") {
  for (std::size_t count : {255u, 256u, 257u, 4095u, 4096u, 4097u, 100'000u}) {
    CHECK(as_value(long_text{count}) ==
          as_text(rill::concat(long_text{count})));
  }
}

TEST_CASE("interop/value_stream: a stream that refuses is marked") {
  for (bool throws : {false, true}) {
    for (int width : {0, 20}) {
      narrow_streambuf buffer(3, throws);
      std::ostream out(&buffer);
      out << std::setw(width) << std::left << point{10, 20} << "more";
      CHECK(out.bad());
      CHECK(buffer.taken() == "(10");
      CHECK(out.width() == 0);
    }
  }
}

TEST_CASE("interop/value_stream: a stream whose mask asks for exceptions") {
  narrow_streambuf refusing(3, false);
  std::ostream out(&refusing);
  out.exceptions(std::ios_base::badbit);
  CHECK_THROWS_AS(out << point(10, 20), std::ios_base::failure);
  CHECK(out.bad());
  narrow_streambuf throwing(3, true);
  std::ostream other(&throwing);
  other.exceptions(std::ios_base::badbit);
  CHECK_THROWS_AS(other << point(10, 20), int);
  CHECK(other.bad());
}

TEST_CASE("interop/value_stream: nothing goes to a stream that has failed") {
  std::ostringstream out;
  out << "a";
  out.setstate(std::ios_base::failbit);
  out << point{1, 2};
  CHECK(out.fail());
  CHECK(!out.bad());
  CHECK(out.str() == "a");
  out.clear();
  out << point{1, 2};
  CHECK(out.str() == "a(1, 2)");
  std::ostream none(nullptr);
  none << point{1, 2};
  CHECK(none.bad());
}

TEST_CASE("interop/value_stream: a hook's exception passes, its pieces stay") {
  std::ostringstream out;
  CHECK_THROWS_AS(out << throws_in_the_middle(), int);
  CHECK(out.good());
  out << '|' << std::setw(20);
  CHECK_THROWS_AS(out << throws_in_the_middle(), int);
  CHECK(out.str() == "before|");
}

TEST_CASE("interop/value_stream: out and back again") {
  CHECK(rill::concat(rill::via_ostream(point{1, 2})) == "(1, 2)");
}

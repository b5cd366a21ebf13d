// test/interop/ostream_sink_test.cpp: print to std::ostream.
// covers: rill/interop/stream_call.h
// covers: rill/interop/streambuf_reader.h
#include <doctest/doctest.h>

#include <rill/iostream.h>
#include <rill/print.h>

#include <sstream>
#include <string>

namespace {

// Takes `room` characters and refuses the rest.
class narrow_streambuf : public std::streambuf {
 public:
  explicit narrow_streambuf(std::size_t room) : room_(room) {}
  std::string const& taken() const { return taken_; }

 protected:
  std::streamsize xsputn(char const* data, std::streamsize size) override {
    auto const count =
        std::min(static_cast<std::size_t>(size), room_ - taken_.size());
    taken_.append(data, count);
    return static_cast<std::streamsize>(count);
  }
  int overflow(int) override { return traits_type::eof(); }

 private:
  std::size_t room_;
  std::string taken_;
};

struct throws_in_the_middle {
  friend void rill_print(auto& out, throws_in_the_middle const&) {
    out("before");
    throw 1;
  }
};

}  // namespace

TEST_CASE("interop/ostream: pieces arrive in order with <<") {
  std::ostringstream to;
  to << "a";
  rill::print(to, 1, "b", 'c');
  to << 2;
  rill::println(to, true);
  CHECK(to.str() == "a1bc2true\n");
}

TEST_CASE("interop/ostream: text longer than the block, and long lists") {
  for (std::size_t size : {0u, 1u, 510u, 511u, 512u, 513u, 5000u}) {
    std::string const text(size, 'x');
    std::ostringstream to;
    rill::print(to, 7, text, 8, text);
    CHECK(to.str() == "7" + text + "8" + text);
  }
}

TEST_CASE("interop/ostream: a stream that refuses is marked and reported") {
  narrow_streambuf buffer(3);
  std::ostream to(&buffer);
  CHECK_THROWS_AS(rill::print(to, "abcdef"), rill::error);
  CHECK(buffer.taken() == "abc");
  CHECK(to.bad());
  CHECK_THROWS_AS(rill::print(to, "g"), rill::error);
  CHECK(buffer.taken() == "abc");
}

TEST_CASE("interop/ostream: a null streambuf is an error") {
  std::ostream to(nullptr);
  CHECK_THROWS_AS(rill::print(to, 1), rill::error);
}

TEST_CASE("interop/ostream: flush reaches the stream") {
  std::ostringstream to;
  rill::print(to, "x");
  rill::flush(to);
  CHECK(to.str() == "x");
}

TEST_CASE("interop/ostream: a hook that throws loses only what follows") {
  std::ostringstream to;
  CHECK_THROWS_AS(rill::print(to, "a", throws_in_the_middle{}), int);
  rill::print(to, "z");
  CHECK(to.str() == "abeforez");
}

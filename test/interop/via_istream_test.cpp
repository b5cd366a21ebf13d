// test/interop/via_istream_test.cpp: rill scans types that have an operator>>.
// covers: interop/value_stream.h
#include <doctest/doctest.h>

#include <rill/iostream.h>
#include <rill/rill.h>

#include <complex>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

#include "support/scripted_reader.h"

using rill_test::scripted_reader;

namespace {

struct money {
  int euros = 0, cents = 0;
  friend std::istream& operator>>(std::istream& in, money& m) {
    char dot = 0;
    in >> m.euros;
    if (in.get(dot) && dot != '.') in.setstate(std::ios_base::failbit);
    return in >> m.cents;
  }
};

// <length>:<bytes>. The operator peeks and ungets after each byte.
struct counted {
  std::string bytes;
  friend std::istream& operator>>(std::istream& in, counted& c) {
    std::size_t size = 0;
    char colon = 0;
    in >> size >> colon;
    c.bytes.clear();
    for (; size != 0 && in; --size) {
      in.peek();
      char const byte = static_cast<char>(in.get());
      (void)in.peek();
      in.unget();
      if (in.get() != byte) throw std::logic_error("another byte");
      c.bytes += byte;
    }
    return in;
  }
};

struct all_of_it {
  std::string bytes;
  friend std::istream& operator>>(std::istream& in, all_of_it& a) {
    std::ostringstream to;
    to << in.rdbuf();
    a.bytes = to.str();
    return in;
  }
};

struct throwing {
  friend std::istream& operator>>(std::istream& in, throwing&) {
    in.get();
    throw std::runtime_error("enough");
    return in;
  }
};

std::string letters(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i != size; ++i)
    text += static_cast<char>('a' + i % 26);
  return text;
}

std::string rest_of(rill::reader& in) {
  rill::text const all = in.peek(10'000'000);
  return {all.data, all.size};
}

}  // namespace

TEST_CASE("interop/value_stream: a value is as >> has it") {
  money m;
  std::complex<double> z;
  int n = 0;
  CHECK(rill::scan(rill::from("  12.34 (0.5,-2)\n7"), rill::via_istream(m),
                   rill::via_istream(z), n));
  CHECK(m.euros == 12);
  CHECK(m.cents == 34);
  CHECK(z == std::complex<double>(0.5, -2));
  CHECK(n == 7);
  CHECK(!rill::scan(rill::from(" \n"), rill::via_istream(m)));
}

TEST_CASE("interop/value_stream: whatever the sizes of blocks and buffers") {
  for (std::size_t size :
       {0u, 1u, 100u, 123u, 124u, 125u, 126u, 127u, 128u, 129u, 130u, 255u,
        256u, 257u, 4095u, 4096u, 4097u, 20'000u}) {
    std::string const bytes = letters(size);
    std::string const text =
        ' ' + std::to_string(size) + ':' + bytes + "after 5";
    for (std::size_t buffer : {1u, 2u, 7u, 16u, 17u, 1000u, 100'000u}) {
      CAPTURE(size);
      CAPTURE(buffer);
      long const step = buffer > 1000 ? 100'000 : 3;
      scripted_reader in(text, buffer, [&](int, std::size_t) { return step; });
      counted c;
      std::string word;
      CHECK(rill::scan(in, rill::via_istream(c), word));
      CHECK(c.bytes == bytes);
      CHECK(word == "after");
      CHECK(rest_of(in) == " 5");
    }
  }
}

TEST_CASE("interop/value_stream: everything to the end") {
  std::string const text = letters(10'000);
  scripted_reader in(text, 64);
  all_of_it all;
  CHECK(rill::scan(in, rill::via_istream(all)));
  CHECK(all.bytes == text);
  CHECK(in.at_end());
}

TEST_CASE("interop/value_stream: what fails stays in the source") {
  scripted_reader in("  12,34 rest", 4);
  money m;
  auto const result = rill::try_scan(in, rill::via_istream(m));
  CHECK(!result);
  CHECK(!result.at_end());
  CHECK(std::string(result.error().what()).find("expected a value, found") !=
        std::string::npos);
  CHECK(rest_of(in) == "12,34 rest");
  auto const placed =
      rill::try_scan(rill::from("\n  12,34"), rill::via_istream(m));
  CHECK(placed.error().line() == 2);
  CHECK(placed.error().column() == 3);
}

TEST_CASE("interop/value_stream: what operator>> throws passes through") {
  scripted_reader in("abc", 4);
  throwing t;
  CHECK_THROWS_AS(rill::scan(in, rill::via_istream(t)), std::runtime_error);
  CHECK(rest_of(in) == "abc");
}

TEST_CASE("interop/value_stream: an error of the device is the device's own") {
  scripted_reader in("12.34", 16,
                     [](int call, std::size_t) { return call == 0 ? 3 : -5; });
  money m;
  auto const result = rill::try_scan(in, rill::via_istream(m));
  CHECK(!result);
  CHECK(result.error().code() == rill::os::c_error(5));
}

TEST_CASE("interop/value_stream: the global locale means nothing") {
  struct comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
  };
  std::locale const before =
      std::locale::global(std::locale(std::locale::classic(), new comma));
  double x = 0;
  bool const done = rill::scan(rill::from("1.5"), rill::via_istream(x));
  std::locale::global(before);
  CHECK(done);
  CHECK(x == 1.5);
}

TEST_CASE("interop/value_stream: from a std::istream, and back to it") {
  std::istringstream in(" 1.50 2.25 9.99");
  money a, b, c;
  CHECK(rill::scan(in, rill::via_istream(a)));
  in >> b;
  CHECK(rill::scan(in, rill::via_istream(c)));
  CHECK(a.cents == 50);
  CHECK(b.cents == 25);
  CHECK(c.cents == 99);
  CHECK(in.eof());
}

// test/interop/via_ostream_test.cpp: rill prints types that have an operator<<.
// covers: interop/value_stream.h
#include <doctest/doctest.h>

#include <rill/iostream.h>
#include <rill/rill.h>

#include <complex>
#include <iomanip>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/fake_device.h"

namespace {

std::string letters(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i != size; ++i)
    text += static_cast<char>('a' + i % 26);
  return text;
}

struct money {
  int cents;
  friend std::ostream& operator<<(std::ostream& out, money m) {
    return out << m.cents / 100 << '.' << std::setw(2) << std::setfill('0')
               << m.cents % 100;
  }
};

// A type whose operator<< leaves every flag changed.
struct untidy {
  friend std::ostream& operator<<(std::ostream& out, untidy const&) {
    out << 10 << ' ' << 0.5 << ' ' << true << '/';
    struct comma : std::numpunct<char> {
      char do_decimal_point() const override { return ','; }
    };
    out.imbue(std::locale(std::locale::classic(), new comma));
    out.exceptions(std::ios_base::failbit);
    return out << std::hex << std::showbase << std::boolalpha
               << std::setprecision(2) << std::setfill('#') << std::setw(9)
               << 0.25 << std::setw(100);
  }
};

// Prints `size` bytes by characters, texts and numbers in turn.
struct filler {
  std::size_t size;
  friend std::ostream& operator<<(std::ostream& out, filler const& f) {
    std::string const text = letters(f.size);
    std::size_t at = 0;
    for (std::size_t step = 1; at < text.size(); step = step * 2 + 1) {
      if (step % 3 == 0)
        out.put(text[at++]);
      else if (step % 3 == 1)
        out << text[at++];
      std::size_t const piece = std::min(step, text.size() - at);
      out << text.substr(at, piece);
      at += piece;
    }
    return out;
  }
};

struct failing {
  friend std::ostream& operator<<(std::ostream& out, failing const&) {
    out << "some";
    out.setstate(std::ios_base::failbit);
    return out << "none";
  }
};

struct throwing {
  friend std::ostream& operator<<(std::ostream& out, throwing const&) {
    out << "some";
    throw std::runtime_error("enough");
    return out;
  }
};

struct nosy {
  rill::writer& to;
  friend std::ostream& operator<<(std::ostream& out, nosy const& n) {
    out << "before";
    rill::print(n.to, '<', letters(700), rill::via_ostream(money{123}), '>');
    return out << std::flush << "after";
  }
};

// A tree whose operator<< prints its children by rill.
struct node {
  int number;
  std::vector<node> children;
  friend std::ostream& operator<<(std::ostream& out, node const& n) {
    out << n.number;
    for (node const& child : n.children)
      out << rill::concat('(', rill::via_ostream(child), ')');
    return out;
  }
};

// Prints how often the stream has seen such a value, and leaves marks in its
// iword() and pword().
struct marks_words {
  friend std::ostream& operator<<(std::ostream& out, marks_words const&) {
    static int const few = std::ios_base::xalloc();
    int many = few;
    while (many < few + 40) many = std::ios_base::xalloc();
    out << out.iword(few)++ << (out.pword(few) != nullptr) << out.iword(many)++;
    out.pword(few) = &out;
    return out;
  }
};

int callback_events = 0;

struct registers_callback {
  friend std::ostream& operator<<(std::ostream& out,
                                  registers_callback const&) {
    out.register_callback(
        [](std::ios_base::event, std::ios_base&, int) { ++callback_events; },
        0);
    return out << "registered";
  }
};

struct copies_format {
  friend std::ostream& operator<<(std::ostream& out, copies_format const&) {
    std::ostringstream other;
    other << std::hex << std::setfill('x');
    other.exceptions(std::ios_base::badbit);
    other.iword(std::ios_base::xalloc()) = 1;
    out.copyfmt(other);
    out.tie(&other);
    return out << 255;
  }
};

// Prints in its destructor, when its thread ends.
struct prints_at_the_end {
  std::string* to = nullptr;
  ~prints_at_the_end() {
    if (to) *to += rill::concat(rill::via_ostream(money{150}));
  }
};

template <class T>
std::string streamed(T const& value) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << value;
  return out.str();
}

}  // namespace

TEST_CASE("interop/value_stream: a value is as << has it") {
  CHECK(rill::concat(rill::via_ostream(money{1205})) == "12.05");
  std::complex<double> const z(0.5, -2);
  CHECK(rill::concat("z = ", rill::via_ostream(z)) == "z = " + streamed(z));
  CHECK(rill::concat(rill::via_ostream(1e100), rill::via_ostream(0.1 + 0.2),
                     rill::via_ostream("text"), rill::via_ostream('c'),
                     rill::via_ostream(std::setw(9)),
                     rill::via_ostream(7)) == "1e+1000.3textc7");
}

TEST_CASE("interop/value_stream: each has a fresh stream") {
  std::string const first = rill::concat(rill::via_ostream(untidy{}));
  CHECK(first == "10 0.5 1/#####0,25");
  CHECK(rill::concat(rill::via_ostream(untidy{}), rill::via_ostream(31),
                     rill::via_ostream(0.125),
                     rill::via_ostream(true)) == first + "310.1251");
}

TEST_CASE("interop/value_stream: iword, pword and callbacks do not stay") {
  for (int i = 0; i != 3; ++i) {
    CHECK(rill::concat(rill::via_ostream(marks_words{})) == "000");
    callback_events = 0;
    CHECK(rill::concat(rill::via_ostream(registers_callback{})) ==
          "registered");
    CHECK(callback_events == 1);  // when its stream ends
    CHECK(rill::concat(rill::via_ostream(10)) == "10");
    CHECK(callback_events == 1);
    CHECK(rill::concat(rill::via_ostream(copies_format{}),
                       rill::via_ostream(255)) == "ff255");
  }
}

TEST_CASE("interop/value_stream: in threads, and at the end of one") {
  std::string at_first;
  std::string at_last;
  std::thread thread([&] {
#if RILL_THREAD_DESTRUCTORS
    thread_local prints_at_the_end early;  // ends after the kept stream
    early.to = &at_last;
#endif
    at_first = rill::concat(rill::via_ostream(untidy{}));
    for (int i = 0; i != 100; ++i)
      (void)rill::concat(rill::via_ostream(money{i}));
  });
  for (int i = 0; i != 100; ++i)
    CHECK(rill::concat(rill::via_ostream(money{i})) == streamed(money{i}));
  thread.join();
  CHECK(at_first == "10 0.5 1/#####0,25");
  // With MinGW such an object may end after its memory was freed.
  if (RILL_THREAD_DESTRUCTORS) CHECK(at_last == "1.50");
}

TEST_CASE("interop/value_stream: the global locale means nothing") {
  struct comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    std::string do_grouping() const override { return "\1"; }
  };
  std::locale const before =
      std::locale::global(std::locale(std::locale::classic(), new comma));
  std::string const made = rill::concat(rill::via_ostream(1234.5));
  std::string other;
  std::thread([&] { other = rill::concat(rill::via_ostream(1234.5)); }).join();
  std::locale::global(before);
  CHECK(made == "1234.5");
  CHECK(other == "1234.5");
}

TEST_CASE("interop/value_stream: wherever a value prints") {
  money const m{250};
  CHECK(rill::concat(rill::right(rill::via_ostream(m), 8, '.'),
                     rill::left(rill::via_ostream(m), 5),
                     '|') == "....2.502.50 |");
  std::vector const several = {rill::via_ostream(money{1}),
                               rill::via_ostream(money{20})};
  CHECK(rill::concat(rill::join(several, ", ")) == "0.01, 0.20");
  CHECK(rill::formatted_size(rill::via_ostream(filler{1000})) == 1000);
  char few[3];
  auto const result = rill::format_into(few, rill::via_ostream(filler{1000}));
  CHECK(result.truncated);
  CHECK(result.size_needed == 1000);
  CHECK(std::string(few, 3) == "abc");
}

TEST_CASE("interop/value_stream: sizes at every boundary") {
  for (std::size_t size : {0u, 1u, 15u, 16u, 17u, 255u, 256u, 257u, 511u, 512u,
                           513u, 4095u, 4096u, 4097u, 100'000u}) {
    CAPTURE(size);
    std::string const text = letters(size);
    CHECK(rill::concat('<', rill::via_ostream(filler{size}), '>') ==
          '<' + text + '>');
    CHECK(rill::concat(rill::via_ostream(text)) == text);
    for (std::size_t room = 1; room <= 17; ++room) {
      std::string to;
      rill::callback_writer out(
          [&](char const* data, std::size_t count) { to.append(data, count); },
          room);
      rill::print(out, 'x', rill::via_ostream(filler{size}), 'y');
      out.flush();
      CHECK(to == 'x' + text + 'y');
    }
  }
}

TEST_CASE("interop/value_stream: a stream that is left failed is reported") {
  std::string to;
  rill::string_writer out(to);
  try {
    rill::print(out, "a ", rill::via_ostream(failing{}), "z");
    FAIL("nothing was thrown");
  } catch (rill::error const& e) {
    CHECK(e.code() == rill::error_code(rill::library_problem::stream_failed));
    CHECK(std::string(e.what()) ==
          "write by operator<<: the stream has failed");
  }
  rill::print(out, " b");
  out.flush();
  CHECK(to == "a some b");
}

TEST_CASE("interop/value_stream: what operator<< throws passes through") {
  std::string to;
  rill::string_writer out(to);
  CHECK_THROWS_AS(rill::print(out, "a ", rill::via_ostream(throwing{}), "z"),
                  std::runtime_error);
  rill::print(out, " b");
  out.flush();
  CHECK(to == "a some b");
}

TEST_CASE("interop/value_stream: an error of the sink is the sink's own") {
  char few[300];
  rill::memory_writer out(few);
  try {
    rill::print(out, rill::via_ostream(filler{10'000}));
    FAIL("nothing was thrown");
  } catch (rill::error const& e) {
    CHECK(e.code() == rill::error_code(rill::library_problem::no_room));
  }
  out.clear();
  rill::print(out, rill::via_ostream(money{3}));
  CHECK(std::string(out.bytes().data, out.bytes().size) == "0.03");
}

TEST_CASE("interop/value_stream: a device that is full") {
  rill_test::fake_device device;
  device.on_write = [](int call, std::size_t size) {
    return call < 3 ? static_cast<long>(size < 5 ? size : 5) : -ENOSPC;
  };
  {
    rill::file_writer out(rill::file(device.handle), 16);
    CHECK_THROWS_AS(rill::print(out, rill::via_ostream(filler{1000})),
                    rill::error);
    CHECK(out.error() == rill::error_code(rill::error_source::system, ENOSPC));
    (void)out.try_close();
  }
  CHECK(letters(1000).rfind(device.bytes, 0) == 0);
}

TEST_CASE("interop/value_stream: an operator may print to the same sink") {
  std::string to;
  {
    rill::string_writer out(to);
    rill::print(out, '[', rill::via_ostream(nosy{out}), ']');
  }
  CHECK(to == "[<" + letters(700) + "1.23>beforeafter]");
}

TEST_CASE("interop/value_stream: an operator may print by rill itself") {
  node const tree{1, {{2, {{3, {}}}}, {4, {}}}};
  CHECK(rill::concat(rill::via_ostream(tree)) == "1(2(3))(4)");
}

TEST_CASE("interop/value_stream: into a std::ostream") {
  std::ostringstream out;
  out << std::hex << std::setfill('*');
  rill::print(out, rill::via_ostream(255), rill::via_ostream(money{7}));
  out << std::setw(4) << 255;
  CHECK(out.str() == "2550.07**ff");
}

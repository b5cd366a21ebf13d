// test/interop/via_format_test.cpp: rill prints types that have a
// std::formatter.
// covers: print/formatting.h
#include <doctest/doctest.h>

#include <rill/format.h>
#include <rill/rill.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "support/fake_device.h"
#include "support/skip.h"

#if !defined(__cpp_lib_format)

TEST_CASE("interop/formatter: a library without <format>") {
  rill_test::skip("the standard library has no <format>");
}

#else

namespace {

struct tag {
  int number;
};

// A value that prints as `size` bytes.
struct filler {
  std::size_t size;
};

struct throws_at {
  std::size_t size;
};

// A value that prints to the sink that it is being printed to.
struct nosy {
  rill::writer& to;
};

struct counted {
  int& runs;
};

// A value that formatting changes, as some views.
struct used_up {
  int left;
};
// The same without a copy.
struct used_up_once : used_up {
  using used_up::used_up;
  used_up_once(int n) : used_up{n} {}
  used_up_once(used_up_once&&) = default;
};

struct plain_format {
  constexpr auto parse(std::format_parse_context& context) {
    return context.begin();
  }
};

char letter_of(std::size_t place) {
  return static_cast<char>('a' + place % 26);
}

std::string letters(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i != size; ++i) text += letter_of(i);
  return text;
}

}  // namespace

template <>
struct std::formatter<tag> : std::formatter<int> {
  auto format(tag const& t, auto& context) const {
    context.advance_to(std::format_to(context.out(), "#"));
    return std::formatter<int>::format(t.number, context);
  }
};

template <>
struct std::formatter<used_up> : plain_format {
  auto format(used_up& value, std::format_context& context) const {
    return std::format_to(context.out(), "{}", value.left--);
  }
};

template <>
struct std::formatter<used_up_once> : std::formatter<used_up> {};

template <>
struct std::formatter<filler> : plain_format {
  auto format(filler const& f, auto& context) const {
    auto out = context.out();
    for (std::size_t i = 0; i != f.size; ++i) *out++ = letter_of(i);
    return out;
  }
};

template <>
struct std::formatter<throws_at> : plain_format {
  auto format(throws_at const& t, auto& context) const {
    auto out = context.out();
    for (std::size_t i = 0; i != t.size; ++i) *out++ = letter_of(i);
    if (t.size != 1'000'000) throw std::runtime_error("enough");
    return out;
  }
};

template <>
struct std::formatter<nosy> : plain_format {
  auto format(nosy const& n, auto& context) const {
    auto out = std::format_to(context.out(), "before");
    rill::print(n.to, '<', letters(700), '>');
    return std::format_to(out, "after");
  }
};

template <>
struct std::formatter<counted> : plain_format {
  auto format(counted const& c, auto& context) const {
    ++c.runs;
    return std::format_to(context.out(), "{}", std::string(5000, 'x'));
  }
};

TEST_CASE(
    "interop/formatter: a constant is copied if its formatter changes it") {
  static constexpr auto held = rill::via_format(used_up{7});
  static auto const both = rill::via_format("{}-{}", used_up{1}, used_up{2});
  CHECK(rill::concat(held, held) == "77");
  CHECK(rill::concat(both, ' ', both) == "1-2 1-2");
  used_up variable{3};
  CHECK(rill::concat(rill::via_format(variable)) == "3");
  CHECK(variable.left == 2);
  CHECK(rill::concat(rill::via_format(used_up_once(5))) == "5");
  CHECK(rill::concat(rill::via_format("<{}>", used_up_once(5))) == "<5>");
}

TEST_CASE("interop/formatter: a value is as std::format has it") {
  CHECK(rill::concat(rill::via_format(tag{7})) == "#7");
  tag const kept{-12};
  CHECK(rill::concat("a", rill::via_format(kept), 'b') == "a#-12b");
  CHECK(rill::concat(rill::via_format(2.5), rill::via_format("{}")) == "2.5{}");
  CHECK(rill::concat(rill::via_format(true), rill::via_format('c')) == "truec");
}

TEST_CASE("interop/formatter: a format string is as std::format has it") {
  std::string const name = "name";
  int count = 42;
  CHECK(rill::concat(rill::via_format("{:>8.3f}|{:#x}|{:*^10}", 3.14159, count,
                                      name)) == "   3.142|0x2a|***name***");
  CHECK(rill::concat(rill::via_format("{0}{{}}{1:{2}}{0}", tag{1}, 5, 4)) ==
        "#1{}   5#1");
  CHECK(rill::concat(rill::via_format("{:06}", tag{3})) == "#000003");
}

TEST_CASE("interop/formatter: an rvalue lives as long as the wrapper") {
  auto const held =
      rill::via_format("{}-{}", std::string(100, 'x'), std::string(1, 'y'));
  CHECK(rill::concat(held) == std::string(100, 'x') + "-y");
  auto const one = rill::via_format(std::string(100, 'z'));
  CHECK(rill::concat(one) == std::string(100, 'z'));
}

TEST_CASE("interop/formatter: wherever a value prints") {
  auto const value = rill::via_format(tag{5});
  CHECK(rill::concat(rill::right(value, 6), rill::left(value, 4),
                     rill::center(value, 6, '*')) == "    #5#5  **#5**");
  std::vector const several = {rill::via_format("{:03}", 1),
                               rill::via_format("{:03}", 22)};
  CHECK(rill::concat(rill::join(several, ", ")) == "001, 022");
  CHECK(rill::formatted_size(value, rill::via_format("{:9}", 1)) == 11);
  CHECK(rill::concat(rill::when(true, value, 1)) == "#5");
  char few[3];
  auto const result = rill::format_into(few, rill::via_format(filler{1000}));
  CHECK(result.truncated);
  CHECK(result.size_needed == 1000);
  CHECK(std::string(few, 3) == "abc");
}

TEST_CASE("interop/formatter: sizes at every boundary") {
  for (std::size_t size : {0u, 1u, 15u, 16u, 17u, 255u, 256u, 257u, 511u, 512u,
                           513u, 4095u, 4096u, 4097u, 100'000u}) {
    CAPTURE(size);
    std::string const text = letters(size);
    CHECK(rill::concat('<', rill::via_format(filler{size}), '>') ==
          '<' + text + '>');
    CHECK(rill::concat(rill::via_format(text)) == text);
    for (std::size_t room = 1; room <= 17; ++room) {
      std::string to;
      rill::callback_writer out(
          [&](char const* data, std::size_t count) { to.append(data, count); },
          room);
      rill::print(out, 'x', rill::via_format(filler{size}), 'y');
      out.flush();
      CHECK(to == 'x' + text + 'y');
    }
  }
}

TEST_CASE("interop/formatter: through a file with a small buffer") {
  rill_test::fake_device device;
  device.on_write = [](int, std::size_t size) {
    return static_cast<long>(size < 7 ? size : 7);
  };
  {
    rill::file_writer out(rill::file(device.handle), 16);
    rill::println(out, rill::via_format("{:>30}", tag{1}),
                  rill::via_format(filler{3000}));
  }
  CHECK(device.bytes ==
        "#" + std::string(29, ' ') + "1" + letters(3000) + "\n");
}

TEST_CASE("interop/formatter: a formatter that throws keeps what came out") {
  for (std::size_t size : {0u, 1u, 100u, 300u, 5000u}) {
    std::string to;
    rill::string_writer out(to);
    CHECK_THROWS_AS(
        rill::print(out, "before ", rill::via_format(throws_at{size}), "z"),
        std::runtime_error);
    rill::print(out, " after");
    out.flush();
    // The value's beginning, as far as it had left the library's buffers.
    CHECK(to.rfind("before ", 0) == 0);
    REQUIRE(to.size() >= 13);
    CHECK(to.substr(to.size() - 6) == " after");
    std::string const middle = to.substr(7, to.size() - 13);
    CHECK(letters(size).rfind(middle, 0) == 0);
  }
}

TEST_CASE("interop/formatter: a formatter may print to the same sink") {
  std::string to;
  {
    rill::string_writer out(to);
    rill::print(out, '[', rill::via_format(nosy{out}), ']');
  }
  CHECK(to.find("before") != std::string::npos);
  CHECK(to.find("after]") != std::string::npos);
  CHECK(to.find('<' + letters(700) + '>') != std::string::npos);
  CHECK(to.size() == 2 + 11 + 702);
}

TEST_CASE("interop/formatter: a formatter runs once") {
  int runs = 0;
  std::string const made = rill::concat(rill::via_format(counted{runs}));
  CHECK(made == std::string(5000, 'x'));
  CHECK(runs == 1);
}

TEST_CASE("interop/formatter: an error of the sink stays") {
  char few[300];
  rill::memory_writer out(few);
  CHECK_THROWS_AS(rill::print(out, rill::via_format(filler{10'000})),
                  rill::error);
  CHECK(out.error() == rill::error_code(rill::library_problem::no_room));
  out.clear();
  rill::print(out, rill::via_format(tag{3}));
  CHECK(std::string(out.bytes().data, out.bytes().size) == "#3");
}

#endif

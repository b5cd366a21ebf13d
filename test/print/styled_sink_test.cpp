// test/print/styled_sink_test.cpp: styled values in every kind of sink: which
// sinks write styles by default, how a program changes it, and what errors and
// exceptions leave behind.
// covers: rill/stream/writer.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/rill.h>
#include <stdio.h>  // fdopen, tmpfile
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>  // std::move

#include "support/files.h"
#include "support/pipe.h"
#include "support/skip.h"
#include "support/terminal.h"

using rill::styled;
using rill::with_styles;

namespace {

constexpr auto always = rill::style_mode::always;
constexpr auto never = rill::style_mode::never;
constexpr auto automatic = rill::style_mode::automatic;

constexpr std::string_view with = "\x1b[31mred\x1b[0m 5\n";
constexpr std::string_view without = "red 5\n";

template <class Sink>
void print_red(Sink&& sink) {
  rill::println(sink, styled("red", rill::red), ' ', 5);
}

struct thrower {
  friend void rill_print(auto& out, thrower const&) {
    out("before", styled("!", rill::bold));
    throw std::runtime_error("thrown");
  }
};

std::string content(FILE* stream) {
  std::rewind(stream);
  std::string all;
  for (int c = ::getc(stream); c != EOF; c = ::getc(stream))
    all.push_back(static_cast<char>(c));
  return all;
}

}  // namespace

TEST_CASE("print/styled_sink: memory takes no styles unless it is told") {
  char block[64];
  rill::memory_writer out(block);
  CHECK(!out.takes_styles());
  print_red(out);
  CHECK(std::string_view(block, out.size()) == without);
  out.clear();
  rill::set_styles(out, always);
  CHECK(out.takes_styles());
  print_red(out);
  CHECK(std::string_view(block, out.size()) == with);
  out.clear();
  rill::set_styles(out, automatic);
  print_red(out);
  CHECK(std::string_view(block, out.size()) == without);
  out.clear();
  print_red(with_styles(out, always));
  CHECK(std::string_view(block, out.size()) == with);
  CHECK(!out.takes_styles());
  out.clear();
  rill::set_styles(out, always);
  print_red(with_styles(out, never));
  CHECK(std::string_view(block, out.size()) == without);
  CHECK(out.takes_styles());
  out.clear();
  print_red(with_styles(out, automatic));
  CHECK(std::string_view(block, out.size()) == with);
}

TEST_CASE("print/styled_sink: writers that pass on decide for themselves") {
  std::string first, second, third;
  {
    rill::string_writer one(first);
    rill::string_writer other(second);
    rill::set_styles(one, always);
    rill::tee_writer tee(one, other);
    print_red(tee);
    rill::counting_writer count(tee);
    rill::set_styles(count, always);
    print_red(count);
    rill::callback_writer call([&](char const* data, std::size_t size) {
      third.append(data, size);
      return size;
    });
    print_red(call);
    rill::set_styles(call, always);
    print_red(call);
    call.flush();
  }
  CHECK(first == std::string(without) + std::string(with));
  CHECK(second == first);
  CHECK(third == std::string(without) + std::string(with));
}

TEST_CASE("print/styled_sink: a file has styles where it is a terminal") {
  rill_test::terminal const screen;
  if (!screen.is_there()) return rill_test::skip("there are no terminals here");
  rill_test::style_environment const quiet;
  rill_test::folder const folder;
  {
    rill::file_writer out{rill::file(screen.handle())};
    print_red(out);
    rill::file_writer moved = std::move(out);
    print_red(moved);
    moved.flush();
    CHECK(screen.shown() == std::string(with) + std::string(with));
    // The writer has already asked whether it may write styles, and does not
    // ask again.
    rill_test::set_environment("NO_COLOR", "1");
    print_red(moved);
    moved.flush();
    CHECK(screen.shown() == with);
    rill::set_styles(moved, automatic);
    print_red(moved);
    moved.flush();
    CHECK(screen.shown() == without);
    rill_test::set_environment("NO_COLOR", nullptr);
    rill::file_writer plain(folder / "plain");
    print_red(plain);
    rill::set_styles(plain, always);
    print_red(plain);
    plain = std::move(moved);
    print_red(plain);
    plain.flush();
    CHECK(screen.shown() == without);
  }
  CHECK(rill_test::content_of(folder / "plain") ==
        std::string(without) + std::string(with));
}

TEST_CASE("print/styled_sink: unbuffered files") {
  rill_test::terminal const screen;
  if (!screen.is_there()) return rill_test::skip("there are no terminals here");
  rill_test::style_environment const quiet;
  rill_test::folder const folder;
  rill::file const shown(screen.handle());
  print_red(shown);
  print_red(rill::file_view(shown));
  print_red(with_styles(shown, never));
  print_red(with_styles(rill::file_view(shown), never));
  CHECK(screen.shown() == std::string(with) + std::string(with) +
                              std::string(without) + std::string(without));
  rill::file const plain = rill::file::create(folder / "plain");
  print_red(plain);
  print_red(with_styles(plain, always));
  CHECK(rill_test::content_of(folder / "plain") ==
        std::string(without) + std::string(with));
}

TEST_CASE("print/styled_sink: C's streams") {
  rill_test::terminal const screen;
  if (!screen.is_there()) return rill_test::skip("there are no terminals here");
  rill_test::style_environment const quiet;
  FILE* const shown = ::fdopen(screen.handle(), "w");
  REQUIRE(shown);
  CHECK(rill::takes_styles(shown));
  CHECK(!rill::set_styles(shown, never));
  print_red(shown);
  rill::println(shown, "text", styled(7, rill::bold), rill::fixed(2.5, 2));
  print_red(with_styles(shown, never));
  ::fflush(shown);
  CHECK(screen.shown() ==
        std::string(with) + "text\x1b[1m7\x1b[0m2.50\n" + std::string(without));
  ::fclose(shown);
  FILE* const plain = ::tmpfile();
  REQUIRE(plain);
  CHECK(!rill::takes_styles(plain));
  print_red(plain);
  print_red(with_styles(plain, always));
  rill::println(plain, styled(rill::red, 1, rill::right(2, 3)));
  {
    rill::c_file_view const view(plain);
    print_red(view);
    print_red(with_styles(view, always));
  }
  CHECK(content(plain) == std::string(without) + std::string(with) + "1  2\n" +
                              std::string(without) + std::string(with));
  ::fclose(plain);
}

TEST_CASE("print/styled_sink: standard streams are set for good") {
  CHECK(rill::set_styles(stdout, always));
  CHECK(rill::takes_styles(stdout));
  CHECK(rill::set_styles(stderr, never));
  CHECK(!rill::takes_styles(stderr));
  CHECK(rill::set_styles(stderr, always));
  CHECK(rill::set_styles(stdout, never));
  CHECK(!rill::takes_styles(stdout));
  CHECK(rill::takes_styles(stderr));
  CHECK(rill::set_styles(stdout, automatic));
  CHECK(rill::set_styles(stderr, automatic));
}

TEST_CASE("print/styled_sink: locked writers and the lock that is held") {
  std::string to;
  {
    rill::locked<rill::string_writer<std::string>> out(to);
    print_red(out);
    print_red(with_styles(out, always));
    {
      auto const held = rill::lock(out);
      rill::set_styles(*held, always);
      print_red(held);
      print_red(*held);
    }
    print_red(out);
  }
  CHECK(to == std::string(without) + std::string(with) + std::string(with) +
                  std::string(with) + std::string(with));
}

TEST_CASE("print/styled_sink: a hook that throws leaves no style behind") {
  std::string to;
  {
    rill::string_writer out(to);
    rill::set_styles(out, always);
    CHECK_THROWS_AS(
        rill::print(out, styled(rill::red, "a", thrower(), "b"), "c"),
        std::runtime_error);
    CHECK_THROWS_AS(rill::print(out, rill::right(thrower(), 30)),
                    std::runtime_error);
    rill::print(out, "d");
    CHECK_THROWS_AS(
        rill::print(out, with_styles(never, styled(thrower(), rill::red))),
        std::runtime_error);
    rill::print(out, styled(1, rill::red));
  }
  CHECK(to ==
        "\x1b[31mabefore\x1b[1m!\x1b[0;31m\x1b[0m"
        "d"
        "before!\x1b[31m1\x1b[0m");
}

TEST_CASE("print/styled_sink: full memory fails at every byte") {
  std::string_view const whole = "\x1b[31mab\x1b[1m7\x1b[0;31mcd\x1b[0m";
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    std::string block(size, '#');
    rill::memory_writer out(block.data(), size);
    rill::set_styles(out, always);
    bool thrown = false;
    try {
      rill::print(out, styled(rill::red, "ab", styled(7, rill::bold), "cd"));
    } catch (rill::error const& reason) {
      thrown = true;
      CHECK(reason.code() == rill::library_problem::no_room);
    }
    CHECK(thrown == (size < whole.size()));
    std::string_view const made(block.data(), out.size());
    CHECK(made == whole.substr(0, made.size()));
  }
}

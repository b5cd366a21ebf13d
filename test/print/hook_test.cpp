// test/print/hook_test.cpp: users' types: the three forms of a hook, hooks that
// are nested, recursive or throw, and hooks that exceed their bound.
// covers: rill/print/put.h
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/stream.h>
#include <rill/types.h>

#include <memory>  // std::make_unique: blocks of the exact size
#include <string>
#include <type_traits>  // std::is_same_v
#include <vector>

#include "support/fake_device.h"
#include "support/files.h"

namespace shapes {

struct point {
  int x, y;
  friend constexpr void rill_print(auto& out, point const& p) {
    out("(", p.x, ", ", p.y, ")");
  }
};
struct fast {
  int x, y;
  friend constexpr auto rill_print(auto& out, fast const& p) {
    return out("(", p.x, ", ", p.y, ")");
  }
};
struct separate {
  int x;
};
void rill_print(rill::writer& out, separate const& s);

// The hook of an enumeration, which cannot be a friend.
enum class colour { red, green };
void rill_print(auto& out, colour const& c) {
  out(c == colour::red ? "red" : "green");
}

template <class T>
struct box {
  T value;
  friend auto rill_print(auto& out, box const& b) {
    return out("[", b.value, "]");
  }
};

// Hooks that take a copy.
struct copied {
  int x, y;
  friend auto rill_print(auto& out, copied p) { return out(p.x, "-", p.y); }
};
enum class side { left, right };
void rill_print(rill::writer& out, side s) {
  rill::print(out, s == side::left ? "L" : "R");
}

struct tree {
  tree const* left;
  int value;
  tree const* right;
  friend void rill_print(auto& out, tree const& t) {
    if (t.left) out(*t.left, " ");
    out(t.value);
    if (t.right) out(" ", *t.right);
  }
};

struct derived : point {};
struct derived_fast : fast {};
struct converts {
  converts(int n) : value(n) {}
  int value;
  friend void rill_print(auto& out, converts const& c) { out("c", c.value); }
};
class becomes_converts {
 public:
  operator converts() const { return value_; }

 private:
  int value_ = 1;
};
class silent {
  [[maybe_unused]] int value_ = 0;
};

// Returns the bound of "ab" but prints more text before it.
struct evil {
  std::string more;
  friend auto rill_print(auto& out, evil const& e) {
    out(e.more);
    out("<<a bounded one>>", 1234567890);
    return out("ab");
  }
};
// Makes two bounded calls, so it prints twice the bound that it returns.
struct doubled {
  friend auto rill_print(auto& out, doubled const&) {
    out("0123456789abcdef");
    return out("0123456789abcdef");
  }
};
// Prints to the same writer directly, not through `out`.
struct reenters {
  rill::writer* same;
  std::string text;
  friend auto rill_print(auto& out, reenters const& r) {
    rill::print(*r.same, r.text);
    return out("|", 7, "|");
  }
};
// Fails in the middle of the room reserved for it and swallows the error.
struct swallows {
  rill::writer* same;
  friend auto rill_print(auto& out, swallows const& s) {
    try {
      rill::print(*s.same, std::string(200, 'm'));
    } catch (rill::error const&) {
    }
    try {
      return out("|", 7, "|");
    } catch (rill::error const&) {
      return decltype(out("|", 7, "|"))();
    }
  }
};
struct throws_late {
  friend void rill_print(auto& out, throws_late const&) {
    out("kept");
    throw 7;
  }
};
struct throws_fast {
  friend auto rill_print(auto& out, throws_fast const& t) {
    return out("kept", t.number());
  }
  int number() const { throw 7; }
};

}  // namespace shapes

void shapes::rill_print(rill::writer& out, separate const& s) {
  rill::print(out, "separate ", s.x);
}

using namespace shapes;

namespace {

template <class... Args>
std::string expected_everywhere(Args const&... args) {
  std::string const text = rill::concat(args...);
  // Every buffer size, in a block of exactly that size, so that a sanitizer
  // finds an overrun of one byte, such as one by a hook that exceeds its bound.
  for (std::size_t size = 1; size <= 80; ++size) {
    CAPTURE(size);
    rill_test::fake_device device;
    {
      rill::file_writer out(rill::file(rill_test::fake_device::handle), size);
      rill::print(out, "x", args..., 1, "yy", args..., 'z');
    }
    CHECK((device.bytes == "x" + text + "1yy" + text + "z"));
  }
  for (std::size_t size = 0; size != text.size() + 3; ++size) {
    auto const block = std::make_unique<char[]>(size);
    rill::memory_writer span(block.get(), size);
    struct bytes {
      char* data_;
      std::size_t size_;
      char* data() const { return data_; }
      std::size_t size() const { return size_; }
    } memory{block.get(), size};
    rill::format_result const r = rill::format_into(memory, args...);
    CHECK(r.size_needed == text.size());
    CHECK(r.truncated == (size < text.size()));
    auto const kept = static_cast<std::size_t>(r.end - block.get());
    CHECK((std::string(block.get(), kept) == text.substr(0, size)));
  }
  CHECK(rill::formatted_size(args...) == text.size());
  return text;
}

}  // namespace

TEST_CASE("print/hook: the three forms print the same") {
  CHECK(expected_everywhere(point{1, -2}) == "(1, -2)");
  CHECK(expected_everywhere(fast{1, -2}) == "(1, -2)");
  CHECK(expected_everywhere(separate{7}) == "separate 7");
  CHECK(expected_everywhere(colour::green) == "green");
  CHECK(rill::concat(point{1, 2}, fast{3, 4}, separate{5}, colour::red) ==
        "(1, 2)(3, 4)separate 5red");
}

TEST_CASE("print/hook: hooks in hooks, and recursion") {
  CHECK(expected_everywhere(box<box<fast>>{{{1, 2}}}) == "[[(1, 2)]]");
  CHECK(expected_everywhere(box<point>{{1, 2}}) == "[(1, 2)]");
  CHECK(expected_everywhere(box<std::string>{"text"}) == "[text]");
  tree const one{nullptr, 1, nullptr};
  tree const three{nullptr, 3, nullptr};
  tree const two{&one, 2, &three};
  CHECK(expected_everywhere(two, ";", fast{4, 5}) == "1 2 3;(4, 5)");
}

TEST_CASE("print/hook: a hook may take a copy") {
  CHECK(rill::concat(shapes::copied{1, 2}, shapes::side::right) == "1-2R");
  CHECK(rill::concat(rill::debug(shapes::copied{3, 4})) == "3-4");
}

TEST_CASE("print/hook: the speed form has its bound, the others none") {
  using rill::detail::hook_bound;
  using rill::detail::is_bounded;
  static_assert(is_bounded<hook_bound<fast>::type>);
  static_assert(is_bounded<hook_bound<box<fast>>::type>);
  static_assert(!is_bounded<hook_bound<point>::type>);
  static_assert(!is_bounded<hook_bound<box<std::string>>::type>);
  static_assert(hook_bound<fast>::type::size >= 1 + 11 + 2 + 11 + 1);
}

TEST_CASE("print/hook: a base's hook is not the derived type's") {
  static_assert(rill::printable<point> && rill::printable<fast>);
  static_assert(rill::printable<separate> && rill::printable<colour>);
  static_assert(!rill::printable<derived>);
  static_assert(!rill::printable<derived_fast>);
  static_assert(!rill::printable<silent>);
  static_assert(!rill::printable<becomes_converts>);
  static_assert(rill::printable<converts>);
  CHECK(rill::concat(converts(3), 3) == "c33");
}

TEST_CASE("print/hook: a hook that prints more than it promised") {
  for (std::size_t size : {0u, 1u, 15u, 16u, 17u, 40u, 300u}) {
    std::string const more(size, 'm');
    std::string const whole = more + "<<a bounded one>>1234567890ab";
    CHECK(expected_everywhere(evil{more}) == whole);
    CHECK(expected_everywhere(box<evil>{{more}}) == "[" + whole + "]");
    CHECK(expected_everywhere(box<box<evil>>{{{more}}}, fast{1, 2}) ==
          "[[" + whole + "]](1, 2)");
    CHECK(rill::concat(rill::right(evil{more}, 3)) == whole);
  }
  CHECK(expected_everywhere(doubled()) == "0123456789abcdef0123456789abcdef");
  CHECK(expected_everywhere(box<doubled>(), box<doubled>()).size() == 68);
}

TEST_CASE("print/hook: a hook may print to the same sink") {
  for (std::size_t size = 1; size <= 80; ++size) {
    for (std::size_t length = 0; length < 100; length += 9) {
      rill_test::fake_device device;
      std::string const more(length, 'm');
      {
        rill::file_writer out(rill::file(rill_test::fake_device::handle), size);
        rill::print(out, "a", reenters{&out, more}, "b",
                    box<reenters>{{&out, more}}, fast{1, 2});
      }
      CHECK((device.bytes == "a" + more + "|7|b[" + more + "|7|](1, 2)"));
    }
  }
}

TEST_CASE("print/hook: an error that a hook swallows is still the last word") {
  for (std::size_t size : {40u, 64u, 100u}) {
    rill_test::fake_device device;
    device.on_write = [](int, std::size_t) -> long { return -ENOSPC; };
    rill::file_writer out(rill::file(rill_test::fake_device::handle), size);
    CHECK_THROWS_AS(rill::print(out, "a", swallows{&out}, fast{1, 2}),
                    rill::error);
    // The call that failed would fit the buffer, so none of its bytes are
    // accepted.
    CHECK(out.pending().size == 0);
    CHECK(out.accepted() == 0);
    CHECK(!out.try_close());
  }
}

TEST_CASE("print/hook: what was printed before a throw is kept") {
  rill_test::folder folder;
  {
    rill::file_writer out(folder / "f");
    CHECK_THROWS_AS(rill::print(out, "before ", throws_late(), "no"), int);
    CHECK_THROWS_AS(rill::print(out, ";", throws_fast(), "no"), int);
  }
  CHECK(rill_test::content_of(folder / "f") == "before kept;");
  {
    rill::file const out = rill::file::create(folder / "f");
    CHECK_THROWS_AS(rill::print(out, "before ", throws_late(), "no"), int);
  }
  CHECK(rill_test::content_of(folder / "f") == "before kept");
  FILE* const stream = fopen((folder / "f").c_str(), "w");
  CHECK_THROWS_AS(rill::print(stream, "before ", throws_late(), "no"), int);
  fputs("!", stream);
  fclose(stream);
  CHECK(rill_test::content_of(folder / "f") == "before kept!");
  std::string text = "old ";
  CHECK_THROWS_AS(rill::append(text, "before ", throws_late(), "no"), int);
  CHECK(text == "old before kept");
}

static_assert([] {
  char text[16] = {};
  rill::format_result const r =
      rill::format_into(text, fast{1, -2}, point{3, 4});
  return r.size_needed == 13 && text[0] == '(' && text[12] == ')';
}());

namespace family {

template <class T>
struct crate {
  T inside;
};
template <class T>
void rill_print(auto& out, crate<T> const& b) {
  out('[', b.inside, ']');
}
template <class T>
class sealed {
 public:
  explicit sealed(T const& inside) : inside_(inside) {}
  T const& inside() const { return inside_; }

 private:
  T inside_;
};
template <class T>
void rill_print(rill::writer& out, sealed<T> const& s) {
  rill::print(out, '<', s.inside(), '>');
}
struct labelled {
  int number;
  static constexpr char const* label = "label";
};
template <class T>
concept has_label = requires { T::label; };
template <has_label T>
auto rill_print(auto& out, T const& value) {
  return out(T::label, ' ', value.number);
}
struct of_crate : crate<int> {};
struct of_sealed : sealed<int> {};
struct plain {
  int number;
};

}  // namespace family

TEST_CASE("print/hook: templates for a family of types") {
  using namespace family;
  CHECK(rill::concat(crate<int>{1}) == "[1]");
  CHECK(rill::concat(crate<crate<char>>{{'x'}}, std::vector<crate<int>>(2)) ==
        "[[x]][[0], [0]]");
  CHECK(rill::concat(sealed<int>(2), sealed(crate<int>{3})) == "<2><[3]>");
  CHECK(rill::concat(labelled{4}) == "label 4");
  CHECK(rill::concat(plain{5}) == "plain{5}");
  static_assert(!rill::printable<of_crate>);
  static_assert(!rill::printable<of_sealed>);
}

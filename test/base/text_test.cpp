// test/base/text_test.cpp: runs of bytes, their comparison, and small copies.
// covers: base/text.h
#include <doctest/doctest.h>
#include <rill/base/text.h>

#include <concepts>
#include <cstddef>
#include <memory>  // std::make_unique: blocks of the exact size
#include <string>
#include <string_view>
#include <type_traits>

using rill::text;

TEST_CASE("base/text: a run of bytes goes from begin to end") {
  char const word[] = "word";
  text const run{word, 4};
  CHECK(std::string(run.begin(), run.end()) == "word");
  CHECK(run.end() - run.begin() == 4);
  text const none;
  CHECK(none.begin() == none.end());
}

TEST_CASE("base/text: the length ends at the first NUL") {
  CHECK(rill::detail::length_of("") == 0);
  CHECK(rill::detail::length_of("ab\0cd") == 2);
  static_assert(rill::detail::length_of("four") == 4);
}

TEST_CASE("base/text: copies have the exact size, at every size") {
  for (std::size_t size = 0; size != 70; ++size) {
    auto const from = std::make_unique<char[]>(size);
    auto const to = std::make_unique<char[]>(size);
    for (std::size_t i = 0; i != size; ++i)
      from[i] = static_cast<char>(i * 37 + size);
    char* const end = rill::detail::copy_bytes(to.get(), from.get(), size);
    CHECK(end == to.get() + size);
    CHECK(std::string(to.get(), size) == std::string(from.get(), size));
  }
}

TEST_CASE("base/text: nothing may be copied from nowhere") {
  char byte = 'x';
  CHECK(rill::detail::copy_bytes(&byte, nullptr, 0) == &byte);
  CHECK(rill::detail::copy_bytes(nullptr, nullptr, 0) == nullptr);
  CHECK(byte == 'x');
}

TEST_CASE("base/text: filling touches the count and no more") {
  for (std::size_t count = 0; count != 40; ++count) {
    auto const block = std::make_unique<char[]>(count);
    char* const end = rill::detail::fill_bytes(block.get(), count, '.');
    CHECK(end == block.get() + count);
    CHECK(std::string(block.get(), count) == std::string(count, '.'));
  }
}

namespace {

constexpr bool copies_when_constant() {
  char out[5] = {};
  char* end = rill::detail::copy_bytes(out, "abc", 3);
  end = rill::detail::fill_bytes(end, 1, 'd');
  return end == out + 4 && out[0] == 'a' && out[2] == 'c' && out[3] == 'd' &&
         out[4] == '\0';
}
static_assert(copies_when_constant());
static_assert(rill::detail::smaller(2, 3) == 2);
static_assert(rill::detail::smaller(3, 2) == 2);
static_assert(rill::detail::larger(2, 3) == 3);
static_assert(rill::detail::larger(3, 2) == 3);

}  // namespace

TEST_CASE("base/text: short copies touch their own bytes and no others") {
  for (std::size_t size = 0; size != 70; ++size) {
    // Blocks of the exact size, so that a sanitizer sees one byte too far.
    auto const from = std::make_unique<char[]>(size);
    auto const to = std::make_unique<char[]>(size);
    for (std::size_t i = 0; i != size; ++i)
      from[i] = static_cast<char>('!' + i);
    CHECK(rill::detail::copy_short(to.get(), from.get(), size) ==
          to.get() + size);
    CHECK(std::string(to.get(), size) == std::string(from.get(), size));
  }
}

namespace {

// A string of another library.
struct other_string {
  using traits_type = int;
  std::string bytes;
  char const* data() const { return bytes.data(); }
  std::size_t size() const { return bytes.size(); }
};
// A class that converts to text, as classes of rill do.
struct convertible {
  text bytes;
  operator text() const { return bytes; }
};

template <class A, class B>
concept can_be_compared = requires(A const& a, B const& b) {
  { a == b } -> std::same_as<bool>;
  { b == a } -> std::same_as<bool>;
  { a != b } -> std::same_as<bool>;
  { b != a } -> std::same_as<bool>;
};

// Compares with an operand of another type, in both orders.
template <class Operand>
void check_equality(text bytes, Operand const& other, bool is_equal) {
  static_assert(can_be_compared<text, Operand>);
  CHECK((bytes == other) == is_equal);
  CHECK((other == bytes) == is_equal);
  CHECK((bytes != other) == !is_equal);
  CHECK((other != bytes) == !is_equal);
}

static_assert(std::is_constructible_v<std::string, text>);
static_assert(!std::is_constructible_v<std::u16string, text>);
static_assert(text("abc") == "abc" && "abc" == text("abc"));
static_assert(text("abc") != "abd" && text("abc") != "ab");
static_assert(text("abc") == std::string_view("abc"));

// text converts implicitly to a view, and only explicitly to a string that owns
// its bytes.
static_assert(std::is_convertible_v<text, std::string_view>);
static_assert(!std::is_convertible_v<text, std::string>);
static_assert(std::is_constructible_v<std::string, text>);
static_assert(std::is_assignable_v<std::string&, text>);
static_assert(text() == text("") && text() == "");
static_assert(noexcept(text() == text()));

// Types that are not text do not compare with text.
static_assert(!can_be_compared<text, std::nullptr_t>);
static_assert(!can_be_compared<text, int>);
static_assert(!can_be_compared<text, char>);
static_assert(!can_be_compared<text, std::u16string>);
static_assert(!can_be_compared<text, char16_t const*>);
static_assert(!can_be_compared<text, bool>);

}  // namespace

TEST_CASE("base/text: two texts are equal when their bytes are") {
  std::string const words[] = {"",     "a",     "b",   "ab", "abc",
                               "\x80", "a\xFF", "abd", "ABC"};
  for (std::string const& a : words)
    for (std::string const& b : words) {
      bool const is_equal = a == b;
      check_equality(text(a), text(b), is_equal);
      check_equality(text(a), b, is_equal);
      check_equality(text(a), std::string_view(b), is_equal);
      check_equality(text(a), b.c_str(), is_equal);
      check_equality(text(a), other_string{b}, is_equal);
      check_equality(text(a), convertible{b}, is_equal);
    }
  char array[] = "abc";
  check_equality("abc", array, true);
  char* const pointer = array;
  check_equality("abc", pointer, true);
  check_equality("abc", "abcd", false);
}

TEST_CASE("base/text: equality looks at all bytes, and at none beyond") {
  // A NUL is an ordinary byte, but ends a text whose size is not given.
  std::string const with_nul("a\0b", 3);
  CHECK(text(with_nul) == with_nul);
  CHECK(text(with_nul) != std::string("a\0c", 3));
  CHECK(text(with_nul) != "a");
  for (std::size_t size = 0; size != 70; ++size) {
    auto const a = std::make_unique<char[]>(size);
    auto const b = std::make_unique<char[]>(size);
    for (std::size_t i = 0; i != size; ++i) a[i] = b[i] = static_cast<char>(i);
    CHECK(text(a.get(), size) == text(b.get(), size));
    for (std::size_t i = 0; i != size; ++i) {
      b[i] ^= 1;
      CHECK(text(a.get(), size) != text(b.get(), size));
      b[i] ^= 1;
    }
  }
  CHECK(text(nullptr, 0) == text("x", 0));
}

static_assert(text("abc").starts_with("ab") && !text("abc").starts_with("b"));
static_assert(text("abc").ends_with("bc") && !text("abc").ends_with("b"));
static_assert(text().starts_with("") && text().ends_with(text()));
static_assert(!text().starts_with("a") && !text().ends_with("a"));

TEST_CASE("base/text: beginnings and endings as those of std::string") {
  std::string const words[] = {"",       "a",   "b",        "ab",  "ba",
                               "abc",    "A",   "\xFF",     "abd", "abab",
                               "ab\xFF", "cab", {"a\0b", 3}};
  for (std::string const& a : words)
    for (std::string const& b : words) {
      CAPTURE(a);
      CAPTURE(b);
      CHECK(text(a).starts_with(b) == a.starts_with(b));
      CHECK(text(a).ends_with(b) == a.ends_with(b));
    }
}

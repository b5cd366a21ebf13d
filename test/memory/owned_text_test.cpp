// test/memory/owned_text_test.cpp: a text that owns its bytes, against
// std::string.
#include <doctest/doctest.h>
#include <rill/memory/owned_text.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

using rill::owned_text;
using rill::text;

namespace {

// Checks the bytes by every function that returns them, and the NUL behind
// them.
void check_is(owned_text const& owned, std::string const& twin) {
  CHECK(std::string(owned) == twin);
  CHECK(std::string_view(owned) == twin);
  CHECK(std::string(owned.begin(), owned.end()) == twin);
  CHECK(std::string(owned.data(), owned.size()) == twin);
  CHECK(owned.bytes() == twin);
  CHECK(owned == twin);
  CHECK(owned.empty() == twin.empty());
  CHECK(owned.c_str()[owned.size()] == '\0');
}

}  // namespace

static_assert(!std::is_copy_constructible_v<owned_text>);
static_assert(std::is_nothrow_move_constructible_v<owned_text>);
static_assert(std::is_nothrow_move_assignable_v<owned_text>);

TEST_CASE("memory/owned_text: begins empty, with a NUL") {
  check_is(owned_text(), "");
  check_is(owned_text(""), "");
  check_is(owned_text(text()), "");
}

TEST_CASE("memory/owned_text: holds copies of bytes of every value") {
  std::string twin;
  for (int byte = 0; byte != 256; ++byte) twin += static_cast<char>(byte);
  std::string const before = twin;
  owned_text const owned{text(twin)};
  twin.clear();
  check_is(owned, before);
}

TEST_CASE("memory/owned_text: grows, and takes its own bytes") {
  owned_text owned;
  std::string twin;
  for (int i = 0; i != 300; ++i) {
    owned.add("ab");
    twin += "ab";
    check_is(owned, twin);
  }
  for (int i = 0; i != 6; ++i) {
    owned.add(owned);
    twin += twin;
    check_is(owned, twin);
    owned.add({owned.data() + 1, 3});
    twin += twin.substr(1, 3);
    check_is(owned, twin);
  }
  owned.add({});
  check_is(owned, twin);
}

TEST_CASE("memory/owned_text: is cut to any size") {
  owned_text owned{text("abcdef")};
  owned.cut_to(6);
  check_is(owned, "abcdef");
  owned.cut_to(2);
  check_is(owned, "ab");
  owned.add("x");
  check_is(owned, "abx");
  owned.cut_to(0);
  check_is(owned, "");
  owned_text none;
  none.cut_to(0);
  check_is(none, "");
}

TEST_CASE("memory/owned_text: gives room that is written by others") {
  owned_text owned;
  char* room = owned.prepare(0);
  REQUIRE(room != nullptr);
  owned.commit(0);
  check_is(owned, "");
  std::string twin;
  for (int i = 0; i != 100; ++i) {
    room = owned.prepare(5);
    for (int j = 0; j != 5; ++j) room[j] = static_cast<char>('a' + j);
    owned.commit(3);
    twin += "abc";
    check_is(owned, twin);
  }
}

TEST_CASE("memory/owned_text: is read on after room was made") {
  owned_text owned{text("abc")};
  text const old = owned;
  rill::storage const before = owned.reserve(10000);
  CHECK(before.data() == old.data);
  CHECK(owned.data() != old.data);
  owned.add(old);
  check_is(owned, "abcabc");
  owned_text none;
  CHECK(none.reserve(100).data() == nullptr);
  check_is(none, "");
}

TEST_CASE("memory/owned_text: is moved") {
  owned_text first{text("abc")};
  char const* const data = first.data();
  owned_text second(std::move(first));
  CHECK(second.data() == data);
  check_is(second, "abc");
  check_is(first, "");
  first.add("x");
  check_is(first, "x");
  first = std::move(second);
  check_is(first, "abc");
  owned_text& same = first;
  first = std::move(same);
  check_is(first, "abc");
}

TEST_CASE("memory/owned_text: is compared with texts of every kind") {
  owned_text const owned{text("ab")};
  for (std::string const other : {"ab", "ac", "a", "", "abc"}) {
    bool const is_equal = other == "ab";
    CHECK((owned == other) == is_equal);
    CHECK((other == owned) == is_equal);
    CHECK((owned == std::string_view(other)) == is_equal);
    CHECK((owned == other.c_str()) == is_equal);
    CHECK((owned == text(other)) == is_equal);
    CHECK((text(other) == owned) == is_equal);
    CHECK((owned == owned_text(text(other))) == is_equal);
    CHECK((owned != owned_text(text(other))) == !is_equal);
  }
  CHECK(owned == "ab");
  text const converted = owned;
  CHECK(converted.data == owned.data());
}

// test/binary/view_test.cpp: views into bytes against the values that were
// written.
// covers: binary/read.h
#include <doctest/doctest.h>
#include <rill/binary.h>
#include <rill/file.h>
#include <rill/types.h>

#include <array>
#include <cstring>  // std::memcpy
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "../support/files.h"

namespace {

using le_int = rill::le<std::int32_t>;

struct line {
  std::string name;
  std::vector<le_int> numbers;
  int last;
};
struct line_view {
  std::string_view name;
  std::span<le_int const> numbers;
  int last;
};

// Bytes at an address that is a multiple of 16, plus `shift`, in a block that
// ends where they do.
class placed {
 public:
  explicit placed(std::string const& bytes, std::size_t shift = 0)
      : block_(new char[bytes.size() + shift]) {
    bytes.copy(block_.get() + shift, bytes.size());
    bytes_ = {block_.get() + shift, bytes.size()};
  }
  rill::text bytes() const { return bytes_; }

 private:
  std::unique_ptr<char[]> block_;
  rill::text bytes_;
};

bool is_inside(void const* data, rill::text bytes) {
  auto const* const at = static_cast<char const*>(data);
  return at >= bytes.begin() && at <= bytes.end();
}

template <class T>
rill::error_code error_of(std::string const& bytes,
                          rill::binary_limits const& limits = {}) {
  placed const block(bytes);
  auto const read = rill::try_read_binary_view<T>(block.bytes(), limits);
  return read ? rill::error_code() : read.error().code();
}

}  // namespace

TEST_CASE("binary/read: texts and spans of structures show the bytes") {
  std::vector<line> const lines{{"abc", {1, 2}, 3}, {"", {}, 4}};
  std::string const written = rill::to_bytes(lines);
  placed const block(written);
  rill::text const bytes = block.bytes();
  auto const seen = rill::read_binary_view<std::vector<line_view>>(bytes);
  REQUIRE(seen.size() == 2);
  CHECK(seen[0].name == "abc");
  CHECK(seen[0].name.data() == bytes.data + 2);
  REQUIRE(seen[0].numbers.size() == 2);
  CHECK(seen[0].numbers[0] == 1);
  CHECK(seen[0].numbers[1] == 2);
  CHECK(static_cast<void const*>(seen[0].numbers.data()) == bytes.data + 6);
  CHECK(seen[0].last == 3);
  CHECK(seen[1].name.empty());
  CHECK(seen[1].numbers.empty());
  CHECK(seen[1].last == 4);
}

TEST_CASE("binary/read: every kind of view") {
  std::string const text = rill::to_bytes(std::string("abc"));
  CHECK(rill::read_binary_view<std::string_view>(text) == "abc");
  CHECK(rill::read_binary_view<rill::text>(text) == "abc");
  CHECK(rill::read_binary_view<std::u8string_view>(text) == u8"abc");
  auto const bytes = rill::read_binary_view<std::span<std::byte const>>(text);
  CHECK(bytes.size() == 3);
  CHECK(static_cast<void const*>(bytes.data()) == text.data() + 1);
  CHECK(rill::read_binary_view<std::span<char const>>(text)[2] == 'c');
  CHECK(rill::read_binary_view<std::span<unsigned char const>>(text)[0] == 'a');
  // A type that owns its elements copies them.
  auto const copy = rill::read_binary_view<std::string>(text);
  CHECK(copy == "abc");
  CHECK(!is_inside(copy.data(), text));
}

TEST_CASE("binary/read: views within other values") {
  using strings = std::vector<std::string>;
  using views = std::vector<std::string_view>;
  std::string bytes = rill::to_bytes(strings{"a", "", "bc"});
  CHECK(rill::read_binary_view<views>(bytes) == views{"a", "", "bc"});

  std::map<std::string, strings> const map{{"x", {"1", "2"}}, {"y", {}}};
  bytes = rill::to_bytes(map);
  auto const seen =
      rill::read_binary_view<std::map<std::string_view, views>>(bytes);
  CHECK(seen ==
        std::map<std::string_view, views>{{"x", {"1", "2"}}, {"y", {}}});
  for (auto const& [key, value] : seen) CHECK(is_inside(key.data(), bytes));

  bytes = rill::to_bytes(std::optional<std::string>("abc"));
  CHECK(rill::read_binary_view<std::optional<std::string_view>>(bytes) ==
        "abc");
  bytes = rill::to_bytes(std::variant<int, std::string>("abc"));
  using choice = std::variant<int, std::string_view>;
  CHECK(rill::read_binary_view<choice>(bytes) == choice("abc"));
  bytes = rill::to_bytes(std::pair<std::string, int>("abc", 1));
  using both = std::pair<std::string_view, int>;
  CHECK(rill::read_binary_view<both>(bytes) == both("abc", 1));
  bytes = rill::to_bytes(std::array<std::string, 2>{"a", "b"});
  using two = std::array<std::string_view, 2>;
  CHECK(rill::read_binary_view<two>(bytes) == two{"a", "b"});
}

TEST_CASE("binary/read: spans of structures and arrays of le and be") {
  struct pixel {
    unsigned char channels[3];
    rill::be<std::uint16_t> depth;
  };
  std::vector<pixel> const image{{{1, 2, 3}, 4}, {{5, 6, 7}, 800}};
  std::string const bytes = rill::to_bytes(image);
  auto const seen = rill::read_binary_view<std::span<pixel const>>(bytes);
  REQUIRE(seen.size() == 2);
  CHECK(seen[1].channels[2] == 7);
  CHECK(seen[1].depth == 800);
  CHECK(static_cast<void const*>(seen.data()) == bytes.data() + 1);
}

#if RILL_LITTLE_ENDIAN
TEST_CASE("binary/read: elements with an alignment are at an address for it") {
  std::vector<std::uint32_t> const numbers{1, 0x01020304, ~0u};
  std::string const bytes = rill::to_bytes(numbers);
  for (std::size_t shift = 0; shift != 8; ++shift) {
    placed const block(bytes, shift);  // the elements follow the count
    auto const seen =
        rill::try_read_binary_view<std::span<std::uint32_t const>>(
            block.bytes());
    CAPTURE(shift);
    if (shift % 4 == 3) {
      REQUIRE(seen);
      CHECK(std::vector<std::uint32_t>(seen->begin(), seen->end()) == numbers);
    } else {
      REQUIRE(!seen);
      CHECK(seen.error().code() == rill::binary_problem::misaligned);
      CHECK(std::string(seen.error().what()) ==
            "read binary: the elements are not aligned for their type, at byte "
            "1");
    }
    // An empty span needs no aligned address.
    placed const none(std::string(1, '\0'), shift);
    CHECK(rill::read_binary_view<std::span<std::uint32_t const>>(none.bytes())
              .empty());
    // 16-bit characters.
    placed const wide(rill::to_bytes(std::u16string(u"abc")), shift);
    auto const text =
        rill::try_read_binary_view<std::u16string_view>(wide.bytes());
    CHECK(bool(text) == (shift % 2 == 1));
    if (text) CHECK(*text == u"abc");
  }
}
#endif

TEST_CASE("binary/read: bytes of every kind that outlive the value") {
  std::string const string = rill::to_bytes(std::string("abc"));
  std::vector<unsigned char> const vector(string.begin(), string.end());
  std::array<char, 4> array;
  string.copy(array.data(), array.size());
  auto const read = [](auto const& bytes) {
    return std::string(rill::read_binary_view<std::string_view>(bytes));
  };
  CHECK(read(string) == "abc");
  CHECK(read(vector) == "abc");
  CHECK(read(array) == "abc");
  CHECK(read(rill::text(string)) == "abc");
  CHECK(read(std::string_view(string)) == "abc");
  // Temporary views are accepted: they own no bytes.
  CHECK(rill::read_binary_view<std::string_view>(std::string_view(string)) ==
        "abc");
  CHECK(rill::read_binary_view<std::string_view>(rill::text(string)) == "abc");
  CHECK(rill::read_binary_view<std::string_view>(std::span(vector)) == "abc");
  CHECK(rill::read_binary_view<std::string_view>(
            std::as_bytes(std::span(vector))) == "abc");
  CHECK(rill::read_binary_view<std::string_view>(
            string, rill::binary_compact) == "abc");

  rill_test::folder const here;
  rill_test::set_content(here / "bytes", string);
  rill::loaded_file const file = rill::load(here / "bytes");
  auto const seen = rill::read_binary_view<std::string_view>(file);
  CHECK(seen == "abc");
  CHECK(seen.data() == file.data() + 1);
}

TEST_CASE("binary/read: every cut and every flip is an error or is inside") {
  std::vector<line> const lines{{"abcdef", {1, 2, 3}, 3}, {"x", {-1}, 4}};
  std::string const bytes = rill::to_bytes(lines);
  for (std::size_t size = 0; size != bytes.size(); ++size)
    CHECK(error_of<std::vector<line_view>>(bytes.substr(0, size)).source ==
          rill::error_source::binary);
  for (std::size_t at = 0; at != bytes.size(); ++at)
    for (int bit = 0; bit != 8; ++bit) {
      std::string other = bytes;
      other[at] = static_cast<char>(other[at] ^ 1 << bit);
      placed const block(other);
      auto const seen =
          rill::try_read_binary_view<std::vector<line_view>>(block.bytes());
      if (!seen) continue;
      for (line_view const& one : *seen) {
        CHECK(is_inside(one.name.data(), block.bytes()));
        CHECK(is_inside(one.name.data() + one.name.size(), block.bytes()));
        if (!one.numbers.empty())
          CHECK(is_inside(one.numbers.data() + one.numbers.size(),
                          block.bytes()));
      }
    }
  CHECK(error_of<std::string_view>("\1ab") == rill::binary_problem::left_over);
}

TEST_CASE("binary/read: lengths that no bytes have") {
  for (char const* count :
       {"\x7f", "\xff\x7f", "\xff\xff\xff\xff\x0f", "\x80\x80\x80\x80\x10",
        "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"}) {
    CHECK(error_of<std::string_view>(count) == rill::binary_problem::too_long);
    CHECK(error_of<std::span<le_int const>>(count) ==
          rill::binary_problem::too_long);
#if RILL_LITTLE_ENDIAN
    CHECK(error_of<std::span<std::uint64_t const>>(count) ==
          rill::binary_problem::too_long);
#endif
  }
  // Three elements need twelve bytes.
  CHECK(error_of<std::span<le_int const>>(std::string("\3") +
                                          std::string(11, 'x')) ==
        rill::binary_problem::cut);
}

TEST_CASE("binary/read: what is shown takes no memory of the limit") {
  rill::binary_limits limits;
  limits.memory = 0;
  std::string const bytes = rill::to_bytes(std::string(100000, 'x'));
  CHECK(rill::read_binary_view<std::string_view>(bytes, limits).size() ==
        100000);
  // A container of views takes memory of the limit.
  std::string const many = rill::to_bytes(std::vector<std::string>(10));
  CHECK(error_of<std::vector<std::string_view>>(many, limits) ==
        rill::binary_problem::too_much_memory);
}

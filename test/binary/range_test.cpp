// test/binary/range_test.cpp: texts, arrays, sequences, maps, sets, adaptors
// and bitsets: their bytes, and the bytes that are refused.
// covers: binary/coder.h, binary/choice.h
#include <rill/types.h>

#include <array>
#include <bitset>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <vector>

#include "../support/binary.h"

using rill::binary_compact;
using rill::binary_fixed;
using rill::binary_problem;
using rill::binary_tagged;
using rill_test::bytes_of;
using rill_test::from_block;
using rill_test::from_device;
using rill_test::golden;
using rill_test::golden_in;
using rill_test::hex_of;
using rill_test::problem_of;
using rill_test::scripted_reader;
using rill_test::words_of;

namespace {

template <class T>
binary_problem refused(std::string_view text) {
  auto const bytes = bytes_of(text);
  auto const there = problem_of(from_block<T>(bytes, binary_compact));
  CHECK(problem_of(from_device<T>(bytes, binary_compact)) == there);
  return there;
}
template <class T>
binary_problem refused_tagged(std::string_view text) {
  auto const bytes = bytes_of(text);
  auto const there = problem_of(from_block<T>(bytes, binary_tagged));
  CHECK(problem_of(from_device<T>(bytes, binary_tagged)) == there);
  return there;
}

}  // namespace

TEST_CASE("binary/coder: strings are a count and their characters") {
  golden(std::string("abc"), "03 'abc'", "0d", "03 'abc'");
  golden(std::string(), "00", "0d", "00");
  golden(std::string("a\0b", 3), "03 61 00 62", "0d", "03 61 00 62");
  golden(std::string("\xff\xc3"), "02 ff c3", "0d", "02 ff c3");
  golden(std::u8string(u8"\u20ac"), "03 e2 82 ac", "0d", "03 e2 82 ac");
  // For wider characters binary_tagged writes a count of bytes, not of
  // characters, so that it can skip them.
  golden(std::u16string(u"a\u20ac"), "02 61 00 ac 20", "0d", "04 61 00 ac 20");
  golden(std::u16string(1, static_cast<char16_t>(0xd800)), "01 00 d8", "0d",
         "02 00 d8");
  golden(std::u32string(U"\U0001f600"), "01 00 f6 01 00", "0d",
         "04 00 f6 01 00");
  golden(std::wstring(L"a\u20ac"), "02 61 00 00 00 ac 20 00 00", "0d",
         "08 61 00 00 00 ac 20 00 00");
  golden(std::filesystem::path("a/b"), "03 'a/b'", "0d", "03 'a/b'");
  CHECK(refused_tagged<std::u16string>("0d 03 61 00 62 00") ==
        binary_problem::bad_value);
}

TEST_CASE("binary/coder: lengths on both sides of what one check covers") {
  for (std::size_t size :
       {127u, 128u, 245u, 246u, 247u, 255u, 256u, 257u, 16383u, 16384u}) {
    CAPTURE(size);
    std::string text(size, 'x');
    for (std::size_t i = 0; i != size; ++i)
      text[i] = static_cast<char>('a' + i % 26);
    std::string count;
    std::size_t rest = size;
    for (; rest >= 128; rest /= 128)
      count += static_cast<char>(rest % 128 + 128);
    count += static_cast<char>(rest);
    CHECK(rill_test::written(text, binary_compact) == count + text);
    rill_test::reads(count + text, text, binary_compact);
    CHECK(rill_test::written(text, binary_tagged) ==
          "\x0d" + count + text + '\0');
    std::vector<char> const letters(text.begin(), text.end());
    CHECK(rill_test::written(letters, binary_compact) == count + text);
    rill_test::reads(count + text, letters, binary_compact);
    std::u16string const wide(text.begin(), text.end());
    rill_test::comes_back(wide, binary_compact);
  }
}

TEST_CASE("binary/coder: views, literals and arrays are written as text") {
  CHECK(rill::to_bytes("abc") == "\3abc");
  CHECK(rill::to_bytes(std::string_view("abc")) == "\3abc");
  CHECK(rill::to_bytes(rill::text("abc")) == "\3abc");
  CHECK(rill::to_bytes("ab\0c") == "\2ab");  // up to the NUL, as printed
  CHECK(rill::to_bytes(std::u16string_view(u"a")) == std::string("\1a\0", 3));
}

TEST_CASE("binary/coder: counts have one form") {
  using string = std::string;
  CHECK(refused<string>("80 00") == binary_problem::bad_value);
  CHECK(refused<string>("81 00 'a'") == binary_problem::bad_value);
  CHECK(refused<string>("ff ff ff ff ff ff ff ff ff 02") ==
        binary_problem::bad_value);
  CHECK(refused<string>("ff ff ff ff ff ff ff ff ff ff 01") ==
        binary_problem::bad_value);
  CHECK(problem_of(from_block<string>(bytes_of("ff ff ff ff ff ff ff ff ff 01"),
                                      binary_compact)) ==
        binary_problem::too_much_memory);
}

TEST_CASE("binary/range: sequences are a count and their elements") {
  golden(std::vector<int>{1, -1}, "02 01 00 00 00 ff ff ff ff", "0f",
         "02 02 01 00 00 00 ff ff ff ff");
  golden(std::vector<int>{}, "00", "0f", "00 02");
  golden(std::vector<std::string>{"a", ""}, "02 01 'a' 00", "0f",
         "02 05 01 'a' 00");
  golden(std::vector<std::vector<std::uint8_t>>{{1}, {}}, "02 01 01 00", "0f",
         "02 07 01 00 01 00 00");
  golden(std::vector<std::byte>{std::byte{9}}, "01 09", "0f", "01 00 09");
  golden(std::vector<wchar_t>{L'a'}, "01 61 00 00 00", "0f",
         "01 02 61 00 00 00");
  golden(std::deque<std::uint16_t>{1, 2}, "02 01 00 02 00", "0f",
         "02 01 01 00 02 00");
  golden(std::list<std::uint16_t>{1, 2}, "02 01 00 02 00", "0f",
         "02 01 01 00 02 00");
  golden(std::forward_list<std::uint16_t>{1, 2, 3}, "03 01 00 02 00 03 00",
         "0f", "03 01 01 00 02 00 03 00");
  golden(std::deque<bool>{true, false}, "02 01 00", "0f", "02 00 01 00");
}

namespace {

// Compares with a bool, unlike std::valarray, whose == is elementwise.
template <class T>
struct holder {
  std::valarray<T> all;
  friend bool operator==(holder const& a, holder const& b) {
    return a.all.size() == b.all.size() &&
           std::equal(std::begin(a.all), std::end(a.all), std::begin(b.all));
  }
};

}  // namespace

TEST_CASE("binary/range: a valarray, of any size and from any source") {
  golden(holder<float>{{1.0f, -2.0f}}, "02 00 00 80 3f 00 00 00 c0", "0e",
         "0f 02 02 00 00 80 3f 00 00 00 c0 00");
  // Longer than one step of growth.
  holder<float> many{std::valarray<float>(20'000)};
  for (std::size_t i = 0; i != many.all.size(); ++i)
    many.all[i] = static_cast<float>(i);
  std::string const bytes = rill::to_bytes(many);
  CHECK(*from_block<holder<float>>(bytes, binary_compact) == many);
  scripted_reader in(bytes, 4096);
  CHECK(rill::read_binary<holder<float>>(in) == many);
}

TEST_CASE("binary/range: long sequences from a device grow in steps") {
  auto const comes_back = [](auto const& value) {
    std::string const bytes = rill::to_bytes(value);
    using type = std::remove_cvref_t<decltype(value)>;
    scripted_reader in(bytes, 500);
    CHECK(rill::read_binary<type>(in) == value);
    std::string const tagged = rill::to_bytes(value, binary_tagged);
    scripted_reader in_tagged(tagged, 5000);
    CHECK(rill::read_binary<type>(in_tagged, binary_tagged) == value);
  };
  std::vector<int> numbers(20'000);
  std::vector<bool> bits(70'000);
  for (std::size_t i = 0; i != bits.size(); ++i) {
    bits[i] = i % 3 == 0;
    if (i < numbers.size()) numbers[i] = static_cast<int>(i * i);
  }
  comes_back(numbers);
  comes_back(bits);
  comes_back(std::deque<int>(numbers.begin(), numbers.end()));
  comes_back(std::list<int>(numbers.begin(), numbers.end()));
  comes_back(std::forward_list<int>(numbers.begin(), numbers.end()));
  comes_back(std::vector<std::string>(3000, "a string on no heap"));
}

TEST_CASE("binary/range: arrays have no count where the type has it") {
  using two = std::array<std::uint16_t, 2>;
  golden(two{1, 2}, "01 00 02 00", "0f", "02 01 01 00 02 00");
  golden_in(two{1, 2}, binary_fixed, "01 00 02 00");
  golden(std::array<std::string, 2>{"a", "b"}, "01 'a' 01 'b'", "0f",
         "02 05 01 'a' 01 'b'");
  golden(std::array<bool, 2>{true, false}, "01 00", "0f", "02 00 01 00");
  golden(std::array<int, 0>{}, "", "0f", "00 02");
  golden(std::vector<two>{{1, 2}, {3, 4}}, "02 01 00 02 00 03 00 04 00", "0f",
         "02 07 02 01 01 00 02 00 02 01 03 00 04 00");
  CHECK(refused_tagged<two>("0f 01 01 01 00 00") == binary_problem::bad_value);
  CHECK(refused_tagged<two>("0f 03 01 01 00 01 00 01 00 00") ==
        binary_problem::bad_value);
}

TEST_CASE("binary/range: C arrays, spans and read_binary_into") {
  std::uint16_t from[2][2] = {{1, 2}, {3, 4}};
  std::string const bytes = rill::to_bytes(from);
  CHECK(hex_of(bytes) == "01 00 02 00 03 00 04 00");
  std::uint16_t to[2][2] = {};
  rill::read_binary_into(rill::from(bytes), to);
  CHECK(to[1][1] == 4);
  std::string texts[2] = {"a", "b"};
  std::string const words = rill::to_bytes(texts);
  CHECK(hex_of(words) == "01 61 01 62");
  std::string back[2];
  rill::read_binary_into(rill::from(words), back);
  CHECK(back[1] == "b");
  // A span is written with a count if its type has a dynamic extent.
  CHECK(hex_of(rill::to_bytes(std::span<std::uint16_t>(from[1]))) ==
        "02 03 00 04 00");
  CHECK(hex_of(rill::to_bytes(std::span<std::uint16_t, 2>(from[1]))) ==
        "03 00 04 00");
  CHECK(hex_of(rill::to_bytes(std::span<std::uint16_t, 2>(from[1]),
                              binary_fixed)) == "03 00 04 00");
}

TEST_CASE("binary/range: what is there already is used again, and replaced") {
  std::string const bytes = rill::to_bytes(std::vector<int>{1, 2});
  std::vector<int> numbers(1000, 7);
  int const* const before = numbers.data();
  rill::read_binary_into(rill::from(bytes), numbers);
  CHECK(numbers == std::vector<int>{1, 2});
  CHECK(numbers.data() == before);
  std::string const three =
      rill::to_bytes(std::vector<std::string>{"x", "", "z"});
  std::vector<std::string> words(2, std::string(100, 'w'));
  rill::read_binary_into(rill::from(three), words);
  CHECK(words == std::vector<std::string>{"x", "", "z"});
  std::list<std::string> row(9, "w");
  rill::read_binary_into(rill::from(three), row);
  CHECK(row == std::list<std::string>{"x", "", "z"});
  std::map<int, int> map{{1, 2}};
  rill::read_binary_into(rill::from(std::string_view("\0", 1)), map);
  CHECK(map.empty());
}

TEST_CASE("binary/choice: maps and sets") {
  using map = std::map<std::uint8_t, std::string>;
  golden(map{{1, "a"}, {2, ""}}, "02 01 01 'a' 02 00", "0f",
         "02 06 08 01 15 01 'a' 00 08 02 15 00 00");
  golden(map{}, "00", "0f", "00 06");
  golden(std::multimap<std::uint8_t, std::uint8_t>{{1, 2}, {1, 2}},
         "02 01 02 01 02", "0f", "02 06 08 01 10 02 00 08 01 10 02 00");
  golden(std::unordered_map<std::uint8_t, bool>{{1, true}}, "01 01 01", "0f",
         "01 06 08 01 10 01 00");
  golden(std::set<std::uint16_t>{2, 1}, "02 01 00 02 00", "0f",
         "02 01 01 00 02 00");
  golden(std::multiset<std::uint8_t>{1, 1}, "02 01 01", "0f", "02 00 01 01");
  golden(std::unordered_set<std::string>{"a"}, "01 01 'a'", "0f",
         "01 05 01 'a'");
}

TEST_CASE("binary/choice: a key that is there twice") {
  CHECK(refused<std::set<char>>("02 'aa'") == binary_problem::duplicate);
  CHECK(refused<std::unordered_set<char>>("03 'aba'") ==
        binary_problem::duplicate);
  CHECK(refused<std::map<char, char>>("02 'abac'") ==
        binary_problem::duplicate);
  CHECK(refused<std::unordered_map<char, char>>("02 'abab'") ==
        binary_problem::duplicate);
  CHECK(refused<std::multiset<char>>("02 'aa'") == binary_problem::none);
  CHECK(words_of(from_block<std::set<char>>("\3aba", binary_compact)) ==
        "read binary: [2]: a key or an element occurs twice, at byte 3");
  // The elements of a set need not be sorted in the data.
  CHECK(*from_block<std::set<char>>("\3cab", binary_compact) ==
        std::set<char>{'a', 'b', 'c'});
}

TEST_CASE("binary/choice: adaptors are what they hold") {
  std::stack<std::uint8_t> stack;
  std::queue<std::uint8_t> queue;
  std::priority_queue<std::uint8_t> heap;
  std::priority_queue<std::string, std::vector<std::string>,
                      std::greater<std::string>>
      words;
  for (std::uint8_t const i : std::vector<std::uint8_t>{3, 1, 2}) {
    stack.push(i);
    queue.push(i);
    heap.push(i);
    words.push(std::string(1, static_cast<char>('a' + i)));
  }
  golden(stack, "03 03 01 02", "0f", "03 00 03 01 02");
  golden(queue, "03 03 01 02", "0f", "03 00 03 01 02");
  golden(heap, "03 03 01 02", "0f", "03 00 03 01 02");
  rill_test::comes_back(words, binary_compact);
  // The data need not be a heap: reading orders it.
  auto back = *from_block<std::priority_queue<std::uint8_t>>("\4\1\4\2\3",
                                                             binary_compact);
  CHECK(back.size() == 4);
  CHECK(back.top() == 4);
  back.pop();
  CHECK(back.top() == 3);
}

TEST_CASE("binary/choice: bitsets, eight a byte") {
  golden(std::bitset<9>(0x101), "01 01", "0d", "02 01 01");
  golden_in(std::bitset<9>(0x101), binary_fixed, "01 01");
  golden(std::bitset<8>(0x80), "80", "0d", "01 80");
  golden(std::bitset<1>(1), "01", "0d", "01 01");
  golden(std::bitset<0>(), "", "0d", "00");
  CHECK(refused<std::bitset<9>>("01 02") == binary_problem::bad_value);
  CHECK(refused<std::bitset<7>>("80") == binary_problem::bad_value);
  CHECK(refused_tagged<std::bitset<9>>("0d 01 01 00") ==
        binary_problem::bad_value);
}

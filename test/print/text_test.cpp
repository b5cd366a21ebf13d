// test/print/text_test.cpp: text of every kind and every character type.
// covers: rill/base/run.h
#include <doctest/doctest.h>
#include <rill/types.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

// A string class of the user's.
struct own_text {
  using traits_type = void;
  char const* data() const { return "own text"; }
  std::size_t size() const { return 3; }
};

// A path of wide characters, and a class that only resembles a path.
struct wide_path {
  static constexpr wchar_t preferred_separator = L'/';
  std::wstring const& native() const { return native_; }
  std::wstring native_ = L"C:\u00E9";
};
struct no_path {
  int native() const { return 1; }
};

}  // namespace

TEST_CASE("print/text: strings, views, pointers, arrays") {
  std::string const string("nul\0in", 6);
  CHECK(rill::concat(string) == string);
  CHECK(rill::concat(std::string_view(string).substr(4)) == "in");
  CHECK(rill::concat(rill::text{"text", 2}) == "te");
  CHECK(rill::concat(own_text()) == "own");
  char letters[] = "mutable";
  char* pointer = letters;
  char const* const constant = letters;
  CHECK(rill::concat(letters, pointer, constant) == "mutablemutablemutable");
  CHECK(rill::concat(std::string(), std::string_view(), "", rill::text{}) ==
        "");
  char const* const none = nullptr;
  char* const nowhere = nullptr;
  CHECK(rill::concat(none, nowhere) == "(null)(null)");
  CHECK(rill::concat(static_cast<wchar_t const*>(nullptr)) == "(null)");
  CHECK(rill::concat(static_cast<char8_t const*>(nullptr)) == "(null)");
  CHECK(rill::concat(static_cast<char32_t const*>(nullptr)) == "(null)");
}

TEST_CASE("print/text: arrays print up to their first NUL, or whole") {
  char const whole[4] = {'a', 'b', 'c', 'd'};
  char const padded[8] = {'a', 'b', '\0', 'x', 'y'};
  char const starts[3] = {'\0', 'x', 'y'};
  char const unended[6] = {'a', '\0', 'b', 'c', 'd', 'e'};
  CHECK(rill::concat(whole, '|', padded, '|', starts, '|', unended) ==
        "abcd|ab||a");
  char long_whole[100];
  rill::detail::fill_bytes(long_whole, 100, 'x');
  CHECK(rill::concat(long_whole) == std::string(100, 'x'));
  long_whole[50] = '\0';
  CHECK(rill::concat(long_whole) == std::string(50, 'x'));
  char one[1] = {'1'};
  CHECK(rill::concat(one, "a\0b") == "1a");
  char32_t const wide[2] = {U'\u00E9', U'x'};
  CHECK(rill::concat(wide) == "\xC3\xA9x");
}

TEST_CASE("print/text: literals of every length around the short ones") {
  CHECK(rill::concat("1234567890123456789012345678901") ==
        "1234567890123456789012345678901");
  CHECK(rill::concat("12345678901234567890123456789012") ==
        "12345678901234567890123456789012");
  CHECK(rill::concat("123456789012345678901234567890123") ==
        "123456789012345678901234567890123");
}

TEST_CASE("print/text: UTF-16, UTF-32, wchar_t and UTF-8 arguments") {
  CHECK(rill::concat(u8"\u00E9", u"\u00E9", U"\u00E9", L"\u00E9") ==
        "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9");
  CHECK(rill::concat(std::u16string(u"\U0001F600!")) == "\xF0\x9F\x98\x80!");
  CHECK(rill::concat(std::u32string_view(U"\U0001F600")) == "\xF0\x9F\x98\x80");
  CHECK(rill::concat(std::wstring(L"\u20AC"), std::u8string(u8"\u20AC")) ==
        "\xE2\x82\xAC\xE2\x82\xAC");
  char16_t const* const pointer = u"pointer";
  CHECK(rill::concat(pointer) == "pointer");
  std::u16string const lone = {u'a', 0xD800, u'b', 0xDC00, 0xD83D};
  std::string const mark = "\xEF\xBF\xBD";
  CHECK(rill::concat(lone) == "a" + mark + "b" + mark + mark);
  CHECK(rill::concat(std::u32string{U'a', 0xDFFF, 0x110000}) ==
        "a" + mark + mark);
  // Every size, also within a character: format_into fills its memory and cuts
  // the last character.
  for (std::size_t size = 0; size <= 9; ++size) {
    char memory[16] = {};
    struct {
      char* data_;
      std::size_t size_;
      char* data() const { return data_; }
      std::size_t size() const { return size_; }
    } span{memory, size};
    rill::format_result const r =
        rill::format_into(span, u"\u20AC\u20AC\u20AC");
    CHECK(r.size_needed == 9);
    CHECK(r.end == memory + size);
  }
}

namespace {

// Prints a literal of any character type: as a constant, and as an array that
// the compiler does not know.
template <class Unit, std::size_t Extent>
void check_array(Unit const (&literal)[Extent], std::string const& narrow) {
  CHECK(rill::concat(1, literal, '|') == "1" + narrow + "|");
  CHECK(rill::formatted_size(literal) == narrow.size());
  Unit changed[Extent];
  for (std::size_t i = 0; i != Extent; ++i) changed[i] = literal[i];
  Unit volatile first = literal[0];
  changed[0] = first;
  CHECK(rill::concat(1, changed, '|') == "1" + narrow + "|");
}

// What `print` writes to a memory_writer.
template <class Print>
std::string printed(Print print) {
  std::vector<char> memory(300);
  rill::memory_writer out(memory);
  print(out);
  return {memory.data(), out.size()};
}

#define CHECK_WIDE(wide, narrow)                 \
  do {                                           \
    CHECK(printed([](rill::memory_writer& out) { \
            rill::print(out, wide, 7);           \
          }) == rill::concat(narrow, 7));        \
    check_array(wide, rill::concat(narrow));     \
  } while (false)
#define CHECK_EVERY_WIDE(literal)    \
  do {                               \
    CHECK_WIDE(u##literal, literal); \
    CHECK_WIDE(U##literal, literal); \
    CHECK_WIDE(L##literal, literal); \
  } while (false)

constexpr bool prints_literals_when_constant() {
  char bytes[40] = {};
  char* end = rill::detail::format_arg_of(u" items\n").write(bytes);
  end = rill::detail::format_arg_of(U"\u00E9\0x").write(end);
  return std::string_view(bytes, static_cast<std::size_t>(end - bytes)) ==
         " items\n\xC3\xA9";
}
static_assert(prints_literals_when_constant());

}  // namespace

TEST_CASE("print/text: short wide literals") {
  CHECK_EVERY_WIDE("");
  CHECK_EVERY_WIDE("\n");
  CHECK_EVERY_WIDE("\x7F");
  CHECK_EVERY_WIDE("ab\0cd");
  CHECK_EVERY_WIDE("1234567");
  CHECK_EVERY_WIDE("123456789012345678901234567890\n");
  CHECK_EVERY_WIDE("1234567890123456789012345678901\n");
  CHECK_EVERY_WIDE("12345678901234567890123456789012\n");
  CHECK_EVERY_WIDE("\u0080");
  CHECK_EVERY_WIDE("1234567 \u20AC\n");
  CHECK_EVERY_WIDE("\U0001F600");
  char16_t const unended[3] = {u'a', u'b', u'c'};
  check_array(unended, "abc");
  char32_t const ill_formed[3] = {U'a', 0xD800, U'c'};
  check_array(ill_formed, "a\uFFFDc");
  // Prints into room that is a byte too small, and into exact room.
  for (std::size_t size : {7u, 8u}) {
    std::vector<char> exact(size);
    rill::memory_writer out(exact);
    auto const print = [&] { rill::print(out, 1, u"234567\n"); };
    if (size == 8) print();
#if RILL_EXCEPTIONS
    else
      CHECK_THROWS(print());
#endif
    CHECK(std::string(exact.data(), out.size()) ==
          (size == 8 ? "1234567\n" : "1"));
  }
}

TEST_CASE("print/text: wide text in every room, by every kind of sink") {
  std::u16string wide;
  std::u32string wider;
  std::string narrow;
  for (int i = 0; i != 300; ++i) {
    char const* const parts[] = {"z", "\u00E9", "\u20AC", "\U0001F600"};
    char16_t const* const parts16[] = {u"z", u"\u00E9", u"\u20AC",
                                       u"\U0001F600"};
    char32_t const* const parts32[] = {U"z", U"\u00E9", U"\u20AC",
                                       U"\U0001F600"};
    auto const which = static_cast<std::size_t>(i * i / 7 % 4);
    narrow += parts[which];
    wide += parts16[which];
    wider += parts32[which];
  }
  CHECK(rill::concat(wide) == narrow);
  CHECK(rill::concat(wider, 1, wide) == narrow + "1" + narrow);
  CHECK(rill::formatted_size(wide, 12, wider) == 2 * narrow.size() + 2);
  std::string appended = "x";
  rill::append(appended, wider, '|', wide);
  CHECK(appended == "x" + narrow + "|" + narrow);
  for (std::size_t size = 0; size <= 60; ++size) {
    std::vector<char> memory(size);
    auto const r = rill::format_into(memory, wide);
    CHECK(r.size_needed == narrow.size());
    CHECK(std::string(memory.data(), r.end) == narrow.substr(0, size));
  }
  std::vector<char> exact(narrow.size());
  rill::memory_writer out(exact);
  rill::print(out, wide);
  CHECK(std::string(exact.data(), out.size()) == narrow);
#if RILL_EXCEPTIONS
  for (std::size_t size = 0; size != 60; ++size) {
    std::vector<char> block(size);
    rill::memory_writer small_one(block);
    CHECK_THROWS_AS(rill::print(small_one, wide), rill::error);
    std::string const kept(block.data(), small_one.size());
    CHECK(narrow.compare(0, kept.size(), kept) == 0);
    // No character is cut.
    CHECK((narrow[kept.size()] & 0xC0) != 0x80);
  }
#endif
}

TEST_CASE("print/text: paths") {
  std::filesystem::path const path = u8"/tmp/\u00E9 x";
  CHECK(rill::concat(path) == "/tmp/\u00E9 x");
  CHECK(rill::concat(rill::quoted(path), rill::left(path, 9), '|') ==
        "\"/tmp/\u00E9 x\"/tmp/\u00E9 x |");
  // A path of wide characters, as on Windows.
  wide_path const wide;
  CHECK(rill::concat(wide, rill::right(wide, 4)) == "C:\u00E9 C:\u00E9");
  CHECK(rill::concat(no_path{}) == "no_path{}");
}

namespace {
constexpr bool prints_when_constant() {
  char memory[16] = {};
  auto const r = rill::format_into(memory, u"\u20AC", 1, U"\U0001F600", L"z");
  return r.size_needed == 9 && memory[0] == '\xE2' && memory[3] == '1' &&
         memory[8] == 'z';
}
static_assert(prints_when_constant());
}  // namespace

TEST_CASE("print/text: bytes that are not UTF-8 are written as they are") {
  std::string const bytes = "\xFF\xC0\x80\xED\xA0\x80";
  CHECK(rill::concat(bytes) == bytes);
}

// test/unicode/utf_test.cpp: the typed functions accept texts of every type and
// room of every type, and convert as their names say.
// covers: unicode/form.h
#include <doctest/doctest.h>
#include <rill/unicode.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace std::literals;
using rill::text_policy;
using rill::text_problem;

namespace {

// "aé€😀" in each encoding.
constexpr char8_t in_8[] = u8"a\u00E9\u20AC\U0001F600";
constexpr char16_t in_16[] = u"a\u00E9\u20AC\U0001F600";
constexpr char32_t in_32[] = U"a\u00E9\u20AC\U0001F600";

template <class Out, class Want>
bool wrote(rill::transcode_result done, Out const& out, Want const& want) {
  if (!done || done.written != want.size()) return false;
  for (std::size_t i = 0; i != want.size(); ++i)
    if (out[i] != static_cast<std::remove_cvref_t<decltype(out[i])>>(want[i]))
      return false;
  return true;
}

// Converts to Wide, by the function for its size. One such type is wchar_t.
template <class Wide>
bool takes_wide() {
  Wide out[32];
  if constexpr (sizeof(Wide) == 4)
    return wrote(rill::utf8_to_utf32(in_8, out), out,
                 std::u32string_view(in_32));
  else
    return wrote(rill::utf8_to_utf16(in_8, out), out,
                 std::u16string_view(in_16));
}

}  // namespace

TEST_CASE("unicode/utf: texts come in every shape") {
  std::u16string_view const want = u"caf\u00E9";
  char16_t out[8];
  std::string const string = "caf\xC3\xA9";
  char const* const pointer = string.c_str();
  CHECK(wrote(rill::utf8_to_utf16(string, out), out, want));
  CHECK(wrote(rill::utf8_to_utf16(std::string_view(string), out), out, want));
  CHECK(wrote(rill::utf8_to_utf16(pointer, out), out, want));
  CHECK(wrote(rill::utf8_to_utf16("caf\xC3\xA9", out), out, want));
  CHECK(wrote(rill::utf8_to_utf16(u8"caf\u00E9", out), out, want));
  CHECK(wrote(rill::utf8_to_utf16(rill::text("caf\xC3\xA9"), out), out, want));
  std::vector<char> const vector(string.begin(), string.end());
  CHECK(wrote(rill::utf8_to_utf16(vector, out), out, want));
  CHECK(wrote(rill::utf8_to_utf16(std::span(vector), out), out, want));
  CHECK(wrote(rill::utf8_to_utf16(std::as_bytes(std::span(vector)), out), out,
              want));
  char unended[5];
  for (std::size_t i = 0; i != 5; ++i) unended[i] = string[i];
  CHECK(wrote(rill::utf8_to_utf16(unended, out), out, want));
  char const* const null = nullptr;
  CHECK(wrote(rill::utf8_to_utf16(null, out), out, u""sv));
}

TEST_CASE("unicode/utf: a 0 ends arrays and pointers, and nothing else") {
  char16_t out[8];
  CHECK(rill::utf8_to_utf16("a\0b", out).read == 1);
  CHECK(rill::utf8_to_utf16("a\0b"sv, out).read == 3);
  CHECK(rill::utf8_to_utf16(std::array{'a', '\0', 'b'}, out).read == 3);
  CHECK(rill::utf16_to_utf32_size(u"a\0b") == 1);
  CHECK(rill::utf16_to_utf32_size(u"a\0b"sv) == 3);
}

TEST_CASE("unicode/utf: room has every shape and is never left") {
  std::u16string string(8, u'x');
  CHECK(wrote(rill::utf8_to_utf16("\xC3\xA9", string), string, u"\u00E9"sv));
  CHECK(string.size() == 8);
  std::vector<char32_t> vector(8);
  CHECK(wrote(rill::utf8_to_utf32("\xC3\xA9", vector), vector, U"\u00E9"sv));
  std::array<char16_t, 2> array{};
  CHECK(wrote(rill::utf8_to_utf16("ab", array), array, u"ab"sv));
  auto const full = rill::utf8_to_utf16("abc", array);
  CHECK(full.error == text_problem::no_room);
  CHECK(full.read == 2);
  CHECK(full.written == 2);
  char16_t out[4] = {u'1', u'2', u'3', u'4'};
  CHECK(rill::utf8_to_utf16("a\xF0\x9F\x98\x80", std::span(out).first(2))
            .written == 1);
  CHECK(out[2] == u'3');
  std::vector<std::byte> bytes(4);
  CHECK(rill::utf16_to_utf8(u"\u20AC", bytes).written == 3);
  CHECK(bytes[0] == std::byte{0xE2});
  char16_t nothing[1];
  CHECK(rill::utf8_to_utf16("", std::span(nothing).first(0)).written == 0);
}

TEST_CASE("unicode/utf: every pair of forms") {
  std::u8string_view const a = in_8;
  std::u16string_view const b = in_16;
  std::u32string_view const c = in_32;
  char8_t out_8[32];
  char16_t out_16[32];
  char32_t out_32[32];
  CHECK(wrote(rill::utf8_to_utf8(a, out_8), out_8, a));
  CHECK(wrote(rill::utf8_to_utf16(a, out_16), out_16, b));
  CHECK(wrote(rill::utf8_to_utf32(a, out_32), out_32, c));
  CHECK(wrote(rill::utf16_to_utf8(b, out_8), out_8, a));
  CHECK(wrote(rill::utf16_to_utf16(b, out_16), out_16, b));
  CHECK(wrote(rill::utf16_to_utf32(b, out_32), out_32, c));
  CHECK(wrote(rill::utf32_to_utf8(c, out_8), out_8, a));
  CHECK(wrote(rill::utf32_to_utf16(c, out_16), out_16, b));
  CHECK(wrote(rill::utf32_to_utf32(c, out_32), out_32, c));
  CHECK(takes_wide<wchar_t>());
}

TEST_CASE("unicode/utf: Latin-1 has 256 characters") {
  char out[16];
  char16_t out_16[16];
  char32_t out_32[16];
  CHECK(wrote(rill::latin1_to_utf8("\xE9", out), out, "\xC3\xA9"sv));
  CHECK(wrote(rill::latin1_to_utf16("\xE9", out_16), out_16, u"\u00E9"sv));
  CHECK(wrote(rill::latin1_to_utf32("\xE9", out_32), out_32, U"\u00E9"sv));
  CHECK(wrote(rill::utf8_to_latin1("\xC3\xA9", out), out, "\xE9"sv));
  CHECK(wrote(rill::utf16_to_latin1(u"\u00E9", out), out, "\xE9"sv));
  CHECK(wrote(rill::utf32_to_latin1(U"\u00E9", out), out, "\xE9"sv));
  auto const foreign = rill::utf16_to_latin1(u"a\u20ACb", out);
  CHECK(foreign.error == text_problem::unmappable);
  CHECK(foreign.read == 1);
  CHECK(wrote(rill::utf16_to_latin1(u"a\u20ACb", out, text_policy::replace),
              out, "a?b"sv));
  CHECK(wrote(rill::utf16_to_latin1(u"a\u20ACb", out, text_policy::ignore), out,
              "ab"sv));
}

TEST_CASE("unicode/utf: an error says where and why") {
  char16_t out[16];
  auto const bad = rill::utf8_to_utf16("ab\xED\xA0\x80z", out);
  CHECK(!bad);
  CHECK(bad.error == text_problem::surrogate);
  CHECK(bad.read == 2);
  CHECK(bad.written == 2);
  CHECK(wrote(rill::utf8_to_utf16("ab\xED\xA0\x80z", out, text_policy::replace),
              out, u"ab\uFFFD\uFFFD\uFFFDz"sv));
  CHECK(wrote(rill::utf8_to_utf16("ab\xED\xA0\x80z", out, text_policy::ignore),
              out, u"abz"sv));
  char replaced[16];
  CHECK(wrote(rill::utf8_to_utf8("a\xFFz", replaced, text_policy::replace),
              replaced, "a\xEF\xBF\xBDz"sv));
}

namespace {

constexpr bool converts_in_a_constant() {
  char16_t units[8] = {};
  auto const there = rill::utf8_to_utf16(in_8, units);
  char8_t bytes[16] = {};
  auto const back = rill::utf16_to_utf8(units, bytes);
  return there.read == 10 && there.written == 5 && back.written == 10 &&
         units[4] == 0xDE00 && bytes[9] == 0x80;
}
static_assert(converts_in_a_constant());
static_assert(noexcept(rill::utf8_to_utf16(std::string_view(),
                                           std::span<char16_t>())));

}  // namespace

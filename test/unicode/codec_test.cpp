// test/unicode/codec_test.cpp: encodings as pairs of functions.
// covers: unicode/form.h
#include <doctest/doctest.h>
#include <rill/unicode/codec.h>

#include <string>

using namespace rill::detail;
using rill::text_policy;
using rill::text_problem;

namespace {

struct converted {
  std::string bytes;
  std::size_t read;
  text_problem error;
  friend bool operator==(converted const&, converted const&) = default;
};

converted convert_by(codec_step step, std::string const& in,
                     text_policy policy) {
  std::string out(in.size() * 4 + 16, '\0');
  conversion_result const done =
      step(nullptr, in.data(), in.size(), out.data(), out.size(), policy, true);
  out.resize(done.written);
  return {out, done.read, done.error};
}

}  // namespace

TEST_CASE("unicode/codec: names, units and marks") {
  CHECK(std::string(codec_of<utf16be_bytes>.name) == "UTF-16BE");
  CHECK(codec_of<utf16be_bytes>.unit == 2);
  CHECK(codec_of<utf32_with_mark>.unit == 4);
  CHECK(codec_of<utf8_bytes>.most_bytes == 4);
  CHECK(codec_of<utf8_bytes>.kind == codec_kind::utf8);
  CHECK(codec_of<us_ascii_bytes>.kind == codec_kind::ascii);
  CHECK(codec_of<utf16_with_mark>.swapped == &codec_of<utf16be_bytes>);
  CHECK(codec_of<utf32_with_mark>.swapped == &codec_of<utf32be_bytes>);
  CHECK(!codec_of<utf16le_bytes>.swapped);
  CHECK(std::string(codec_of<utf16_with_mark>.name) == "UTF-16");
}

TEST_CASE("unicode/codec: US-ASCII takes and gives 128 characters") {
  using ascii = ascii_form<char>;
  for (int byte = 0; byte != 256; ++byte) {
    char const c = static_cast<char>(byte);
    taken const one = ascii::take(&c, &c + 1);
    CHECK(one.size == 1);
    CHECK((one.problem == text_problem::none) == (byte < 0x80));
    if (byte < 0x80) CHECK(one.scalar == static_cast<char32_t>(byte));
  }
  for (char32_t c : {U'\0', U'a', U'\x7F', U'\x80', U'\u20AC', U'\U0010FFFF'}) {
    char byte = 'x';
    char* const end = ascii::put(&byte, c);
    CHECK((end == &byte + 1) == (c < 0x80));
    CHECK(byte == (c < 0x80 ? static_cast<char>(c) : 'x'));
  }
  std::string const mixed = "ab\u00E9\xFFz";
  CHECK((
      convert_by(codec_of<us_ascii_bytes>.encode, mixed, text_policy::strict) ==
      converted{"ab", 2, text_problem::unmappable}));
  CHECK((convert_by(codec_of<us_ascii_bytes>.encode, mixed,
                    text_policy::replace) ==
         converted{"ab??z", mixed.size(), text_problem::none}));
  CHECK((convert_by(codec_of<us_ascii_bytes>.decode, "ab\xE9z",
                    text_policy::replace) ==
         converted{"ab\uFFFDz", 4, text_problem::none}));
}

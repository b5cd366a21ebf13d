// test/unicode/codec_test.cpp: encodings as pairs of functions, and pairs of
// encodings that need no UTF-8 in between.
// covers: unicode/codec_pairs.h
// covers: unicode/ascii_form.h
#include <doctest/doctest.h>
#include <rill/unicode/codec.h>
#include <rill/unicode/codec_pairs.h>

#include <random>
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

converted run(codec_step step, std::string const& in, text_policy policy) {
  std::string out(in.size() * 4 + 16, '\0');
  conversion_result const done =
      step(nullptr, in.data(), in.size(), out.data(), out.size(), policy, true);
  out.resize(done.written);
  return {out, done.read, done.error};
}

// The same by way of UTF-8, one character after the other.
converted by_utf8(codec const& from, codec const& to, std::string const& in,
                  text_policy policy) {
  converted all{"", 0, text_problem::none};
  while (all.read != in.size()) {
    char utf8[4];
    conversion_result one{};
    // As few bytes as make a character, or a problem.
    for (std::size_t size = 1; size <= in.size() - all.read; ++size) {
      one = from.decode(nullptr, in.data() + all.read, size, utf8, sizeof utf8,
                        policy, all.read + size == in.size());
      if (one.read != 0 || one.error != text_problem::cut) break;
    }
    char bytes[8];
    conversion_result const put = to.encode(nullptr, utf8, one.written, bytes,
                                            sizeof bytes, policy, true);
    all.bytes.append(bytes, put.written);
    // What was read stands for something, also where the next is cut.
    text_problem const found = put.error != text_problem::none ? put.error
                               : one.read == 0                 ? one.error
                                               : text_problem::none;
    if (found != text_problem::none) {
      all.error = found;
      return all;
    }
    all.read += one.read;
  }
  return all;
}

// Mostly well-formed units of the codec, and others.
std::string random_bytes(std::mt19937& random, unsigned unit) {
  std::string bytes;
  std::size_t const size = random() % 40;
  for (std::size_t i = 0; i != size; ++i) {
    if (random() % 4 == 0) {
      bytes += static_cast<char>(random() % 256);
      continue;
    }
    unsigned const kinds[] = {0x41, 0xE9, 0x20AC, 0xD83D, 0xDE00, 0x1F600};
    unsigned const c = kinds[random() % 6];
    for (unsigned k = 0; k != unit; ++k)
      bytes += static_cast<char>(c >> 8 * (random() % 2 ? k : unit - 1 - k));
  }
  return bytes;
}

}  // namespace

TEST_CASE("unicode/codec: direct pairs are what UTF-8 in between makes") {
  codec const* const all[] = {
      &codec_of<utf16le_bytes>, &codec_of<utf16be_bytes>,
      &codec_of<utf32le_bytes>, &codec_of<utf32be_bytes>,
      &codec_of<latin1_bytes>};
  std::mt19937 random(1);
  for (codec const* from : all)
    for (codec const* to : all) {
      codec_step const direct = direct_pair<>(*from, *to);
      bool const is_there = direct != nullptr;
      REQUIRE(is_there);
      for (int round = 0; round != 300; ++round) {
        std::string const in = random_bytes(random, from->unit);
        for (text_policy policy :
             {text_policy::strict, text_policy::replace, text_policy::ignore}) {
          if (policy == text_policy::replace && to == &codec_of<latin1_bytes>)
            continue;  // a U+FFFD that is there is no '?' that is put
          CHECK((run(direct, in, policy) == by_utf8(*from, *to, in, policy)));
        }
      }
    }
  bool const has_none =
      !direct_pair<>(codec_of<utf8_bytes>, codec_of<utf16le_bytes>) &&
      !direct_pair<>(codec_of<utf16le_bytes>, codec_of<us_ascii_bytes>);
  CHECK(has_none);
  bool const same =
      direct_pair<>(codec_of<utf16_with_mark>, codec_of<utf32_with_mark>) ==
      direct_pair<>(codec_of<utf16le_bytes>, codec_of<utf32le_bytes>);
  CHECK(same);
}

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
  CHECK((run(codec_of<us_ascii_bytes>.encode, mixed, text_policy::strict) ==
         converted{"ab", 2, text_problem::unmappable}));
  CHECK((run(codec_of<us_ascii_bytes>.encode, mixed, text_policy::replace) ==
         converted{"ab??z", mixed.size(), text_problem::none}));
  CHECK(
      (run(codec_of<us_ascii_bytes>.decode, "ab\xE9z", text_policy::replace) ==
       converted{"ab\uFFFDz", 4, text_problem::none}));
}

// test/unicode/gb18030_test.cpp: every scalar value in both editions, every
// sequence of two and of four bytes, what is malformed, and kernels against
// the plain twin. test/system/gb18030_test.py compares with Python's codec.
// covers: unicode/codec.h, unicode/kernel/generic/gb18030.h
// covers: unicode/gb18030_tables.h
// covers: unicode/kernel/x86/gb18030*.h
#include <doctest/doctest.h>
#include <rill/unicode/codec.h>

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "reference/gb18030.h"

namespace {

using namespace rill::detail;
using rill::text_policy;
using rill::text_problem;

using in_2022 = gb18030_form<char>;
using in_2005 = gb18030_2005_form<char>;
constexpr codec newer = codec_over<in_2022>("GB18030", 1);
constexpr codec older = codec_over<in_2005>("GB18030-2005", 1);

template <class Form>
std::string code(char32_t c) {
  char bytes[4];
  char const* const end = Form::put(bytes, c);
  return {bytes, static_cast<std::size_t>(end - bytes)};
}

std::string utf8(char32_t c) {
  char bytes[4];
  return {bytes, rill::write_utf8(bytes, c)};
}

template <class Form>
taken take(std::string_view text) {
  // The block has exactly the text's size.
  std::unique_ptr<char[]> const block(new char[text.size()]);
  text.copy(block.get(), text.size());
  return Form::take(block.get(), block.get() + text.size());
}

struct outcome {
  std::string text;
  std::size_t read;
  text_problem error;
  bool operator==(outcome const&) const = default;
};

// Runs one step of a codec with blocks of exactly these sizes.
outcome step(codec_step run, std::string_view text, std::size_t room,
             text_policy policy = text_policy::strict, bool is_last = true) {
  std::unique_ptr<char[]> const in(new char[text.size()]);
  std::unique_ptr<char[]> const out(new char[room]);
  text.copy(in.get(), text.size());
  conversion_result const found =
      run(nullptr, in.get(), text.size(), out.get(), room, policy, is_last);
  return {{out.get(), found.written}, found.read, found.error};
}

template <class Form>
reference::gb18030_map const& all_codes() {
  static reference::gb18030_map const map = [] {
    reference::gb18030_map made;
    for (char32_t c = 0x80; c != 0x110000; ++c)
      if (rill::is_scalar_value(c)) made[code<Form>(c)] = c;
    return made;
  }();
  return map;
}

template <class Form>
std::string replaced(std::string const& text) {
  std::string made;
  for (char32_t const c : reference::decode_gb18030(all_codes<Form>(), text))
    made += utf8(c == reference::gb18030_error ? U'\uFFFD' : c);
  return made;
}

template <class Form>
void check_there_and_back() {
  unsigned long wrong = 0;
  for (char32_t c = 0; c != 0x110000; ++c) {
    if (!rill::is_scalar_value(c)) continue;
    std::string const bytes = code<Form>(c);
    taken const back = take<Form>(bytes);
    wrong += back.scalar != c || back.size != bytes.size() ||
             back.problem != text_problem::none;
  }
  CHECK(wrong == 0);
  CHECK(all_codes<Form>().size() == 0x110000 - 0x800 - 0x80);
}

}  // namespace

TEST_CASE("unicode/codec: every scalar value has a code of its own") {
  check_there_and_back<in_2022>();
  check_there_and_back<in_2005>();
}

TEST_CASE("unicode/codec: known codes") {
  CHECK(code<in_2022>(U'A') == "A");
  CHECK(code<in_2022>(0x80) == "\x81\x30\x81\x30");
  CHECK(code<in_2022>(U'\u4E2D') == "\xD6\xD0");
  CHECK(code<in_2022>(0xFFFD) == "\x84\x31\xA4\x37");
  CHECK(code<in_2022>(0xFFFF) == "\x84\x31\xA4\x39");
  CHECK(code<in_2022>(0x10000) == "\x90\x30\x81\x30");
  CHECK(code<in_2022>(0x10FFFF) == "\xE3\x32\x9A\x35");
  // The WHATWG decodes these bytes as U+3000.
  CHECK(code<in_2022>(0xE5E5) == "\xA3\xA0");
  CHECK(code<in_2022>(0x20AC) == "\xA2\xE3");
}

TEST_CASE("unicode/codec: 2022 exchanged the codes of 18 pairs") {
  std::vector<char32_t> moved;
  for (char32_t c = 0; c != 0x110000; ++c)
    if (rill::is_scalar_value(c) && code<in_2022>(c) != code<in_2005>(c))
      moved.push_back(c);
  CHECK(moved.size() == 36);
  for (char32_t const c : moved) {
    taken const other = take<in_2005>(code<in_2022>(c));
    CHECK(code<in_2005>(c) == code<in_2022>(other.scalar));
    CHECK(code<in_2005>(other.scalar) == code<in_2022>(c));
    // One character of a pair is for private use. In 2022 it has the code of
    // four bytes.
    CHECK((c >= 0xE000 && c < 0xF900) == (code<in_2022>(c).size() == 4));
  }
  CHECK(code<in_2022>(0xFE10) == "\xA6\xD9");
  CHECK(code<in_2022>(0xE78D) == "\x84\x31\x82\x36");
  CHECK(code<in_2005>(0xE78D) == "\xA6\xD9");
  CHECK(code<in_2005>(0x9FBB) == "\x82\x35\x91\x34");
  // The edition of 2005 exchanged the codes of one pair.
  CHECK(code<in_2005>(0x1E3F) == "\xA8\xBC");
  CHECK(code<in_2005>(0xE7C7) == "\x81\x35\xF4\x37");
}

TEST_CASE("unicode/codec: a code is a character, or wrong as a whole") {
  // All sequences of two bytes, and all of four bytes whose second and fourth
  // are digits.
  auto const& codes = all_codes<in_2022>();
  unsigned long wrong = 0;
  for (int first = 0x80; first != 0x100; ++first)
    for (int second = 0; second != 0x100; ++second) {
      std::string const pair{static_cast<char>(first),
                             static_cast<char>(second)};
      auto const known = codes.find(pair);
      taken const found = take<in_2022>(pair);
      if (known != codes.end())
        wrong += found.scalar != known->second || found.size != 2;
      else
        wrong += found.problem == text_problem::none;
    }
  CHECK(wrong == 0);
  std::size_t characters = 0;
  for (int a = 0x81; a != 0xFF; ++a)
    for (int b = 0x30; b != 0x3A; ++b)
      for (int c = 0x81; c != 0xFF; ++c)
        for (int d = 0x30; d != 0x3A; ++d) {
          char const four[] = {static_cast<char>(a), static_cast<char>(b),
                               static_cast<char>(c), static_cast<char>(d)};
          taken const found = in_2022::take(four, four + 4);
          wrong += found.size != 4;
          if (found.problem == text_problem::none)
            ++characters,
                wrong += code<in_2022>(found.scalar) != std::string(four, 4);
          else
            wrong += found.problem != text_problem::invalid_byte;
        }
  CHECK(wrong == 0);
  CHECK(characters == 39420 + 0x100000);
}

TEST_CASE("unicode/codec: each cut of each kind of code") {
  for (std::string const whole : {"\x81\x30\x81\x30", "\x84\x31\xA4\x37",
                                  "\xE3\x32\x9A\x35", "\xD6\xD0", "\xFE\xFE"})
    for (std::size_t size = 1; size != whole.size(); ++size) {
      taken const found = take<in_2022>(whole.substr(0, size));
      CHECK(found.problem == text_problem::cut);
      CHECK(found.size == size);
    }
}

TEST_CASE("unicode/codec: what is wrong, and how much of it") {
  struct row {
    std::string_view bytes;
    std::size_t size;
  };
  for (row const& r :
       {row{"\x80", 1}, row{"\xFF", 1}, row{"\x81\xFF", 2}, row{"\x81\x20", 1},
        row{"\x81\x7F", 1}, row{"\x81\x3A", 1}, row{"\x81\x2F", 1},
        row{"\x81\x30\x20", 1}, row{"\x81\x30\x80", 1}, row{"\x81\x30\xFF", 1},
        row{"\x81\x30\x81\x2F", 1}, row{"\x81\x30\x81\x3A", 1},
        row{"\x81\x30\x81\x81", 1}, row{"\x84\x31\xA5\x30", 4},
        row{"\x8F\x39\xFE\x39", 4}, row{"\xE3\x32\x9A\x36", 4},
        row{"\xFE\x39\xFE\x39", 4}}) {
    taken const found = take<in_2022>(r.bytes);
    CHECK(found.problem == text_problem::invalid_byte);
    CHECK(found.size == r.size);
  }
}

TEST_CASE("unicode/codec: replaces as a decoder byte by byte does") {
  // All texts of four bytes at the edges of ranges, and random texts of up to
  // 39 bytes.
  constexpr std::string_view bytes =
      "\x20\x2F\x30\x39\x3A\x40\x7E\x7F\x80\x81\x84\xA1\xE3\xFE\xFF\x41";
  std::string text;
  unsigned long wrong = 0;
  auto const check = [&] {
    std::string const expected = replaced<in_2022>(text);
    outcome const found =
        step(newer.decode, text, 3 * text.size(), text_policy::replace);
    wrong += found != outcome{expected, text.size(), text_problem::none};
  };
  for (char a : bytes)
    for (char b : bytes)
      for (char c : bytes)
        for (char d : bytes) text = {a, b, c, d}, check();
  std::minstd_rand random(1);
  for (int i = 0; i != 20000; ++i) {
    text.clear();
    for (auto size = random() % 40; size != 0; --size)
      text += random() % 2 ? bytes[random() % bytes.size()]
                           : static_cast<char>(random());
    check();
  }
  CHECK(wrong == 0);
}

namespace {

// Random characters of all kinds, and random bytes among them if `errors` is
// true.
std::string mixture(std::minstd_rand& random, std::size_t count,
                    std::string (*encode)(char32_t), bool errors) {
  std::string made;
  while (count--) {
    unsigned long const kind = random() % 16;
    unsigned long const number = random();
    auto c = static_cast<char32_t>(kind < 5    ? 0x20 + number % 0x5F
                                   : kind < 6  ? 0x80 + number % 0x780
                                   : kind < 10 ? 0x4E00 + number % 0x5200
                                   : kind < 12 ? 0xE000 + number % 0x2000
                                   : kind < 14 ? number % 0x10000
                                               : number % 0x110000);
    if (!rill::is_scalar_value(c)) c = 0xFE10;
    auto const run = random() % 8 ? 1 : random() % 30;
    for (unsigned long i = 0; i != run; ++i) made += encode(c);
    if (errors && random() % 8 == 0) made += static_cast<char>(random());
  }
  return made;
}

// Compares a codec with the plain twin, in exact room and in 33 bytes more.
template <class From, class To>
void check_kernel(codec_step run, std::string const& text, text_policy policy) {
  std::string expected(4 * text.size() + 4, '\0');
  conversion_result const plain = convert_plainly<From, To>(
      text.data(), text.size(), expected.data(), expected.size(), policy);
  expected.resize(plain.written);
  outcome const whole{expected, plain.read, plain.error};
  CHECK(step(run, text, expected.size(), policy) == whole);
  CHECK(step(run, text, expected.size() + 33, policy) == whole);
}

}  // namespace

TEST_CASE("unicode/codec: kernels do what the plain twin does") {
  std::minstd_rand random(2);
  for (int i = 0; i != 3000; ++i) {
    bool const errors = i % 3 == 0;
    auto const policy = errors && i % 2 ? text_policy::replace
                        : errors        ? text_policy::ignore
                                        : text_policy::strict;
    std::size_t const count = random() % 200;
    std::string const from = mixture(random, count, utf8, errors);
    check_kernel<utf8_bytes, in_2022>(newer.encode, from, policy);
    check_kernel<utf8_bytes, in_2005>(older.encode, from, policy);
    std::string const back = mixture(random, count, code<in_2022>, errors);
    check_kernel<in_2022, utf8_bytes>(newer.decode, back, policy);
    check_kernel<in_2005, utf8_bytes>(older.decode, back, policy);
  }
}

namespace {

// Runs one kernel on blocks of exactly these sizes. It must write what the
// plain twin makes of the bytes that it read.
template <class From, class To, rill::cpu Level>
void check_level(std::string const& text, std::size_t room) {
  using kernel = conversion_kernel<From::name, To::name, Level>;
  if constexpr (is_written<kernel>) {
    if (Level > rill::cpu_level()) return;
#if RILL_X86_64
    if (Level == rill::cpu::avx512 && !has_vbmi2()) return;
#endif
    std::unique_ptr<char[]> const in(new char[text.size()]);
    std::unique_ptr<char[]> const out(new char[room]);
    text.copy(in.get(), text.size());
    kernel_progress const far = kernel::run(in.get(), in.get() + text.size(),
                                            out.get(), out.get() + room);
    auto const read = static_cast<std::size_t>(far.in - in.get());
    auto const written = static_cast<std::size_t>(far.out - out.get());
    std::string expected(4 * read + 4, '\0');
    conversion_result const plain = convert_plainly<From, To>(
        text.data(), read, expected.data(), expected.size());
    CHECK(plain.error == text_problem::none);
    CHECK(std::string_view(out.get(), written) ==
          std::string_view(expected.data(), plain.written));
    // A kernel that converts nothing would pass so far. In ample room it must
    // come within 16 bytes of the first error or the end.
    if (room >= 4 * text.size() + 256) {
      std::string all(room, '\0');
      std::size_t const good =
          convert_plainly<From, To>(text.data(), text.size(), all.data(), room)
              .read;
      CHECK(read + 16 > good);
    }
  }
}
template <class From, class To>
void check_levels(std::string const& text, std::size_t room) {
  check_level<From, To, rill::cpu::generic>(text, room);
  check_level<From, To, rill::cpu::sse2>(text, room);
  check_level<From, To, rill::cpu::avx512>(text, room);
}
template <class Form>
void check_both_ways(std::minstd_rand& random, bool errors) {
  std::size_t const count = random() % 400;
  std::string const from = mixture(random, count, utf8, errors);
  std::string const back = mixture(random, count, code<Form>, errors);
  std::size_t const room = random() % (4 * count + 8);
  check_levels<utf8_bytes, Form>(from, room);
  check_levels<utf8_bytes, Form>(from, 4 * from.size() + 256);
  check_levels<Form, utf8_bytes>(back, room);
  check_levels<Form, utf8_bytes>(back, 4 * back.size() + 256);
}

}  // namespace

TEST_CASE("unicode/codec: each kernel by itself") {
  std::minstd_rand random(5);
  for (int i = 0; i != 400; ++i) {
    check_both_ways<in_2022>(random, i % 4 == 0);
    check_both_ways<in_2005>(random, i % 4 == 0);
  }
  // Runs of one kind, with a single other character at every place.
  for (char32_t const c : {U'a', U'\u0416', U'\u00E4', U'\u0633', U'\u4E2D',
                           U'\u4E02', U'\uFF0C', U'\uE81E', U'\U0001F684'})
    for (char32_t const other : {U'a', U'\u00E9', U'\u4E02', U'\u0633',
                                 U'\U0001F684', U'\uE7C7', U'\uFE10'})
      for (std::size_t at = 0; at != 70; ++at) {
        std::string from, back;
        for (std::size_t i = 0; i != 140; ++i) {
          char32_t const one = i == at ? other : c;
          from += utf8(one);
          back += code<in_2022>(one);
        }
        check_levels<utf8_bytes, in_2022>(from, 4 * from.size() + 256);
        check_levels<in_2022, utf8_bytes>(back, 4 * back.size() + 256);
      }
}

TEST_CASE("unicode/codec: kernels stop before what is wrong") {
  // Every two bytes, behind pairs whose trail byte is high, or behind ASCII
  // with pairs whose trail byte is low.
  std::string before, high, low;
  for (int i = 0; i != 20; ++i) before += "\xD6\xD0", high += "\xD6\xD0";
  for (int i = 0; i != 50; ++i) low += i % 5 ? "x" : "\x81\x40";
  std::string const after = high + high + low;
  unsigned long wrong = 0;
  for (int a = 0x80; a != 0x100; ++a)
    for (int b = 0; b != 0x100; ++b) {
      std::string text = b % 2 ? before : low;
      text += static_cast<char>(a);
      text += static_cast<char>(b);
      text += after;
      char expected[600], found[600];
      conversion_result const plain = convert_plainly<in_2022, utf8_bytes>(
          text.data(), text.size(), expected, sizeof expected,
          text_policy::replace);
      conversion_result const fast =
          newer.decode(nullptr, text.data(), text.size(), found, sizeof found,
                       text_policy::replace, true);
      wrong += std::string_view(expected, plain.written) !=
                   std::string_view(found, fast.written) ||
               plain.replaced != fast.replaced;
    }
  CHECK(wrong == 0);
}

TEST_CASE("unicode/codec: kernels stop before ill-formed UTF-8") {
  for (std::string const bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF",
        "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80", "\xF7\xBF\xBF\xBF", "\xFF", "\xD0z", "\xE4\xB8z",
        "\xF0\x9F\x9Az"})
    for (char32_t const c : {U'a', U'\u0416', U'\u4E2D', U'\U0001F684', U'e'})
      for (std::size_t at = 0; at != 20; ++at) {
        std::string text;
        for (std::size_t i = 0; i != 60; ++i) {
          if (i == at) text += bad;
          // A few two-byte characters among ASCII have a code path of their
          // own.
          text += utf8(c == U'e' && i % 7 == 3 ? U'\u00E9' : c);
        }
        check_levels<utf8_bytes, in_2022>(text, 4 * text.size() + 256);
      }
}

TEST_CASE("unicode/codec: kernels convert every character") {
  // A tail of 64 bytes, so that a kernel converts the last characters too.
  std::string const tail(64, 'x');
  for (bool const is_older : {false, true}) {
    std::string from, expected;
    for (char32_t c = 0; c != 0x110000; ++c) {
      if (!rill::is_scalar_value(c)) continue;
      from += utf8(c);
      expected += is_older ? code<in_2005>(c) : code<in_2022>(c);
    }
    codec const& tested = is_older ? older : newer;
    if (!is_older) {
      check_levels<utf8_bytes, in_2022>(from, 4 * from.size() + 256);
      check_levels<in_2022, utf8_bytes>(expected, 4 * expected.size() + 256);
    }
    CHECK((step(tested.encode, from + tail, expected.size() + 64).text ==
           expected + tail));
    CHECK((step(tested.decode, expected + tail, from.size() + 64).text ==
           from + tail));
  }
}

TEST_CASE("unicode/codec: every split point and every room") {
  std::minstd_rand random(3);
  std::string const text = mixture(random, 60, utf8, false);
  std::string expected(4 * text.size(), '\0');
  expected.resize(convert_plainly<utf8_bytes, in_2022>(text.data(), text.size(),
                                                       expected.data(),
                                                       expected.size())
                      .written);
  unsigned long wrong = 0;
  auto const check = [&](codec_step run, std::string const& in,
                         std::string const& out) {
    for (std::size_t cut = 0; cut <= in.size(); ++cut) {
      outcome const first =
          step(run, in.substr(0, cut), out.size(), text_policy::replace, false);
      outcome const rest = step(run, in.substr(first.read), out.size(),
                                text_policy::replace, true);
      wrong += cut - first.read > 3 || first.text + rest.text != out;
      wrong += first.error !=
               (first.read == cut ? text_problem::none : text_problem::cut);
    }
    for (std::size_t room = 0; room <= out.size(); ++room) {
      outcome const first = step(run, in, room);
      outcome const rest =
          step(run, in.substr(first.read), out.size() - first.text.size());
      wrong += first.text + rest.text != out;
      wrong += room - first.text.size() > 3;
    }
  };
  check(newer.encode, text, expected);
  check(newer.decode, expected, text);
  CHECK(wrong == 0);
}

TEST_CASE("unicode/codec: errors keep their place") {
  std::string const head(100, 'x');
  outcome const found = step(newer.decode, head + "\xD6\xD0\x81\x20", 200);
  CHECK(found ==
        outcome{head + "\xE4\xB8\xAD", 102, text_problem::invalid_byte});
  CHECK(step(newer.decode, head + "\x81\x30\x81", 200).error ==
        text_problem::cut);
  CHECK(step(newer.decode, head + "\x81\x30\x81", 200, text_policy::replace) ==
        outcome{head + "\xEF\xBF\xBD", 103, text_problem::none});
  CHECK(step(newer.encode, head + "\xED\xA0\x80", 200).error ==
        text_problem::surrogate);
  CHECK(step(newer.encode, head + "\xFF", 200, text_policy::replace) ==
        outcome{head + "\x84\x31\xA4\x37", 101, text_problem::none});
}

TEST_CASE("unicode/codec: works in constant expressions") {
  constexpr auto made = [] {
    struct both {
      char bytes[4];
      char32_t back;
    } result{};
    char const* const end = in_2022::put(result.bytes, 0x1F684);
    result.back = in_2022::take(result.bytes, end).scalar;
    return result;
  }();
  static_assert(made.back == 0x1F684);
  CHECK(std::string_view(made.bytes, 4) == "\x95\x30\x8B\x38");
}

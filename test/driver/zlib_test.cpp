// test/driver/zlib_test.cpp: the calls of the driver of zlib, with pieces of
// all sizes, against zlib called once for the whole text.
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/driver/zlib.h>

#include <random>
#include <string>
#include <vector>

#include "../support/deflated.h"

using rill::compression;
using rill::library_problem;
using rill::detail::coder;
using rill::detail::coder_goal;
using rill::detail::coder_outcome;
using rill::detail::coder_step;
using rill_test::deflated;
using rill_test::gzip_file;
using rill_test::inflate_member;
using rill_test::raw_deflate;
using rill_test::wrapper;
using rill_test::zlib_stream;

namespace {

constexpr std::size_t pieces[] = {1, 2, 3, 7, 16, 1000, 65536};
constexpr std::size_t least_room = rill::detail::least_encoder_room;

struct kind {
  wrapper bits;
  compression (*of_level)(int);
  compression (*usual)();
};
constexpr kind kinds[] = {
    {gzip_file, rill::gzip, [] { return rill::gzip(); }},
    {zlib_stream, rill::zlib, [] { return rill::zlib(); }},
    {raw_deflate, rill::deflate, [] { return rill::deflate(); }}};

std::string string_of(rill::text text) { return {text.data, text.size}; }

// The output of a coder that gets a text in pieces and room in pieces.
struct run {
  std::string out;
  std::size_t used = 0;
  coder_step last{};
};
run go(coder& with, std::string const& in, std::size_t in_piece,
       std::size_t out_piece, coder_goal goal) {
  run all;
  std::vector<char> room(out_piece);
  bool stays_inside = true, goes_on = true;
  for (int idle = 0; idle != 2 && stays_inside;) {
    std::size_t const size = std::min(in_piece, in.size() - all.used);
    bool const is_end = all.used + size == in.size();
    all.last = with.step({in.data() + all.used, size}, room.data(), out_piece,
                         is_end ? goal : coder_goal::go_on);
    stays_inside = all.last.read <= size && all.last.written <= out_piece &&
                   all.out.size() < in.size() * 1100 + 100'000;
    all.used += all.last.read;
    all.out.append(room.data(), all.last.written);
    if (all.last.outcome != coder_outcome::going) break;
    // Each step makes progress unless it is at its end or has no input.
    bool const moved = all.last.read != 0 || all.last.written != 0;
    goes_on = goes_on && (moved || size == 0);
    idle = moved ? 0 : idle + 1;
  }
  REQUIRE(stays_inside);
  CHECK(goes_on);
  return all;
}

coder encoder_of(compression const& how) { return coder::encoder(how).value(); }
coder decoder_of(compression const& how) { return coder::decoder(how).value(); }
std::string sentence_of(rill::result<coder> const& made) {
  return made ? "no error" : made.error().what();
}

// The fields of a gzip header, read by zlib and by the driver.
struct fields {
  std::string name, comment;
  unsigned long time = 0;
};
fields by_zlib(std::string const& bytes) {
  gz_header header{};
  char name[300] = {}, comment[300] = {};
  header.name = rill_test::bytes_of_zlib(name);
  header.name_max = sizeof name;
  header.comment = rill_test::bytes_of_zlib(comment);
  header.comm_max = sizeof comment;
  CHECK(inflate_member(bytes, gzip_file, {}, &header).is_whole);
  CHECK(header.done == 1);
  return {name, comment, header.time};
}
std::string with_fields(rill::gzip_options const& options) {
  coder encoder = encoder_of(rill::gzip(options));
  return go(encoder, "text", 9, 1000, coder_goal::finish).out;
}

}  // namespace

TEST_CASE("driver/zlib: encoders and decoders, in pieces of all sizes") {
  std::mt19937 random(1);
  std::vector<std::string> const texts = {
      "", "a", rill_test::some_words(random, 3000),
      rill_test::random_bytes(random, 700), std::string(70'000, 'z')};
  for (kind const& k : kinds)
    for (std::string const& text : texts)
      for (std::size_t in_piece : pieces)
        for (std::size_t out_piece : pieces) {
          CAPTURE(int(k.bits));
          CAPTURE(text.size());
          CAPTURE(in_piece);
          CAPTURE(out_piece);
          if (text.size() > 5000 && in_piece * out_piece < 50) continue;
          coder encoder = encoder_of(k.usual());
          run const made =
              go(encoder, text, in_piece, out_piece, coder_goal::finish);
          CHECK((made.last.outcome == coder_outcome::done));
          CHECK(made.used == text.size());
          auto const back = inflate_member(made.out, k.bits);
          CHECK(back.is_whole);
          CHECK(back.used == made.out.size());
          CHECK((back.plain == text));
          std::string const bytes = deflated(text, k.bits);
          coder decoder = decoder_of(k.usual());
          run const read = go(decoder, bytes + "behind", in_piece, out_piece,
                              coder_goal::go_on);
          CHECK((read.last.outcome == coder_outcome::done));
          CHECK(read.used == bytes.size());
          CHECK((read.out == text));
        }
}

TEST_CASE("driver/zlib: a flush makes what was taken readable") {
  std::mt19937 random(2);
  for (kind const& k : kinds)
    for (std::size_t size : {0u, 1u, 300u, 9000u})
      for (std::size_t in_piece : {1u, 7u, 1000u, 65536u})
        for (std::size_t out_piece :
             {least_room, least_room + 1, std::size_t{23}, std::size_t{4096}}) {
          CAPTURE(size);
          CAPTURE(in_piece);
          CAPTURE(out_piece);
          std::string const text = rill_test::random_bytes(random, size);
          coder encoder = encoder_of(k.usual());
          std::string bytes, plain;
          for (int round = 0; round != 3; ++round) {
            run const made =
                go(encoder, text, in_piece, out_piece, coder_goal::flush);
            CHECK((made.last.outcome == coder_outcome::done));
            CHECK(made.used == size);
            bytes += made.out;
            plain += text;
            auto const back = inflate_member(bytes, k.bits);
            CHECK(!back.is_whole);
            CHECK(!back.is_damaged);
            CHECK((back.plain == plain));
          }
          bytes += go(encoder, "", 1, 1000, coder_goal::finish).out;
          auto const back = inflate_member(bytes, k.bits);
          CHECK(back.is_whole);
          CHECK((back.plain == plain));
        }
}

TEST_CASE("driver/zlib: all levels, and those that there are not") {
  std::mt19937 random(3);
  std::string const text = rill_test::some_words(random, 20'000);
  for (kind const& k : kinds) {
    std::string const name = string_of(k.usual().name());
    for (int level = 0; level <= 9; ++level) {
      CAPTURE(level);
      coder encoder = encoder_of(k.of_level(level));
      run const made = go(encoder, text, 65536, 65536, coder_goal::finish);
      CHECK((made.out == deflated(text, k.bits, level)));
    }
    coder encoder = encoder_of(k.usual());
    CHECK((go(encoder, text, 65536, 65536, coder_goal::finish).out ==
           deflated(text, k.bits, 6)));
    for (int level : {-1, 10, -2147483647, 2147483647})
      CHECK(sentence_of(coder::encoder(k.of_level(level))) ==
            "compress as " + name +
                ": an option is out of range: the levels of zlib are 0 to 9");
    // A decoder does not use the level.
    CHECK(sentence_of(coder::decoder(k.of_level(77))) == "no error");
  }
}

TEST_CASE("driver/zlib: many members by one decoder, also after an error") {
  for (kind const& k : kinds) {
    coder decoder = decoder_of(k.usual());
    for (int i = 0; i != 5; ++i) {
      std::string const text(static_cast<std::size_t>(i) * 1000, 'x');
      std::string bytes = deflated(text, k.bits);
      run const read = go(decoder, bytes, 100, 100, coder_goal::go_on);
      CHECK((read.last.outcome == coder_outcome::done));
      CHECK((read.out == text));
      CHECK(!decoder.restart().error);
      run const bad =
          go(decoder, "\xFF\xFF\xFF\xFF\xFF", 9, 9, coder_goal::go_on);
      CHECK((bad.last.outcome == coder_outcome::failed));
      CHECK((bad.last.error == library_problem::damaged_data));
      CHECK(bad.last.reason != nullptr);
      CHECK(!decoder.restart().error);
    }
  }
}

TEST_CASE("driver/zlib: the fields of gzip's header, written") {
  std::string const longest(255, 'n');
  for (std::string const& name :
       {std::string(), std::string("log.txt"), std::string("caf\xE9"), longest})
    for (std::string const& comment :
         {std::string(), std::string("no\nmore"), longest})
      for (long long time : {0ll, 1ll, 1'700'000'000ll, 0xFFFF'FFFFll}) {
        fields const found = by_zlib(
            with_fields({.name = name, .comment = comment, .time = time}));
        CHECK(found.name == name);
        CHECK(found.comment == comment);
        CHECK(found.time == static_cast<unsigned long>(time));
      }
  // Without fields the header is the one that zlib writes.
  CHECK((with_fields({}) == deflated("text", gzip_file)));
}

TEST_CASE("driver/zlib: fields that gzip's header cannot have") {
  std::string const long_name(256, 'n');
  std::string const huge(100'000, 'n');
  std::string const with_nul("a\0b", 3);
  std::string const ends_with_nul("a\0", 2);
  std::string const about_text =
      "compress as gzip: an option is out of range: a name or comment with a "
      "NUL, or of more than 255 bytes";
  for (std::string const& bad : {long_name, huge, with_nul, ends_with_nul}) {
    CHECK(sentence_of(coder::encoder(rill::gzip({.name = bad}))) == about_text);
    CHECK(sentence_of(coder::encoder(rill::gzip({.comment = bad}))) ==
          about_text);
  }
  for (long long bad : {-1ll, 0x1'0000'0000ll, -0x7FFF'FFFF'FFFF'FFFFll})
    CHECK(sentence_of(coder::encoder(rill::gzip({.time = bad}))) ==
          "compress as gzip: an option is out of range: a time before 1970 or "
          "after 2106");
}

TEST_CASE("driver/zlib: the fields of gzip's header, read") {
  for (std::size_t size : {0u, 1u, 100u, 254u, 255u, 256u, 300u, 70'000u})
    for (bool has_comment : {false, true}) {
      CAPTURE(size);
      std::string name(size, 'n'), comment = "c" + std::string(size, 'o');
      gz_header header{};
      header.time = 0xFFFF'FFFE;
      header.os = 3;
      header.hcrc = size % 2;
      header.name = rill_test::bytes_of_zlib(name.data());
      if (has_comment)
        header.comment = rill_test::bytes_of_zlib(comment.data());
      std::string const bytes = deflated("text", gzip_file, 6, {}, &header);
      coder decoder = decoder_of(rill::gzip());
      auto const header_now = [&] {
        return rill::gzip().format().header(decoder.state());
      };
      for (std::size_t piece : {1u, 7u, 100'000u}) {
        CHECK(header_now().name.size == 0);
        CHECK(header_now().time == 0);
        CHECK(go(decoder, bytes, piece, 10, coder_goal::go_on).out == "text");
        CHECK((string_of(header_now().name) == name.substr(0, 255)));
        CHECK((string_of(header_now().comment) ==
               (has_comment ? comment.substr(0, 255) : "")));
        CHECK(header_now().time == 0xFFFF'FFFE);
        (void)decoder.restart();
      }
    }
}

TEST_CASE("driver/zlib: a header of which only a part is there is none") {
  coder decoder = decoder_of(rill::gzip());
  std::string const first =
      with_fields({.name = "abcdefgh", .comment = "first", .time = 5});
  std::string const second =
      with_fields({.name = "xy", .comment = "second", .time = 7});
  auto const header_now = [&] {
    return rill::gzip().format().header(decoder.state());
  };
  for (std::size_t cut = 0; cut <= second.size(); ++cut) {
    CAPTURE(cut);
    (void)decoder.restart();
    (void)go(decoder, first, 100, 100, coder_goal::go_on);
    CHECK(header_now().name == "abcdefgh");
    (void)decoder.restart();
    (void)go(decoder, second.substr(0, cut), 100, 100, coder_goal::go_on);
    std::size_t const header_size = 10 + 3 + 7;
    bool const is_whole = cut >= header_size;
    CHECK(string_of(header_now().name) == (is_whole ? "xy" : ""));
    CHECK(string_of(header_now().comment) == (is_whole ? "second" : ""));
    CHECK(header_now().time == (is_whole ? 7 : 0));
  }
}

TEST_CASE("driver/zlib: dictionaries of zlib and of raw deflate") {
  std::mt19937 random(4);
  for (kind const& k : {kinds[1], kinds[2]})
    for (std::size_t size : {1u, 100u, 32'767u, 32'768u, 32'769u, 100'000u}) {
      CAPTURE(size);
      std::string dictionary = rill_test::random_bytes(random, size);
      // The text is the end of the dictionary.
      std::string const text =
          dictionary.substr(size - std::min<std::size_t>(size, 200)) + "!";
      auto const how = [&](std::string const& with) {
        return k.bits == zlib_stream ? rill::zlib({.dictionary = with})
                                     : rill::deflate({.dictionary = with});
      };
      coder encoder = encoder_of(how(dictionary));
      std::string const bytes =
          go(encoder, text, 1000, 1000, coder_goal::finish).out;
      if (size > 200) CHECK(bytes.size() < 30);
      CHECK((inflate_member(bytes, k.bits, dictionary).plain == text));
      CHECK((bytes == deflated(text, k.bits, 6, dictionary)));
      // The decoder has copied the dictionary.
      std::string given = dictionary;
      coder decoder = decoder_of(how(given));
      given.assign(given.size(), '\0');
      for (int round = 0; round != 2; ++round) {
        run const read = go(decoder, bytes, 3, 7, coder_goal::go_on);
        CHECK((read.last.outcome == coder_outcome::done));
        CHECK((read.out == text));
        (void)decoder.restart();
      }
      if (size < 200) continue;
      std::string other = dictionary;
      other[size - 100] = static_cast<char>(other[size - 100] + 1);
      for (std::string const& wrong : {std::string(), other}) {
        coder misled = decoder_of(how(wrong));
        run const read = go(misled, bytes, 1000, 1000, coder_goal::go_on);
        if (k.bits == zlib_stream) {
          CHECK((read.last.error == library_problem::needs_dictionary));
          CHECK(read.out.empty());
        } else if (wrong.empty()) {
          CHECK((read.last.error == library_problem::damaged_data));
        }
      }
    }
}

TEST_CASE("driver/zlib: a dictionary that is not needed does not disturb") {
  coder decoder = decoder_of(rill::zlib({.dictionary = "unused"}));
  CHECK(
      go(decoder, deflated("text", zlib_stream), 1, 1, coder_goal::go_on).out ==
      "text");
}

TEST_CASE("driver/zlib: more than 4 GiB pass in both directions [slow]") {
  std::string const block(std::size_t{1} << 24, 'z');
  coder encoder = encoder_of(rill::gzip(1));
  coder decoder = decoder_of(rill::gzip());
  unsigned long long plain = 0;
  bool is_same = true;
  std::string room(block.size(), '\0');
  auto const read = [&](std::string const& bytes) {
    for (std::size_t at = 0;;) {
      coder_step const step =
          decoder.step({bytes.data() + at, bytes.size() - at}, room.data(),
                       room.size(), coder_goal::go_on);
      at += step.read;
      plain += step.written;
      is_same =
          is_same && room.compare(0, step.written, block, 0, step.written) == 0;
      if (step.outcome != coder_outcome::going) return step.outcome;
      if (step.read == 0 && step.written == 0) return step.outcome;
    }
  };
  for (int i = 0; i != 260; ++i)
    read(go(encoder, block, block.size(), 65536, coder_goal::go_on).out);
  CHECK((read(go(encoder, "", 1, 65536, coder_goal::finish).out) ==
         coder_outcome::done));
  CHECK(plain == 260ull << 24);
  CHECK(is_same);
}

// test/encoding/base64_test.cpp: base64 of whole strings, and the sentences of
// its errors. The conversions are tested in test/hash/base64_test.cpp.
#include <doctest/doctest.h>
#include <rill/base64.h>
#include <rill/error.h>
#include <rill/hash.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

std::string sentence(rill::result<std::string> const& decoded) {
  REQUIRE(!decoded);
  return decoded.error().what();
}

}  // namespace

TEST_CASE("encoding/base64: short and long strings") {
  for (std::size_t size : {0u, 1u, 15u, 16u, 511u, 512u, 513u, 100'000u}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i != size; ++i)
      bytes[i] = static_cast<char>(i * 7 + i / 256);
    CHECK(rill::decode_base64(rill::encode_base64(bytes)) == bytes);
    CHECK(rill::decode_base64url(rill::encode_base64url(bytes)) == bytes);
    CHECK(rill::decode_base32(rill::encode_base32(bytes)) == bytes);
    CHECK(rill::decode_hex(rill::encode_hex(bytes)) == bytes);
    auto const tried = rill::try_decode_base64(
        rill::encode_base64(bytes, {.padding = false}), {.padding = false});
    REQUIRE(tried);
    CHECK(*tried == bytes);
  }
  CHECK(rill::encode_base64(rill::sha1::of("abc")) ==
        "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=");
  CHECK(rill::encode_base64url("?>?>") == "Pz4_Pg");
}

TEST_CASE("encoding/base64: what an error says") {
  CHECK(sentence(rill::try_decode_base64("aGVs!G8=")) ==
        "text:1:5: expected a character of base64 (A-Z a-z 0-9 + /), found "
        "\"!\"\naGVs!G8=\n    ^");
  CHECK(sentence(rill::try_decode_base64("aGVsbG8")) ==
        "text:1:8: expected \"=\", found the end of the input\naGVsbG8\n"
        "       ^");
  CHECK(sentence(rill::try_decode_base64("aGVsbG9=")) ==
        "text:1:7: expected a last character whose unused bits are 0, found "
        "\"9\"\naGVsbG9=\n      ^");
  CHECK(sentence(rill::try_decode_base64("aGk= ")) ==
        "text:1:5: expected the end after the padding, found \" \"\naGk= \n"
        "    ^");
  CHECK(sentence(rill::try_decode_base64url("aGk=")) ==
        "text:1:4: expected a character of base64url (A-Z a-z 0-9 - _), found "
        "\"=\"\naGk=\n   ^");
  CHECK(sentence(rill::try_decode_base32("my")) ==
        "text:1:1: expected a character of base32 (A-Z 2-7), found \"m\"\nmy\n"
        "^");
  CHECK(sentence(rill::try_decode_hex("012")) ==
        "text:1:4: expected a hexadecimal digit, found the end of the input\n"
        "012\n   ^");
}

TEST_CASE("encoding/base64: the place in a long text") {
  std::string const text(1000, 'A');
  std::string bad = text;
  bad.replace(500, 3, "\xe2\x82\xac");
  rill::error const reason = rill::try_decode_base64(bad).error();
  CHECK(reason.code() == rill::error_code(rill::scan_problem::malformed));
  CHECK(reason.line() == 1);
  CHECK(reason.column() == 501);
  CHECK(std::string(reason.found()) == "\xe2\x82\xac");
  CHECK(std::string(reason.excerpt()) ==
        std::string(24, 'A') + "\xe2\x82\xac" + std::string(21, 'A'));
  CHECK(reason.caret() == 24);

  bad = text.substr(0, 76) + '\n' + text.substr(0, 76);
  CHECK(sentence(rill::try_decode_base64(bad)) ==
        "text:1:77: expected a character of base64 (A-Z a-z 0-9 + /), found "
        "the end of the line\n\u2026" +
            std::string(24, 'A') + '\n' + std::string(25, ' ') + '^');
  rill::error const early = rill::try_decode_base64("QQ=").error();
  CHECK(early.code() == rill::error_code(rill::scan_problem::cut));
  CHECK(std::string(early.expected()) == "=");
}

#if RILL_EXCEPTIONS
TEST_CASE("encoding/base64: what throws") {
  CHECK_THROWS_AS((void)rill::decode_base64("*"), rill::error);
  CHECK_THROWS_AS((void)rill::decode_base64url("+"), rill::error);
  CHECK_THROWS_AS((void)rill::decode_base32("1"), rill::error);
  CHECK_THROWS_AS((void)rill::decode_hex("g0"), rill::error);
}
#endif

// test/scan/leaf_test.cpp: a leaf that scans what it prints.
// covers: scan/item.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream/callback.h>

#include <string>

namespace {

// A musical note: a letter and an octave.
struct note {
  char letter = 'c';
  char octave = '4';

  friend bool operator==(note const&, note const&) = default;
};

}  // namespace

template <>
struct rill::leaf<note> {
  static constexpr std::size_t max_size = 2;
  static constexpr char* write(char* out, note const& n) noexcept {
    *out++ = n.letter;
    *out++ = n.octave;
    return out;
  }
  static constexpr bool is_in(char c) noexcept {
    return (c >= 'a' && c <= 'g') || (c >= '0' && c <= '9');
  }
  static constexpr bool read(char const* first, char const* last,
                             note& n) noexcept {
    if (last - first != 2 || first[0] < 'a' || first[1] > '9') return false;
    n = {first[0], first[1]};
    return true;
  }
  static constexpr rill::text expected() noexcept { return "a note"; }
};

TEST_CASE("scan/item: reads back what it writes") {
  CHECK(rill::parse<note>("a4") == note{'a', '4'});
  CHECK(rill::parse<note>(rill::concat(note{'g', '9'})) == note{'g', '9'});
  note first, second;
  rill::scan(rill::from("a1,b2"), first, ",", second);
  CHECK(second == note{'b', '2'});
}

TEST_CASE("scan/item: says what was expected, and keeps the target") {
  for (char const* wrong : {"h4", "4a", "a", "a44", "aa"}) {
    CAPTURE(wrong);
    note kept{'d', '5'};
    auto const done = rill::try_scan(rill::from(wrong), kept);
    CHECK(!done);
    CHECK(std::string(done.error().what()).find("expected a note") !=
          std::string::npos);
    CHECK(kept == note{'d', '5'});
  }
  note none;
  CHECK(rill::try_scan(rill::from(" "), none).at_end());
}

TEST_CASE("scan/item: looks no further than one character behind") {
  // A source that counts its calls and fails the test at the third.
  int asked = 0;
  char const* const parts[] = {"a4", "\n"};
  rill::callback_reader in([&](char* out, std::size_t) -> std::size_t {
    if (asked == 2) {
      FAIL("asked for what is behind the note");
      return 0;
    }
    std::string const part = parts[asked++];
    part.copy(out, part.size());
    return part.size();
  });
  note read;
  rill::scan(in, read);
  CHECK(read == note{'a', '4'});
}

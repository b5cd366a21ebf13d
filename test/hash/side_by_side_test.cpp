// test/hash/side_by_side_test.cpp: many messages at once have the digests
// of single calls. test/system/hash_test.py forces the levels of the processor.
// covers: rill/hash/side_by_side.h
// covers: rill/hash/kernel/x86/lanes.h
// covers: rill/hash/kernel/x86/levels/lanes.h
#include <doctest/doctest.h>
#include <rill/hash/side_by_side.h>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hashing.h"

namespace {

// Texts in heap blocks of exactly their size.
class exact_texts {
 public:
  void add(std::string_view text) {
    blocks_.push_back(std::make_unique<char[]>(text.size()));
    text.copy(blocks_.back().get(), text.size());
    texts_.emplace_back(blocks_.back().get(), text.size());
  }
  std::vector<std::string_view> const& texts() const { return texts_; }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::vector<std::string_view> texts_;
};

template <class Hash>
void check_each(std::vector<std::string_view> const& texts) {
  // One digest more than texts: it must not change.
  rill::digest<Hash::size> untouched = {};
  untouched.bytes[0] = 42;
  std::vector<rill::digest<Hash::size>> digests(texts.size() + 1, untouched);
  rill::hash_each<Hash>(texts, digests);
  for (std::size_t i = 0; i != texts.size(); ++i) {
    CAPTURE(i);
    CAPTURE(texts[i].size());
    REQUIRE(digests[i] == Hash::of(texts[i]));
  }
  REQUIRE(digests.back() == untouched);
}

template <class Hash>
void check_lengths() {
  std::string const all = rill_test::bytes_for_hashing(2000);
  std::string_view const bytes = all;
  // All lengths around the ends of one, two and three blocks.
  exact_texts every;
  for (std::size_t size = 0; size != 420; ++size)
    every.add(bytes.substr(size % 7, size));
  check_each<Hash>(every.texts());
  // Fewer texts than lanes, as many, and more.
  for (std::size_t count = 0; count != 36; ++count) {
    exact_texts some;
    for (std::size_t i = 0; i != count; ++i)
      some.add(bytes.substr(i, (i * 97 + count) % 600));
    check_each<Hash>(some.texts());
  }
  // Long texts keep their lanes while short ones replace each other.
  exact_texts mixed;
  for (std::size_t i = 0; i != 60; ++i)
    mixed.add(bytes.substr(0, i % 9 == 0 ? 2000 : i));
  check_each<Hash>(mixed.texts());
}

}  // namespace

TEST_CASE("hash/side_by_side: all lengths and counts, as one by one") {
  check_lengths<rill::md5>();
  check_lengths<rill::sha1>();
  check_lengths<rill::sha224>();
  check_lengths<rill::sha256>();
  check_lengths<rill::sha384>();
  check_lengths<rill::sha512>();
  check_lengths<rill::sha512_256>();
}

TEST_CASE(
    "hash/side_by_side: takes vectors, spans and arrays, of texts and of "
    "bytes") {
  std::string const strings[] = {"a", "", "abc"};
  rill::digest<32> digests[3];
  rill::hash_each<rill::sha256>(strings, digests);
  CHECK(digests[1] == rill::sha256::of(""));
  CHECK(digests[2] == rill::sha256::of("abc"));

  std::vector<std::vector<std::byte>> const bytes = {
      {}, {std::byte{1}, std::byte{0}}};
  std::array<rill::digest<20>, 2> sums;
  rill::hash_each<rill::sha1>(std::span(bytes), sums);
  CHECK(sums[0] == rill::sha1::of(""));
  CHECK(sums[1] == rill::sha1::of(bytes[1]));

  char const* const words[] = {"one", "two"};
  rill::digest<16> of_words[2];
  rill::hash_each<rill::md5>(words, std::span(of_words));
  CHECK(of_words[1] == rill::md5::of("two"));
}

TEST_CASE("hash/side_by_side: while the program is compiled") {
  constexpr bool is_same = [] {
    std::string_view const words[] = {"one", "two"};
    rill::digest<32> made[2] = {};
    rill::hash_each<rill::sha256>(words, made);
    return made[0] == rill::sha256::of("one") &&
           made[1] == rill::sha256::of("two");
  }();
  static_assert(is_same);
}

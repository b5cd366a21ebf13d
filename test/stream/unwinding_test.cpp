// test/stream/unwinding_test.cpp: readers and writers over callables that
// throw: no byte is lost, read twice or written twice, locks are released, and
// the next call goes on.
#include <doctest/doctest.h>
#include <rill/rill.h>
#include <rill/stream.h>
#include <rill/unicode.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

std::string const sample =
    "12 -345 6789012345678 word\n\n  wordwordwordwordwordwordword 7\tlast";
std::vector<std::string> const all_words{
    "12", "-345", "6789012345678", "word", "wordwordwordwordwordwordword",
    "7",  "last"};

// Gives a text in pieces; throws an int instead of the piece that begins at
// `throws_at`.
struct script {
  std::size_t throws_at;
  std::size_t piece = 7;
  std::size_t at = 0;
  int thrown = 0;

  std::size_t give(char* out, std::size_t size) {
    if (at >= throws_at && thrown == 0) {
      ++thrown;
      throw 1;
    }
    std::size_t const count = sample.copy(out, std::min(size, piece), at);
    at += count;
    return count;
  }
};

template <class Source, class Again>
std::vector<std::string> words_of(Source& in, Again again) {
  std::vector<std::string> words;
  for (bool is_more = true; is_more;) {
    try {
      std::string word;
      is_more = rill::scan(in, word);
      if (is_more) words.push_back(word);
    } catch (int) {
      again();
    }
  }
  return words;
}

// Makes a source over a script and scans it; once for each byte at which the
// exception can come.
template <class Try>
void at_every_byte(Try attempt) {
  for (std::size_t piece : {1u, 7u, 64u})
    for (std::size_t at = 0; at <= sample.size(); ++at) {
      script device{at, piece};
      CAPTURE(piece);
      CAPTURE(at);
      attempt(device);
      REQUIRE(device.thrown == 1);
    }
}

auto source_of(script& device) {
  return
      [&device](char* out, std::size_t size) { return device.give(out, size); };
}

}  // namespace

TEST_CASE("stream/unwinding: a callback_reader") {
  for (std::size_t size : {1u, 16u, 4096u})
    at_every_byte([&](script& device) {
      rill::callback_reader in(source_of(device), size);
      REQUIRE(words_of(in, [] {}) == all_words);
    });
}

TEST_CASE("stream/unwinding: a ring_reader, in plain memory and mapped") {
  for (std::size_t capacity : {40u, 4096u})
    at_every_byte([&](script& device) {
      rill::ring_reader in(capacity, source_of(device));
      REQUIRE(words_of(in, [] {}) == all_words);
    });
}

TEST_CASE("stream/unwinding: a decoded_reader over a reader that throws") {
  at_every_byte([](script& device) {
    rill::callback_reader bytes(source_of(device), 16);
    rill::decoded_reader in(bytes, rill::latin1);
    REQUIRE(words_of(in, [] {}) == all_words);
  });
}

TEST_CASE("stream/unwinding: a locked reader gives its lock back") {
  using reader =
      rill::callback_reader<decltype(source_of(std::declval<script&>()))>;
  at_every_byte([](script& device) {
    rill::locked<reader> in(source_of(device));
    std::vector<std::string> words;
    // One thread gets the exception, the next one reads on.
    for (int round = 0; round != 2; ++round)
      std::thread([&] {
        try {
          for (std::string word; rill::scan(in, word);) words.push_back(word);
        } catch (int) {
        }
      }).join();
    REQUIRE(words == all_words);
  });
}

TEST_CASE("stream/unwinding: lines of a reader that throws") {
  at_every_byte([](script& device) {
    rill::callback_reader in(source_of(device), 16);
    std::string got;
    for (int round = 0; round != 2; ++round) {
      try {
        for (auto const line : rill::lines(in)) got += std::string(line) + '\n';
      } catch (int) {
      }
    }
    REQUIRE(got == sample + '\n');
  });
}

TEST_CASE("stream/unwinding: a tee over a writer that throws") {
  for (int throws_in = 0; throws_in != 8; ++throws_in) {
    int calls = 0;
    std::string first, second, wanted;
    {
      rill::callback_writer one(
          [&](char const* data, std::size_t size) {
            if (calls++ == throws_in) throw 1;
            first.append(data, size);
          },
          64);
      rill::string_writer other(second);
      rill::tee_writer out(one, other);
      for (int i = 0; i != 300; ++i) {
        std::string const line = "line " + std::to_string(i) + '\n';
        wanted += line;
        try {
          rill::print(out, line);
        } catch (int) {
        } catch (rill::error const&) {  // the failed writer refuses
        }
      }
      try {
        out.flush();
      } catch (int) {
      } catch (rill::error const&) {
      }
    }
    CHECK(second == wanted);
    CHECK(wanted.starts_with(first));
  }
}

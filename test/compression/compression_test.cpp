// test/compression/compression_test.cpp: a format with its options, a coder of
// one direction, and the text of an error.
// covers: compression/coder.h
#include <doctest/doctest.h>
#include <rill/compression/coder.h>
#include <rill/compression/compression.h>
#include <rill/print.h>

#include <string>
#include <utility>  // std::move

using rill::compression;
using rill::detail::coder;
using rill::detail::coder_goal;
using rill::detail::coder_outcome;
using rill::detail::coder_step;
using rill::detail::coder_words;
using rill::detail::compression_format;
using rill::detail::opened_coder;

namespace {

std::string string_of(rill::text text) { return {text.data, text.size}; }

// A format whose states are numbers.
struct fake_options {
  rill::error_code error = {};
  char const* reason = nullptr;
  int state = 0;
};
int states[4];
int opened = 0;
int closed = 0;
int restarted = 0;
opened_coder open_fake(compression const& which) noexcept {
  auto const given = which.options<fake_options>();
  if (given.error) return {nullptr, given.error, given.reason};
  ++opened;
  return {&states[given.state], {}, nullptr};
}
coder_step step_fake(void* state, rill::text in, char* out, std::size_t room,
                     coder_goal goal) noexcept {
  out[0] = static_cast<char>('0' + (static_cast<int*>(state) - states));
  return {
      in.size, room,
      goal == coder_goal::finish ? coder_outcome::done : coder_outcome::going};
}
coder_step restart_fake(void*) noexcept {
  ++restarted;
  return {};
}
void close_fake(void*) noexcept { ++closed; }
constexpr compression_format fake{
    "fake",
    {open_fake, step_fake, nullptr, close_fake},
    {open_fake, step_fake, restart_fake, close_fake}};

char which_state(coder& c) {
  char out = '?';
  c.step({}, &out, 1, coder_goal::go_on);
  return out;
}

struct counts {
  counts() { opened = closed = restarted = 0; }
};

constexpr unsigned long long largest = ~0ull;

}  // namespace

TEST_CASE("compression/compression: keeps 80 bytes of options in each copy") {
  struct many {
    unsigned char bytes[80];
  };
  many given;
  for (int i = 0; i != 80; ++i)
    given.bytes[i] = static_cast<unsigned char>(i * 7 + 1);
  compression const first(fake, given);
  compression copy = first;
  compression other(fake, fake_options{{}, nullptr, 3});
  CHECK(other.options<fake_options>().state == 3);
  other = copy;
  many const kept = other.options<many>();
  for (int i = 0; i != 80; ++i) CHECK(kept.bytes[i] == given.bytes[i]);
  CHECK(&other.format() == &fake);
}

TEST_CASE("compression/compression: is printed as its name") {
  compression const it(fake, fake_options{});
  CHECK(it.name() == "fake");
  CHECK(rill::concat("as ", it, '.') == "as fake.");
}

TEST_CASE("compression/coder: closes a state once, wherever it was moved to") {
  counts const zero;
  {
    auto first = coder::encoder({fake, fake_options{{}, nullptr, 1}});
    auto other = coder::decoder({fake, fake_options{{}, nullptr, 2}});
    REQUIRE(first);
    REQUIRE(other);
    CHECK(opened == 2);
    coder moved(std::move(*first));
    CHECK(which_state(moved) == '1');
    CHECK(moved.state() == &states[1]);
    *other = std::move(moved);
    CHECK(which_state(*other) == '1');
    coder& same = *other;
    *other = std::move(same);
    CHECK(which_state(*other) == '1');
    CHECK(closed == 0);
  }
  CHECK(closed == 2);
}

TEST_CASE("compression/coder: hands steps and restarts to its calls") {
  counts const zero;
  auto made = coder::decoder({fake, fake_options{}});
  REQUIRE(made);
  char out[5];
  coder_step step = made->step("abc", out, 5, coder_goal::go_on);
  CHECK(step.read == 3);
  CHECK(step.written == 5);
  CHECK((step.outcome == coder_outcome::going));
  step = made->step("abcd", out, 4, coder_goal::finish);
  CHECK(step.read == 4);
  CHECK((step.outcome == coder_outcome::done));
  CHECK(!step.error);
  CHECK(restarted == 0);
  CHECK(!made->restart().error);
  CHECK(restarted == 1);
}

TEST_CASE("compression/coder: what cannot be opened is told, and not closed") {
  counts const zero;
  using rill::library_problem;
  auto const encoder = coder::encoder(
      {fake, fake_options{library_problem::unusable_option, "no level 99"}});
  REQUIRE(!encoder);
  CHECK((encoder.error().code() == library_problem::unusable_option));
  CHECK(string_of(encoder.error().operation()) == "compress as");
  CHECK(string_of(encoder.error().path()) == "fake");
  CHECK(string_of(encoder.error().reason()) == "no level 99");
  CHECK(std::string(encoder.error().what()) ==
        "compress as fake: an option is out of range: no level 99");
  auto const decoder =
      coder::decoder({fake, fake_options{library_problem::no_memory}});
  REQUIRE(!decoder);
  CHECK(std::string(decoder.error().what()) ==
        "decompress fake: there is not enough memory");
  CHECK(opened == 0);
  CHECK(closed == 0);
}

TEST_CASE("compression/coder: none, and each length of number") {
  CHECK(coder_words().words().size == 0);
  CHECK(string_of(coder_words(nullptr, 0, 0).words()) ==
        "at compressed byte 0 (plain byte 0)");
  CHECK(string_of(coder_words("bad", 4711, 65536).words()) ==
        "bad, at compressed byte 4711 (plain byte 65536)");
  unsigned long long power = 1;
  for (int digits = 1; digits <= 20; ++digits, power *= 10)
    for (unsigned long long number : {power - 1, power, power + 1, largest})
      CHECK((string_of(coder_words(nullptr, number, ~number).words()) ==
             "at compressed byte " + std::to_string(number) + " (plain byte " +
                 std::to_string(~number) + ")"));
}

TEST_CASE("compression/coder: 96 bytes of a reason are kept") {
  std::string const end = ", at compressed byte " + std::to_string(largest) +
                          " (plain byte " + std::to_string(largest) + ")";
  for (std::size_t size : {0u, 1u, 95u, 96u, 97u, 176u, 5000u}) {
    std::string reason;
    for (std::size_t i = 0; i != size; ++i)
      reason += static_cast<char>('a' + i % 26);
    coder_words const made(reason.c_str(), largest, largest);
    CHECK((string_of(made.words()) == reason.substr(0, 96) + end));
    // A copy owns its text.
    coder_words copy;
    copy = made;
    CHECK(copy.words().data != made.words().data);
    CHECK((string_of(copy.words()) == string_of(made.words())));
  }
}

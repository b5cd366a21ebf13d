// test/os/allocation_test.cpp: each allocation of an error and of its sentence
// fails in turn. what() still returns a complete sentence.
// platforms: posix
#include <doctest/doctest.h>
#include <errno.h>
#include <rill/rill.h>
#include <rill/unicode.h>

#include <string>
#include <vector>

#include "support/child.h"
#include "support/failing_memory.h"
#include "support/files.h"

namespace {

// make() returns an error. `plain` is its sentence when no allocation succeeds.
// A sentence of several lines may also be cut to its first line.
template <class Make>
void sweep_error(Make make, std::string const& plain) {
  if (!rill_test::can_fail_memory()) return;
  std::string const whole = make().what();
  std::string const line = whole.substr(0, whole.find('\n'));
  CAPTURE(whole);
  bool was_plain = false;
  for (bool const is_lasting : {false, true}) {
    bool has_struck = true;
    for (long at = 0; has_struck; ++at) {
      CAPTURE(at);
      CAPTURE(is_lasting);
      long const before = rill_test::live_blocks;
      {
        rill_test::memory = {at, is_lasting, false};
        rill::error const made = make();
        char const* const said = made.what();
        rill::error const copy = made;
        char const* const again = copy.what();
        has_struck = rill_test::memory.has_struck;
        rill_test::memory.left = -1;
        bool const is_sentence = said == whole || said == line || said == plain;
        if (!is_sentence) CHECK(said == whole);
        bool const is_sentence_again =
            again == whole || again == line || again == plain;
        CHECK(is_sentence_again);
        was_plain |= said == plain;
        // Once memory is available again, the copy names the operation that it
        // has kept.
        if (made.operation().size != 0) CHECK(copy.what() != plain);
      }
      long const lost = rill_test::live_blocks - before;
      CHECK(lost == 0);
    }
  }
  CHECK(was_plain);
}

}  // namespace

TEST_CASE("os/allocation: an error without memory is a whole sentence") {
  using rill::error;
  sweep_error(
      [] {
        return error({rill::error_source::system, ENOENT}, "open", "/none");
      },
      "No such file or directory");
  sweep_error(
      [] { return error({rill::error_source::system, 98765}, "open", "f"); },
      "the system reported an error; there is no memory to describe it");
  sweep_error(
      [] {
        return error(rill::library_problem::no_room, "write", "to memory");
      },
      "the buffer is full");
  std::string const scanned =
      "the input is not as expected; there is no memory to show where";
  sweep_error([] { return rill::try_parse<int>("12 34 abc").error(); },
              scanned);
  sweep_error(
      [] {
        int n = 0;
        return rill::try_scan(rill::from("a\tlong line \x1b[31m with 1 x"), n,
                              "literal")
            .error();
      },
      scanned);
  rill::text_place place;
  place.source = "in.txt";
  place.encoding = "UTF-8";
  sweep_error([&] { return error(rill::text_problem::overlong, place); },
              "overlong form");
}

TEST_CASE("os/allocation: an error is said on standard error without memory") {
  rill_test::folder const folder;
  std::string const path = folder / "said";
  int const status = rill_test::status_of_child([&] {
    if (!::freopen(path.c_str(), "w", stderr)) return 1;
    rill::error const lost({rill::error_source::system, ENOSPC}, "write",
                           "/a/file");
    rill_test::memory = {0, true, false};
    rill::detail::say_on_standard_error(lost);
    rill_test::memory.left = -1;
    return 0;
  });
  CHECK(status == 0);
  std::string const said = rill_test::content_of(path);
  CHECK(said.ends_with(": No space left on device\n"));
}

// Without memory for an array of 1,024 parts, calls take fewer.
TEST_CASE("os/allocation: readv and writev of many parts need no memory") {
  if (!rill_test::can_fail_memory()) return;
  rill_test::folder const folder;
  rill::file const file = rill::file::create(folder / "f", {.read = true});
  std::vector<rill::text> const parts(3000, "piece");
  std::string read(15'000, '\0');
  std::vector<rill::memory_part> places;
  for (std::size_t at = 0; at != read.size(); at += 5)
    places.emplace_back(read.data() + at, 5);
  rill_test::memory = {0, true, false};
  bool const is_written = !!file.try_writev(parts.data(), parts.size());
  (void)file.try_seek(0);
  std::size_t const size = file.try_readv(places.data(), places.size()).value();
  bool const has_struck = rill_test::memory.has_struck;
  rill_test::memory.left = -1;
  CHECK(has_struck);
  CHECK(is_written);
  CHECK(size == read.size());
  std::string want;
  for (rill::text const part : parts) want.append(part.data, part.size);
  CHECK((read == want));
}

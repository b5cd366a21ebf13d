// test/stream/open_writers_test.cpp: which writers are in the list of open
// writers. test/system/unwritten_test.py ends programs.
#include <doctest/doctest.h>
#include <rill/any.h>
#include <rill/rill.h>
#include <rill/unicode.h>

#include <thread>
#include <vector>

#include "support/files.h"

#if RILL_PROCESS_HOOKS

namespace {

// An entry whose place in the list the test reads.
class entry : public rill::detail::open_writer {
 public:
  explicit entry(int number) : open_writer(finish), number_(number) {}
  entry(entry&& other) noexcept
      : open_writer(other, finish), number_(other.number_) {}
  using open_writer::leave;
  using open_writer::move_entry;
  using open_writer::own;

  static inline std::vector<int> finished;  // negative: not of this thread

 private:
  static void finish(open_writer& base, bool is_ours) noexcept {
    int const number = static_cast<entry&>(base).number_;
    finished.push_back(is_ours ? number : -number);
  }
  int number_;
};

std::vector<int> finish_all() {
  entry::finished.clear();
  rill::detail::finish_open_writers();
  return entry::finished;
}

}  // namespace

TEST_CASE("stream/open_writers: the newest is finished first, once") {
  entry one(1), two(2), three(3);
  CHECK(finish_all() == std::vector{3, 2, 1});
  CHECK(finish_all().empty());
}

TEST_CASE("stream/open_writers: entries leave at any place") {
  for (int gone = 1; gone != 4; ++gone) {
    entry all[] = {entry(1), entry(2), entry(3)};
    all[gone - 1].leave();
    all[gone - 1].leave();
    std::vector<int> expected;
    for (int i = 3; i != 0; --i)
      if (i != gone) expected.push_back(i);
    CHECK(finish_all() == expected);
  }
  CHECK(finish_all().empty());
}

TEST_CASE("stream/open_writers: a move keeps the place") {
  entry one(1);
  entry two(2);
  entry three(3);
  entry moved(static_cast<entry&&>(two));
  entry last(static_cast<entry&&>(three));
  CHECK(finish_all() == std::vector{3, 2, 1});
  entry from(static_cast<entry&&>(one));  // which has been finished
  CHECK(finish_all().empty());
}

TEST_CASE("stream/open_writers: an assignment leaves its own place") {
  entry one(1), two(2), three(3), closed(4);
  three.move_entry(one);
  CHECK(finish_all() == std::vector{4, 2, 3});
  entry first(5), other(6);
  closed.leave();
  first.move_entry(closed);  // which has left
  CHECK(finish_all() == std::vector{6});
}

TEST_CASE("stream/open_writers: the thread that used it last owns it") {
  entry one(1), two(2);
  std::thread([&] { two.own(); }).join();
  entry* other = nullptr;
  std::thread([&] { other = new entry(3); }).join();
  CHECK(finish_all() == std::vector{-3, -2, 1});
  delete other;
  std::thread([&] { other = new entry(4); }).join();
  entry mine(static_cast<entry&&>(*other));
  delete other;
  CHECK(finish_all() == std::vector{4});
}

TEST_CASE("stream/open_writers: threads open and close") {
  entry first(1);
  std::vector<std::thread> threads;
  for (int i = 0; i != 4; ++i)
    threads.emplace_back([] {
      for (int k = 0; k != 3000; ++k) {
        entry one(2);
        entry two(static_cast<entry&&>(one));
        entry three(3);
        two.leave();
      }
    });
  for (std::thread& one : threads) one.join();
  CHECK(finish_all() == std::vector{1});
}

TEST_CASE("stream/open_writers: closed and released writers are not in it") {
  rill_test::folder folder;
  entry first(1);
  rill::file_writer closed(folder / "a"), released(folder / "b");
  rill::println(closed, "x");
  closed.close();
  rill::file const file = released.release();
  rill::file_writer held(folder / "c");
  rill::println(held, "held");
  rill::any_writer behind(rill::file_writer(folder / "d"));
  rill::println(behind, "behind");
  CHECK(finish_all() == std::vector{1});
  CHECK(rill_test::content_of(folder / "c") == "held\n");
  CHECK(rill_test::content_of(folder / "d") == "behind\n");
  rill::println(held, "more");  // a finished writer goes on
  held.close();
  CHECK(rill_test::content_of(folder / "c") == "held\nmore\n");
}

#endif

// test/os/file_lock_test.cpp: locks between programs, and between two open
// files of one program.
// covers: rill/os/types.h
// covers: rill/os/file_calls.h
// covers: rill/os/file_view.h
// covers: rill/os/posix/device.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/file.h>

#include <chrono>
#include <string>
#include <thread>
#include <tuple>
#include <utility>  // std::move

#include "support/child.h"
#include "support/files.h"
#include "support/kept_calls.h"

using rill::error_code;
using rill::file;
using rill::file_lock;
using rill::library_problem;
using rill::lock_kind;
using namespace std::chrono_literals;

namespace {

// Whether a lock of the kind can be taken by opening the file again.
bool is_free(std::string const& path, lock_kind kind) {
  file const other = file::update(path);
  rill::result<file_lock> const lock = other.try_lock_file(kind, rill::no_wait);
  if (!lock)
    CHECK((lock.error().code() == error_code(library_problem::locked)));
  return bool(lock);
}

// The same from another process.
bool is_free_elsewhere(std::string const& path, lock_kind kind) {
  return rill_test::status_of_child([&] {
           file const other = file::update(path);
           return other.try_lock_file(kind, rill::no_wait) ? 0 : 1;
         }) == 0;
}

}  // namespace

TEST_CASE("os/file_view: who may hold which lock at once") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "x");
  file const one = file::update(path);
  for (auto [held, asked, want] :
       {std::tuple(lock_kind::shared, lock_kind::shared, true),
        std::tuple(lock_kind::shared, lock_kind::exclusive, false),
        std::tuple(lock_kind::exclusive, lock_kind::shared, false),
        std::tuple(lock_kind::exclusive, lock_kind::exclusive, false)}) {
    CAPTURE(static_cast<int>(held));
    CAPTURE(static_cast<int>(asked));
    {
      file_lock const lock = one.lock_file(held);
      CHECK(lock.is_held());
      CHECK(is_free(path, asked) == want);
      CHECK(is_free_elsewhere(path, asked) == want);
    }
    CHECK(is_free(path, asked));
    CHECK(is_free_elsewhere(path, asked));
  }
}

TEST_CASE("os/file_view: is given back once, moves, and goes with the file") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "x");
  file one = file::update(path);
  file_lock first = one.lock_file();
  file_lock second(std::move(first));
  CHECK(!first.is_held());
  first.unlock();
  CHECK(!is_free(path, lock_kind::shared));
  file_lock& itself = second;
  second = std::move(itself);
  CHECK(!is_free(path, lock_kind::shared));
  first = std::move(second);
  CHECK(!is_free(path, lock_kind::shared));
  first.unlock();
  first.unlock();
  CHECK(is_free(path, lock_kind::exclusive));
  // Assigning to a lock releases the one that it held.
  file const two = file::update(folder / "f");
  first = one.lock_file();
  first = file_lock();
  CHECK(is_free(path, lock_kind::exclusive));
  {
    file_lock const lock = one.lock_file();
    one.close();
    CHECK(is_free(path, lock_kind::exclusive));
  }
}

TEST_CASE("os/file_view: a duplicate shares the lock, which changes its kind") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "x");
  file const one = file::update(path);
  file const same = one.duplicate();
  file_lock lock = one.lock_file(lock_kind::exclusive);
  CHECK(bool(same.try_lock_file(lock_kind::exclusive, rill::no_wait)));
  // The temporary result above held the same lock, and its destructor has
  // released it.
  CHECK(is_free(path, lock_kind::exclusive));
  lock = one.lock_file(lock_kind::exclusive);
  file_lock const weaker = one.lock_file(lock_kind::shared);
  CHECK(is_free(path, lock_kind::shared));
  CHECK(!is_free(path, lock_kind::exclusive));
}

TEST_CASE("os/file_view: waits, for as long as it is told") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "x");
  file const one = file::update(path);
  file const two = file::update(path);
  file_lock held = one.lock_file();
  auto const start = std::chrono::steady_clock::now();
  rill::result<file_lock> const late =
      two.try_lock_file(lock_kind::exclusive, 30ms);
  auto const passed = std::chrono::steady_clock::now() - start;
  REQUIRE(!late);
  CHECK((late.error().code() == error_code(library_problem::locked)));
  CHECK(std::string(late.error().what()) ==
        "lock " + path + ": another process or handle holds the lock");
  CHECK(passed >= 30ms);
  CHECK(passed < 10s);
  for (bool is_bounded : {false, true}) {
    if (!held.is_held()) held = one.lock_file();
    std::thread other([&] {
      std::this_thread::sleep_for(20ms);
      held.unlock();
    });
    file_lock const got = is_bounded ? two.lock_file(lock_kind::exclusive, 1min)
                                     : two.lock_file(lock_kind::exclusive);
    other.join();
    CHECK(got.is_held());
  }
  CHECK(bool(two.try_lock_file(lock_kind::shared, -5s)));
}

TEST_CASE("os/file_view: interrupted calls are made again, errors are told") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "x");
  file const one = file::update(folder / "f");
  rill_test::kept_calls const faults;
  static int calls;
  static int answer;
  for (int number : {EINTR, EAGAIN, EACCES, ENOLCK, EBADF, EINVAL}) {
    CAPTURE(number);
    answer = number;
    calls = 0;
    rill::os::file_call.lock = [](int, int, struct flock*) {
      if (answer == EINTR && calls++ == 3) return 0;
      errno = answer;
      return -1;
    };
    rill::result<file_lock> const lock =
        one.try_lock_file(lock_kind::shared, rill::no_wait);
    if (number == EINTR) {
      CHECK(bool(lock));
      continue;
    }
    bool const is_held = number == EAGAIN || number == EACCES;
    CHECK((lock.error().code() ==
           (is_held ? error_code(library_problem::locked)
                    : error_code(rill::error_source::system, number))));
  }
  answer = ENOLCK;
  CHECK(one.try_lock_file().error().code().number == ENOLCK);
  CHECK_THROWS_AS((void)one.lock_file(), rill::error);
}

TEST_CASE("os/file_view: a file that is open the wrong way") {
  rill_test::folder const folder;
  rill_test::set_content(folder / "f", "x");
  CHECK(file::open(folder / "f").try_lock_file().error().code().number ==
        EBADF);
  CHECK(bool(file::open(folder / "f").try_lock_file(lock_kind::shared)));
  CHECK(rill::file_view(-1).try_lock_file().error().code().number == EBADF);
}

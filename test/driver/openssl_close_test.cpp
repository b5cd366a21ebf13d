// test/driver/openssl_close_test.cpp: writers, readers and owners of BIOs that
// are moved, closed and destroyed, and the errors that these report.
// covers: rill/driver/openssl.h
// platforms: posix
// libraries: ssl crypto
#include <doctest/doctest.h>
#include <rill/driver/openssl.h>
#include <rill/rill.h>
#include <stdio.h>
#include <unistd.h>

#include <string>
#include <utility>  // std::move
#include <vector>

#include "../support/lost_output.h"
#include "../support/scripted_bio.h"

using rill::bio_owner;
using rill::bio_reader;
using rill::bio_writer;
using rill::library_problem;
using rill_test::bio_script;
using rill_test::bio_step;
using rill_test::error_of;
using rill_test::new_scripted_bio;
using rill_test::string_of;

TEST_CASE("driver/openssl_close: closing, once, twice, moved, at the end") {
  for (bool is_owned : {false, true}) {
    bio_script script;
    BIO* const bio = new_scripted_bio(script);
    bio_owner keeps;
    bio_writer out = [&] {
      if (is_owned) return bio_writer(bio_owner(bio), 64);
      keeps = bio_owner(bio);
      return bio_writer(keeps, 64);
    }();
    CHECK(out.bio() == bio);
    rill::print(out, "one ");
    bio_writer moved(std::move(out));
    rill::print(moved, "two ");
    CHECK(!out.is_open());
    CHECK(out.bio() == nullptr);
    CHECK(error_of([&] { rill::println(out, 1); }).code() ==
          library_problem::closed);
    CHECK(out.try_close());
    bio_script other;
    bio_writer target(bio_owner(new_scripted_bio(other)));
    rill::print(target, "before");
    target = std::move(moved);
    CHECK(other.taken == "before");
    CHECK(other.frees == 1);
    CHECK(other.flush_calls == 1);
    rill::print(target, "three");
    target.close();
    CHECK(script.taken == "one two three");
    CHECK(script.flush_calls == 1);
    CHECK(script.frees == (is_owned ? 1 : 0));
    target.close();
    CHECK(!target.is_open());
    CHECK(error_of([&] { rill::println(target, 1); }).code() ==
          library_problem::closed);
  }
  std::vector<bio_script> scripts(20);
  std::vector<bio_writer> writers;
  for (bio_script& script : scripts)
    writers.emplace_back(bio_owner(new_scripted_bio(script)), 16);
  for (bio_writer& out : writers) rill::print(out, "a long line of text");
  writers.clear();
  for (bio_script const& script : scripts) {
    CHECK(script.taken == "a long line of text");
    CHECK(script.frees == 1);
  }
}

TEST_CASE("driver/openssl_close: readers move, and free what they own") {
  bio_script script;
  script.input = "1 2 3 4";
  bio_reader in(bio_owner(new_scripted_bio(script)), 2);
  CHECK(rill::read<int>(in) == 1);
  bio_reader moved(std::move(in));
  CHECK(rill::read<int>(moved) == 2);
  CHECK(!in.try_at_end());
  CHECK(in.error() == library_problem::closed);
  bio_script other;
  bio_reader target(bio_owner(new_scripted_bio(other)));
  target = std::move(moved);
  CHECK(other.frees == 1);
  CHECK(rill::read<int>(target) == 3);
  CHECK(script.frees == 0);
  target.close();
  CHECK(script.frees == 1);
  target.close();
  CHECK(script.frees == 1);
  CHECK(!target.try_at_end());
}

TEST_CASE(
    "driver/openssl_close: lost output is told once, and told output not") {
  for (bool is_owned : {false, true})
    for (bool is_told : {false, true}) {
      CAPTURE(is_owned);
      CAPTURE(is_told);
      rill_test::lost_output const lost;
      bio_script script;
      script.write = [](int) { return bio_step{.most = -1, .number = EIO}; };
      bio_owner bio(new_scripted_bio(script));
      BIO* const raw = bio.get();
      {
        bio_writer out =
            is_owned ? bio_writer(std::move(bio)) : bio_writer(raw);
        rill::print(out, "abc");
        if (is_told) CHECK(!out.try_flush());
      }
      CHECK(lost.count() == (is_told ? 0 : 1));
      if (!is_told) CHECK(lost.sentences()[0].find("write to a BIO: ") == 0);
      CHECK(script.frees == (is_owned ? 1 : 0));
    }
}

namespace {

// A FILE whose close fails.
ssize_t take_all(void*, char const*, size_t size) {
  return static_cast<ssize_t>(size);
}
int closed_files = 0;
int fail_to_close(void*) {
  ++closed_files;
  errno = EDQUOT;
  return -1;
}

}  // namespace

TEST_CASE("driver/openssl_close: a BIO that others own too is as it was") {
  char argument[] = "of the program";
  FILE* const file = ::tmpfile();
  BIO* const bio = BIO_new_fp(file, BIO_CLOSE);
  BIO_up_ref(bio);
  BIO_set_callback_arg(bio, argument);
  bio_owner(bio).close();
  CHECK(BIO_get_callback_arg(bio) == argument);
  CHECK(!BIO_get_callback_ex(bio));
  rill::print(bio, "abc");
  BIO_up_ref(bio);
  bio_owner other(bio);
  BIO_set_callback_arg(bio, nullptr);
  other.close();
  CHECK(BIO_get_callback_arg(bio) == nullptr);
  BIO_free(bio);
}

#if defined(__GLIBC__)
TEST_CASE("driver/openssl_close: closing a FILE is told, once it is closed") {
  for (bool has_filter : {false, true}) {
    closed_files = 0;
    FILE* const file = ::fopencookie(
        nullptr, "w", {nullptr, take_all, nullptr, fail_to_close});
    BIO* const last = BIO_new_fp(file, BIO_CLOSE);
    BIO* const bio = has_filter ? BIO_push(BIO_new(BIO_f_null()), last) : last;
    BIO_up_ref(last);
    bio_writer out{bio_owner(bio)};
    rill::print(out, "abc");
    out.close();
    CHECK(closed_files == 0);  // another reference is left
    rill::error const e = error_of([&] { bio_owner(last).close(); });
    CHECK(closed_files == 1);
    CHECK(e.code() == rill::os::c_error(EDQUOT));
    CHECK(string_of(e.operation()) == "close");
  }
  closed_files = 0;
  rill_test::lost_output const lost;
  FILE* const file =
      ::fopencookie(nullptr, "w", {nullptr, take_all, nullptr, fail_to_close});
  {
    bio_writer out(bio_owner(BIO_new_fp(file, BIO_CLOSE)));
  }
  CHECK(closed_files == 1);
  CHECK(lost.count() == 1);
  // A FILE that the BIO does not own stays open.
  FILE* const kept = ::tmpfile();
  bio_writer out(bio_owner(BIO_new_fp(kept, BIO_NOCLOSE)));
  rill::print(out, "abc");
  out.close();
  CHECK(::ftell(kept) == 3);
  ::fclose(kept);
}
#endif

TEST_CASE("driver/openssl_close: closing a descriptor is told") {
  static int closes = 0;
  closes = 0;
  rill::os::system_calls const before = rill::os::call;
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  bio_writer out(bio_owner(BIO_new_fd(ends[1], BIO_CLOSE)));
  rill::print(out, "abc");
  rill::os::call.close = [](int descriptor) {
    ++closes;
    ::close(descriptor);
    errno = EIO;
    return -1;
  };
  rill::result<void> const closed = out.try_close();
  rill::os::call = before;
  CHECK(closes == 1);
  REQUIRE(!closed);
  CHECK(closed.error().code() == rill::os::c_error(EIO));
  char bytes[9];
  CHECK(::read(ends[0], bytes, 9) == 3);
  CHECK(::read(ends[0], bytes, 9) == 0);
  ::close(ends[0]);
}

TEST_CASE("driver/openssl_close: owners move, give up and close") {
  bio_script script;
  bio_owner bio(new_scripted_bio(script));
  bio_owner moved(std::move(bio));
  CHECK(!bio);
  CHECK(moved);
  bio_script other;
  bio_owner target(new_scripted_bio(other));
  target = std::move(moved);
  CHECK(other.frees == 1);
  BIO* const raw = target.release();
  CHECK(script.frees == 0);
  target = bio_owner(raw);
  target.close();
  CHECK(script.frees == 1);
  CHECK(script.flush_calls == 1);
  CHECK(target.try_close());
  // A BIO is freed even if closing it fails.
  bio_script bad;
  bad.flush = [](int) { return bio_step{.most = -1, .number = EIO}; };
  CHECK(!bio_owner(new_scripted_bio(bad)).try_close());
  CHECK(bad.frees == 1);
}

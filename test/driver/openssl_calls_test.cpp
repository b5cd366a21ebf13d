// test/driver/openssl_calls_test.cpp: BIOs that request a retry, and flushes of
// BIOs.
// covers: rill/driver/openssl_calls.h
// platforms: posix
// libraries: ssl crypto
#include <doctest/doctest.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <rill/driver/openssl.h>
#include <rill/rill.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "../support/scripted_bio.h"
#include "../support/watched_poll.h"

using rill::bio_owner;
using rill::bio_reader;
using rill::bio_writer;
using rill::library_problem;
using rill_test::bio_script;
using rill_test::bio_step;
using rill_test::bytes_of;
using rill_test::error_of;
using rill_test::new_scripted_bio;
using rill_test::retry;
using rill_test::sentence_of;
using rill_test::string_of;

TEST_CASE(
    "driver/openssl_calls: a BIO that asks to be called again is waited for") {
  struct row {
    bio_step step;
    short events;
  };
  row const rows[] = {
      {retry(BIO_FLAGS_WRITE), POLLOUT},
      {retry(BIO_FLAGS_READ), POLLIN},
      {retry(BIO_FLAGS_READ | BIO_FLAGS_WRITE), POLLIN | POLLOUT},
      {retry(BIO_FLAGS_IO_SPECIAL, BIO_RR_CONNECT), POLLOUT},
      {retry(BIO_FLAGS_IO_SPECIAL, BIO_RR_ACCEPT), POLLIN}};
  for (row const& r : rows)
    for (bool is_behind : {false, true}) {
      bio_script script;
      script.descriptor = 0;
      script.input = "12 34";
      auto const every_second = [&](int call) {
        return call % 2 == 0 ? r.step : bio_step{.most = 1};
      };
      script.write = script.read = script.flush = every_second;
      BIO* bio = new_scripted_bio(script);
      // A filter passes on the retry flags and the query for the descriptor.
      if (is_behind) bio = BIO_push(BIO_new(BIO_f_md()), bio);
      if (is_behind) BIO_set_md(bio, EVP_sha256());
      bio_owner const owner(bio);
      rill_test::watched_poll const watching;
      if (is_behind && (r.step.retry_flags & BIO_FLAGS_IO_SPECIAL)) continue;
      rill::print(bio, "abc");
      CHECK(script.taken == "abc");
      CHECK(script.write_calls == 6);
      CHECK(rill::read<int>(bio) == 12);
      rill::flush(bio);
      CHECK(script.flush_calls == 2);
      CHECK(watching.asked.size() ==
            std::size_t(3 + (script.read_calls + 1) / 2 + 1));
      for (pollfd const& one : watching.asked) {
        CHECK(one.fd == 0);
        CHECK(one.events == r.events);
      }
    }
}

TEST_CASE("driver/openssl_calls: no wait without a descriptor or a direction") {
  std::string const nowhere =
      "the BIO asks for a retry and has no descriptor to wait for";
  std::string const for_nothing =
      "the BIO asks for a retry and names no event to wait for";
  struct row {
    bio_step step;
    int descriptor;
    std::string words;
  };
  for (row const& r :
       {row{retry(BIO_FLAGS_READ), -1, nowhere}, row{retry(0), 0, for_nothing},
        row{retry(BIO_FLAGS_IO_SPECIAL, BIO_RR_SSL_X509_LOOKUP), 0,
            for_nothing}}) {
    bio_script script;
    script.descriptor = r.descriptor;
    script.write = script.read = script.flush = [&](int) { return r.step; };
    bio_owner const bio(new_scripted_bio(script));
    rill_test::watched_poll const watching;
    CHECK(sentence_of([&] { rill::print(bio.get(), 1); }) ==
          "write to a BIO: " + r.words);
    CHECK(sentence_of([&] { (void)rill::read<int>(bio.get()); }) ==
          "read a BIO: " + r.words);
    CHECK(sentence_of([&] { rill::flush(bio.get()); }) ==
          "flush a BIO: " + r.words);
    CHECK(watching.asked.size() == 0);
    CHECK(script.write_calls == 1);
  }
}

TEST_CASE(
    "driver/openssl_calls: a descriptor that is always ready is no busy loop") {
  bio_script script;
  script.descriptor = 7;
  script.write = [](int call) {
    return call < 1000 ? retry(BIO_FLAGS_WRITE) : bio_step{};
  };
  bio_owner const bio(new_scripted_bio(script));
  rill_test::watched_poll const watching;
  rill::print(bio.get(), "abc");
  CHECK(script.taken == "abc");
  CHECK(watching.asked.size() == 1000);
  CHECK(watching.rests >= 800);
}

TEST_CASE("driver/openssl_calls: a pair of BIOs, full and empty") {
  BIO *left = nullptr, *right = nullptr;
  REQUIRE(BIO_new_bio_pair(&left, 100, &right, 100) == 1);
  bio_owner const one(left), other(right);
  CHECK(error_of([&] { (void)rill::read<int>(other.get()); }).code() ==
        library_problem::device_failed);
  rill::print(one.get(), "12 34 ");
  CHECK(rill::read<int>(other.get()) == 12);
  CHECK(rill::read<int>(other.get()) == 34);
  bio_writer out(one, 16);
  rill::error const full =
      error_of([&] { rill::print(out, std::string(150, 'x')); });
  CHECK(string_of(full.reason()) ==
        "the BIO asks for a retry and has no descriptor to wait for");
  (void)BIO_shutdown_wr(left);
  CHECK(rill::read<std::string>(other.get()) == std::string(100, 'x'));
  int none = 0;
  CHECK(!rill::try_scan(other.get(), none));
}

TEST_CASE("driver/openssl_calls: flush is 1, else an error that sticks") {
  for (int answer : {1, 2, 0, -1, -2}) {
    CAPTURE(answer);
    bio_script script;
    script.flush = [=](int) { return bio_step{.most = answer}; };
    bio_owner const bio(new_scripted_bio(script));
    bio_writer out(bio);
    rill::print(out, 'a');
    rill::result<void> const flushed = out.try_flush();
    CHECK(bool(flushed) == (answer > 0));
    CHECK(script.taken == "a");
    CHECK(bool(out.try_flush()) == (answer > 0));
    CHECK(script.flush_calls == (answer > 0 ? 2 : 1));
  }
}

TEST_CASE(
    "driver/openssl_calls: a full pipe that does not wait is waited for") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  for (int end : ends) ::fcntl(end, F_SETFL, O_NONBLOCK);
  std::string const text = bytes_of(1'000'000);
  std::string got;
  std::thread reader([&] {
    bio_reader in(bio_owner(BIO_new_fd(ends[0], BIO_CLOSE)));
    char room[5000];
    while (std::size_t const size = in.read(room, sizeof room))
      got.append(room, size);
  });
  bio_writer out(bio_owner(BIO_new_fd(ends[1], BIO_CLOSE)), 300);
  for (std::size_t at = 0; at < text.size(); at += 777)
    rill::print(out, text.substr(at, 777));
  out.close();
  reader.join();
  CHECK((got == text));
}

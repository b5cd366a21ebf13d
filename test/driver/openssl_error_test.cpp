// test/driver/openssl_error_test.cpp: the errors of BIOs that fail: from
// OpenSSL's error queue, from errno, or without a reason.
// covers: rill/driver/openssl_error.h
// platforms: posix
// libraries: ssl crypto
#include <doctest/doctest.h>
#include <rill/driver/openssl.h>
#include <rill/rill.h>

#include <string>

#include "../support/scripted_bio.h"

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

TEST_CASE("driver/openssl_error: no BIO is told with the words of its maker") {
  auto const bad = [] { return BIO_new_file("/no/such/file", "w"); };
#if OPENSSL_VERSION_NUMBER >= 0x30000000L
  std::string const call = "calling fopen(/no/such/file, w)";
#else
  std::string const call = "fopen('/no/such/file','w')";
#endif
  std::string const reason =
      "No such file or directory: " + call + "; BIO routines:no such file";
  rill::error const e = error_of([&] { rill::println(bad(), 5); });
  CHECK(std::string(e.what()) == "write to a BIO: " + reason);
  CHECK(e.code() == rill::os::c_error(ENOENT));
  CHECK(ERR_peek_error() == 0);
  CHECK(sentence_of([&] { bio_writer(bio_owner(bad())); }) ==
        "write to a BIO: " + reason);
  CHECK(sentence_of([&] { bio_reader(bio_owner(bad())); }) ==
        "read a BIO: " + reason);
  CHECK(sentence_of([&] { (void)rill::read<int>(bad()); }) ==
        "read a BIO: " + reason);
  CHECK(sentence_of([&] { rill::flush(bad()); }) == "flush a BIO: " + reason);
  CHECK(sentence_of([&] { rill::tls_handshake(bad()); }) ==
        "handshake over a BIO: " + reason);
  BIO* const none = nullptr;
  CHECK(error_of([&] { rill::println(none, 5); }).code() ==
        library_problem::no_stream);
  CHECK(error_of([&] { bio_writer out(none); }).code() ==
        library_problem::no_stream);
  CHECK(bio_owner().try_close());
}

TEST_CASE("driver/openssl_error: the queue's entries are the words, once") {
  bio_script script;
  script.write = [](int call) {
    return call == 1 ? bio_step{.most = -1, .raises = true} : bio_step{};
  };
  bio_owner const bio(new_scripted_bio(script));
  // Entries that the program has left in the queue are not errors of the BIO.
  rill_test::raise_entry(ERR_LIB_SSL, SSL_R_BAD_LENGTH, nullptr);
  rill::print(bio.get(), 1);
  CHECK(ERR_peek_error() == 0);
  rill_test::raise_entry(ERR_LIB_SSL, SSL_R_BAD_LENGTH, nullptr);
  rill::error const e = error_of([&] { rill::print(bio.get(), 2); });
  CHECK(std::string(e.what()) ==
        "write to a BIO: digital envelope routines:malloc failure; BIO "
        "routines:broken pipe (of the script)");
  CHECK(e.code().source == rill::error_source::openssl);
  auto const number =
      static_cast<unsigned long>(static_cast<unsigned>(e.code().number));
  CHECK(ERR_GET_LIB(number) == ERR_LIB_EVP);
  CHECK(ERR_GET_REASON(number) == ERR_R_MALLOC_FAILURE);
  CHECK(ERR_peek_error() == 0);
  rill::print(bio.get(), 3);
  CHECK(script.taken == "13");
}

TEST_CASE(
    "driver/openssl_error: openssl_error, of a full, a strange, no queue") {
  for (int i = 0; i != 40; ++i)
    rill_test::raise_entry(ERR_LIB_BIO, BIO_R_BROKEN_PIPE,
                           std::string(100, 'w').c_str());
  rill::error const full = rill::openssl_error("read", "key.pem");
  CHECK(full.reason().size == 1024);
  CHECK(std::string(full.what())
            .find("read key.pem: BIO routines:broken pipe (www") == 0);
  CHECK(ERR_peek_error() == 0);
  rill_test::raise_entry(ERR_LIB_USER + 3, 77, "a\nb");
  CHECK(std::string(rill::openssl_error("make", "it").what()) ==
        "make it: library 131:reason 77 (a\\nb)");
  errno = 0;
  CHECK(rill::openssl_error("make").code() == library_problem::device_failed);
  errno = EMFILE;
  CHECK(rill::openssl_error("make").code() == rill::os::c_error(EMFILE));
  // The entry of a system error follows another entry.
  rill_test::raise_entry(ERR_LIB_BIO, BIO_R_BROKEN_PIPE, nullptr);
  rill_test::raise_entry(ERR_LIB_SYS, ENOENT, "calling f");
  CHECK(std::string(rill::openssl_error("make").what()) ==
        "make: BIO routines:broken pipe; system library:No such file or "
        "directory (calling f)");
}

TEST_CASE("driver/openssl_error: calls that fail without words") {
  struct row {
    bio_step step;
    rill::error_code code;
  };
  row const rows[] = {
      {{.most = -1, .number = EIO}, rill::os::c_error(EIO)},
      {{.most = 0, .number = ENOSPC}, rill::os::c_error(ENOSPC)},
      {{.most = -1}, library_problem::device_failed},
      {{.most = 0}, library_problem::device_failed},
      {{.most = -2}, library_problem::device_failed},
      {retry(BIO_FLAGS_WRITE), library_problem::device_failed},
      {retry(0), library_problem::device_failed}};
  for (row const& r : rows) {
    bio_script script;
    script.write = [&](int call) { return call == 0 ? bio_step{} : r.step; };
    script.flush = [&](int) { return r.step; };
    bio_owner const bio(new_scripted_bio(script));
    bio_writer out(bio, 16);
    rill::print(out, "0123456789abcdef");
    errno = E2BIG;  // left by the program
    rill::error const e =
        error_of([&] { rill::print(out, std::string(20, 'x')); });
    CHECK(e.code() == r.code);
    CHECK(out.error() == r.code);
    CHECK(error_of([&] { rill::flush(bio.get()); }).code() == r.code);
  }
  // The BIO reports more bytes than were offered.
  bio_script script;
  script.write = [](int) { return bio_step{.lies = true}; };
  bio_owner const bio(new_scripted_bio(script));
  bio_writer out(bio, 16);
  rill::print(out, "abc");
  rill::result<void> const done = out.try_flush();
  REQUIRE(!done);
  CHECK(done.error().code() == library_problem::impossible_count);
  CHECK(script.write_calls == 1);
}

TEST_CASE("driver/openssl_error: reads that fail, at each call") {
  for (int fails_at : {0, 1, 5}) {
    CAPTURE(fails_at);
    bio_script script;
    script.input = bytes_of(100);
    script.read = [=](int call) {
      if (call == fails_at) return bio_step{.most = -1, .number = ECONNRESET};
      return bio_step{.most = 10};
    };
    bio_reader in(bio_owner(new_scripted_bio(script)), 4096);
    rill::text const got = in.peek(100);
    CHECK(got.size == static_cast<std::size_t>(fails_at) * 10);
    CHECK(in.error() == rill::os::c_error(ECONNRESET));
    CHECK(!in.more());
    CHECK(script.read_calls == fails_at + 1);
  }
  // 0 bytes with an entry in the error queue are an error, not the end.
  bio_script script;
  script.read = [](int) { return bio_step{.most = 0, .raises = true}; };
  bio_owner const bio(new_scripted_bio(script));
  std::string const sentence =
      sentence_of([&] { (void)rill::read<std::string>(bio.get()); });
  CHECK(sentence.find("read a BIO: digital envelope routines:malloc failure") ==
        0);
  // The next scan reads again.
  script.input = "word";
  script.read = {};
  CHECK(rill::read<std::string>(bio.get()) == "word");
}

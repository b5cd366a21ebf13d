// test/driver/openssl_memory_test.cpp: each allocation fails in turn, those of
// OpenSSL too: an error or std::bad_alloc, and never a wrong text, a leak or a
// loss that is not reported.
// platforms: posix
// libraries: ssl crypto
#include <doctest/doctest.h>
#include <rill/driver/openssl.h>
#include <rill/rill.h>

#include <functional>
#include <string>

#include "../support/descriptors.h"
#include "../support/failing_memory.h"
#include "../support/files.h"

using rill::bio_owner;
using rill::bio_reader;
using rill::bio_writer;

namespace {

int lost = 0;
void count_lost(rill::error const&) noexcept { ++lost; }

// The number of live blocks, counted with a new error queue. Without a queue
// OpenSSL 4.0 does not survive a failing allocation.
long blocks() {
  OPENSSL_thread_stop();
  ERR_clear_error();
  return rill_test::live_blocks;
}

// Runs work() with each allocation failing in turn, alone and together with all
// later ones. After each run it calls check(whether an error was thrown or
// reported as lost).
void sweep(std::function<void()> const& work,
           std::function<void(bool has_failed)> const& check) {
  if (!rill_test::can_fail_memory()) return;
  auto const handler = rill::set_lost_output_handler(count_lost);
  work();  // allocates what OpenSSL keeps for good
  int failures = 0;
  for (bool const is_lasting : {false, true}) {
    bool has_struck = true;
    for (long at = 0; has_struck; ++at) {
      CAPTURE(at);
      CAPTURE(is_lasting);
      lost = 0;
      long const before = blocks();
      bool is_told = false;
      rill_test::memory = {at, is_lasting, false};
      try {
        work();
      } catch (std::bad_alloc const&) {
        is_told = true;
      } catch (rill::error const&) {
        is_told = true;
      }
      rill_test::memory.left = -1;
      has_struck = rill_test::memory.has_struck;
      long const leaked = blocks() - before;
      CHECK(leaked == 0);
      CHECK(has_struck >= is_told);
      failures += is_told || lost != 0;
      check(is_told || lost != 0);
      REQUIRE(at < 5000);
    }
  }
  CHECK(failures > 2);
  rill::set_lost_output_handler(handler);
}

std::string const text(30'000, 'x');

}  // namespace

TEST_CASE("driver/openssl_memory: print to memory, and scan from it") {
  int sum = 0;
  sweep(
      [&] {
        sum = 0;
        bio_owner const bio(BIO_new(BIO_s_mem()));
        for (int i = 0; i != 5; ++i) rill::println(bio.get(), i, ' ', i);
        for (int n : rill::values<int>(bio.get())) sum += n;
      },
      [&](bool has_failed) { CHECK((has_failed || sum == 20)); });
}

TEST_CASE("driver/openssl_memory: writers and readers of a file") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::descriptor_count const before;
  for (bool closes : {false, true}) {
    sweep(
        [&] {
          rill_test::set_content(path, "");
          bio_writer out(bio_owner(BIO_new_file(path.c_str(), "wb")), 64);
          rill::print(out, text);
          rill::println(out, 5);
          if (closes) out.close();
        },
        [&](bool has_failed) {
          CHECK((has_failed || rill_test::content_of(path) == text + "5\n"));
        });
    rill_test::set_content(path, text + "5\n");
    std::size_t size = 0;
    sweep(
        [&] {
          size = 0;
          bio_reader in(bio_owner(BIO_new_file(path.c_str(), "rb")), 64);
          for (auto line : rill::lines(in)) size += line.size();
        },
        [&](bool has_failed) {
          CHECK((has_failed || size == text.size() + 1));
        });
  }
  CHECK(before.same());
}

TEST_CASE("driver/openssl_memory: a BIO over streams, behind base64") {
  std::string to;
  to.reserve(100'000);
  sweep(
      [&] {
        to.clear();
        rill::string_writer behind(to);
        bio_owner made = rill::make_bio(behind);
        BIO* const coder = BIO_new(BIO_f_base64());
        if (!coder) throw std::bad_alloc();
        bio_writer out(bio_owner(BIO_push(coder, made.release())), 64);
        rill::print(out, "hello world");
        out.close();
        behind.flush();
      },
      [&](bool has_failed) {
        CHECK((has_failed || to == "aGVsbG8gd29ybGQ=\n"));
      });
  sweep(
      [&] {
        bio_owner const made = rill::make_bio(rill::memory_reader("1 2"),
                                              rill::file_writer("/dev/null"));
        int const sum = rill::read<int>(made.get());
        if (sum != 1) CHECK(sum == 1);
      },
      [](bool) {});
}

// test/stream/read_failure_test.cpp: no function takes an error of the device
// for the end of the input: at each call of the device, for each function that
// reads to the end.
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/any.h>
#include <rill/binary.h>
#include <rill/csv.h>
#include <rill/hash.h>
#include <rill/hash_file.h>
#include <rill/records.h>
#include <rill/rill.h>
#include <rill/trace.h>
#include <rill/unicode.h>

#include <array>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "../support/scripted_reader.h"

using rill::reader;
using rill::text;
using rill_test::scripted_reader;

namespace {

rill::error_code const broken = rill::os::c_error(EIO);

struct item {
  int a;
  std::string b;
};

std::string binary_items() {
  std::string all;
  for (int i = 0; i != 20; ++i) all += rill::to_bytes(item{i, "abc"});
  return all;
}
std::string record_items() {
  std::string all;
  rill::string_writer out(all);
  for (int i = 0; i != 8; ++i) rill::write_record(out, item{i, "abc"});
  out.flush();
  return all;
}

template <class Range>
void run_through(Range&& range) {
  for (auto&& one : range) (void)one;
}
void take_all(reader& in) {
  while (!in.at_end()) in.advance_to(in.end());
}

struct use {
  char const* name;
  std::string bytes;
  void (*read)(reader&);
};

std::vector<use> const& uses() {
  static std::string const numbers = "1 2 3\n4 5 6\n7 8 9\n10 11 12\n13 14";
  static std::string const table = "a,b\n1,2\n3,\"4\n5\"\n6,7\n\n8,9\n";
  static std::vector<use> const all{
      {"at_end", numbers, take_all},
      {"read by 1", numbers,
       [](reader& in) {
         for (char c; in.read(&c, 1) != 0;) {
         }
       }},
      {"read by 100", numbers,
       [](reader& in) {
         for (char block[100]; in.read(block, sizeof block) != 0;) {
         }
       }},
      {"lines", numbers, [](reader& in) { run_through(rill::lines(in)); }},
      {"words", numbers, [](reader& in) { run_through(rill::words(in)); }},
      {"values of int", numbers,
       [](reader& in) { run_through(rill::values<int>(in)); }},
      {"values of std::string", numbers,
       [](reader& in) { run_through(rill::values<std::string>(in)); }},
      {"scan of an int", numbers,
       [](reader& in) {
         for (int n = 0; rill::scan(in, n);) {
         }
       }},
      {"scan of a line", numbers,
       [](reader& in) {
         for (std::string s; rill::scan(in, rill::line(s));) {
         }
       }},
      {"scan up to a delimiter", numbers,
       [](reader& in) {
         for (std::string s; rill::scan(in, rill::until(s, ' '));) {
         }
       }},
      {"scan of a character", numbers,
       [](reader& in) {
         for (char c = 0; rill::scan(in, rill::character(c));) {
         }
       }},
      {"scan of the rest", numbers,
       [](reader& in) {
         std::string s;
         rill::scan(in, rill::rest(s));
       }},
      {"read_into", numbers,
       [](reader& in) {
         std::array<int, 100> to;
         (void)rill::read_into(in, to);
       }},
      {"read_into of strings", numbers,
       [](reader& in) {
         std::array<std::string, 100> to;
         (void)rill::read_into(in, to);
       }},
      {"read of a counted vector", numbers,
       [](reader& in) { (void)rill::read<std::vector<int>>(in, 100); }},
      {"csv", table, [](reader& in) { run_through(rill::csv(in)); }},
      {"csv of arrays", table,
       [](reader& in) {
         run_through(rill::csv<std::array<std::string, 2>>(in));
       }},
      {"key_values", "a = 1\nb = 2\n\n# c\nd = \"e\\nf\"\n",
       [](reader& in) { run_through(rill::key_values(in)); }},
      {"a loop of read_binary", binary_items(),
       [](reader& in) {
         while (!in.at_end()) (void)rill::read_binary<item>(in);
       }},
      {"records", record_items(),
       [](reader& in) { run_through(rill::records<item>(in)); }},
      {"copy", numbers,
       [](reader& in) {
         std::string to;
         rill::string_writer out(to);
         rill::copy(in, out);
       }},
      {"load", numbers, [](reader& in) { (void)rill::load(in); }},
      {"hash_file", numbers,
       [](reader& in) { (void)rill::hash_file<rill::sha256>(in); }},
      {"transcode_copy", numbers,
       [](reader& in) {
         std::string to;
         rill::string_writer out(to);
         rill::transcode_copy(in, rill::latin1, out, rill::utf8);
       }},
      {"a decoded_reader", numbers,
       [](reader& in) {
         rill::decoded_reader decoded(in, rill::latin1);
         take_all(decoded);
       }},
      {"a hashing_reader", numbers,
       [](reader& in) {
         rill::hashing_reader<rill::sha256> hashed(in);
         take_all(hashed);
       }},
      {"an any_reader", numbers,
       [](reader& in) {
         rill::any_reader any(in);
         take_all(any);
       }},
      {"a traced_reader", numbers,
       [](reader& in) {
         rill::traced_reader traced(in);
         take_all(traced);
       }},
      {"a callback over it", numbers,
       [](reader& in) {
         rill::callback_reader over(
             [&](char* to, std::size_t size) { return in.read(to, size); });
         take_all(over);
       }},
      {"a ring over it", numbers,
       [](reader& in) {
         rill::ring_reader over(
             16, [&](char* to, std::size_t size) { return in.read(to, size); });
         std::string line;
         while (over.read_until(line, '\n') != 0) {
         }
       }},
  };
  return all;
}

#if RILL_EXCEPTIONS
// The code of the error that reading throws; none at the end of the input.
rill::error_code told_by(use const& one, reader& in) {
  try {
    one.read(in);
  } catch (rill::error const& reason) {
    return reason.code();
  }
  return {};
}
#endif

}  // namespace

#if RILL_EXCEPTIONS
TEST_CASE(
    "stream/read_failure: whatever reads, an error is told before an end") {
  for (use const& one : uses()) {
    CAPTURE(std::string(one.name));
    for (std::size_t const piece : {std::size_t{1}, std::size_t{7}})
      for (int call = 0;; ++call) {
        CAPTURE(call);
        scripted_reader in(one.bytes, 16, [&](int now, std::size_t) {
          return now == call ? -long{EIO} : static_cast<long>(piece);
        });
        rill::error_code const told = told_by(one, in);
        if (in.calls <= call) break;  // the input ended before
        REQUIRE((told == broken));
      }
  }
}
#endif

TEST_CASE(
    "stream/read_failure: bytes before an error, then the error, each time") {
  for (std::size_t const piece : {1u, 3u, 5u, 100u}) {
    scripted_reader in("abcdefgh", 16, [](int call, std::size_t) {
      return call == 2 ? -long{EIO} : 4L;
    });
    std::string got;
    std::string block(piece, '\0');
    for (;;) {
      auto const size = in.try_read(block.data(), piece);
      if (!size) break;
      REQUIRE(*size != 0);
      got.append(block, 0, *size);
    }
    CHECK(got == "abcdefgh");
    for (int again = 0; again != 2; ++again) {
      auto const end = in.try_at_end();
      REQUIRE(!end);
      CHECK((end.error().code() == broken));
      CHECK(std::string(end.error().what()) ==
            "read script: Input/output error");
      CHECK((in.try_read(block.data(), piece).error().code() == broken));
    }
    CHECK(*in.try_read(block.data(), 0) == 0);
    CHECK(in.calls == 3);
  }
}

TEST_CASE("stream/read_failure: without an error, the end is told") {
  scripted_reader in("abc", 16, rill_test::at_most(2));
  char block[8];
  CHECK(!*in.try_at_end());
  CHECK(*in.try_read(block, 2) == 2);
  CHECK(!in.at_end());
  CHECK(*in.try_read(block, 8) == 1);
  CHECK(*in.try_at_end());
  CHECK(in.at_end());
  CHECK(*in.try_read(block, 8) == 0);
  CHECK(in.read(block, 8) == 0);
}

#if RILL_EXCEPTIONS
TEST_CASE(
    "stream/read_failure: an exception of the device leaves bytes unread") {
  std::string all;
  for (int i = 0; i != 300; ++i) all += std::to_string(i) + ' ';
  for (std::size_t const piece : {1u, 10u, 100u, 5000u})
    for (int call = 0; call != 20; ++call) {
      scripted_reader in(all, 16, [&](int now, std::size_t) -> long {
        if (now == call) throw 9;
        return 11;
      });
      std::string got;
      std::string block(piece, '\0');
      int thrown = 0;
      for (std::size_t size = 1; size != 0;) try {
          size = in.read(block.data(), piece);
          got.append(block, 0, size);
        } catch (int) {
          ++thrown;
        }
      REQUIRE(got == all);
      CHECK(thrown == 1);
    }
}
#endif

TEST_CASE("stream/read_failure: a ring gives what its capacity cannot hold") {
  std::string const all = "0123456789abcdefghij";
  std::size_t given = 0;
  auto const source = [&](char* to, std::size_t size) {
    std::size_t const got = all.copy(to, size < 3 ? size : 3, given);
    given += got;
    return got;
  };
  rill::ring_reader ring(4, source);
  reader& plain = ring;
  CHECK(plain.longest_token() == 4);
  char block[32];
  CHECK(plain.read(block, 6) == 6);
  CHECK(std::string(block, 6) == "012345");
  rill::any_reader any(ring);
  CHECK(any.longest_token() == 4);
  CHECK(any.read(block, 9) == 9);
  CHECK(std::string(block, 9) == "6789abcde");
  rill::hashing_reader<rill::sha256> hashed(any);
  CHECK(hashed.longest_token() == 4);
  CHECK(hashed.read(block, 32) == 5);
  CHECK(std::string(block, 5) == "fghij");
  CHECK(hashed.digest() == rill::sha256::of(text("fghij")));
  CHECK(hashed.at_end());
}

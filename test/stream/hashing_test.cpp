// test/stream/hashing_test.cpp: writers, readers and sinks that hash, against
// the hash of the text that passed.
// covers: copy/hash_file.h, copy/hashing.h
// covers: stream/accounting_writer.h
// covers: stream/file_reader.h, print/hash_sink.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/rill.h>  // before the hashes: names of both must not clash
#include <rill/hash_file.h>
#include <unistd.h>  // read

#include <new>  // std::bad_alloc
#include <random>
#include <stdexcept>
#include <string>
#include <utility>  // std::move

#include "../support/failing_memory.h"
#include "../support/fake_device.h"
#include "../support/files.h"
#include "../support/scripted_reader.h"

using rill::sha256;

namespace {

constexpr int full_disk = -ENOSPC;

struct two_parts {
  std::string one, other;
  friend void rill_print(auto& out, two_parts const& p) {
    out(p.one, '/', p.other);
  }
};
// A hash that counts bytes and prints as their number.
struct tally {
  std::size_t size = 0;
  tally& update(rill::text t) noexcept { return size += t.size, *this; }
  std::size_t finish() const noexcept { return size; }
  friend void rill_print(auto& out, tally const& t) { out(t.size, " bytes"); }
};
#if RILL_EXCEPTIONS
struct throws_after {
  std::string before;
  friend void rill_print(auto& out, throws_after const& t) {
    out(t.before);
    throw std::runtime_error("half way");
  }
};
// The number of errors that the lost-output handler received.
int lost = 0;
void count_lost(rill::error const&) noexcept { ++lost; }
struct lost_counter {
  rill::lost_output_handler before = rill::set_lost_output_handler(count_lost);
  lost_counter() { lost = 0; }
  ~lost_counter() { rill::set_lost_output_handler(before); }
};
#endif

rill::file fake_file(char const* name = "fake") {
  return rill::file::adopt(rill_test::fake_device::handle, name);
}

}  // namespace

TEST_CASE("stream/hashing: all states are sinks") {
  two_parts const value{std::string(700, 'a'), "b"};
  auto const text = rill::concat("x = ", -42, ' ', 1.5, value, '\n');
  auto check = [&](auto start) {
    auto const begun = start;
    auto want = start;
    rill::println(start, "x = ", -42, ' ', 1.5, value);
    CHECK((start.finish() == want.update(text).finish()));
    rill::print(start, "more");
    CHECK((start.finish() == want.update("more").finish()));
    CHECK_FALSE((start.finish() == decltype(start)(begun).finish()));
  };
  check(rill::sha224());
  check(rill::sha256());
  check(rill::sha384());
  check(rill::sha512());
  check(rill::sha512_256());
  check(rill::sha1());
  check(rill::md5());
  check(rill::crc32());
  check(rill::crc32c());
  check(rill::crc<64, 0x42f0e1eba9ea3693, 0, false, false, 0>());
  check(rill::adler32());
  check(rill::fnv1a32());
  check(rill::fnv1a64());
  check(rill::jenkins::one_at_a_time());
}

TEST_CASE("stream/hashing: codes of authentication are sinks") {
  rill::hmac<sha256> state("key");
  rill::print(state, "transfer ", 10);
  CHECK(verify(state.finish(), rill::hmac<sha256>::of("key", "transfer 10")));
}

TEST_CASE("stream/hashing: a sink sees texts of every size") {
  for (std::size_t size = 0; size != 1100; ++size) {
    std::string const text = rill_test::pattern(size);
    sha256 state;
    rill::print(state, 'a', rill::text{text.data(), size}, 1);
    CHECK((state.finish() == sha256::of("a", text, "1")));
    rill::flush(state);
    rill::print(state);
    CHECK((state.finish() == sha256::of("a", text, "1")));
  }
}

TEST_CASE("stream/hashing: what is no state is no sink") {
  struct no_finish {
    no_finish& update(rill::text) noexcept { return *this; }
  };
  struct may_throw {
    may_throw& update(rill::text) { return *this; }
    int finish() const noexcept { return 0; }
  };
  struct own {
    own& update(rill::text t) noexcept { return size += t.size, *this; }
    std::size_t finish() const noexcept { return size; }
    std::size_t size = 0;
  };
  CHECK_FALSE(rill::hash_state<no_finish>);
  CHECK_FALSE(rill::hash_state<may_throw>);
  CHECK_FALSE(rill::hash_state<int>);
  CHECK_FALSE(rill::hash_state<rill::hashing_writer<sha256>>);
  own mine;
  rill::print(mine, 12345, "ab");
  CHECK(mine.finish() == 7);
  CHECK(rill::hash_state<tally>);
  CHECK_FALSE(rill::detail::sink<tally>);
  tally const counted{7};
  sha256 state;
  rill::print(state, counted);
  CHECK((state.finish() == sha256::of("7 bytes")));
}

#if RILL_EXCEPTIONS
TEST_CASE("stream/hashing: a hook that throws leaves the pieces before it") {
  for (std::size_t size : {0u, 1u, 500u, 512u, 513u, 2000u}) {
    std::string const text = rill_test::pattern(size);
    sha256 state;
    CHECK_THROWS_AS(
        rill::println(state, "before ", 7, throws_after{text}, "behind"),
        std::runtime_error);
    CHECK((state.finish() == sha256::of("before 7", text)));
  }
}
#endif

TEST_CASE("stream/hashing: a writer over a writer") {
  std::mt19937 random(1);
  std::string got, want;
  rill::callback_writer behind(
      [&](char const* data, std::size_t size) {
        std::size_t const some = size < 7 ? size : 7;
        got.append(data, some);
        return some;
      },
      50);
  {
    rill::hashing_writer<sha256> out(behind);
    for (int i = 0; i != 300; ++i) {
      std::string const piece(random() % (i % 20 == 0 ? 3000 : 30),
                              static_cast<char>('a' + i % 26));
      out.write(piece.data(), piece.size());
      rill::print(out, i);
      want += piece + std::to_string(i);
      if (i % 31 == 0) out.flush();
      if (i % 31 == 0) CHECK((got == want));
      if (i % 7 == 0) CHECK((out.digest() == sha256::of(want)));
    }
    CHECK((out.digest() == sha256::of(want)));
    out.put('!');
    CHECK((out.state().finish() == sha256::of(want)));  // still in the buffer
    want += '!';
    out.close();
    CHECK((got == want));
    CHECK((out.digest() == sha256::of(want)));
    CHECK_FALSE(out.is_open());
  }
  CHECK((got == want));
}

TEST_CASE("stream/hashing: the destructor passes on what is held") {
  std::string got;
  rill::string_writer behind(got);
  {
    rill::hashing_writer<sha256> out(behind);
    rill::print(out, "held");
  }
  behind.flush();
  CHECK(got == "held");
}

TEST_CASE("stream/hashing: a writer over nothing") {
  rill::hashing_writer<rill::crc32> out;
  rill::print(out, "1234", 56789);
  CHECK(out.digest() == 0xcbf43926);
  rill::memory_reader bytes("a message");
  rill::hashing_writer<rill::hmac<sha256>> code(rill::hmac<sha256>("key"));
  rill::copy(bytes, code);
  CHECK(verify(code.digest(), rill::hmac<sha256>::of("key", "a message")));
}

TEST_CASE("stream/hashing: a writer over a file of its own") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string const text = rill_test::pattern(100'000);
  rill::hashing_writer<rill::sha512> out(path);
  for (std::size_t at = 0; at < text.size(); at += 777)
    out.write(text.data() + at, std::min<std::size_t>(777, text.size() - at));
  rill::hashing_writer<rill::sha512> moved = std::move(out);
  rill::print(moved, "end");
  moved.sync();
  CHECK((rill_test::content_of(path) == text + "end"));
  moved.close();
  moved.close();
  CHECK((moved.digest() == rill::sha512::of(text, "end")));
  auto const none = rill::hashing_writer<sha256>::try_create(folder / "no/f");
  CHECK_FALSE(bool(none));
  auto made = rill::hashing_writer<sha256>::try_create(path);
  rill::print(*made, "new");
  CHECK((made->digest() == sha256::of("new")));
  CHECK(rill_test::content_of(path) == "new");
}

TEST_CASE("stream/hashing: a closed writer takes nothing") {
  rill::hashing_writer<sha256> out;
  rill::print(out, "abc");
  out.close();
  rill::hashing_writer<sha256> moved_from;
  rill::hashing_writer<sha256> const other = std::move(moved_from);
  std::string const longer_than_a_buffer(1000, 'x');
  for (auto* closed : {&out, &moved_from}) {
#if RILL_EXCEPTIONS
    auto const is_closed = [](auto use) {
      try {
        use();
      } catch (rill::error const& wrong) {
        return wrong.code() == rill::error_code(rill::library_problem::closed);
      }
      return false;
    };
    CHECK(is_closed([&] { rill::print(*closed, "more"); }));
    CHECK(is_closed([&] { rill::print(*closed, longer_than_a_buffer); }));
    CHECK(is_closed([&] { closed->flush(); }));
#else
    rill::print(*closed, longer_than_a_buffer);
#endif
    CHECK_FALSE(bool(closed->try_flush()));
    CHECK(bool(closed->try_close()));
  }
  CHECK((out.digest() == sha256::of("abc")));
}

TEST_CASE("stream/hashing: short writes count once") {
  rill_test::fake_device device;
  device.on_write = [](int call, std::size_t size) {
    return call % 3 == 0 ? -EINTR : static_cast<long>((size + 1) / 2);
  };
  std::string want;
  rill::hashing_writer<sha256> out(fake_file());
  for (int i = 0; i != 200; ++i) {
    rill::println(out, "line ", i);
    want += rill::concat("line ", i, '\n');
  }
  out.close();
  CHECK((device.bytes == want));
  CHECK((out.digest() == sha256::of(want)));
}

TEST_CASE("stream/hashing: the digest is of what a full disk has taken") {
  std::string const text = rill_test::pattern(10'000);
  for (long room : {0l, 1l, 15l, 16l, 17l, 5000l, 9999l}) {
    CAPTURE(room);
    rill_test::fake_device device;
    long left = room;
    device.on_write = [&](int, std::size_t size) {
      if (left == 0) return long(full_disk);
      long const some = std::min(left, static_cast<long>(size));
      left -= some;
      return some;
    };
#if RILL_EXCEPTIONS
    lost_counter const handler;
#endif
    {
      rill::hashing_writer<sha256> out(fake_file());
#if RILL_EXCEPTIONS
      auto write_all = [&] {
        for (char c : text) out.put(c);
        out.flush();
      };
      CHECK_THROWS_AS(write_all(), rill::error);
      CHECK_THROWS_AS(out.digest(), rill::error);
      CHECK_THROWS_AS(out.write("more", 4), rill::error);
#else
      for (char c : text) out.put(c);
#endif
      auto const flushed = out.try_flush();
      REQUIRE_FALSE(bool(flushed));
      CHECK(flushed.error().code().number == ENOSPC);
      CHECK(std::string(flushed.error().what()).find("fake") !=
            std::string::npos);
      auto const taken = text.substr(0, static_cast<std::size_t>(room));
      CHECK((device.bytes == taken));
      CHECK((out.state().finish() == sha256::of(taken)));
      auto const closed = out.try_close();
      CHECK_FALSE(bool(closed));
      CHECK(device.closes == 1);
      CHECK((out.state().finish() == sha256::of(taken)));
    }
    CHECK((device.bytes == text.substr(0, static_cast<std::size_t>(room))));
#if RILL_EXCEPTIONS
    CHECK(lost == 0);
#endif
  }
}

#if RILL_EXCEPTIONS
TEST_CASE("stream/hashing: what no call has told goes to the handler") {
  lost_counter const handler;
  rill_test::fake_device device;
  device.on_write = [](int, std::size_t) { return long(full_disk); };
  {
    rill::hashing_writer<sha256> out(fake_file());
    out.put('a');
  }
  CHECK(lost == 1);
  device.on_write = {};
  device.close_answer = EIO;
  {
    rill::hashing_writer<sha256> out(fake_file());
    out.put('a');
  }
  CHECK(lost == 2);
  char block[4];
  {
    rill::memory_writer behind(block);
    rill::hashing_writer<sha256> out(behind);
    out.write("0123456789", 10);
  }
  CHECK(lost == 3);
  rill::hashing_writer<sha256> out(fake_file());
  out.put('a');
  CHECK_THROWS_AS(out.close(), rill::error);
  CHECK(lost == 3);
}

TEST_CASE("stream/hashing: a writer behind that throws took what it has") {
  for (std::size_t size : {1u, 4u, 5u, 600u, 5000u}) {
    char block[4];
    rill::memory_writer behind(block);
    lost_counter const handler;
    rill::hashing_writer<sha256> out(behind);
    std::string const text = rill_test::pattern(size);
    auto write = [&] {
      out.write(text.data(), size);
      out.flush();
    };
    if (size <= sizeof block)
      write();
    else
      CHECK_THROWS_AS(write(), rill::error);
    rill::text const taken = behind.pending();
    CHECK(taken.size == std::min<std::size_t>(size, 4));
    CHECK((out.state().finish() == sha256::of(taken)));
  }
  rill::callback_writer behind(
      [](char const*, std::size_t) { throw std::runtime_error("sink"); }, 16);
  lost_counter const handler;
  rill::hashing_writer<sha256> out(behind);
  out.write("0123456789012345", 16);
  CHECK((out.digest() == sha256::of("0123456789012345")));
  out.put('x');
  CHECK_THROWS_AS(out.flush(), std::runtime_error);
  CHECK_THROWS_AS(out.flush(), rill::error);
  CHECK((out.state().finish() == sha256::of("0123456789012345")));
}
#endif

TEST_CASE("stream/hashing: errors of a writer behind that does not throw") {
  rill_test::fake_device device;
  device.on_write = [](int, std::size_t) { return long(full_disk); };
  rill::detail::standard_writer behind(rill_test::fake_device::handle, nullptr,
                                       0, rill::detail::writing::at_once, true);
  rill::hashing_writer<sha256> out(behind);
  out.write("abc", 3);
  CHECK_FALSE(bool(out.try_flush()));
  CHECK((out.state().finish() == sha256::of("")));
}

TEST_CASE("stream/hashing: writers whose buffers cannot be had") {
  rill_test::sweep_memory([] { return std::string(); },
                          [](std::string& got) {
                            rill::hashing_writer<sha256> out;
                            rill::print(out, std::string_view("text"));
                            got = rill::concat(out.digest());
                          },
                          [](std::string const& got) { return got; });
}

TEST_CASE("stream/hashing: a reader counts what is consumed") {
  rill::memory_reader bytes("12 34 abc\nrest");
  {
    rill::hashing_reader<sha256> in(bytes);
    CHECK((in.digest() == sha256::of("")));
    int a = 0, b = 0;
    rill::scan(in, a);
    CHECK((in.digest() == sha256::of("12")));
    rill::scan(in, b);
    CHECK((a == 12 && b == 34));
    CHECK((in.digest() == sha256::of("12 34")));
    CHECK((in.peek(4) == " abc"));
    CHECK((in.digest() == sha256::of("12 34")));
    in.advance_to(in.cursor() + 5);
    CHECK((in.digest() == sha256::of("12 34 abc\n")));
  }
  char rest[10];
  CHECK(bytes.read(rest, sizeof rest) == 4);
  CHECK((rill::text{rest, 4} == "rest"));
}

TEST_CASE("stream/hashing: a reader over pieces of every size") {
  std::string const text = rill_test::pattern(5000);
  for (long step : {1l, 2l, 7l, 100l, 5000l})
    for (std::size_t wanted : {1u, 3u, 64u, 1000u}) {
      rill_test::scripted_reader device(text, 16,
                                        [=](int, std::size_t) { return step; });
      rill::hashing_reader<sha256> in(device);
      std::string seen(text.size() + 1, '\0');
      std::size_t done = 0;
      while (std::size_t const got = in.read(
                 seen.data() + done, std::min(wanted, seen.size() - done))) {
        done += got;
        if (done % 5 == 0)
          CHECK((in.digest() == sha256::of(text.substr(0, done))));
        (void)in.peek(wanted);  // not part of the digest
      }
      CHECK(done == text.size());
      CHECK((in.digest() == sha256::of(text)));
      rill::hashing_reader<sha256> const moved = std::move(in);
      CHECK((moved.digest() == sha256::of(text)));
    }
}

TEST_CASE("stream/hashing: lines, and what comes behind the reader") {
  std::string const text = "first\nsecond\nthird\n";
  rill_test::scripted_reader device(text, 4);
  {
    rill::hashing_reader<rill::md5> in(device);
    for (std::string_view line : rill::lines(in)) {
      CHECK(line == "first");
      break;
    }
    CHECK((in.digest() == rill::md5::of("first\n")));
    in.close();
    CHECK((in.digest() == rill::md5::of("first\n")));
    CHECK(!in.try_at_end());
  }
  for (std::string_view line : rill::lines(device)) {
    CHECK(line == "second");
    break;
  }
}

TEST_CASE("stream/hashing: a reader over a file of its own") {
  rill_test::folder const folder;
  std::string const path = folder / "f";
  std::string const text = rill_test::pattern(100'000);
  rill_test::set_content(path, text);
  auto in = *rill::hashing_reader<sha256>::try_open(path);
  std::string all(text.size(), '\0');
  CHECK(in.read(all.data(), 1000) == 1000);
  rill::hashing_reader<sha256> rest(std::move(in));
  CHECK((rest.digest() == sha256::of(text.substr(0, 1000))));
  CHECK(rest.read(all.data() + 1000, all.size()) == text.size() - 1000);
  CHECK((all == text));
  CHECK((rest.digest() == sha256::of(text)));
  rest.close();
  CHECK((rest.digest() == sha256::of(text)));
  CHECK_FALSE(bool(rill::hashing_reader<sha256>::try_open(folder / "none")));
}

TEST_CASE("stream/hashing: errors and places are those of the source") {
  rill_test::scripted_reader device(
      "12\n34 x", 8,
      [](int call, std::size_t) -> long { return call == 1 ? -EIO : 6; });
  rill::hashing_reader<sha256> in(device);
  std::string all(100, '\0');
  CHECK(in.read(all.data(), 100) == 6);
  CHECK(in.error().number == EIO);
  CHECK((in.digest() == sha256::of("12\n34 ")));
  rill_test::folder const folder;
  std::string const path = folder / "f";
  rill_test::set_content(path, "12\n34 x");
  rill::hashing_reader<sha256> numbers(path);
  int a = 0, b = 0, c = 0;
  auto const read = rill::try_scan(numbers, a, b, c);
  REQUIRE_FALSE(bool(read));
  CHECK(read.error().line() == 2);
  CHECK(read.error().column() == 4);
  CHECK((read.error().path() == rill::text{path.data(), path.size()}));
}

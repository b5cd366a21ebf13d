// test/compression/compressed_writer_test.cpp: the text printed to a
// compressed_writer, against the text that one call of zlib decompresses, with
// all sizes of buffers and all kinds of targets.
// covers: encoding/filter_writer.h
// covers: compression/streams.h
// platforms: posix
// libraries: z
#include <doctest/doctest.h>
#include <rill/driver/zlib.h>
#include <rill/print.h>
#include <rill/stream/callback.h>
#include <rill/stream/memory_writer.h>

#include <functional>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "../support/deflated.h"
#include "../support/fake_device.h"
#include "../support/files.h"
#include "../support/lost_output.h"

using rill::compressed_writer;
using rill::library_problem;
using rill_test::fake_device;
using rill_test::gzip_file;
using rill_test::inflate_all;
using rill_test::inflate_member;
using rill_test::lost_output;
using rill_test::wrapper;

namespace {

rill::file fake() { return rill::file::adopt(fake_device::handle, "fake"); }

// A writer without a buffer, which passes each piece to a function of the test.
class roomless_writer : public rill::writer {
 public:
  using take = std::function<rill::error_code(std::string const&)>;

  explicit roomless_writer(take what)
      : writer(device, nullptr, 0), take_(std::move(what)) {}

  int flushes = 0;

 private:
  static void drain(rill::writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<roomless_writer&>(base);
    if (self.error_ || size == 0) return;
    self.error_ = self.take_(std::string(data, size));
  }
  static void count_flush(rill::writer& base) {
    ++static_cast<roomless_writer&>(base).flushes;
  }
  static constexpr rill::writer_device device{drain, count_flush};

  take take_;
};

// A target of the given kind, and the bytes that arrived there.
class target {
 public:
  static constexpr int count = 14;

  explicit target(int number) {
    auto const collect = [this](char const* data, std::size_t size) {
      got_.append(data, size);
    };
    static constexpr std::size_t rooms[] = {1,  2,  5,  6,    7,   15,
                                            16, 17, 64, 4095, 4096};
    if (number == 0)
      string_.emplace(got_);
    else if (number == 1)
      roomless_.emplace([this](std::string const& bytes) {
        got_ += bytes;
        return rill::error_code();
      });
    else if (number < 2 + 11)
      callback_.emplace(collect, rooms[number - 2]);
  }
  target(target const&) = delete;
  target& operator=(target const&) = delete;

  compressed_writer open(rill::compression const& how, std::size_t buffer) {
    if (string_) return {*string_, how, {buffer}};
    if (roomless_) return {*roomless_, how, {buffer}};
    if (callback_) return {*callback_, how, {buffer}};
    return {folder_ / "out", how, {buffer}};
  }
  std::string arrived() {
    if (string_) string_->flush();
    if (callback_) callback_->flush();
    return arrived_alone();
  }
  // The bytes that arrived without a flush of the target.
  std::string arrived_alone() const {
    return string_ || roomless_ || callback_
               ? got_
               : rill_test::content_of(folder_ / "out");
  }

 private:
  std::string got_;
  rill_test::folder folder_;
  std::optional<rill::string_writer<std::string>> string_;
  std::optional<roomless_writer> roomless_;
  std::optional<
      rill::callback_writer<std::function<void(char const*, std::size_t)>>>
      callback_;
};

std::string string_of(rill::text text) { return {text.data, text.size}; }

std::string sentence_of(std::function<void()> const& work) {
  try {
    work();
  } catch (rill::error const& e) {
    return e.what();
  }
  return "no error";
}

struct kind {
  wrapper bits;
  rill::compression how;
};
kind const kinds[] = {{gzip_file, rill::gzip()},
                      {rill_test::zlib_stream, rill::zlib(1)},
                      {rill_test::raw_deflate, rill::deflate(9)},
                      {gzip_file, rill::gzip(0)}};

}  // namespace

TEST_CASE("compression/streams: each buffer over each target") {
  std::mt19937 random(1);
  for (int number = 0; number != target::count; ++number)
    for (std::size_t buffer : {1u, 16u, 65536u})
      for (kind const& k : kinds) {
        CAPTURE(number);
        CAPTURE(buffer);
        CAPTURE(int(k.bits));
        target to(number);
        std::string plain;
        {
          compressed_writer out = to.open(k.how, buffer);
          for (int i = 0; i != 60; ++i) {
            std::size_t const most = i % 20 == 19 ? 9000 : 30;
            std::string const piece =
                random() % 3 == 0
                    ? rill_test::random_bytes(random, random() % most)
                    : rill_test::some_words(random, random() % most);
            out.write(piece);
            plain += piece;
            CHECK(out.accepted() == plain.size());
          }
          if (number % 2 == 0) out.close();
          if (number == 0) CHECK(out.compressed_size() == to.arrived().size());
        }
        auto const back = inflate_all(to.arrived(), k.bits);
        REQUIRE(back.has_value());
        CHECK((*back == plain));
      }
}

TEST_CASE("compression/streams: a flush makes all of it readable") {
  std::mt19937 random(2);
  for (int number = 0; number != target::count; ++number)
    for (std::size_t buffer : {1u, 16u, 65536u})
      for (kind const& k : kinds) {
        CAPTURE(number);
        CAPTURE(buffer);
        CAPTURE(int(k.bits));
        target to(number);
        compressed_writer out = to.open(k.how, buffer);
        std::string plain;
        out.flush();
        CHECK(to.arrived_alone().empty());
        for (std::size_t size : {1u, 0u, 700u, 3u, 10'000u}) {
          std::string const piece = rill_test::random_bytes(random, size);
          rill::print(out, piece);
          plain += piece;
          out.flush();
          std::string const bytes = to.arrived_alone();
          CHECK(out.compressed_size() == bytes.size());
          auto const back = inflate_member(bytes, k.bits);
          CHECK(!back.is_damaged);
          CHECK(!back.is_whole);
          CHECK((back.plain == plain));
          // A second flush writes nothing.
          out.flush();
          CHECK(bool(out.try_flush()));
          CHECK(bool(out.try_sync()));
          CHECK(to.arrived_alone().size() == bytes.size());
        }
        out.close();
        CHECK(out.compressed_size() == to.arrived().size());
        auto const back = inflate_all(to.arrived(), k.bits);
        CHECK((back && *back == plain));
      }
}

TEST_CASE("compression/streams: nothing is an empty member") {
  for (kind const& k : kinds)
    for (int how = 0; how != 3; ++how) {
      std::string bytes;
      {
        rill::string_writer to(bytes);
        compressed_writer out(to, k.how);
        if (how == 1) out.close();
        if (how == 2) out.flush();
      }
      CHECK((inflate_all(bytes, k.bits) == std::string()));
    }
}

TEST_CASE("compression/streams: sizes, and options at their edge") {
  std::string bytes;
  rill::string_writer to(bytes);
  compressed_writer out(to, rill::gzip(), {0});  // works as a size of one byte
  CHECK(out.accepted() == 0);
  CHECK(out.compressed_size() == 0);
  rill::print(out, "abc");
  CHECK(out.accepted() == 3);
  out.flush();
  to.flush();
  CHECK(out.compressed_size() == bytes.size());
  out.write(std::string(1'000'000, 'z'));
  CHECK(out.accepted() == 1'000'003);
  out.close();
  CHECK(out.accepted() == 1'000'003);
  CHECK(out.compressed_size() == bytes.size());
  CHECK(bytes.size() < 2000);
}

TEST_CASE("compression/streams: closed, it says so") {
  std::string bytes;
  rill::string_writer to(bytes);
  compressed_writer out(to, rill::gzip());
  rill::print(out, "all");
  CHECK(out.is_open());
  out.close();
  CHECK(!out.is_open());
  std::string const whole = bytes;
  out.close();
  CHECK(bool(out.try_close()));
  std::string const closed = "write compressed data: the file is closed";
  CHECK(sentence_of([&] { rill::print(out, "more"); }) == closed);
  CHECK(sentence_of([&] { out.write(std::string(100'000, 'x')); }) == closed);
  CHECK(sentence_of([&] { out.put('x'); }) == closed);
  CHECK(sentence_of([&] { out.flush(); }) == closed);
  CHECK(sentence_of([&] { out.sync(); }) == closed);
  CHECK(bool(out.error()));
  CHECK((bytes == whole));
  CHECK((inflate_all(bytes) == "all"));
  CHECK(out.accepted() == 3);
}

TEST_CASE("compression/streams: moved, it goes on") {
  lost_output const none;
  rill_test::folder const folder;
  for (std::size_t buffer : {1u, 16u, 4096u}) {
    std::string bytes, other_bytes;
    rill::string_writer to(bytes);
    rill::string_writer other_to(other_bytes);
    {
      compressed_writer first(to, rill::gzip(), {buffer});
      rill::print(first, "one ");
      compressed_writer second(std::move(first));
      CHECK(!first.is_open());
      CHECK(sentence_of([&] { rill::print(first, "no"); }) ==
            "write compressed data: the file is closed");
      CHECK(bool(first.try_close()));
      rill::print(second, "two ");
      // Move assignment ends the data of the writer that it replaces.
      compressed_writer third(other_to, rill::zlib(), {buffer});
      rill::print(third, "third");
      third = std::move(second);
      rill::print(third, "three ");
      compressed_writer& same = third;
      third = std::move(same);
      rill::print(third, "four");
      first = std::move(third);
      rill::print(first, " five");
      CHECK(first.accepted() == 23);
    }
    to.flush();
    other_to.flush();
    CHECK((inflate_all(bytes) == "one two three four five"));
    CHECK((inflate_all(other_bytes, rill_test::zlib_stream) == "third"));
    std::vector<compressed_writer> many;
    for (int i = 0; i != 9; ++i) {
      many.emplace_back(folder / std::to_string(i).c_str(), rill::gzip(),
                        rill::compression_options{buffer});
      for (compressed_writer& each : many) rill::print(each, i, ',');
    }
    many.clear();
    CHECK((inflate_all(rill_test::content_of(folder / "0")) ==
           "0,1,2,3,4,5,6,7,8,"));
    CHECK((inflate_all(rill_test::content_of(folder / "8")) == "8,"));
  }
  CHECK(none.count() == 0);
}

TEST_CASE("compression/streams: what an exception passes is whole") {
  lost_output const none;
  for (int number = 0; number != target::count; ++number) {
    CAPTURE(number);
    target to(number);
    try {
      compressed_writer out = to.open(rill::gzip(), 16);
      rill::print(out, "what was printed before the exception");
      throw std::runtime_error("passing");
    } catch (std::runtime_error const&) {
    }
    CHECK(
        (inflate_all(to.arrived()) == "what was printed before the exception"));
  }
  CHECK(none.count() == 0);
}

TEST_CASE("compression/streams: lost output is told once") {
  for (std::size_t buffer : {1u, 16u, 65536u})
    for (int how = 0; how != 6; ++how) {
      CAPTURE(buffer);
      CAPTURE(how);
      lost_output const lost;
      fake_device device;
      device.on_write = [](int, std::size_t) -> long { return -EIO; };
      bool is_told = false;
      {
        compressed_writer out(fake(), rill::gzip(0), {buffer});
        rill::print(out, "abc");
        try {
          if (how == 1) out.flush();
          if (how == 2) out.close();
          if (how == 3) is_told = !out.try_flush();
          if (how == 4) is_told = !out.try_close();
          if (how == 5) out.write(std::string(200'000, 'x'));
        } catch (rill::error const& e) {
          is_told = true;
          CHECK(e.code().number == EIO);
        }
        CHECK(is_told == (how != 0));
      }
      CHECK(lost.count() == (is_told ? 0 : 1));
      if (!is_told)
        CHECK(lost.sentences()[0] == "write fake: Input/output error");
      CHECK(device.closes == 1);
    }
}

TEST_CASE("compression/streams: errors of sync and of close") {
  lost_output const none;
  fake_device device;
  device.sync_answer = EIO;
  {
    compressed_writer out(fake(), rill::gzip());
    rill::print(out, "a");
    CHECK(sentence_of([&] { out.sync(); }) == "sync fake: Input/output error");
    CHECK(out.error().number == EIO);
    CHECK(!out.try_close());
    CHECK(bool(out.try_close()));
  }
  CHECK(device.closes == 1);
  device.close_answer = EDQUOT;
  compressed_writer out(fake(), rill::gzip());
  CHECK(sentence_of([&] { out.close(); }) == "close fake: Disk quota exceeded");
  CHECK(none.count() == 0);
  {
    compressed_writer const dropped(fake(), rill::gzip());
  }
  CHECK(none.count() == 1);
}

namespace {

// How a target fails: it throws a rill::error, throws another exception, or
// returns an error code.
enum class fault { error, foreign, kept };

rill::error_code strike(fault how) {
  if (how == fault::error)
    throw rill::error(rill::os::c_error(ENOSPC), "write", "target");
  if (how == fault::foreign) throw std::runtime_error("of the target");
  return rill::os::c_error(ENOSPC);
}

// The errors of a writer, as a program sees them: after the first one,
// each call throws.
struct story {
  int told = 0;  // errors that calls threw
  void tell(compressed_writer& out, std::function<void()> const& call,
            bool is_close = false) {
    try {
      call();
      CHECK(told == 0);
      if (!is_close) CHECK(!out.error());
    } catch (rill::error const& e) {
      ++told;
      if (!is_close) CHECK((e.code() == out.error()));
    } catch (std::runtime_error const& e) {
      // The exception reaches the caller unchanged; later calls report `threw`.
      CHECK(told == 0);
      ++told;
      CHECK(std::string(e.what()) == "of the target");
      if (!is_close) CHECK((out.error() == library_problem::threw));
    }
    if (is_close) CHECK(!out.is_open());
  }
};

// Writes, and flushes or closes if asked to. Returns how many calls threw.
int write_all(compressed_writer& out, std::string const& text, bool flushes,
              bool closes) {
  story all;
  for (int round = 0; round != 4; ++round) {
    all.tell(out, [&] { out.write(text); });
    if (round == 1 && flushes) all.tell(out, [&] { out.flush(); });
  }
  if (closes) all.tell(out, [&] { out.close(); }, true);
  return all.told;
}

}  // namespace

TEST_CASE("compression/streams: a target that fails at any call") {
  std::mt19937 random(3);
  std::string const text = rill_test::random_bytes(random, 20'000);
  for (fault how : {fault::error, fault::foreign, fault::kept})
    for (std::size_t buffer : {1u, 16u, 65536u})
      for (int ending = 0; ending != 4; ++ending) {
        bool has_struck = true;
        int at = 0;
        for (; has_struck; ++at) {
          CAPTURE(int(how));
          CAPTURE(buffer);
          CAPTURE(ending);
          CAPTURE(at);
          lost_output const lost;
          std::string bytes;
          int calls = 0, told = 0, flushes = -1;
          roomless_writer to([&](std::string const& piece) {
            if (calls++ == at) {
              flushes = to.flushes;
              return strike(how);
            }
            bytes += piece;
            return rill::error_code();
          });
          {
            compressed_writer out(to, rill::gzip(), {buffer});
            told = write_all(out, text, ending % 2 == 0, ending < 2);
          }
          has_struck = calls > at;
          // A call throws, or the handler of lost output is called once.
          CHECK(lost.count() == (has_struck && told == 0 ? 1 : 0));
          CHECK(inflate_all(bytes).has_value() == !has_struck);
          // The target is not called again after its failure.
          if (has_struck) CHECK(calls == at + 1);
          if (has_struck) CHECK(to.flushes == flushes);
        }
        CHECK(at > 1);
      }
}

TEST_CASE("compression/streams: a disk that is full at any write") {
  std::mt19937 random(4);
  std::string const text = rill_test::random_bytes(random, 20'000);
  for (std::size_t buffer : {1u, 16u, 65536u})
    for (int ending = 0; ending != 4; ++ending) {
      bool has_struck = true;
      int at = 0;
      for (; has_struck; ++at) {
        CAPTURE(buffer);
        CAPTURE(ending);
        CAPTURE(at);
        lost_output const lost;
        fake_device device;
        has_struck = false;
        device.on_write = [&](int call, std::size_t wanted) -> long {
          has_struck = call >= at;
          if (has_struck) return -ENOSPC;
          // Every second write is short.
          return static_cast<long>(call % 2 == 0 ? wanted : (wanted + 1) / 2);
        };
        int told = 0;
        {
          compressed_writer out(fake(), rill::gzip(), {buffer});
          told = write_all(out, text, ending % 2 == 0, ending < 2);
          if (told != 0 && ending >= 2) {
            // The error stays, and no more bytes are written.
            std::string const before = device.bytes;
            std::string const full = "write fake: No space left on device";
            CHECK(sentence_of([&] { rill::print(out, "x"); }) == full);
            CHECK(sentence_of([&] { out.flush(); }) == full);
            CHECK(sentence_of([&] { out.sync(); }) == full);
            CHECK(sentence_of([&] { out.close(); }) == full);
            CHECK(bool(out.try_close()));
            CHECK((device.bytes == before));
          }
        }
        CHECK(lost.count() == (has_struck && told == 0 ? 1 : 0));
        if (lost.count() != 0)
          CHECK(lost.sentences()[0] == "write fake: No space left on device");
        CHECK(device.closes == 1);
        CHECK(inflate_all(device.bytes).has_value() == !has_struck);
      }
      CHECK(at > 1);
    }
}

TEST_CASE("compression/streams: appending adds members") {
  rill_test::folder const folder;
  std::string const path = folder / "log.gz";
  std::string plain;
  for (int i = 0; i != 5; ++i) {
    auto out = i % 2 == 0
                   ? compressed_writer::append(path, rill::gzip())
                   : compressed_writer::try_append(path, rill::gzip()).value();
    rill::println(out, "run ", i);
    plain += "run " + std::to_string(i) + "\n";
    out.close();
    CHECK((inflate_all(rill_test::content_of(path)) == plain));
  }
  compressed_writer(path, rill::gzip()).close();
  CHECK((inflate_all(rill_test::content_of(path)) == std::string()));
  // An open file is written from its current position.
  auto file = rill::file::create(path);
  file.write("before");
  compressed_writer(std::move(file), rill::gzip()).close();
  CHECK(rill_test::content_of(path).substr(0, 6) == "before");
  CHECK((inflate_all(rill_test::content_of(path).substr(6)) == std::string()));
}

TEST_CASE("compression/streams: wrong options touch no file") {
  rill_test::folder const folder;
  std::string const there = folder / "there", absent = folder / "absent";
  rill_test::set_content(there, "old");
  std::string const wanted =
      "compress as gzip: an option is out of range: the levels of zlib are 0 "
      "to 9";
  for (std::string const& path : {there, absent}) {
    CHECK(sentence_of([&] { compressed_writer(path, rill::gzip(10)); }) ==
          wanted);
    CHECK(sentence_of([&] {
            (void)compressed_writer::append(path, rill::gzip(10));
          }) == wanted);
    auto const made = compressed_writer::try_create(path, rill::gzip(10));
    REQUIRE(!made);
    CHECK((made.error().code() == library_problem::unusable_option));
    CHECK(!compressed_writer::try_append(path, rill::gzip(10)));
  }
  CHECK(rill_test::content_of(there) == "old");
  CHECK(rill_test::names_in(folder.path()).size() == 1);
  std::string bytes;
  rill::string_writer to(bytes);
  CHECK(sentence_of([&] { compressed_writer(to, rill::gzip(10)); }) == wanted);
  to.flush();
  CHECK(bytes.empty());
}

TEST_CASE("compression/streams: files that cannot be opened") {
  std::string const wanted = "open /no/such: No such file or directory";
  rill::path_view const path = "/no/such";
  CHECK(sentence_of([&] { compressed_writer(path, rill::gzip()); }) == wanted);
  CHECK(std::string(
            compressed_writer::try_create(path, rill::gzip()).error().what()) ==
        wanted);
  CHECK(!compressed_writer::try_append(path, rill::gzip()));
  CHECK(bool(
      compressed_writer::try_create("/dev/null", rill::gzip())->try_close()));
  CHECK(string_of(rill::gzip().name()) == "gzip");
}

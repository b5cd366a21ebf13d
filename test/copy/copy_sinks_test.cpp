// test/copy/copy_sinks_test.cpp: streams of C and C++ and other sources of scan
// and sinks of print: order, places, errors, wide streams.
// covers: copy/sinks.h
// platforms: posix
#include <doctest/doctest.h>
#include <errno.h>  // ENOSPC, EIO
#include <rill/any.h>
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stdio.h>
#include <rill/stream.h>
#include <unistd.h>  // pipe

#include <clocale>
#include <cstdio>
#include <cwchar>  // fwide
#include <fstream>
#include <ios>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/fake_device.h"
#include "support/files.h"
#include "support/skip.h"

using rill::library_problem;
using rill_test::content_of;
using rill_test::pattern;
using rill_test::set_content;

namespace {

// A FILE that is closed with the object.
class c_stream {
 public:
  c_stream(std::string const& path, char const* mode)
      : stream_(std::fopen(path.c_str(), mode)) {
    REQUIRE(stream_ != nullptr);
  }
  c_stream(c_stream const&) = delete;
  ~c_stream() { std::fclose(stream_); }
  FILE* get() const { return stream_; }

 private:
  FILE* stream_;
};

// Calls use(source) for each kind of source that has `bytes` behind "head ",
// which was read before by the means of that source.
template <class Use>
void with_each_source(std::string const& path, std::string const& bytes,
                      Use use) {
  set_content(path, "head " + bytes);
  char word[6] = {};
  std::string head;
  {
    c_stream const in(path, "r");
    REQUIRE(std::fgets(word, sizeof word, in.get()) != nullptr);
    FILE* const stream = in.get();
    use("FILE*", stream);
    CHECK(std::getc(stream) == EOF);
  }
  {
    auto in = rill::c_file::open(path);
    rill::scan(in, head, rill::character(word[0]));
    use("c_file", in);
  }
  {
    c_stream const in(path, "r");
    rill::c_file_view view(in.get(), "view");
    rill::scan(view, head, rill::character(word[0]));
    use("c_file_view", view);
  }
  {
    std::ifstream in(path);
    in.get(word, sizeof word);
    use("std::ifstream", in);
    CHECK(in.rdstate() == std::ios::eofbit);
  }
  {
    std::istringstream in("head " + bytes);
    rill::scan(in, head, rill::character(word[0]));
    use("std::istringstream", in);
    CHECK(in.rdstate() == std::ios::eofbit);
  }
  {
    auto in = rill::filebuf_file::open(path);
    rill::scan(in, head, rill::character(word[0]));
    use("filebuf_file", in);
  }
  {
    rill::file_update in(path);
    rill::scan(in, head, rill::character(word[0]));
    use("file_update", in);
    CHECK(in.position() == static_cast<long long>(5 + bytes.size()));
  }
  {
    rill::locked<rill::file_reader> in(path);
    rill::scan(in, head, rill::character(word[0]));
    use("locked<file_reader>", in);
    auto const guard = lock(in);
    CHECK(guard->at_end());
  }
  {
    rill::any_reader in{rill::file_reader(path)};
    rill::scan(in, head, rill::character(word[0]));
    use("any_reader", in);
  }
  {
    rill::file const in = rill::file::open(path);
    in.seek(5);
    use("file", in);
    CHECK(in.position() == static_cast<long long>(5 + bytes.size()));
  }
  {
    rill::file_reader in(path);
    rill::scan(in, head, rill::character(word[0]));
    use("file_reader", in);
  }
  {
    rill::loaded_file in = rill::load(path);
    rill::scan(in, head, rill::character(word[0]));
    use("loaded_file", in);
  }
}

// Calls use(sink) for each kind of sink; what was printed before and after by
// the means of that sink must surround what `use` copied.
template <class Use>
void with_each_sink(std::string const& path, std::string const& bytes,
                    Use use) {
  auto const check = [&](char const* kind) {
    CAPTURE(kind);
    CHECK((content_of(path) == "before " + bytes + " after"));
  };
  {
    c_stream const out(path, "w");
    FILE* const stream = out.get();
    std::fputs("before ", stream);
    use(stream);
    std::fputs(" after", stream);
  }
  check("FILE*");
  {
    rill::c_file out(path);
    rill::print(out, "before ");
    use(out);
    rill::print(out, " after");
    out.close();
  }
  check("c_file");
  {
    rill::c_file out(path);
    auto const held = lock(out);
    rill::print(held, "before ");
    use(held);
    rill::print(held, " after");
  }
  check("lock of a c_file");
  {
    std::ofstream out(path);
    out << "before ";
    use(out);
    out << " after";
  }
  check("std::ofstream");
  {
    std::ostringstream out;
    out << "before ";
    use(out);
    out << " after";
    CHECK((out.str() == "before " + bytes + " after"));
  }
  {
    auto out = rill::filebuf_file::create(path);
    rill::print(out, "before ");
    use(out);
    rill::print(out, " after");
    out.close();
  }
  check("filebuf_file");
  {
    auto out = rill::file_update::create(path);
    rill::print(out, "before ");
    use(out);
    rill::print(out, " after");
    out.close();
  }
  check("file_update");
  {
    rill::locked<rill::file_writer> out(path);
    rill::print(out, "before ");
    use(out);
    rill::print(out, " after");
  }
  check("locked<file_writer>");
  {
    rill::any_writer out{rill::file_writer(path)};
    rill::print(out, "before ");
    use(out);
    rill::print(out, " after");
    out.close();
  }
  check("any_writer");
  {
    std::string text;
    rill::string_writer out(text);
    rill::print(out, "before ");
    use(out);
    rill::print(out, " after");
    out.flush();
    CHECK((text == "before " + bytes + " after"));
  }
}

// Euro, u-umlaut, an emoji: 3, 2 and 4 bytes.
constexpr char const* utf8 = "a\xE2\x82\xAC\xC3\xBC\xF0\x9F\x98\x80z";
constexpr wchar_t const* wide = L"a\u20AC\u00FC\U0001F600z";

// The locale in which wide streams of C write UTF-8.
class utf8_locale {
 public:
  utf8_locale() : is_set_(std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr) {}
  utf8_locale(utf8_locale const&) = delete;
  ~utf8_locale() { std::setlocale(LC_CTYPE, "C"); }
  explicit operator bool() const { return is_set_; }

 private:
  bool is_set_;
};

// A source that gives `bytes` in pieces: bit i cuts behind byte i.
class pieces {
 public:
  pieces(std::string const& bytes, unsigned cuts)
      : bytes_(bytes), cuts_(cuts) {}
  std::size_t operator()(char* to, std::size_t size) {
    std::size_t got = 0;
    while (got != size && at_ != bytes_.size()) {
      to[got++] = bytes_[at_++];
      if (cuts_ >> (at_ - 1) & 1) break;
    }
    return got;
  }

 private:
  std::string const& bytes_;
  unsigned cuts_;
  std::size_t at_ = 0;
};

}  // namespace

TEST_CASE("copy/sinks: each source into each sink, in order") {
  rill_test::folder const folder;
  for (std::size_t size : {0u, 1u, 4095u, 4097u, 300'000u}) {
    CAPTURE(size);
    std::string const bytes = pattern(size);
    with_each_sink(folder / "to", bytes, [&](auto& sink) {
      // All sources in turn, each with a part of the bytes.
      constexpr std::size_t sources = 12;
      std::size_t done = 0;
      for (std::size_t i = 0; i != sources; ++i) {
        std::size_t const part =
            i + 1 == sources ? size - done : size / sources;
        std::string const of_part = bytes.substr(done, part);
        std::size_t seen = 0;
        with_each_source(folder / "from", of_part,
                         [&](char const* kind, auto& source) {
                           CAPTURE(kind);
                           if (seen++ != i) {
                             std::string text;
                             rill::string_writer beside(text);
                             CHECK(rill::copy(source, beside) == part);
                             beside.flush();
                             CHECK((text == of_part));
                           } else {
                             CHECK(rill::copy(source, sink) == part);
                           }
                         });
        CHECK(seen == sources);
        done += part;
      }
    });
  }
}

TEST_CASE("copy/sinks: load takes each source") {
  rill_test::folder const folder;
  for (std::size_t size : {0u, 1u, 4097u, 300'000u}) {
    std::string const bytes = pattern(size);
    with_each_source(folder / "from", bytes,
                     [&](char const* kind, auto& source) {
                       CAPTURE(kind);
                       rill::loaded_file const loaded = rill::load(source);
                       CHECK((loaded.view() == rill::text(bytes)));
                     });
  }
  std::istringstream in("12345");
  CHECK(rill::try_load(in, {.limit = 4}).error().code() ==
        library_problem::too_large);
  CHECK((rill::load(std::istringstream("temporary")).view() == "temporary"));
  FILE* const none = nullptr;
  CHECK(rill::try_load(none).error().code() == library_problem::no_stream);
  CHECK_THROWS_AS(rill::load(none), rill::error);
}

TEST_CASE(
    "copy/sinks: a limit leaves the rest, what was pushed back is first") {
  rill_test::folder const folder;
  set_content(folder / "f", "12 xabcdef");
  c_stream const in(folder / "f", "r");
  FILE* const from = in.get();
  int n = 0;
  REQUIRE(rill::scan(from, n));
  CHECK(std::getc(from) == ' ');
  CHECK(std::getc(from) == 'x');
  CHECK(std::ungetc('y', from) == 'y');
  std::ostringstream out;
  CHECK(rill::copy(from, out, {.limit = 3}) == 3);
  CHECK(out.str() == "yab");
  CHECK(std::getc(from) == 'c');
  std::vector<unsigned long long> reports;
  CHECK(
      rill::copy(from, out, {.report_every = 1}, [&](unsigned long long moved) {
        reports.push_back(moved);
        return moved != 2;
      }) == 2);
  CHECK(reports == std::vector<unsigned long long>{1, 2});
  CHECK(std::getc(from) == 'f');
  CHECK(out.str() == "yabde");
}

TEST_CASE("copy/sinks: a pipe is not read beyond the limit or the stop") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  rill::file const from(ends[0]);
  rill::file const feeder(ends[1]);
  feeder.write("0123456789");
  std::ostringstream out;
  CHECK(rill::copy(from, out, {.limit = 3}) == 3);
  CHECK(rill::copy(from, out, {.report_every = 2},
                   [](unsigned long long) { return false; }) == 2);
  char rest[6] = {};
  CHECK(from.read(rest, 5) == 5);
  CHECK(std::string(rest) == "56789");
  CHECK(out.str() == "01234");
}

TEST_CASE("copy/sinks: a wide stream gets whole sequences in each chunking") {
  std::string const bytes = utf8;
  std::wstring const expected = wide;
  for (unsigned cuts = 0; cuts != 1u << bytes.size(); ++cuts) {
    for (unsigned long long step : {1ull, 3ull, 1ull << 20}) {
      rill::callback_reader from(pieces(bytes, cuts));
      std::wostringstream out;
      unsigned long long last = 0;
      CHECK(rill::copy(from, out, {.report_every = step},
                       [&](unsigned long long moved) { last = moved; }) ==
            bytes.size());
      CHECK(last == bytes.size());
      if (out.str() != expected) {
        CAPTURE(cuts);
        CHECK(false);
      }
    }
  }
}

TEST_CASE("copy/sinks: a wide FILE, from a file that is read in short pieces") {
  rill_test::folder const folder;
  std::string const bytes = utf8;
  utf8_locale const locale;
  if (!locale) return rill_test::skip("no locale C.UTF-8");
  for (std::size_t most : {1u, 2u, 3u, 5u}) {
    {
      rill_test::fake_device device;
      device.input = bytes + bytes;
      device.on_read = [&](int call, std::size_t size) {
        if (call % 3 == 1) return -long{EINTR};
        return static_cast<long>(size < most ? size : most);
      };
      std::wostringstream out;
      rill::file_view const from(device.handle);
      CHECK(rill::copy(from, out) == 2 * bytes.size());
      CHECK((out.str() == std::wstring(wide) + wide));
    }
    c_stream const out(folder / "wide", "w");
    FILE* const to = out.get();
    CHECK(std::fwide(to, 1) > 0);
    rill::callback_reader from(pieces(bytes, most == 1 ? ~0u : 0x2Au));
    CHECK(rill::copy(from, to) == bytes.size());
    std::fflush(to);
    CHECK((content_of(folder / "wide") == bytes));
  }
}

TEST_CASE(
    "copy/sinks: a sequence that the limit or the end cuts is passed on") {
  std::string const bytes = utf8;
  for (std::size_t limit = 0; limit != bytes.size() + 2; ++limit) {
    rill::memory_reader from(bytes.data(), bytes.size());
    std::wostringstream out;
    std::size_t const size = limit < bytes.size() ? limit : bytes.size();
    CHECK(rill::copy(from, out, {.limit = limit}) == size);
    CHECK(from.available() == bytes.size() - size);
    std::wostringstream printed;
    rill::print(printed, rill::text(bytes.data(), size));
    CHECK((out.str() == printed.str()));
    std::wostringstream at_end;
    CHECK(rill::copy(rill::text(bytes.data(), size), at_end) == size);
    CHECK((at_end.str() == printed.str()));
  }
}

TEST_CASE(
    "copy/sinks: an error of the sink leaves the source behind the last") {
  rill_test::folder const folder;
  std::string const bytes = pattern(600'000);
  set_content(folder / "f", bytes);
  for (bool from_file : {false, true}) {
    rill_test::fake_device device;
    device.on_write = [](int call, std::size_t size) {
      return call < 1 ? static_cast<long>(size) : -long{ENOSPC};
    };
    rill::file_update out(rill::file(device.handle));
    rill::file const file = rill::file::open(folder / "f");
    c_stream const in(folder / "f", "r");
    FILE* const stream = in.get();
    auto const copied =
        from_file ? rill::try_copy(file, out) : rill::try_copy(stream, out);
    REQUIRE(!copied);
    CHECK(copied.error().code().number == ENOSPC);
    unsigned long long const written = copied.error().written();
    CHECK(written <= bytes.size());
    CHECK((from_file ? file.position() : std::ftell(stream)) ==
          static_cast<long long>(written));
    CHECK(!device.bytes.empty());
    CHECK((device.bytes == bytes.substr(0, device.bytes.size())));
    device.on_write = nullptr;
  }
}

TEST_CASE("copy/sinks: errors of sources and sinks come as results") {
  FILE* const none = nullptr;
  std::ostringstream out;
  auto const unread = rill::try_copy(none, out);
  CHECK(unread.error().code() == library_problem::no_stream);
  CHECK(unread.error().written() == 0);
  std::istringstream some("bytes");
  auto const unwritten = rill::try_copy(some, none);
  CHECK(unwritten.error().code() == library_problem::no_stream);
  CHECK(some.good());
  CHECK((rill::load(some).view() == "bytes"));
  rill_test::fake_device device;
  device.input = "first";
  device.on_read = [](int call, std::size_t size) {
    return call == 0 ? static_cast<long>(size < 5 ? size : 5) : -long{EIO};
  };
  auto const broken =
      rill::try_copy(rill::file_view(device.handle, "broken"), out);
  CHECK(std::string(broken.error().what()).substr(0, 11) == "read broken");
  CHECK(broken.error().code().number == EIO);
  CHECK(broken.error().written() == 5);
  CHECK(out.str() == "first");
  std::istringstream failed("x");
  failed.setstate(std::ios::badbit);
  CHECK(rill::try_copy(failed, out).error().code() ==
        library_problem::stream_failed);
}

TEST_CASE("copy/sinks: a stream is not copied onto itself") {
  rill_test::folder const folder;
  std::stringstream both("bytes");
  std::istream in(both.rdbuf());
  CHECK(rill::try_copy(both, both).error().code() == library_problem::overlap);
  CHECK(rill::try_copy(in, both).error().code() == library_problem::overlap);
  CHECK(both.str() == "bytes");
  set_content(folder / "f", "bytes");
  c_stream const update(folder / "f", "r+");
  FILE* const stream = update.get();
  rill::c_file_view const view(stream);
  CHECK(rill::try_copy(stream, view).error().code() ==
        library_problem::overlap);
  rill::file_update file(folder / "f");
  CHECK(rill::try_copy(file, file).error().code() == library_problem::overlap);
  CHECK(std::getc(stream) == 'b');
}

TEST_CASE("copy/sinks: exceptions of the program come through") {
  std::istringstream in("bytes");
  std::ostringstream out;
  auto const stop = [](unsigned long long) {
    rill::raise(rill::error(library_problem::closed, "stop"));
  };
  CHECK_THROWS_AS((void)rill::try_copy(in, out, {}, stop), rill::error);
  auto const stop_otherwise = [](unsigned long long) {
    throw std::runtime_error("stop");
  };
  std::istringstream again("bytes");
  CHECK_THROWS_AS((void)rill::try_copy(again, out, {}, stop_otherwise),
                  std::runtime_error);
  std::istringstream strict("bytes");
  strict.exceptions(std::ios::eofbit);
  CHECK_THROWS_AS(rill::copy(strict, out), std::ios_base::failure);
}

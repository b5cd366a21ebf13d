// test/scan/places_test.cpp: the line and column of errors in every source,
// against a count byte by byte; and how many bytes all errors together count.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/locale.h>
#include <rill/rill.h>
#include <rill/stdio.h>
#include <rill/encoding/decoded_reader.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>  // std::move
#include <vector>

#include "../reference/place.h"
#include "../support/files.h"
#include "../support/locales.h"
#include "../support/old_files.h"
#include "../support/pipe.h"

namespace {

using reference::place;
using reference::place_in;

std::vector<place> places_in(std::string const& text,
                             std::vector<std::size_t> const& offsets) {
  std::vector<place> all;
  place at{1, 1};
  std::size_t done = 0;
  for (std::size_t offset : offsets) {
    for (; done != offset; ++done) {
      ++at.column;
      if (text[done] == '\n') at = {at.line + 1, 1};
    }
    all.push_back(at);
  }
  return all;
}

// Words between white space, most of which are not numbers.
struct bad_text {
  std::string text;
  std::vector<std::size_t> bad;  // where each of these begins
};
bad_text some_words(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  bad_text made;
  while (made.text.size() < size) {
    bool const is_number = random() % 4 == 0;
    std::size_t const length = random() % 30 == 0 ? 40 : 1 + random() % 3;
    if (!is_number) made.bad.push_back(made.text.size());
    made.text.append(is_number ? 1 + length % 5 : length,
                     is_number ? '7' : 'x');
    do made.text += " \n\n\t"[random() % 4];
    while (random() % 4 == 0);
  }
  return made;
}

// Scans numbers, and skips the word at each error. Returns the places of the
// errors.
std::vector<place> errors_of(auto& in) {
  std::vector<place> all;
  int number = 0;
  std::string word;
  for (;;) {
    rill::scan_result const how = rill::try_scan(in, number);
    if (how) continue;
    if (how.at_end()) return all;
    all.push_back({how.error().line(), how.error().column()});
    if (!rill::scan(in, word)) return all;
  }
}

// Checks the places that a source reports, and their cost. `read` scans a text
// and returns the places of its bad words. It may count at most `factor` times
// the bytes of the text.
void check_source(auto read, unsigned factor) {
  for (std::size_t size : {20'000u, 40'000u}) {
    bad_text const made = some_words(size, 5);
    auto const before = rill::detail::bytes_counted;
    std::vector<place> const got = read(made.text);
    auto const cost = rill::detail::bytes_counted - before;
    CHECK((got == places_in(made.text, made.bad)));
    CHECK(cost <= factor * made.text.size());
  }
}

// For sources that drop their bytes: each byte is counted once for an error and
// once when it is dropped.
constexpr unsigned twice = 2;

class folder_of {
 public:
  std::string operator()(std::string const& text) const {
    rill_test::set_content(folder_ / "f", text);
    return folder_ / "f";
  }

 private:
  rill_test::folder folder_;
};

// A source that gives at most `most` bytes a call.
auto pieces_of(std::string const& text, std::size_t most) {
  return
      [&text, most, at = std::size_t{0}](char* out, std::size_t room) mutable {
        std::size_t size = std::min({room, most, text.size() - at});
        text.copy(out, size, at);
        at += size;
        return size;
      };
}

}  // namespace

TEST_CASE("scan/places: of texts and loaded files") {
  check_source(
      [](std::string const& text) {
        auto in = rill::from(text);
        return errors_of(in);
      },
      1);
  folder_of const file_of;
  for (bool never_map : {false, true})
    check_source(
        [&](std::string const& text) {
          rill::loaded_file in =
              rill::load(file_of(text), {.never_map = never_map});
          return errors_of(in);
        },
        1);
}

TEST_CASE("scan/places: of file readers") {
  folder_of const file_of;
  for (std::size_t buffer : {1u, 16u, 100u, 4096u, 65536u})
    check_source(
        [&](std::string const& text) {
          rill::file_reader in(file_of(text), buffer);
          return errors_of(in);
        },
        twice);
}

TEST_CASE("scan/places: of a reader that is locked, moved, imbued") {
  folder_of const file_of;
  check_source(
      [&](std::string const& text) {
        rill::locked<rill::file_reader> in(rill::file_reader(file_of(text)));
        return errors_of(in);
      },
      twice);
  check_source(
      [&](std::string const& text) {
        rill::imbued in(rill::file_reader(file_of(text), 100),
                        rill_test::german);
        return errors_of(in);
      },
      twice);
  auto const moved = []<class In>(In source) {
    std::vector<place> all;
    int number = 0;
    std::string word;
    for (auto in = std::make_unique<In>(std::move(source));;) {
      rill::scan_result const how = rill::try_scan(*in, number);
      if (how.at_end()) return all;
      if (!how) {
        all.push_back({how.error().line(), how.error().column()});
        rill::scan(*in, word);
      }
      in = std::make_unique<In>(std::move(*in));
    }
  };
  check_source([&](std::string const& text) { return moved(rill::from(text)); },
               1);
  check_source(
      [&](std::string const& text) {
        return moved(rill::file_reader(file_of(text), 100));
      },
      twice);
}

TEST_CASE("scan/places: of a pipe") {
  for (std::size_t buffer : {1u, 16u, 100u, 4096u, 65536u})
    check_source(
        [&](std::string const& text) {
          rill_test::pipe ends;
          ends.writing.write(text);
          ends.writing.close();
          rill::file_reader in(std::move(ends.reading), buffer);
          return errors_of(in);
        },
        twice);
}

TEST_CASE("scan/places: of callables and rings") {
  for (std::size_t most : {1u, 7u, 5000u})
    for (std::size_t buffer : {64u, 100u, 4096u}) {
      check_source(
          [&](std::string const& text) {
            rill::callback_reader in(pieces_of(text, most), buffer);
            return errors_of(in);
          },
          twice);
      check_source(
          [&](std::string const& text) {
            rill::ring_reader in(buffer, pieces_of(text, most));
            return errors_of(in);
          },
          twice);
    }
}

TEST_CASE("scan/places: of a pipe between two threads") {
  check_source(
      [](std::string const& text) {
        rill::ring_pipe pipe(4096);
        std::thread writing([&] {
          pipe.writer().write(text.data(), text.size());
          pipe.writer().close();
        });
        std::vector<place> all = errors_of(pipe.reader());
        writing.join();
        return all;
      },
      twice);
}

TEST_CASE("scan/places: of text that is decoded") {
  folder_of const file_of;
  for (std::size_t buffer : {16u, 100u, 4096u}) {
    check_source(
        [&](std::string const& text) {
          rill::memory_reader bytes(text);
          rill::decoded_reader in(bytes, rill::latin1, {.buffer_size = buffer});
          return errors_of(in);
        },
        twice);
    check_source(
        [&](std::string const& text) {
          rill::decoded_reader in(file_of(text), rill::latin1,
                                  {.buffer_size = buffer});
          return errors_of(in);
        },
        twice);
  }
}

TEST_CASE("scan/places: of C's streams") {
  folder_of const file_of;
  rill_test::old_files const old;
  for (int buffer : {16, 100, 4096, 65536}) {
    auto const block = std::make_unique<char[]>(65536);
    check_source(
        [&](std::string const& text) {
          FILE* const in = ::fopen(file_of(text).c_str(), "r");
          ::setvbuf(in, block.get(), _IOFBF, static_cast<std::size_t>(buffer));
          std::vector<place> all = errors_of(in);
          ::fclose(in);
          return all;
        },
        2);
  }
  check_source(
      [&](std::string const& text) {
        auto in = rill::c_file::open(file_of(text));
        return errors_of(in);
      },
      2);
  check_source(
      [&](std::string const& text) {
        auto in = rill::c_file_unlocked::open(file_of(text));
        return errors_of(in);
      },
      2);
}

TEST_CASE("scan/places: of values") {
  folder_of const file_of;
  rill_test::old_files const old;
  auto const read = [](auto& source) {
    std::vector<place> all;
    std::string word;
    for (;;) {
      try {
        for (int n : rill::values<int>(source)) (void)n;
        return all;
      } catch (rill::error const& reason) {
        all.push_back({reason.line(), reason.column()});
        rill::scan(source, word);
      }
    }
  };
  check_source(
      [&](std::string const& text) {
        auto in = rill::from(text);
        return read(in);
      },
      1);
  check_source(
      [&](std::string const& text) {
        rill::file_reader in(file_of(text), 100);
        return read(in);
      },
      twice);
  check_source(
      [&](std::string const& text) {
        auto in = rill::c_file::open(file_of(text));
        return read(in);
      },
      2);
}

namespace {

// A table whose fields are not numbers, with line ends and doubled quotes in
// quoted fields; and where each field begins.
bad_text some_table(std::size_t size, std::size_t fields, unsigned seed) {
  std::mt19937 random(seed);
  bad_text made;
  while (made.text.size() < size) {
    for (std::size_t i = 0; i != fields; ++i) {
      if (i != 0) made.text += ',';
      char const* const words[] = {"x", "abc", "\"a\nb\"", "\"say \"\"x\"\"\"",
                                   "\"q\""};
      std::string const word = words[random() % 5];
      // The place of a quoted field is behind its quote.
      made.bad.push_back(made.text.size() + (word[0] == '"'));
      made.text += word;
    }
    made.text += '\n';
  }
  return made;
}

std::vector<place> errors_of_table(auto&& source, std::size_t fields) {
  std::vector<place> all;
  for (auto const& row : rill::csv(source))
    for (std::size_t i = 0; i != fields; ++i) {
      auto const got = row.template try_get<int>(i);
      all.push_back({got.error().line(), got.error().column()});
    }
  return all;
}

void check_table(auto read, std::size_t fields, unsigned factor) {
  for (std::size_t size : {20'000u, 40'000u}) {
    bad_text const made = some_table(size, fields, 6);
    auto const before = rill::detail::bytes_counted;
    std::vector<place> const got = read(made.text);
    auto const cost = rill::detail::bytes_counted - before;
    CHECK((got == places_in(made.text, made.bad)));
    CHECK(cost <= factor * made.text.size());
  }
}

}  // namespace

TEST_CASE("scan/places: of tables") {
  folder_of const file_of;
  rill_test::old_files const old;
  for (std::size_t fields : {1u, 3u, 1000u}) {
    check_table(
        [&](std::string const& text) {
          return errors_of_table(std::string_view(text), fields);
        },
        fields, 2);
    for (std::size_t buffer : {16u, 100u, 65536u})
      check_table(
          [&](std::string const& text) {
            return errors_of_table(rill::file_reader(file_of(text), buffer),
                                   fields);
          },
          fields, twice + 1);
    check_table(
        [&](std::string const& text) {
          return errors_of_table(rill::c_file::open(file_of(text)), fields);
        },
        fields, 3);
  }
}

TEST_CASE("scan/places: the fields of a row in any order") {
  for (unsigned seed = 0; seed != 20; ++seed) {
    bad_text const made = some_table(1, 50, seed);
    std::mt19937 random(seed);
    for (auto const& row : rill::csv(std::string_view(made.text)))
      for (int i = 0; i != 300; ++i) {
        std::size_t const field = random() % 50;
        auto const got = row.try_get<int>(field);
        CHECK((place{got.error().line(), got.error().column()} ==
               place_in(made.text, made.bad[field])));
      }
  }
  // The fields in reverse order.
  for (std::size_t fields : {500u, 1000u}) {
    bad_text const made = some_table(1, fields, 1);
    auto const before = rill::detail::bytes_counted;
    for (auto const& row : rill::csv(std::string_view(made.text)))
      for (std::size_t i = fields; i-- != 0;) {
        auto const got = row.try_get<int>(i);
        CHECK((place{got.error().line(), got.error().column()} ==
               place_in(made.text, made.bad[i])));
      }
    CHECK(rill::detail::bytes_counted - before <= 4 * made.text.size());
  }
}

TEST_CASE("scan/places: of settings, and of many ranges over one reader") {
  for (std::size_t lines : {2000u, 4000u}) {
    std::string text;
    for (std::size_t i = 0; i != lines; ++i)
      text += i % 2 == 0 ? "key = x\n" : "# a remark\n\n";
    auto before = rill::detail::bytes_counted;
    unsigned long long line = 1;
    for (auto const& pair : rill::key_values(std::string_view(text))) {
      rill::error const reason = pair.template try_read<int>().error();
      CHECK(reason.line() == line);
      CHECK(reason.column() == 7);
      line += 3;
    }
    CHECK(rill::detail::bytes_counted - before <= text.size());
    before = rill::detail::bytes_counted;
    rill::memory_reader in(text);
    line = 1;
    while (in.available() != 0) {
      for (auto const& pair : rill::key_values(in)) {
        CHECK(pair.line() == line);
        line += 3;
        break;
      }
      // Only a remark may be left at the end.
      if (in.available() < 20) break;
    }
    CHECK(rill::detail::bytes_counted - before <= text.size());
  }
}

TEST_CASE("scan/places: a reader beside which its file was copied") {
  folder_of const file_of;
  for (std::size_t size : {20'000u, 40'000u}) {
    std::string text;
    while (text.size() < size) text += "x 12345678\nabc\n";
    rill::file_reader in(file_of(text), 50);
    rill_test::folder const other;
    auto const before = rill::detail::bytes_counted;
    std::size_t at = 0;
    while (at + 400 < text.size()) {
      int number = 0;
      rill::error const reason = rill::try_scan(in, number).error();
      at = text.find_first_not_of(" \n", at);
      if (!reason) {
        at = text.find_first_of(" \n", at);
      } else {
        CHECK((place{reason.line(), reason.column()} == place_in(text, at)));
      }
      rill::copy(in, rill::file::create(other / "g"), {.limit = 311});
      at += 311;
    }
    CHECK(rill::detail::bytes_counted - before <= 4 * text.size());
  }
}

TEST_CASE("scan/places: an error of the device asks for no line") {
  folder_of const file_of;
  std::string const text(50'000, '\n');
  rill::file_reader in(file_of(text), 100);
  while (in.more()) in.advance_to(in.end());
  auto const before = rill::detail::bytes_counted;
  CHECK(rill::detail::source_of(in).name.size == in.file().name().size);
  in.close();
  int number = 0;
  CHECK(rill::try_scan(in, number).error().code() ==
        rill::library_problem::closed);
  CHECK(rill::detail::bytes_counted == before);
}

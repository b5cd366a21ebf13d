// test/scan/mark_test.cpp: a byte order mark is passed at the start of a source
// alone, by every way to scan and with buffers of every size.
#include <doctest/doctest.h>
#include <rill/rill.h>

#include <cstdio>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>  // std::as_const
#include <vector>

#include <rill/iostream.h>
#include <rill/unicode.h>

#include "support/files.h"

namespace {

// A file that exists as long as the object.
class kept_file {
 public:
  explicit kept_file(std::string const& bytes) {
    rill_test::set_content(path(), bytes);
  }
  std::string path() const { return folder_ / "marked.txt"; }

 private:
  rill_test::folder folder_;
};

std::string const mark = "\xEF\xBB\xBF";

// What a program sees of a source, as one text: items separated by bars.
using way = std::string (*)(rill::reader&);

struct named_way {
  char const* name;
  way run;
};

template <class Range>
std::string joined(Range&& range) {
  std::string all;
  for (auto const& item : range) all += rill::concat(item, '|');
  return all;
}

std::string rest_of(rill::reader& in) {
  std::string rest;
  rill::scan(in, rill::rest(rest));
  return rest;
}

named_way const ways[] = {
    {"int",
     [](rill::reader& in) {
       int n = 0;
       rill::scan(in, n);
       return rill::concat(n, '|', rest_of(in));
     }},
    {"double, hex",
     [](rill::reader& in) {
       double x = 0;
       int n = 0;
       rill::scan(in, x, rill::hex(n));
       return rill::concat(x, '|', n, '|', rest_of(in));
     }},
    {"read, try_scan",
     [](rill::reader& in) {
       int const n = rill::read<int>(in);
       int m = 0;
       bool const how = bool(rill::try_scan(in, m));
       return rill::concat(n, '|', m, '|', how);
     }},
    {"word",
     [](rill::reader& in) {
       std::string word;
       rill::scan(in, word);
       return word + '|' + rest_of(in);
     }},
    {"wide word",
     [](rill::reader& in) {
       std::u16string word;
       rill::scan(in, word);
       return std::string(word.begin(), word.end()) + '|' + rest_of(in);
     }},
    {"letter",
     [](rill::reader& in) {
       char c = 0;
       rill::scan(in, c);
       return c + rest_of(in);
     }},
    {"character",
     [](rill::reader& in) {
       char32_t c = 0;
       rill::scan(in, rill::character(c));
       return static_cast<char>(c) + rest_of(in);
     }},
    {"line",
     [](rill::reader& in) {
       std::string line;
       rill::scan(in, rill::line(line));
       return line + '|' + rest_of(in);
     }},
    {"until",
     [](rill::reader& in) {
       std::string part;
       rill::scan(in, rill::until(part, ' '));
       return part + '|' + rest_of(in);
     }},
    {"rest", rest_of},
    {"literal",
     [](rill::reader& in) {
       int n = 0;
       rill::scan(in, "1", n);
       return rill::concat(n, '|', rest_of(in));
     }},
    {"pair",
     [](rill::reader& in) {
       std::pair<int, std::string> pair;
       rill::scan(in, pair);
       return rill::concat(pair.first, '|', pair.second);
     }},
    {"read_into",
     [](rill::reader& in) {
       int all[2] = {};
       auto const count = rill::read_into(in, all);
       return rill::concat(count, '|', all[0], '|', all[1]);
     }},
    {"values", [](rill::reader& in) { return joined(rill::values<int>(in)); }},
    {"words", [](rill::reader& in) { return joined(rill::words(in)); }},
    {"lines", [](rill::reader& in) { return joined(rill::lines(in)); }},
    {"csv",
     [](rill::reader& in) {
       return joined(rill::csv<std::vector<std::string>>(in));
     }},
    {"settings",
     [](rill::reader& in) {
       std::string all;
       for (auto const& pair : rill::key_values(in))
         all += rill::concat(pair.key, '=', pair.value, '|');
       return all;
     }},
};

std::string seen(named_way const& how, rill::reader& in) {
  try {
    return how.run(in);
  } catch (rill::error const& reason) {
    return std::string("error: ") + reason.what();
  }
}

// Calls use(reader) with the text in readers of every kind that knows its
// position.
void with_each_reader(std::string const& text,
                      std::function<void(rill::reader&)> const& use) {
  std::vector<char> const block(text.begin(), text.end());
  rill::memory_reader memory(block.data(), block.size());
  use(memory);
  kept_file const file(text);
  for (std::size_t size : {1u, 2u, 3u, 16u, 65536u}) {
    CAPTURE(size);
    rill::file_reader in(file.path(), size);
    use(in);
  }
  std::size_t given = 0;
  rill::callback_reader slow([&](char* out, std::size_t) -> std::size_t {
    if (given == text.size()) return 0;
    *out = text[given++];
    return 1;
  });
  use(slow);
}

}  // namespace

TEST_CASE("scan/mark: every way reads the same with and without a mark") {
  std::string const text = "12 34\n";
  for (named_way const& how : ways) {
    CAPTURE(how.name);
    bool const is_settings = how.name == std::string("settings");
    std::string const body = is_settings ? "a = 1\nb = 2\n" : text;
    rill::memory_reader plain(body.data(), body.size());
    std::string const want = seen(how, plain);
    CAPTURE(want);
    REQUIRE(!want.starts_with("error"));
    with_each_reader(mark + body,
                     [&](rill::reader& in) { CHECK(seen(how, in) == want); });
  }
}

TEST_CASE("scan/mark: elsewhere it is a character, which errors show") {
  for (char const* before : {"1 ", "1\n", "\n", " "})
    with_each_reader(before + mark + "2\n", [&](rill::reader& in) {
      int n = 0;
      rill::error reason;
      for (int i = 0; i != 2 && !reason; ++i) {
        auto how = rill::try_scan(in, n);
        if (!how) reason = how.error();
      }
      CAPTURE(std::string(reason.what()));
      CHECK(std::string(reason.what()).find("found \"\\u{feff}") !=
            std::string::npos);
    });
  std::string const two = mark + mark + "x\n" + mark + "y\n";
  with_each_reader(two, [&](rill::reader& in) {
    CHECK(joined(rill::lines(in)) == mark + "x|" + mark + "y|");
  });
  with_each_reader(two, [&](rill::reader& in) {
    CHECK(joined(rill::words(in)) == mark + "x|" + mark + "y|");
  });
  // A second loop does not begin at the start of the source.
  with_each_reader("x\n" + mark + "y\n", [&](rill::reader& in) {
    for (auto line : rill::lines(in)) {
      CHECK(line == "x");
      break;
    }
    CHECK(joined(rill::lines(in)) == mark + "y|");
  });
}

TEST_CASE("scan/mark: a part of a mark, and nothing behind one") {
  for (std::string const part : {"\xEF", "\xEF\xBB", "\xEF\xBB!", "\xEF\n"})
    with_each_reader(part, [&](rill::reader& in) {
      CHECK(joined(rill::words(in)) ==
            (part.back() == '\n' ? "\xEF|" : part + '|'));
    });
  with_each_reader(mark, [](rill::reader& in) {
    int n = 0;
    CHECK_FALSE(rill::scan(in, n));
    CHECK(rill::try_scan(in, n).at_end());
  });
  with_each_reader(mark, [](rill::reader& in) {
    std::string word = "unchanged";
    CHECK_FALSE(rill::scan(in, word));
    CHECK(word == "unchanged");
  });
  with_each_reader(mark + " \n", [](rill::reader& in) {
    CHECK(joined(rill::words(in)).empty());
  });
}

TEST_CASE("scan/mark: a source of a mark alone is empty") {
  with_each_reader(mark, [](rill::reader& in) {
    std::string line = "unchanged";
    CHECK_FALSE(rill::scan(in, rill::line(line)));
    CHECK(line == "unchanged");
  });
  with_each_reader(mark, [](rill::reader& in) {
    std::string part = "unchanged";
    CHECK_FALSE(rill::scan(in, rill::until(part, ',')));
    CHECK(part == "unchanged");
  });
  with_each_reader(mark + "\n", [](rill::reader& in) {
    std::string line = "changed";
    CHECK(rill::scan(in, rill::line(line)));
    CHECK(line.empty());
    CHECK_FALSE(rill::scan(in, rill::line(line)));
  });
  with_each_reader(mark + ",", [](rill::reader& in) {
    std::string part = "changed";
    CHECK(rill::scan(in, rill::until(part, ',')));
    CHECK(part.empty());
  });
  with_each_reader(
      mark, [](rill::reader& in) { CHECK(joined(rill::lines(in)).empty()); });
}

TEST_CASE("scan/mark: behind the start, bytes of a mark ask for no others") {
  for (std::string const& bytes :
       {std::string("a\0", 2), std::string("a\xEF"), std::string("a\xFE"),
        std::string("a\xFF")}) {
    int calls = 0;
    rill::callback_reader in([&](char* to, std::size_t) -> std::size_t {
      if (++calls != 1) return 0;
      bytes.copy(to, bytes.size());
      return bytes.size();
    });
    char c = 0;
    rill::scan(in, rill::character(c));
    rill::scan(in, rill::character(c));
    CHECK(c == bytes[1]);
    CHECK(calls == 1);
  }
}

TEST_CASE("scan/mark: a literal that begins with the mark passes it itself") {
  for (std::size_t more : {0u, 200u})
    with_each_reader(mark + "7" + std::string(more, ' '), [](rill::reader& in) {
      int n = 0;
      rill::scan(in, "\xEF\xBB\xBF", n);
      CHECK(n == 7);
    });
  // Others pass it, whatever their first byte.
  for (std::string const& word : {"x", "\xF0\x9F\x98\x80", "\xEF\xBC\x9A"})
    with_each_reader(mark + word + " 7", [&](rill::reader& in) {
      int n = 0;
      char literal[8] = {};
      word.copy(literal, word.size());
      rill::scan(in, std::as_const(literal), n);
      CHECK(n == 7);
    });
}

TEST_CASE("scan/mark: the columns behind it count its bytes") {
  with_each_reader(mark + "x", [](rill::reader& in) {
    int n = 0;
    std::string const what = rill::try_scan(in, n).error().what();
    CHECK(what.find(":1:4: expected an integer, found \"x\"\n") !=
          std::string::npos);
    CHECK(what.ends_with("x\n        ^"));
  });
}

TEST_CASE("scan/mark: UTF-16 and UTF-32 are refused, and who reads them") {
  struct form {
    char const* name;
    std::string mark;
  };
  for (form const& f : {form{"UTF-16LE", "\xFF\xFE"},
                        {"UTF-16BE", "\xFE\xFF"},
                        {"UTF-32LE", std::string("\xFF\xFE\0\0", 4)},
                        {"UTF-32BE", std::string("\0\0\xFE\xFF", 4)}}) {
    CAPTURE(f.name);
    for (named_way const& how : ways) {
      CAPTURE(how.name);
      with_each_reader(f.mark + "1", [&](rill::reader& in) {
        std::string const what = seen(how, in);
        CAPTURE(what);
        CHECK(what.find(":1:1: expected text in UTF-8 (rill::decoded_reader "
                        "reads UTF-16 and UTF-32), found ") !=
              std::string::npos);
      });
    }
  }
  // Elsewhere the bytes are those of a word.
  with_each_reader("a \xFF\xFE", [](rill::reader& in) {
    CHECK(joined(rill::words(in)) == "a|\xFF\xFE|");
  });
  // The bytes stay in the source.
  with_each_reader(
      "\xFF\xFE"
      "1",
      [](rill::reader& in) {
        int n = 0;
        CHECK_FALSE(rill::try_scan(in, n));
        char bytes[4];
        CHECK(in.read(bytes, 4) == 3);
        CHECK(std::string(bytes, 3) ==
              "\xFF\xFE"
              "1");
      });
}

TEST_CASE("scan/mark: a value and a field are no source") {
  CHECK_FALSE(rill::try_parse<int>(mark + "1"));
  CHECK_FALSE(rill::try_parse<bool>(mark + "1"));
  CHECK(rill::parse<std::string>(mark + "a") == mark + "a");
  CHECK(rill::parse<char32_t>(mark) == U'\uFEFF');
  std::string const rows = "1," + mark + "1\n";
  bool is_read = false;
  auto const read = [&](auto&& range) {
    for (auto const& row : range) is_read = std::get<1>(row) == 1;
  };
  CHECK_THROWS_AS(read(rill::csv<std::tuple<int, bool>>(rows)), rill::error);
  CHECK_THROWS_AS(read(rill::csv<std::tuple<int, int>>(rows)), rill::error);
  CHECK_FALSE(is_read);
}

TEST_CASE("scan/mark: files of C, and sources without a position") {
  kept_file const file(mark + "12 x");
  int n = 0;
  std::string word;
  std::FILE* in = std::fopen(file.path().c_str(), "rb");
  REQUIRE(in);
  CHECK(rill::scan(in, n, word));
  CHECK(n == 12);
  std::rewind(in);
  CHECK(rill::scan(in, word));
  CHECK(word == "12");
  std::rewind(in);
  CHECK(joined(rill::lines(in)) == "12 x|");
  std::fclose(in);
  // A loop begins at the start; a scan may be anywhere.
  std::istringstream stream(mark + "12");
  auto const how = rill::try_scan(stream, n);
  CHECK(std::string(how.error().what()).find("found \"\\u{feff}12\"") !=
        std::string::npos);
  std::istringstream other(mark + "a b");
  CHECK(joined(rill::words(other)) == "a|b|");
}

TEST_CASE("scan/mark: bytes that are not scanned keep it") {
  with_each_reader(mark + "1", [](rill::reader& in) {
    char bytes[8];
    CHECK(in.read(bytes, 8) == 4);
    CHECK(std::string(bytes, 4) == mark + "1");
  });
  kept_file const file(mark + "1");
  rill::loaded_file const loaded = rill::load(file.path());
  CHECK(std::string(loaded.begin(), loaded.end()) == mark + "1");
  int n = 0;
  rill::scan(rill::from(loaded), n);
  CHECK(n == 1);
}

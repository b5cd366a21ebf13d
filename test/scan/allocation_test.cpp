// test/scan/allocation_test.cpp: each allocation of a scan fails in turn: no
// byte of the input is lost, and no target is half set.
// covers: memory/storage.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/locale.h>
#include <rill/rill.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <list>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <valarray>
#include <vector>

#include "support/failing_memory.h"
#include "support/locales.h"
#include "support/scripted_reader.h"

using rill_test::scripted_reader;
using rill_test::sweep_memory;

namespace {

// Longer than the internal buffer of any standard library's string, so it is on
// the heap.
std::string const word = "a-word-that-is-longer-than-any-small-string-is";

template <class T>
std::string shown(T const& value) {
  if constexpr (requires { rill::concat(value); })
    return rill::concat(value);
  else
    return rill::concat(value.string());
}

template <class T>
struct from_memory {
  explicit from_memory(std::string const& text)
      : bytes(text), in(bytes.data(), bytes.size()) {}
  std::string bytes;
  rill::memory_reader in;
  T to{};
};
// The first buffer has room for one byte.
template <class T>
struct from_device {
  explicit from_device(std::string const& text) : in(text, 1) {}
  scripted_reader in;
  T to{};
};

template <class State, class Read>
void sweep_one(std::string const& text, Read read) {
  sweep_memory([&] { return State(text); }, [&](State& s) { read(s.in, s.to); },
               [](State& s) {
                 std::string behind;
                 rill::scan(s.in, rill::rest(behind));
                 return shown(s.to) + " | " + behind;
               },
               [](State& s) { CHECK(s.to == decltype(s.to){}); });
}

// Scans a text in memory, and a device that gives one byte at a time.
template <class T, class Read>
void sweep(std::string const& text, Read read) {
  CAPTURE(text);
  sweep_one<from_memory<T>>(text, read);
  sweep_one<from_device<T>>(text, read);
}
template <class T>
void sweep(std::string const& text) {
  sweep<T>(text, [](auto& in, T& to) { rill::scan(in, to); });
}
// For values of several parts, in memory only: a device may have dropped the
// bytes of the parts that were read.
template <class T>
void sweep_whole(std::string const& text) {
  CAPTURE(text);
  sweep_one<from_memory<T>>(text, [](auto& in, T& to) { rill::scan(in, to); });
}

}  // namespace

TEST_CASE("scan/allocation: lines, the rest, text up to a delimiter, words") {
  std::string const text = "  " + word + " " + word + "\nsecond line\n";
  auto const line = [](auto& in, auto& to) { rill::scan(in, rill::line(to)); };
  auto const rest = [](auto& in, auto& to) { rill::scan(in, rill::rest(to)); };
  auto const until = [](auto& in, auto& to) {
    rill::scan(in, rill::until(to, '\n'));
  };
  auto const each = [&]<class S>(S const&) {
    sweep<S>(text);
    sweep<S>(text, line);
    sweep<S>(text, rest);
    sweep<S>(text, until);
  };
  each(std::string());
  each(std::u8string());
  each(std::u16string());
  each(std::u32string());
  each(std::wstring());
}

TEST_CASE("scan/allocation: quoted texts and paths") {
  auto const quoted = [](auto& in, auto& to) {
    rill::scan(in, rill::quoted(to));
  };
  std::string const text = " \"" + word +
                           "\\n\\u20ac\\ud83d\\ude00\xE2\x82\xAC" + word +
                           "\\ud83d\" b";
  sweep<std::string>(text, quoted);
  sweep<std::u8string>(text, quoted);
  sweep<std::u16string>(text, quoted);
  sweep<std::u32string>(text, quoted);
  sweep<std::wstring>(text, quoted);
  sweep<std::filesystem::path>(" /" + word + "/" + word + "/b c");
}

TEST_CASE("scan/allocation: numbers of thousands of digits") {
  std::string const digits(3000, '7');
  auto const plain = [](auto& in, auto& to) { rill::scan(in, to); };
  auto const localized = [](auto& in, auto& to) {
    rill::scan(in, rill::localized(to, rill_test::american));
  };
  sweep_one<from_device<double>>(" 0." + digits + " 1", plain);
  sweep_one<from_device<long double>>(" 0." + digits + " 1", plain);
  sweep_one<from_device<double>>(" 0." + digits + " 1", localized);
}

namespace {

struct entry {
  std::string name;
  std::vector<std::string> tags;
  std::optional<std::string> note;
  bool operator==(entry const&) const = default;
};

std::string const quoted_word = "\"" + word + "\"";
std::string const list_of_words =
    "[" + quoted_word + ", " + quoted_word + ", " + quoted_word + "]";

}  // namespace

TEST_CASE("scan/allocation: what has parts is read again from its start") {
  sweep_whole<std::vector<std::string>>(" " + list_of_words + " b");
  sweep_whole<std::vector<int>>("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] b");
  sweep_whole<std::vector<bool>>("[true, false, true, true] b");
  sweep_whole<std::deque<std::string>>(list_of_words + " b");
  sweep_whole<std::list<std::string>>(list_of_words + " b");
  sweep_whole<std::forward_list<std::string>>(list_of_words + " b");
  sweep_whole<std::vector<std::vector<std::string>>>(
      "[" + list_of_words + ", " + list_of_words + "] b");
  sweep_whole<std::array<std::string, 3>>(list_of_words + " b");
  sweep_whole<std::set<std::string>>("{" + quoted_word + ", \"b\"} b");
  sweep_whole<std::map<std::string, std::vector<int>>>(
      "{" + quoted_word + ": [1, 2], \"b\": []} b");
  sweep_whole<std::pair<std::string, std::string>>("(" + quoted_word + ", " +
                                                   quoted_word + ") b");
  sweep_whole<std::pair<std::string, std::string>>(word + " " + word + " b");
  sweep_whole<std::tuple<int, std::string, std::u16string>>(
      "(1, " + quoted_word + ", " + quoted_word + ") b");
  sweep_whole<std::optional<std::string>>(quoted_word + " b");
  sweep_whole<std::optional<std::vector<std::string>>>(list_of_words + " b");
  sweep_whole<std::vector<std::filesystem::path>>(list_of_words + " b");
  sweep_whole<entry>(rill::concat(entry{word, {word, word}, word}) + " b");
}

TEST_CASE("scan/allocation: of a list from a device no element is cut") {
  // The bytes of the elements before the failed one have left the reader, which
  // stands at the start of an element or of what separates two.
  std::string text = "[";
  for (int i = 0; i != 20; ++i)
    text += (i != 0 ? ", \"" : "\"") + word + std::to_string(i) + "\"";
  text += "] b";
  for (long at = 0;; ++at) {
    scripted_reader in(text, 16);
    std::vector<std::string> to{"before"};
    auto read = [&] { rill::scan(in, to); };
    if (rill_test::ends_without(at, false, read)) break;
    CAPTURE(at);
    CHECK(to == std::vector<std::string>{"before"});
    std::string behind;
    rill::scan(in, rill::rest(behind));
    CHECK(text.ends_with(behind));
    std::string const before = text.substr(0, text.size() - behind.size());
    bool const is_between =
        before.empty() || !isdigit(static_cast<unsigned char>(before.back()));
    CHECK(is_between);
    CHECK((behind.find(word) == 1 || behind.find(word) == 2 ||
           behind.find(word) == 3 || behind.find(word) == behind.npos));
  }
}

TEST_CASE("scan/allocation: read and its like") {
  auto const sweep_read = [](std::string const& text, auto read) {
    using type = decltype(read(std::declval<rill::memory_reader&>()));
    sweep_one<from_memory<type>>(text,
                                 [&](auto& in, auto& to) { to = read(in); });
  };
  std::string const words = word + " " + word + " " + word + " " + word;
  sweep_read(words, [](auto& in) { return rill::read<std::string>(in); });
  sweep_read(words, [](auto& in) {
    return rill::read<std::string, std::string, std::u32string>(in);
  });
  sweep_read(words, [](auto& in) {
    return rill::try_read<std::string, std::string>(in).value();
  });
  sweep_read(words, [](auto& in) {
    return rill::read<std::array<std::string, 3>>(in);
  });
  sweep_read(words, [](auto& in) {
    return rill::read<std::vector<std::string>>(in, 3);
  });
  sweep_read("1 2 3 4 5 6 7",
             [](auto& in) { return rill::read<std::vector<int>>(in, 6); });
  sweep_read("1 2 3 4 5 6 7", [](auto& in) {
    return rill::read<std::vector<std::vector<int>>>(in, 2, 3);
  });
  sweep_read(words, [](auto& in) {
    return rill::read<std::vector<std::string>>(in, 3, word.size());
  });
  sweep_read("", [](auto&) {
    return rill::parse<std::vector<std::string>>(list_of_words);
  });
  sweep_read("", [](auto&) { return rill::parse<std::string>(word); });
}

namespace {

// Iterates over a range. After a failed allocation the sweep calls it again
// with the same range, and the elements that were seen remain.
template <class Range, class See>
void walk(Range& range, See see) {
  for (auto&& one : range) see(one);
}

// make(reader) returns a range, and see(element) the text of an element.
template <class Make, class See>
void sweep_range(std::string const& text, Make make, See see) {
  CAPTURE(text);
  using range = decltype(make(std::declval<scripted_reader&>()));
  struct state {
    state(std::string const& all, Make const& of) : in(all, 1), items(of(in)) {}
    scripted_reader in;
    range items;
    std::string seen;
  };
  sweep_memory([&] { return state(text, make); },
               [&](state& s) {
                 walk(s.items, [&](auto const& one) {
                   rill_test::memory_plan const plan = rill_test::memory;
                   rill_test::memory.left = -1;
                   s.seen += see(one) + "\n";
                   rill_test::memory = plan;
                 });
               },
               [](state& s) { return s.seen; });
}

}  // namespace

TEST_CASE("scan/allocation: ranges go on where memory was lacking") {
  std::string const text = word + " 1\n\n" + word + word + " 2\n3";
  auto const itself = [](auto const& one) { return std::string(one); };
  sweep_range(text, [](auto& in) { return rill::lines(in); }, itself);
  sweep_range(text, [](auto& in) { return rill::words(in); }, itself);
  sweep_range(
      text, [](auto& in) { return rill::values<std::string>(in); }, itself);
  sweep_range(
      "0." + std::string(300, '5') + " 2 3",
      [](auto& in) { return rill::values<double>(in); },
      [](double x) { return rill::concat(x); });
}

namespace {

struct row {
  std::string name;
  std::vector<std::string> tags;
  double price = 0;
  RILL_FIELDS(row, name, tags, price);
};

}  // namespace

TEST_CASE("scan/allocation: tables and settings") {
  std::string const line =
      quoted_word + ",[],1.5\n" + word + ",\"[\"\"" + word + "\"\"]\",2\n";
  auto const printed = [](auto const& one) { return rill::concat(one); };
  for (std::string const& head : {std::string(), std::string("\xEF\xBB\xBF")})
    for (bool const header : {false, true}) {
      std::string const text =
          head + (header ? "name,tags,price\n" : "") + line;
      rill::csv_options options;
      options.header = header;
      sweep_range(
          text, [=](auto& in) { return rill::csv(in, options); }, printed);
      sweep_range(
          text, [=](auto& in) { return rill::csv<row>(in, options); }, printed);
      sweep_range(
          text,
          [=](auto& in) {
            return rill::csv<std::vector<std::string>>(in, options);
          },
          printed);
    }
  sweep_range(
      "\xEF\xBB\xBFkey = \"" + word + "\\n\"\n# remark\nb = " + word + "\n",
      [](auto& in) { return rill::key_values(in); }, printed);
}

TEST_CASE("scan/allocation: from a FILE the line stays in it") {
  // A pipe whose FILE has a buffer of 16 bytes, so that each line crosses its
  // end.
  struct state {
    state() {
      int ends[2];
      REQUIRE(::pipe(ends) == 0);
      std::string const text = word + "\n" + word + word + "\nlast line\n";
      REQUIRE(::write(ends[1], text.data(), text.size()) ==
              static_cast<ssize_t>(text.size()));
      ::close(ends[1]);
      stream = ::fdopen(ends[0], "r");
      ::setvbuf(stream, block, _IOFBF, sizeof block);
    }
    state(state const&) = delete;
    ~state() { ::fclose(stream); }
    char block[16];
    FILE* stream;
    std::string first, second;
  };
  // Fails once only: to take bytes back, the C library needs memory too.
  sweep_memory(
      rill_test::failing::once, [] { return state(); },
      [](state& s) {
        if (s.first.empty()) rill::scan(s.stream, rill::line(s.first));
        rill::scan(s.stream, rill::line(s.second));
      },
      [](state& s) {
        char last[20] = "";
        char const* const got = ::fgets(last, sizeof last, s.stream);
        return s.first + "|" + s.second + "|" + (got ? got : "");
      });
}

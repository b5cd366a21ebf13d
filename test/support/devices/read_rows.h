// test/support/devices/read_rows.h: rows on reading through short reads,
// compared with what the standard library extracts from the text.
#ifndef RILL_TEST_SUPPORT_DEVICES_READ_ROWS_H
#define RILL_TEST_SUPPORT_DEVICES_READ_ROWS_H

#include <sstream>
#include <string>
#include <vector>

#include "source.h"

namespace rill_test {

// The text up to its last white space, or its last line end: the complete part
// when the input breaks off.
inline std::string cut_behind(std::string const& text, char const* ends) {
  std::size_t const last = text.find_last_of(ends);
  return last == std::string::npos ? "" : text.substr(0, last + 1);
}

inline items lines_in(std::string const& text, bool is_whole) {
  std::istringstream in(is_whole ? text : cut_behind(text, "\n"));
  items found;
  for (std::string line; std::getline(in, line);) {
    if (!in.eof() && line.ends_with('\r')) line.pop_back();
    found.push_back(line);
  }
  return found;
}
inline items words_in(std::string const& text, bool is_whole) {
  std::istringstream in(is_whole ? text : cut_behind(text, " \t\r\n"));
  items found;
  for (std::string word; in >> word;) found.push_back(word);
  return found;
}
// Pairs of words; an odd one at the end is dropped.
inline items pairs_in(std::string const& text, bool is_whole) {
  items const single = words_in(text, is_whole);
  items found;
  for (std::size_t i = 1; i < single.size(); i += 2)
    found.push_back(single[i - 1] + "," + single[i]);
  return found;
}
inline items bytes_in(std::string const& text, bool) { return {text}; }

inline constexpr way_to_read ways[] = {
    {"lines", [](tested_source& in, items& to) { in.lines(to); }, lines_in,
     true, 0},
    {"words", [](tested_source& in, items& to) { in.words(to); }, words_in,
     true, 0},
    {"strings", [](tested_source& in, items& to) { in.strings(to); }, words_in,
     true, 0},
    {"integers", [](tested_source& in, items& to) { in.integers(to); },
     words_in, false, 0},
    {"pairs of integers", [](tested_source& in, items& to) { in.pairs(to); },
     pairs_in, false, 0},
    {"bytes by 1", [](tested_source& in, items& to) { in.bytes(to, 1); },
     bytes_in, true, reads, true},
    {"bytes by 9", [](tested_source& in, items& to) { in.bytes(to, 9); },
     bytes_in, true, reads},
    {"bytes by 70000",
     [](tested_source& in, items& to) { in.bytes(to, 70000); }, bytes_in, true,
     reads},
    {"blocks", [](tested_source& in, items& to) { in.blocks(to); }, bytes_in,
     true, reads},
};

struct text_to_read {
  char const* name;
  std::string text;
  bool is_integers;  // an even number of them
};

inline std::string many_integers() {
  std::string text;
  for (int i = 0; i != 400; ++i)
    text += std::to_string(i % 2 ? -i * 5351 : i) + (i % 7 ? " " : "\n");
  return text;
}
inline std::string many_lines() {
  std::string text;
  for (int i = 0; i != 1500; ++i)
    text += "line " + std::to_string(i * i) + (i % 9 ? " of\n" : "\n");
  return text;
}
inline std::string words_of_all_lengths() {
  std::string text;
  for (std::size_t size = 1; size != 60; ++size)
    text += std::string(size, static_cast<char>('a' + size % 26)) +
            (size % 5 ? " " : "\r\n");
  return text;
}

inline std::vector<text_to_read> const& texts_to_read() {
  static std::vector<text_to_read> const texts{
      {"nothing", "", true},
      {"a line end", "\n", true},
      {"white space", " \t\n  \r\n ", true},
      {"two integers, no line end", "12 -345", true},
      {"integers", many_integers(), true},
      {"an end in the middle of a word", "one two\nthr", false},
      {"line ends of all kinds", "a\nb\r\n\r\n\n c\rd\n\re\r", false},
      {"many lines", many_lines(), false},
      {"words of all lengths", words_of_all_lengths(), false},
      {"a line of 9000", std::string(9000, 'x') + "\nshort\n", false},
      {"a word of 5000 at the end", "short " + std::string(5000, 'y'), false}};
  return texts;
}

inline std::string joined(items const& all) {
  std::string text;
  for (std::string const& one : all) text += '[' + one + ']';
  return text;
}

inline void reads_all(verdict& found, source_fixture const& fixture,
                      way_to_read const& way, text_to_read const& what,
                      std::size_t buffer, std::size_t most) {
  scripted_source device(fixture.packed(what.text), {.most = most});
  auto const in = fixture.make(device, buffer);
  items got;
  way.read(*in, got);
  found.same(joined(got), joined(way.wanted(what.text, true)), "what was read");
  found.expect(!in->error(), "an error at the end");
  found.equal(device.empty_calls, 0, "calls with room for no byte");
  items behind;
  way.read(*in, behind);
  found.same(joined(behind), joined(way.wanted("", true)),
             "what was read behind the end");
}

inline std::string described_read(char const* way, std::size_t buffer,
                                  std::size_t most) {
  std::string text = std::string(way) + ", buffer " + std::to_string(buffer);
  if (most != ~std::size_t{0}) text += ", " + std::to_string(most) + " a call";
  return text;
}

// Long texts by single bytes would take as long as all other rows together.
inline bool reads_long(text_to_read const& what, way_to_read const& way,
                       std::size_t most) {
  if (what.text.size() < 3000) return false;
  bool const is_first = &way == &ways[0];
  return is_first ? most == 2 || most == 3 : most < 7 || way.is_single;
}

inline void add_read_rows(std::vector<source_row>& rows,
                          source_fixture const& fixture) {
  for (text_to_read const& what : texts_to_read())
    for (way_to_read const& way : ways)
      for (std::size_t const buffer : fixture.buffers)
        for (std::size_t const most :
             {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7},
              std::size_t{100}, ~std::size_t{0}}) {
          if (!way.takes_words && !what.is_integers) continue;
          if (reads_long(what, way, most)) continue;
          rows.push_back(
              {std::string("reads ") + what.name + " as " +
                   described_read(way.name, buffer, most),
               way.needs,
               [=, &what, &way](verdict& found, source_fixture const& f) {
                 reads_all(found, f, way, what, buffer, most);
               }});
        }
}

// A read that returns EINTR is repeated.
inline void read_interrupted(verdict& found, source_fixture const& fixture,
                             way_to_read const& way, std::size_t buffer) {
  std::string const text = "12 -345\n6 78901 2 3";
  for (int call = 0; call != 6; ++call) {
    found.at("call " + std::to_string(call));
    scripted_source device(
        fixture.packed(text),
        {.most = 5, .fails_at = call, .how = failure::interrupt});
    auto const in = fixture.make(device, buffer);
    items got;
    way.read(*in, got);
    found.same(joined(got), joined(way.wanted(text, true)), "what was read");
  }
}

// When a token and the byte after it are buffered, the device is not called: on
// a terminal the user may have typed only one line.
inline void asks_for_no_more(verdict& found, source_fixture const& fixture,
                             std::size_t buffer) {
  scripted_source device("1\n2\n3\n", {.most = 2});
  auto const in = fixture.make(device, buffer);
  for (int i = 1; i != 4; ++i) {
    int value = 0;
    found.expect(bool(in->try_integer(value)), "no integer");
    found.equal(value, i, "the value");
    found.equal(device.calls, i, "calls");
  }
}

inline void add_prompt_rows(std::vector<source_row>& rows,
                            source_fixture const& fixture) {
  for (std::size_t const buffer : fixture.buffers) {
    rows.push_back({described_read("prompt", buffer, 2), is_prompt,
                    [=](verdict& found, source_fixture const& f) {
                      asks_for_no_more(found, f, buffer);
                    }});
    for (way_to_read const& way : ways)
      rows.push_back({"interrupted: " + described_read(way.name, buffer, 5),
                      fails | is_interrupted | way.needs,
                      [=, &way](verdict& found, source_fixture const& f) {
                        read_interrupted(found, f, way, buffer);
                      }});
  }
}

}  // namespace rill_test

#endif

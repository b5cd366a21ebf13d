// examples/word_count.cpp: counts lines, words and bytes, as wc does.
//
// Reads a file or standard input. The program counts in the reader's buffer and
// copies no bytes.
#include <rill/rill.h>

namespace {

struct counts {
  unsigned long long lines = 0, words = 0, bytes = 0;

  friend void rill_print(auto& out, counts const& c) {
    out(rill::right(c.lines, 7), rill::right(c.words, 8),
        rill::right(c.bytes, 8));
  }
};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

counts count(rill::reader& in) {
  counts total;
  bool in_word = false;
  while (!in.at_end()) {
    for (char const* at = in.cursor(); at != in.end(); ++at) {
      total.lines += *at == '\n';
      bool const space = is_space(*at);
      total.words += !space && !in_word;
      in_word = !space;
    }
    total.bytes += in.available();
    in.advance_to(in.end());
  }
  return total;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    rill::println(count(rill::in()));
    return 0;
  }
  auto opened = rill::file_reader::try_open(argv[1]);
  if (!opened) {
    rill::eprintln(opened.error());
    return 1;
  }
  rill::println(count(*opened), ' ', argv[1]);
}

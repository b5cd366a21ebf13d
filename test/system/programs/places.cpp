// Reads numbers from standard input in the way that the first argument names,
// and prints the line and column of each error, and at the end the number of
// bytes in which lines were counted; ../places_test.py knows the text.
//
// covers: rill/cstdio/c_stream_reader.h, rill/interop/streambuf_reader.h
#include <rill/csv.h>
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

namespace {

void say(rill::error const& reason) {
  rill::println(reason.line(), ' ', reason.column());
}

// After each error, reads the word at its place. After every `turns`-th error,
// puts two bytes back before that.
template <class Source>
void words(Source&& in, int turns) {
  int number = 0;
  std::string word;
  for (int i = 1;; ++i) {
    rill::scan_result const how = rill::try_scan(in, number);
    if (how.at_end()) return;
    if (how) continue;
    say(how.error());
    if constexpr (requires { in.clear(); }) in.clear();
    if (turns != 0 && i % turns == 0) {
      // stdin stores a byte in separate memory if it differs from the last one
      // read.
      std::ungetc('y', stdin);
      std::ungetc('z', stdin);
    }
    if (!rill::scan(in, word)) return;
  }
}

template <class Source>
void table(Source&& in) {
  for (auto const& row : rill::csv(in))
    for (std::size_t i = 0; i != row.size(); ++i)
      say(row.template try_get<int>(i).error());
}

}  // namespace

int main(int, char** arguments) {
  std::string_view const way = arguments[1];
  if (way == "stdin") words(stdin, 0);
  if (way == "ungetc") words(stdin, 7);
  if (way == "in") words(rill::in(), 0);
  if (way == "cin") words(std::cin, 0);
  if (way == "table-stdin") table(stdin);
  if (way == "table-cin") table(std::cin);
  if (way == "table-in") table(rill::in());
#if RILL_FAULTS
  rill::println(rill::detail::bytes_counted);
#endif
}

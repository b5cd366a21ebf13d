// peer: rill
// row: utf16 | ints | rill::println(encoded_writer, i)
// row: utf8 | ints | rill::println(file_writer, i): into a file of UTF-8
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>
#include <rill/unicode.h>

#include "../contender.h"

template <class Writer>
static uint64_t print_all(race::job const& j, Writer out) {
  for (size_t i = 0; i < j.count; ++i) rill::println(out, i);
  out.close();
  return 0;
}

[[gnu::noinline]] static uint64_t utf16_row(race::job const& j) {
  return print_all(j, rill::encoded_writer(j.output, rill::utf16le));
}

[[gnu::noinline]] static uint64_t utf8_row(race::job const& j) {
  return print_all(j, rill::file_writer(j.output));
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"utf16", utf16_row}, {"utf8", utf8_row}};
  return race::main(argc, argv, rows);
}

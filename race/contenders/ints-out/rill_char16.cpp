// peer: rill
// row: char16 | file | rill::print(file_writer, i, u"\n")
// row: char32 | file | rill::print(file_writer, i, U"\n")
// row: char16_text | file | rill::print(file_writer, line), the lines made
//   beforehand as char16_t
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>

#include <string_view>

#include "../contender.h"

[[gnu::noinline]] static uint64_t char16_row(race::job const& j) {
  rill::file_writer out(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::print(out, i, u"\n");
  out.close();
  return 0;
}

[[gnu::noinline]] static uint64_t char32_row(race::job const& j) {
  rill::file_writer out(j.output);
  for (size_t i = 0; i < j.count; ++i) rill::print(out, i, U"\n");
  out.close();
  return 0;
}

[[gnu::noinline]] static uint64_t text_row(race::job const& j) {
  auto const narrow = race::load<char>(j.input);
  auto const wide = race::allocate<char16_t>(narrow.size);
  for (size_t i = 0; i != narrow.size; ++i)
    wide.data[i] = static_cast<unsigned char>(narrow.data[i]);
  race::start_clock();
  rill::file_writer out(j.output);
  char16_t const* at = wide.begin();
  while (at != wide.end()) {
    char16_t const* end = at;
    while (*end != u'\n') ++end;
    ++end;
    rill::print(out, std::u16string_view(at, static_cast<size_t>(end - at)));
    at = end;
  }
  out.close();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"char16", char16_row},
                            {"char32", char32_row},
                            {"char16_text", text_row}};
  return race::main(argc, argv, rows);
}

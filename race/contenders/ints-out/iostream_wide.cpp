// peer: iostream
// row: wofstream | wide | out << i << L'\n'
// row: wofstream_codecvt | wide | the same, imbued with C.UTF-8's codecvt
// row: wofstream_sputn | wide | rdbuf()->sputn of characters made beforehand
#include <fstream>
#include <locale>

#include "wide.h"

static void insert_all(race::job const& j, std::wofstream& out) {
  for (size_t i = 0; i < j.count; ++i) out << i << L'\n';
}

[[gnu::noinline]] static uint64_t wofstream_row(race::job const& j) {
  std::wofstream out(j.output, std::ios::binary);
  insert_all(j, out);
  return 0;
}

[[gnu::noinline]] static uint64_t codecvt_row(race::job const& j) {
  using converter = std::codecvt_byname<wchar_t, char, std::mbstate_t>;
  std::wofstream out;
  out.imbue(std::locale(std::locale::classic(), new converter("C.UTF-8")));
  out.open(j.output, std::ios::binary);
  insert_all(j, out);
  return 0;
}

[[gnu::noinline]] static uint64_t sputn_row(race::job const& j) {
  auto const lines = race::wide_lines(j);
  race::start_clock();
  std::wofstream out(j.output, std::ios::binary);
  auto& buffer = *out.rdbuf();
  lines.each([&](wchar_t const* line, size_t size) {
    buffer.sputn(line, static_cast<std::streamsize>(size));
  });
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"wofstream", wofstream_row},
                            {"wofstream_codecvt", codecvt_row},
                            {"wofstream_sputn", sputn_row}};
  return race::main(argc, argv, rows);
}

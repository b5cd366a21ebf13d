// peer: iostream
// row: wofstream | ints | std::wofstream, imbued with codecvt_utf16
#include <codecvt>
#include <fstream>
#include <locale>

#include "../contender.h"

// codecvt_utf16 is deprecated, and the standard has no replacement.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

[[gnu::noinline]] static uint64_t wofstream_row(race::job const& j) {
  using converter = std::codecvt_utf16<wchar_t, 0x10ffff, std::little_endian>;
  std::wofstream out;
  out.imbue(std::locale(std::locale::classic(), new converter));
  out.open(j.output, std::ios::binary);
  for (size_t i = 0; i < j.count; ++i) out << i << L'\n';
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"wofstream", wofstream_row}};
  return race::main(argc, argv, rows);
}

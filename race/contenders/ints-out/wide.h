// race/contenders/ints-out/wide.h: the lines as wide characters, made before
// the clock runs.
#ifndef RACE_CONTENDERS_INTS_OUT_WIDE_H
#define RACE_CONTENDERS_INTS_OUT_WIDE_H

#include <wchar.h>

#include "../contender.h"

namespace race {

struct prepared_lines {
  block<wchar_t> text;
  block<unsigned char> sizes;

  // Calls use(first character, how many) for each line, with its newline.
  template <class Use>
  void each(Use use) const {
    wchar_t const* at = text.data;
    for (unsigned char size : sizes) {
      use(at, size_t{size});
      at += size;
    }
  }
};

inline prepared_lines wide_lines(job const& j) {
  auto const narrow = load<char>(j.input);
  prepared_lines made{allocate<wchar_t>(narrow.size),
                      allocate<unsigned char>(j.count)};
  size_t at = 0;
  for (unsigned char& size : made.sizes) {
    size_t const start = at;
    do made.text.data[at] = static_cast<unsigned char>(narrow.data[at]);
    while (narrow.data[at++] != '\n');
    size = static_cast<unsigned char>(at - start);
  }
  return made;
}

}  // namespace race

#endif  // RACE_CONTENDERS_INTS_OUT_WIDE_H

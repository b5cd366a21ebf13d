// peer: rill
// row: transcode_into | 8togb gbto8 8togb-mixed+ gbto8-mixed+ |
//   rill::transcode_into
#include <rill/stream.h>
#include <rill/unicode.h>

#include <span>

#include "transcode.h"

static rill::encoding const gb18030 = rill::gb18030;

static uint64_t memory_row(race::job const& j) {
  bool const decodes = race::is_kind(j, "gbto8");
  rill::encoding const from =
      decodes ? rill::encoding(rill::gb18030) : rill::utf8;
  rill::encoding const to =
      decodes ? rill::encoding(rill::utf8) : rill::gb18030;
  return race::convert_again(
      j, [&](char const* in, size_t size, char* out, size_t room) {
        auto const done = rill::transcode_into(std::span(out, room),
                                               rill::text(in, size), from, to);
        if (!done) race::fail("ill-formed");
        return done.written;
      });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"transcode_into", memory_row}};
  return race::main(argc, argv, rows);
}

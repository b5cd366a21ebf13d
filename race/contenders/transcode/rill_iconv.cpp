// peer: rill
// row: universal | file | rill::transcode_copy to rill::iconv(TO): the
//   system's iconv
#include <rill/driver/iconv.h>
#include <rill/file.h>
#include <rill/stream.h>
#include <rill/unicode.h>

#include "command.h"

static uint64_t universal_row(race::job const& j) {
  rill::file_reader in(j.input);
  rill::file_writer out(j.output);
  rill::transcode_copy(in, rill::utf8, out, rill::iconv(race::target_name(j)));
  out.close();
  return 0;
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"universal", universal_row}};
  return race::main(argc, argv, rows);
}

// peer: rill
// row: file_writer | out+ | rill::println(file_writer, "id: ", id, ", price: ",
//   price, ", name: ", name)
// row: stdout | out | the same to the redirected standard output
// row: FILE | out | the same to a FILE*
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stdio.h>
#include <rill/stream.h>

#include "mixed_line.h"

[[gnu::noinline]] static uint64_t writer_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    rill::file_writer out(j.output);
    for (race::record const& r : records)
      rill::println(out, "id: ", r.id, ", price: ", r.price,
                    ", name: ", r.text());
    out.close();
  });
}

[[gnu::noinline]] static uint64_t stdout_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    race::redirect_stdout(j.output);
    for (race::record const& r : records)
      rill::println("id: ", r.id, ", price: ", r.price, ", name: ", r.text());
    rill::flush();
  });
}

[[gnu::noinline]] static uint64_t file_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    FILE* const f = race::open_stream(j.output, "wb");
    for (race::record const& r : records)
      rill::println(f, "id: ", r.id, ", price: ", r.price,
                    ", name: ", r.text());
    fclose(f);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {
      {"file_writer", writer_row}, {"stdout", stdout_row}, {"FILE", file_row}};
  return race::main(argc, argv, rows);
}

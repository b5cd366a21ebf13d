// peer: rill
// row: writer | write-any+ | rill::println(writer&, ...), a file_writer of 64
//   KiB
// row: any_writer | write-any+ | the same through any_writer
// row: reader | lines-any+ | for (auto line : rill::lines(reader&)), a
//   file_reader of 64 KiB
// row: any_reader | lines-any+ | the same through any_reader
#include <rill/any.h>
#include <rill/file.h>

#include "rill.h"

// Hides the type of the writer or reader from the compiler.
template <class T, class Derived>
static T& opaque(Derived& object) {
  T* base = &object;
  asm volatile("" : "+r"(base));
  return *base;
}

[[gnu::noinline]] static uint64_t writer_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    rill::file_writer out(j.output, race::piece_size);
    race::print_records(opaque<rill::writer>(out), records);
    out.close();
  });
}

[[gnu::noinline]] static uint64_t any_writer_row(race::job const& j) {
  return race::to_file(j, [&](auto const& records) {
    rill::any_writer out = rill::file_writer(j.output, race::piece_size);
    race::print_records(out, records);
    out.close();
  });
}

[[gnu::noinline]] static uint64_t reader_row(race::job const& j) {
  rill::file_reader in(j.input, race::piece_size);
  return race::count_lines(opaque<rill::reader>(in));
}

[[gnu::noinline]] static uint64_t any_reader_row(race::job const& j) {
  rill::any_reader in = rill::file_reader(j.input, race::piece_size);
  return race::count_lines(in);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"writer", writer_row},
                            {"any_writer", any_writer_row},
                            {"reader", reader_row},
                            {"any_reader", any_reader_row}};
  return race::main(argc, argv, rows);
}

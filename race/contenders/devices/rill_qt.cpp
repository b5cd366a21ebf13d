// peer: rill
// needs: qt
// row: qt_writer | write-qt-file+ | rill::println(qt_writer, ...), a buffer of
//   64 KiB
// row: QFile | write-qt-file+ | rill::println(file, ...): each line is one
//   QFile::write
// row: qt_loop | write-qt-file+ | rill::println into an own block of 64 KiB,
//   QFile::write
// row: qt_reader | lines-qt-file+ | for (auto line : rill::lines(qt_reader)), a
//   buffer of 64 KiB
#include "qt_file.h"

#include <rill/driver/qt.h>

#include "rill.h"

namespace {

uint64_t writer_row(race::job const& j) {
  return race::to_qt(j, [](QFile& to, auto const& records) {
    rill::qt_writer out(to, race::piece_size);
    race::print_records(out, records);
    out.close();
  });
}

uint64_t file_row(race::job const& j) {
  return race::to_qt(j, [](QFile& to, auto const& records) {
    race::print_records(to, records);
  });
}

uint64_t loop_row(race::job const& j) {
  return race::to_qt(j, [](QFile& to, auto const& records) {
    race::print_by_hand(records, [&to](char const* data, size_t size) {
      race::write_qt(to, data, size);
    });
  });
}

uint64_t reader_row(race::job const& j) {
  return race::from_qt(j, [](QFile& from) {
    rill::qt_reader in(from, race::piece_size);
    return race::count_lines(in);
  });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"qt_writer", writer_row},
                            {"QFile", file_row},
                            {"qt_loop", loop_row},
                            {"qt_reader", reader_row}};
  return race::main(argc, argv, rows);
}

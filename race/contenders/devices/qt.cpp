// peer: qt
// row: write | write-qt-file+ | std::to_chars into an own buffer of 64 KiB,
//   QFile::write
// row: write_lines | write-qt-file+ | std::to_chars, QFile::write of each line
// row: snprintf_lines | write-qt-file | snprintf, QFile::write of each line
// row: QTextStream | write-qt-file+ lines-qt-file+ | QTextStream << and
//   readLineInto
// row: read | lines-qt-file+ | QFile::read of 64 KiB, memchr
// row: readLine | lines-qt-file+ | QFile::readLine(data, size)
#include <QTextStream>

#include "qt_file.h"

namespace {

uint64_t piece_row(race::job const& j) {
  return race::to_qt(j, [](QFile& to, auto const& records) {
    race::give_pieces(records, race::line_by_charconv,
                      [&to](char const* data, size_t size) {
                        race::write_qt(to, data, size);
                      });
  });
}

template <char* (*Line)(char*, race::record const&)>
uint64_t line_row(race::job const& j) {
  return race::to_qt(j, [](QFile& to, auto const& records) {
    race::give_lines(records, Line, [&to](char const* data, size_t size) {
      race::write_qt(to, data, size);
    });
  });
}

// QFile::read in pieces; lines are found in the buffer.
uint64_t lines_by_hand(QFile& from) {
  static char piece[race::piece_size];
  race::line_counter lines;
  for (qint64 size; (size = from.read(piece, sizeof piece)) > 0;)
    lines(piece, static_cast<size_t>(size));
  return lines.total();
}

uint64_t read_row(race::job const& j) {
  return race::from_qt(j, lines_by_hand);
}

uint64_t read_line_row(race::job const& j) {
  return race::from_qt(j, [](QFile& from) {
    static char line[race::piece_size];
    race::line_counter lines;
    for (qint64 size; (size = from.readLine(line, sizeof line)) > 0;)
      lines.line(static_cast<size_t>(size) - 1);
    return lines.total();
  });
}

// The log is ASCII, so that a QString has as many units as the line has bytes.
uint64_t stream_lines(QFile& from) {
  QTextStream in(&from);
  race::line_counter lines;
  QString line;
  while (in.readLineInto(&line)) lines.line(static_cast<size_t>(line.size()));
  return lines.total();
}

uint64_t stream_row(race::job const& j) {
  if (race::is_lines(j)) return race::from_qt(j, stream_lines);
  return race::to_qt(j, [](QFile& to, auto const& records) {
    QTextStream out(&to);
    for (race::record const& r : records)
      out << "id: " << r.id << ", price: " << r.price
          << ", name: " << QLatin1String(r.name, static_cast<int>(r.size))
          << '\n';
    out.flush();
  });
}

}  // namespace

int main(int argc, char** argv) {
  race::row const rows[] = {{"write", piece_row},
                            {"write_lines", line_row<race::line_by_charconv>},
                            {"snprintf_lines", line_row<race::line_by_printf>},
                            {"QTextStream", stream_row},
                            {"read", read_row},
                            {"readLine", read_line_row}};
  return race::main(argc, argv, rows);
}

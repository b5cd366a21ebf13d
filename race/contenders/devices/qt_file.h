// race/contenders/devices/qt_file.h: QFiles.
#ifndef RACE_CONTENDERS_DEVICES_QT_FILE_H
#define RACE_CONTENDERS_DEVICES_QT_FILE_H

#include <QFile>

#include "devices.h"

namespace race {

inline void open_qt(QFile& file, QIODevice::OpenMode mode) {
  if (!file.open(mode)) fail("QFile::open");
}

// Calls write(file, records) with a QFile over the output.
template <class Write>
inline uint64_t to_qt(job const& j, Write write) {
  return to_file(j, [&](auto const& records) {
    QFile file(QString::fromUtf8(j.output));
    open_qt(file, QIODevice::WriteOnly | QIODevice::Truncate);
    write(file, records);
    if (!file.flush()) fail("QFile::flush");
    file.close();
  });
}

// Returns read(file) of a QFile over the input.
template <class Read>
inline uint64_t from_qt(job const& j, Read read) {
  QFile file(QString::fromUtf8(j.input));
  open_qt(file, QIODevice::ReadOnly);
  return read(file);
}

inline void write_qt(QFile& to, char const* data, size_t size) {
  auto const wanted = static_cast<qint64>(size);
  if (to.write(data, wanted) != wanted) fail("QFile::write");
}

}  // namespace race

#endif  // RACE_CONTENDERS_DEVICES_QT_FILE_H

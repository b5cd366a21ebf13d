// For sweeps that fail every system call: a QFile.
#include <QFile>
#include <rill/driver/qt.h>
#include <rill/rill.h>

#include "sweeping.h"

namespace {

int run(std::string_view kind, char const* path) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return 2;
  if (kind == "writer") {
    rill::qt_writer out(file, swept_buffer);
    write_lines(out);
    out.close();
  } else if (kind == "sink") {
    write_lines(file);
    rill::flush(file);
  } else {
    return 99;
  }
  // Only Qt can report an error of the system's close.
  file.close();
  return file.error() == QFileDevice::NoError ? 0 : 2;
}

}  // namespace

int main(int count, char** words) { return sweep_main(count, words, run); }

// expect: rill: a QIODevice cannot be moved, so it is borrowed: make it a
//   variable that outlives the reader or writer
//
// test/refuse/qt_writer_of_temporary.cpp: a writer over a temporary device.
#include <rill/driver/qt.h>
#include <rill/rill.h>

#include "../support/qt_standin.h"

int main() { rill::qt_writer out{rill_test::qt_file()}; }

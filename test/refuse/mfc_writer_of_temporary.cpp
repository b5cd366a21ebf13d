// expect: rill: a CFile cannot be moved, so it is borrowed: make it a variable
//   that outlives the reader or writer
//
// test/refuse/mfc_writer_of_temporary.cpp: a writer over a temporary CFile.
#include <rill/driver/mfc.h>
#include <rill/rill.h>

#include "../support/mfc_standin.h"

int main() { rill::mfc_writer out{CFile()}; }

// expect: rill: is_terminal and terminal_size take a file, a FILE*, or a reader or writer of a file; the standard streams are stdin, stdout and stderr
//
// test/refuse/terminal_writer.cpp: a writer of an unknown kind.
#include <rill/stream.h>
#include <rill/terminal.h>

int main() { return rill::is_terminal(rill::out()); }

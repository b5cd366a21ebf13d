// expect: rill: styled(x, style) is in <rill/terminal.h>: include it
//
// test/refuse/styled_without_header.cpp: a style without its header.
#include <rill/print.h>

int main() { rill::println(rill::styled(1, rill::red)); }

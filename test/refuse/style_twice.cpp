// expect: rill: a style is not printed by itself
//
// test/refuse/style_twice.cpp: two styles that should be combined by |.
#include <rill/print.h>
#include <rill/terminal.h>

int main() { rill::println(rill::styled(rill::red, rill::bold)); }

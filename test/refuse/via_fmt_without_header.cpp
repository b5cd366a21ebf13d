// expect: rill: via_fmt(x) and via_fmt("{}", x, y) are in <rill/driver/fmt.h>:
// expect: include it
//
// test/refuse/via_fmt_without_header.cpp: via_fmt without its header.
#include <rill/rill.h>

int main() { rill::println(rill::via_fmt("{:>5}", 1)); }

// peer: rill
// row: hello_rill | hello-stdout | rill::println
#include <rill/print.h>

int main() { rill::println("Hello World"); }

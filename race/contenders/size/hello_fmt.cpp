// peer: fmt
// row: hello_fmt | hello-stdout | fmt::print
#include <fmt/format.h>

int main() { fmt::print("Hello World\n"); }

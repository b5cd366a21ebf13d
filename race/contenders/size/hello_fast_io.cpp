// peer: fast_io
// row: hello_fast_io | hello-stdout | fast_io println
#include <fast_io.h>

int main() { fast_io::io::println("Hello World"); }

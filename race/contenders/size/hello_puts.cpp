// peer: stdio
// row: hello_puts | hello-stdout | puts
#include <stdio.h>

int main() { puts("Hello World"); }

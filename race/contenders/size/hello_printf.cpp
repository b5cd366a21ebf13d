// peer: stdio
// row: hello_printf | hello-stdout | printf
#include <stdio.h>

int main() { printf("%s %s\n", "Hello", "World"); }

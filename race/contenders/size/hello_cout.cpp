// peer: iostream
// row: hello_cout | hello-stdout | std::cout
#include <iostream>

int main() { std::cout << "Hello World\n"; }

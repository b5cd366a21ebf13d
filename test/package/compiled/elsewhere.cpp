// The second unit of main.cpp; it may be compiled without the compiled library.
#include <rill/print.h>

void print_elsewhere(int number) {
  rill::println("elsewhere ", number, ' ', number / 8.0);
}

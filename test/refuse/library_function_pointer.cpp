// expect: rill: name the type of the function without a *
//
// test/refuse/library_function_pointer.cpp: a pointer as the type of a
// function in a library, which would be a pointer to a pointer.
#include <rill/process/program.h>

int main() {
  rill::library math("libm.so.6");
  (void)math.symbol<double (*)(double)>("cos");
}

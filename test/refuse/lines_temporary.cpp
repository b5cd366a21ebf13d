// says: rill: the views into a temporary string would outlive it: keep the string in a variable
//
// test/refuse/lines_temporary.cpp: the lines of a temporary string.
#include <rill/stream.h>

#include <string>

std::string text();

int main() {
  for (auto line : rill::lines(text())) (void)line;
}

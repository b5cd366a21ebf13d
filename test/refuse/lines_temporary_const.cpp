// expect: rill: the views into a temporary string would outlive it
//
// test/refuse/lines_temporary_const.cpp: the lines of a temporary string that
// is const.
#include <rill/stream.h>

#include <string>

std::string const text();

int main() {
  for (auto line : rill::lines(text())) (void)line;
}

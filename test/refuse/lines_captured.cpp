// expect: rill: the views into a temporary string would outlive it
//
// test/refuse/lines_captured.cpp: the lines of the output of a temporary
// result.
#include <rill/process.h>
#include <rill/stream.h>

int main() {
  for (auto line : rill::lines(rill::run({"ls"}).out)) (void)line;
}

// expect: rill: the clusters of a temporary string would outlive it
//
// test/refuse/graphemes_temporary.cpp: the clusters of a temporary string that
// is const.
#include <rill/unicode.h>

#include <string>

std::string const text();

int main() {
  for (auto cluster : rill::graphemes(text())) (void)cluster;
}

// expect: rill: an array of characters has no length to scan into
//
// test/refuse/scan_array.cpp: an array of characters.
#include <rill/scan.h>

int main() {
  char word[20];
  rill::scan(word);
}

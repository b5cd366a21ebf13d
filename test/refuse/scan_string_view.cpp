// expect: rill: text to scan from is wrapped: scan(rill::from(text), x)
//
// test/refuse/scan_string_view.cpp: text without rill::from.
#include <rill/scan.h>

#include <string_view>

int main() {
  std::string_view const text = "12";
  int n = 0;
  rill::scan(text, n);
}

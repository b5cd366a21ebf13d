// expect: replace_file: the path comes first
//
// test/refuse/replace_file_order.cpp: the function before the path.
#include <rill/file.h>

int main() {
  rill::replace_file([](rill::writer& out) { out.put(65); }, "f");
}

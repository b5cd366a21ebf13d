// expect: replace_file: the function must take a rill::writer& or an auto&
// max-lines: 12
#include <rill/file.h>

int main() {
  rill::replace_file("f", [](rill::file_writer& out) { out.flush(); });
}

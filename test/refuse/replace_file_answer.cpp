// expect: replace_file: the function must return nothing, or a rill::result
// max-lines: 12
#include <rill/file.h>

int main() {
  rill::replace_file("f", [](rill::writer& out) {
    out.put('x');
    return 1;
  });
}

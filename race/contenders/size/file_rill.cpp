// peer: rill
// row: file_rill | hello-file | rill::file_writer
#include <rill/file.h>
#include <rill/print.h>

int main(int, char** argv) {
  rill::file_writer out(argv[1]);
  rill::println(out, "Hello World");
  out.close();
}

// A program whose names are hidden, and a handler that the library is to call.
#include <rill/file.h>
#include <rill/print.h>
#include <stdio.h>

int main() {
  rill::set_lost_output_handler([](rill::error const& reason) noexcept {
    rill::println("told of ", reason.operation());
  });
  rill::file_writer out("/dev/full");
  rill::println(out, 1);
}

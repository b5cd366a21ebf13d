// A program with hidden symbols, and a lost-output handler that the compiled
// library must call.
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

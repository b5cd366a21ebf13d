// For sweeps that fail every system call: any_writer, traced files, box_writer.
#include <fcntl.h>
#include <rill/any.h>
#include <rill/box.h>
#include <rill/iostream.h>
#include <rill/rill.h>
#include <rill/trace.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>

#include "sweeping.h"

namespace {

// Sets a buffer smaller than libstdc++'s 8 KiB, which must be set before the
// file is opened.
class small_stream : public std::ofstream {
 public:
  explicit small_stream(char const* path) {
    rdbuf()->pubsetbuf(room_, sizeof room_);
    open(path);
    if (!*this) rill::raise({rill::os::last_c_error(), "open", path});
  }

 private:
  char room_[swept_buffer];
};

rill::file_writer writer_to(char const* path) {
  return rill::file_writer(path, swept_buffer);
}

// Without a helper program the lines go to standard error, which is the swept
// file. The usual lost-output handler would print into it, too.
bool was_lost = false;

int print_to_box(char const* path) {
  ::unsetenv("DISPLAY");
  ::unsetenv("WAYLAND_DISPLAY");
  rill::set_lost_output_handler(
      [](rill::error const&) noexcept { was_lost = true; });
  int const file = ::open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file < 0 || ::dup2(file, 2) < 0 || ::close(file) < 0) return 2;
  {
    rill::box_writer out;
    for (int i = 0; i != 5; ++i) rill::println(out, "line ", i);
    rill::print(out, "the end");
  }
  return was_lost ? 2 : 0;
}

int run(std::string_view kind, char const* path) {
  if (kind == "any") {
    rill::any_writer out = writer_to(path);
    write_lines(out);
    out.close();
  } else if (kind == "any_left") {  // its destructor reports the error
    rill::any_writer out = writer_to(path);
    write_lines(out);
  } else if (kind == "stream") {
    auto out = rill::any_writer::of<small_stream>(path);
    write_lines(out);
    out.close();
  } else if (kind == "stream_left") {
    auto out = rill::any_writer::of<small_stream>(path);
    write_lines(out);
  } else if (kind == "traced") {
    auto out = rill::traced(writer_to(path), {.name = "swept"});
    write_lines(out);
    out.close();
  } else if (kind == "box") {
    return print_to_box(path);
  } else {
    return 99;
  }
  return 0;
}

}  // namespace

int main(int count, char** words) { return sweep_main(count, words, run); }

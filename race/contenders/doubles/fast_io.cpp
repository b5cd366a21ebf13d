// It writes doubles, but has neither a number of digits nor reading of them.
// peer: fast_io
// row: obuffer_view | out-memory | println(obuffer_view, x)
// row: general | out-memory+ | println(obuffer_view, general(x))
// row: obuf_file | out-file | println(obuf_file, general(x))
#include <fast_io.h>
#include <fast_io_device.h>

#include "../fast_io_path.h"
#include "doubles.h"

[[gnu::noinline]] static uint64_t obuffer_view_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, double const* first, double const* last) {
        fast_io::obuffer_view view(out, out + race::block_size);
        for (; first != last; ++first) fast_io::io::println(view, *first);
        return view.curr_ptr;
      });
}

[[gnu::noinline]] static uint64_t general_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, double const* first, double const* last) {
        fast_io::obuffer_view view(out, out + race::block_size);
        for (; first != last; ++first)
          fast_io::io::println(view, fast_io::mnp::general(*first));
        return view.curr_ptr;
      });
}

[[gnu::noinline]] static uint64_t obuf_file_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    fast_io::obuf_file out(race::fast_io_path(j.output));
    for (double x : values) fast_io::io::println(out, fast_io::mnp::general(x));
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"obuffer_view", obuffer_view_row},
                            {"general", general_row},
                            {"obuf_file", obuf_file_row}};
  return race::main(argc, argv, rows);
}

// peer: fast_io
// row: obuf_file | out-file+ | println(obuf_file, v)
// row: obuffer_view | out-memory | println(obuffer_view, v)
// row: ibuf_file | in-file+ | scan<true>(ibuf_file, v)
// row: native_file_loader | in-file+ | native_file_loader, scan<true> of a view
//   of it
// row: ibuffer_view | in-memory | scan<true>(ibuffer_view, v)
#include <fast_io.h>
#include <fast_io_device.h>

#include "../fast_io_path.h"
#include "mixed.h"

[[gnu::noinline]] static uint64_t obuf_file_row(race::job const& j) {
  return race::to_file(j, [&](auto const& values) {
    fast_io::obuf_file out(race::fast_io_path(j.output));
    for (uint64_t v : values) fast_io::io::println(out, v);
  });
}

[[gnu::noinline]] static uint64_t obuffer_view_row(race::job const& j) {
  return race::to_memory(
      j, [](char* out, uint64_t const* first, uint64_t const* last) {
        fast_io::obuffer_view view(
            out, out + race::block_values * race::line_size + 256);
        for (; first != last; ++first) fast_io::io::println(view, *first);
        return view.curr_ptr;
      });
}

template <class Source>
static uint64_t all_of(Source& in) {
  uint64_t all = 0, v = 0;
  while (fast_io::io::scan<true>(in, v)) all ^= v;
  return all;
}

[[gnu::noinline]] static uint64_t ibuf_file_row(race::job const& j) {
  fast_io::ibuf_file in(race::fast_io_path(j.input));
  return all_of(in);
}

[[gnu::noinline]] static uint64_t loader_row(race::job const& j) {
  fast_io::native_file_loader text(race::fast_io_path(j.input));
  fast_io::ibuffer_view in(text.data(), text.data() + text.size());
  return all_of(in);
}

[[gnu::noinline]] static uint64_t ibuffer_view_row(race::job const& j) {
  return race::from_memory(j, [](auto const& text) {
    fast_io::ibuffer_view in(text.begin(), text.end());
    return all_of(in);
  });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"obuf_file", obuf_file_row},
                            {"obuffer_view", obuffer_view_row},
                            {"ibuf_file", ibuf_file_row},
                            {"native_file_loader", loader_row},
                            {"ibuffer_view", ibuffer_view_row}};
  return race::main(argc, argv, rows);
}

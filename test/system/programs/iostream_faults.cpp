// C++ streams and their wrappers: iostream_faults KIND PATH writes lines to the
// path through that kind of sink, iostream_faults read-KIND PATH prints the sum
// of the numbers there. Prints errors on standard error, and then ends with
// status 2.
#include <rill/iostream.h>
#include <rill/locale.h>
#include <rill/rill.h>

#include <fstream>
#include <string_view>

namespace {

constexpr rill::locale_data grouping{
    .decimal_point = ",", .thousands_separator = ".", .groups = {3}};

void write_lines(auto& to) {
  for (int i = 0; i != 1100; ++i) rill::println(to, "line ", i * 1000);
}

void read_sum(auto& from) {
  long sum = 0;
  for (long n = 0; rill::scan(from, n);) sum += n;
  rill::println(sum);
  rill::flush();
}

// The standard library gives no reason when a file does not open.
void open_or_throw(auto& stream, char const* path) {
  stream.open(path);
  if (!stream.is_open())
    throw rill::error(rill::library_problem::stream_failed, "open", path);
}

template <class Stream>
void write_stream(char const* path) {
  Stream out;
  open_or_throw(out, path);
  write_lines(out);
  rill::flush(out);
  out.close();
  if (!out)
    throw rill::error(rill::library_problem::stream_failed, "close", path);
}

template <class Stream>
void read_stream(char const* path) {
  Stream in;
  open_or_throw(in, path);
  read_sum(in);
}

void run(std::string_view kind, char const* path) {
  if (kind == "filebuf") {
    rill::filebuf_file out(path, 4096);
    write_lines(out);
    out.close();
  } else if (kind == "left") {
    rill::filebuf_file out(path, 4096);
    write_lines(out);
  } else if (kind == "ofstream") {
    write_stream<std::ofstream>(path);
  } else if (kind == "wofstream") {
    write_stream<std::wofstream>(path);
  } else if (kind == "locked") {
    rill::locked<rill::file_writer> out(path, std::size_t{4096});
    write_lines(out);
    rill::lock(out)->close();
  } else if (kind == "imbued") {
    rill::c_file below(path, 4096);
    rill::imbued out(below, grouping);
    write_lines(out);
    below.close();
  } else if (kind == "read-filebuf") {
    auto in = rill::filebuf_file::open(path, 4096);
    read_sum(in);
  } else if (kind == "read-ifstream") {
    read_stream<std::ifstream>(path);
  } else if (kind == "read-wifstream") {
    read_stream<std::wifstream>(path);
  } else if (kind == "read-locked") {
    rill::locked<rill::file_reader> in(path, std::size_t{4096});
    read_sum(in);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) return 3;
  try {
    run(words[1], words[2]);
  } catch (rill::error const& wrong) {
    rill::eprintln("told: ", wrong);
    return 2;
  }
}

// Writes or copies a file, for sweeps that fail every system call: sweeping
// KIND PATH COUNT (writes to the path) or sweeping KIND PATH FROM. Prints
// errors on standard error, and then ends with status 2.
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <cstdlib>
#include <string_view>

namespace {

constexpr std::size_t buffer_size = 8192;

void write_doubles(auto& to, long count) {
  double x = 1;
  for (long i = 0; i != count; ++i) {
    rill::println(to, x, ' ', 1 / x, ' ', static_cast<double>(i) / 8);
    x *= -1.0625;
    if (x > 1e300 || x < -1e300) x = 1;
  }
}

void write_by_ring(char const* path, long count) {
  auto file = rill::file::create(path);
  {
    rill::ring_writer out(buffer_size,
                          [&file](char const* data, std::size_t size) {
                            file.write({data, size});
                          });
    write_doubles(out, count);
    out.flush();
  }
  file.close();
}

void copy_files(char const* path, char const* from) {
  auto const in = rill::file::open(from);
  auto out = rill::file::create(path);
  rill::copy(in, out);
  out.close();
}

void copy_streams(char const* path, char const* from) {
  rill::file_reader in(from, buffer_size);
  rill::file_writer out(path, buffer_size);
  rill::copy(in, out);
  out.close();
}

void print_lines(char const* path) {
  rill::file_reader in(path, buffer_size);
  for (auto line : rill::lines(in)) rill::println(line);
  rill::flush();
}

void print_loaded(char const* path) {
  auto const all = rill::load(path);
  rill::print(rill::text{all.data(), all.size()});
  rill::flush();
}

int run(std::string_view kind, char const* path, char const* last) {
  if (kind == "doubles") {
    rill::file_writer out(path, buffer_size);
    write_doubles(out, std::strtol(last, nullptr, 10));
    out.close();
  } else if (kind == "ring") {
    write_by_ring(path, std::strtol(last, nullptr, 10));
  } else if (kind == "copy") {
    copy_files(path, last);
  } else if (kind == "copy_streams") {
    copy_streams(path, last);
  } else if (kind == "lines") {
    print_lines(path);
  } else if (kind == "load") {
    print_loaded(path);
  } else {
    return 99;
  }
  return 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count < 3) return 99;
  char const* const last = argument_count > 3 ? arguments[3] : "";
#if RILL_EXCEPTIONS
  try {
    return run(arguments[1], arguments[2], last);
  } catch (rill::error const& e) {
    rill::eprintln("told: ", e.what());
    return 2;
  }
#else
  return run(arguments[1], arguments[2], last);
#endif
}

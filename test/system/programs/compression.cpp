// Compresses and decompresses: compression KIND FORMAT [PATH [COUNT]]. Prints
// errors on standard error, and then ends with status 2.
#include <rill/driver/compression.h>
#include <rill/driver/gzip_index.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>
#include <rill/copy/copy.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace {

rill::compression format_of(std::string_view name) {
  if (name == "zlib") return rill::zlib();
  if (name == "deflate") return rill::deflate();
  if (name == "gzip-of-level-77") return rill::gzip(77);
  if (name == "named")
    return rill::gzip({.name = "a name.txt", .time = 1234567890});
#if __has_include(<zstd.h>)
  if (name == "zstd") return rill::zstd();
#endif
#if __has_include(<lz4frame.h>)
  if (name == "lz4") return rill::lz4();
#endif
  return rill::gzip();
}

int said(rill::result<void> const& done) {
  if (done) return 0;
  rill::println(stderr, done.error().what());
  return 2;
}

void write_lines(rill::writer& out, long count) {
  for (long i = 0; i != count; ++i) {
    rill::println(out, "line ", i, " of ", count, ": ", i * i * 7919 % 100003);
    if (i % 400 == 399) out.flush();
  }
}

int write(std::string_view kind, rill::compression const& how, char const* path,
          long count) {
  if (kind == "append") {
    auto first = rill::compressed_writer::append(path, how, {512});
    write_lines(first, count);
    if (int const status = said(first.try_close())) return status;
  }
  rill::compressed_writer out = kind == "append"
                                    ? rill::compressed_writer::append(path, how)
                                    : rill::compressed_writer(path, how, {512});
  write_lines(out, count);
  if (kind == "left") return 0;
  if (kind == "synced")
    if (int const status = said(out.try_sync())) return status;
#if RILL_EXCEPTIONS
  if (kind == "thrown") throw 42;
#endif
  return said(out.try_close());
}

// Prints each line with its number.
int read_lines(rill::reader& in) {
  long number = 0;
  for (auto const& line : rill::lines(in))
    rill::println(++number, ' ', line.size(), ' ', line);
  return 0;
}

int read(std::string_view kind, rill::compression const& how,
         char const* path) {
  if (kind == "read") {
    rill::decompressed_reader in(path, how);
    return read_lines(in);
  }
  rill::gzip_file file(path, {.keep = true});
  rill::gzip_file_reader in = file.reader_at(0);
  return read_lines(in);
}

// Prints the name and the time of a gzip file.
int show_header(char const* path) {
  rill::decompressed_reader in(path, rill::gzip());
  rill::println(in.header().name, ' ', in.header().time);
  return 0;
}

int compress(rill::compression const& how) {
  rill::compressed_writer out(rill::file(1), how);
  rill::file_reader in{rill::file(0)};
  rill::copy(in, out);
  return said(out.try_close());
}

// Copies the decompressed input to standard output.
int decompress(rill::decompressed_reader in) {
  rill::file_writer out{rill::file(1)};
  while (in.more()) {
    out.write(in.cursor(), in.available());
    in.advance_to(in.end());
  }
  int const status = said(out.try_close());
  if (!in.error()) return status;
  return said(rill::detail::read_failure(in));
}

int run(int argc, char** argv) {
  std::string_view const kind = argc > 1 ? argv[1] : "";
  rill::compression const how = format_of(argc > 2 ? argv[2] : "");
  char const* const path = argc > 3 ? argv[3] : "";
  if (kind == "compress") return compress(how);
  if (kind == "decompress" || kind == "any") {
    rill::decompression_options options;
    if (argc > 3) options.limit = std::strtoull(argv[3], nullptr, 10);
    if (argc > 4) {
      options.max_ratio = static_cast<unsigned>(std::atoi(argv[4]));
      options.ratio_from = 1 << 20;
    }
    if (kind == "any")
      return decompress(rill::decompressing(rill::file(0), options));
    return decompress(rill::decompressed_reader(rill::file(0), how, options));
  }
  if (kind == "nested") {
    rill::decompressed_reader outer(rill::file(0), how);
    return decompress(
        rill::decompressed_reader(outer, rill::gzip(), {.limit = 5'000'000}));
  }
  if (kind == "read" || kind == "indexed") return read(kind, how, path);
  if (kind == "header") return show_header(path);
  return write(kind, how, path, argc > 4 ? std::atol(argv[4]) : 100);
}

}  // namespace

int main(int argc, char** argv) {
#if RILL_EXCEPTIONS
  try {
    return run(argc, argv);
  } catch (rill::error const& reason) {
    rill::println(stderr, reason.what());
    return 2;
  } catch (int) {
    return 0;
  }
#else
  return run(argc, argv);
#endif
}

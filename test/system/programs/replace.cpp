// Replaces a file: replace KIND PATH COUNT. Prints errors on standard error,
// and then ends with status 2.
#include <rill/file.h>
#include <rill/print.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void write_lines(rill::writer& out, long count) {
  for (long i = 0; i != count; ++i)
    rill::println(out, "new line ", i, " of ", count, ' ',
                  static_cast<double>(i) / 7);
}

int run(std::string_view kind, char const* path, long count) {
  auto const write = [count](rill::writer& out) { write_lines(out, count); };
  rill::replace_options options;
  options.buffer_size = 8192;
  if (kind == "fast") options.durable = false;
  if (kind == "replace" || kind == "fast") {
    rill::replace_file(path, write, options);
  } else if (kind == "ignoring") {  // EFBIG instead of the signal
    std::signal(SIGXFSZ, SIG_IGN);
    rill::replace_file(path, write, options);
  } else if (kind == "keep") {  // by hand, with a guard
    rill::temporary_file made(".");
    rill::file_writer out(made.file().duplicate(), options.buffer_size);
    write_lines(out, count);
    out.close();
    made.file().sync();
    made.keep(path);
  } else if (kind == "folder") {
    rill::temporary_directory const made(".");
    std::string const inside = std::string(made.path()) + "/file";
    rill::replace_file(inside, write, options);
    rill::replace_file(inside, write, options);
#if RILL_EXCEPTIONS
  } else if (kind == "throw") {
    try {
      rill::replace_file(
          path,
          [count](rill::writer& out) {
            write_lines(out, count);
            throw 42;
          },
          options);
    } catch (int) {
      rill::eprintln("caught");
    }
#endif
  } else {
    return 99;
  }
  return 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count < 4) return 99;
  long const count = std::strtol(arguments[3], nullptr, 10);
#if RILL_EXCEPTIONS
  try {
    return run(arguments[1], arguments[2], count);
  } catch (rill::error const& e) {
    rill::eprintln("told: ", e.what());
    return 2;
  }
#else
  return run(arguments[1], arguments[2], count);
#endif
}

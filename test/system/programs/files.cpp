// Writes lines to a file: files KIND PATH COUNT [buffer size]. Says on
// standard error what was reported, and ends with status 2 then.
#include <rill/file.h>
#include <rill/print.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void write_lines(auto& to, long count) {
  for (long i = 0; i != count; ++i) {
    rill::println(to, "line ", i, " of ", count);
    if (i % 1000 == 999)
      rill::println(to, std::string(3000, static_cast<char>('a' + i % 26)));
  }
}

void write_sized(rill::file_writer& out, long count) {
  for (long i = 0; i != count; ++i) {
    auto const length = static_cast<std::size_t>(20 + i * 7 % 180);
    rill::println(out, i, ' ', length, ' ', std::string(length, 'x'));
  }
}

#if RILL_EXCEPTIONS
void write_and_throw(char const* path, long count) {
  rill::file_writer out(path);
  write_lines(out, count);
  throw 42;
}
#endif

int run(std::string_view kind, char const* path, long count,
        std::size_t size) {
  if (kind == "closed") {
    rill::file_writer out(path, size);
    write_lines(out, count);
    out.close();
  } else if (kind == "left") {  // the destructor closes
    rill::file_writer out(path, size);
    write_lines(out, count);
  } else if (kind == "synced") {
    rill::file_writer out(path, size);
    write_lines(out, count);
    out.sync();
    out.close();
  } else if (kind == "append") {
    auto out = rill::file_writer::append(path, size);
    write_sized(out, count);
    out.close();
  } else if (kind == "unbuffered") {
    auto out = rill::file::create(path);
    write_lines(out, count);
    out.close();
  } else if (kind == "texts") {  // pieces that are long enough to stay put
    auto out = rill::file::create(path);
    std::string const a(500, 'a'), b(5000, 'b'), c(100, 'c');
    for (long i = 0; i != count; ++i)
      rill::println(out, i, a, ' ', b, 'x', c, -i, " end of ", count);
    out.close();
  } else if (kind == "stdio") {
    std::FILE* const out = std::fopen(path, "w");
    if (!out) return 3;
    write_lines(out, count);
    rill::flush(out);
    if (std::fclose(out) != 0) return 2;
  } else if (kind == "stdio_unflushed") {  // only fclose is asked
    std::FILE* const out = std::fopen(path, "w");
    if (!out) return 3;
    write_lines(out, count);
    if (std::fclose(out) != 0) return 2;
  } else if (kind == "stdio_append" || kind == "stdio_update") {
    std::FILE* const out =
        std::fopen(path, kind == "stdio_append" ? "a" : "w+");
    if (!out) return 3;
    write_lines(out, count);
    rill::flush(out);
    if (std::fclose(out) != 0) return 2;
#if RILL_EXCEPTIONS
  } else if (kind == "thrown") {  // the destructor runs while unwinding
    try {
      write_and_throw(path, count);
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
  auto const size =
      argument_count > 4 ? std::strtoul(arguments[4], nullptr, 10)
                         : rill::default_buffer_size;
  long const count = std::strtol(arguments[3], nullptr, 10);
#if RILL_EXCEPTIONS
  try {
    return run(arguments[1], arguments[2], count, size);
  } catch (rill::error const& e) {
    rill::eprintln("told: ", e.what());
    return 2;
  }
#else
  return run(arguments[1], arguments[2], count, size);
#endif
}

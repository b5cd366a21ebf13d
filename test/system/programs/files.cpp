// Writes lines to a file: files KIND PATH COUNT [buffer size]. Prints errors on
// standard error, and then ends with status 2.
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stream.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

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

void write_from_threads(char const* path, long count, std::size_t size) {
  rill::locked<rill::file_writer> log(path, size);
  std::vector<std::thread> all;
  for (int t = 0; t != 8; ++t)
    all.emplace_back([&log, t, count] {
      for (long i = 0; i != count; ++i)
        rill::println(log, "thread ", t, " has line ", i, " of ", count);
    });
  for (std::thread& one : all) one.join();
  auto held = rill::lock(log);
  held->close();
}

// Writes a byte at 5 GiB, and 3 GiB in one call.
void write_far(char const* path) {
  auto out = rill::file::create(path);
  constexpr long long far = 5ll << 30;
  out.pwrite({"x", 1}, far);
  char back = '-';
  auto const in = rill::file::open(path);
  in.pread(&back, 1, far);
  in.seek(far);
  std::size_t const first = in.read(&back, 1);
  std::size_t const second = in.read(&back, 1);
  rill::println(back, ' ', first, ' ', second);
  std::size_t const huge = std::size_t{3} << 30;
  void* const zeros = mmap(nullptr, huge, PROT_READ,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  auto const nowhere = rill::file::append("/dev/null");
  nowhere.write({static_cast<char const*>(zeros), huge});
  rill::file_writer buffered("/dev/null");
  rill::print(buffered, "before ",
              std::string_view(static_cast<char const*>(zeros), huge),
              " behind");
  buffered.close();
}

// Starts a program that lists its open descriptors.
int list_handles(char const* path) {
  rill::file_writer const writer(path);
  rill::file const plain = rill::file::open(path);
  rill::file const unnamed = rill::file::temporary("/tmp");
  rill::file_reader const reader(path);
  execlp("ls", "ls", "/proc/self/fd", static_cast<char*>(nullptr));
  return 3;
}

int run(std::string_view kind, char const* path, long count, std::size_t size) {
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
  } else if (kind == "threads") {
    write_from_threads(path, count, size);
  } else if (kind == "far") {
    write_far(path);
  } else if (kind == "handles") {
    return list_handles(path);
  } else if (kind == "unbuffered") {
    auto out = rill::file::create(path);
    write_lines(out, count);
    out.close();
  } else if (kind == "texts") {  // texts so long that they are not copied
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
  } else if (kind == "stdio_unflushed") {  // only fclose reports errors
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
  auto const size = argument_count > 4 ? std::strtoul(arguments[4], nullptr, 10)
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

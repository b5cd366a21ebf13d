// Moves bytes through rings in the way that its first argument names;
// ../rings_test.py runs it.
#include <rill/error.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <string_view>
#include <unistd.h>

namespace {

std::size_t count = 0;

auto input() {
  return rill::ring_reader(
      1024, [](char* out, std::size_t size) { return ::read(0, out, size); });
}
auto output(std::size_t capacity) {
  return rill::ring_writer(capacity, [](char const* data, std::size_t size) {
    return ::write(1, data, size);
  });
}

// Moves `count` bytes in one call, through rings of 1 KB.
int one_call() {
  auto in = input();
  auto out = output(1024);
  char* const all = static_cast<char*>(std::malloc(count));
  std::size_t const size = in.read(all, count);
  out.write(all, size);
  out.close();
  std::free(all);
  return 0;
}

// Copies lines of any length in pieces: no line is in memory as a whole.
int by_pieces() {
  auto in = input();
  auto out = output(4096);
  char piece[100];
  for (;;) {
    auto const size = in.try_read_until(piece, '\n');
    bool const is_cut =
        !size && size.error().code() == rill::library_problem::no_room;
    if (!size && !is_cut) return 1;
    std::size_t const got = size ? *size : sizeof piece;
    if (got == 0) break;
    out.write(piece, got);
  }
  out.close();
  return 0;
}

// Prints the sum of the numbers; an error is not caught.
int sum() {
  auto in = input();
  unsigned long long total = 0;
  for (unsigned long long n; rill::scan(in, n);) total += n;
  auto out = output(16);
  rill::println(out, total);
  return 0;
}

// Prints lines to a sink that only its destructor flushes.
int lines() {
  auto out = output(1 << 16);
  for (std::size_t i = 0; i != count; ++i) rill::println(out, "line ", i);
  return 0;
}

rill::ring_pipe* pipe_of_test = nullptr;

// Sends numbers to another thread, and back through a second pipe.
int between_threads() {
  rill::ring_pipe forth(300), back(5000);
  struct both {
    rill::ring_pipe& forth;
    rill::ring_pipe& back;
  } pipes{forth, back};
  pthread_t other;
  auto const run = [](void* argument) -> void* {
    auto& at = *static_cast<both*>(argument);
    unsigned long long n = 0;
    char mark = 0;
    while (rill::scan(at.forth.reader(), n, mark)) {
      rill::println(at.back.writer(), n + 1, " of ", rill::right(n, 9));
      at.back.writer().flush();
    }
    at.back.writer().close();
    return nullptr;
  };
  if (pthread_create(&other, nullptr, run, &pipes) != 0) return 1;
  unsigned long long wrong = 0, a = 0, b = 0;
  for (std::size_t sent = 0, got = 0; sent != count;) {
    for (int i = 0; i != 20 && sent != count; ++i)
      rill::println(forth.writer(), sent++, '.');
    forth.writer().flush();
    for (; got != sent && rill::scan(back.reader(), a, " of ", b); ++got)
      wrong += a != got + 1 || b != got;
  }
  forth.writer().close();
  pthread_join(other, nullptr);
  rill::println(count, " sent, ", wrong, " wrong");
  return wrong != 0;
}

// Sends bytes from one thread to another at full speed.
int stream() {
  rill::ring_pipe pipe(1 << 14);
  pipe_of_test = &pipe;
  pthread_t other;
  auto const run = [](void*) -> void* {
    for (std::size_t i = 0; i != count; ++i)
      rill::println(pipe_of_test->writer(), i);
    pipe_of_test->writer().close();
    return nullptr;
  };
  if (pthread_create(&other, nullptr, run, nullptr) != 0) return 1;
  unsigned long long total = 0;
  for (std::size_t n = 0; rill::scan(pipe.reader(), n);) total += n;
  pthread_join(other, nullptr);
  rill::println(total);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  if (argc > 2) count = std::strtoull(argv[2], nullptr, 10);
  struct {
    std::string_view name;
    int (*run)();
  } const ways[] = {
      {"one_call", one_call}, {"by_pieces", by_pieces},     {"sum", sum},
      {"lines", lines},       {"threads", between_threads}, {"stream", stream}};
  for (auto const& way : ways)
    if (way.name == argv[1]) return way.run();
  return 2;
}

// Cancels a thread while it waits for a full pipe, in the way that the first
// argument names; ../cancel_test.py checks what is printed after that.
//
// covers: os/output.h, os/posix/call.h, os/win32/basic.h
#include <rill/file.h>
#include <rill/print.h>
#include <rill/stdio.h>
#include <rill/stream.h>

#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

std::string_view way;
std::FILE* stream;
rill::locked<rill::file_writer>* shared;
std::string const large(300'000, '.');

struct hook {
  int value;
  friend void rill_print(auto& out, hook const& h) { out(h.value); }
};
struct large_hook {
  friend void rill_print(auto& out, large_hook const&) {
    out(std::string_view(large), "hook");
  }
};

void print_one(int i) {
  if (way == "text") rill::println(std::to_string(i));
  if (way == "number") rill::println(i);
  if (way == "numbers") rill::print(i / 10, i % 10, "", '\n');
  if (way == "hook") rill::println(hook{i});
  if (way == "large_hook") rill::println(large_hook{});
  if (way == "large") rill::println(std::string_view(large));
  if (way == "flush") {
    rill::println(i);
    rill::flush();
  }
  if (way == "error") rill::eprintln(i);
  if (way == "error_hook") rill::eprintln(hook{i});
  if (way == "stream") rill::println(stream, i);
  if (way == "stream_hook") rill::println(stream, hook{i});
  if (way == "locked") rill::println(*shared, i);
  if (way == "locked_hook") rill::println(*shared, hook{i});
  if (way == "printf") std::printf("%d\n", i);
}

void* print_for_ever(void*) {
  for (int i = 10;; ++i) print_one(i);
}

}  // namespace

// cancel WAY: standard output (or error) is a pipe, which the test reads after
// this program has written "cancelled" to descriptor 3.
int main(int, char** argv) {
  way = argv[1];
  if (way.starts_with("stream")) stream = ::fdopen(1, "w");
  // Writes whole pages, of which the pipe holds 16. For a smaller write that is
  // interrupted, the number of written bytes is unknown.
  rill::locked<rill::file_writer> own(rill::file(::dup(1)), std::size_t{8192});
  shared = &own;
  ::pthread_t thread;
  if (::pthread_create(&thread, nullptr, print_for_ever, nullptr) != 0)
    return 2;
  ::usleep(300'000);
  ::pthread_cancel(thread);
  ::pthread_join(thread, nullptr);
  if (::write(3, "cancelled\n", 10) != 10) return 3;
  // A second thread: a program with one thread takes no locks.
  ::pthread_create(
      &thread, nullptr,
      [](void*) -> void* {
        if (way.starts_with("stream")) {
          rill::println(stream, "main");
          rill::flush(stream);  // fflush loses bytes when the pipe is full
        } else if (way.starts_with("locked")) {
          rill::println(*shared, "main");
        } else if (way.starts_with("error")) {
          rill::eprintln("main");
        } else {
          rill::println("main");
        }
        return nullptr;
      },
      nullptr);
  ::pthread_join(thread, nullptr);
}

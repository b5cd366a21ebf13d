// A shared library that prints and reads with rill, or (RILL_TEST_HOST) the
// program that opens such libraries; ../library_test.py builds both.
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <string_view>

#if !defined(RILL_TEST_HOST)

namespace {

struct last_words {
  bool wanted = false;
  ~last_words() {
    if (wanted) rill::println(rill::out(), "last words");
  }
} last;

void say_lost(rill::error const& reason) noexcept {
  rill::eprintln("handler: ", reason);
}

// Writers that lose their bytes when the library is unloaded: one has a
// destructor that runs then, the other none.
void lose(std::string_view way) {
  static rill::file_writer destroyed("/dev/full");
  static auto& leaked = *new rill::file_writer("/dev/full");
  if (way.ends_with("handled")) rill::set_lost_output_handler(say_lost);
  rill::print(way.starts_with("lose_leaked") ? leaked : destroyed, "lost");
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int use(char const* how,
                                                          int number) {
  std::string_view const way = how;
  if (way == "print") rill::println("library ", number);
  if (way == "out") {
    rill::println(rill::out(), "library ", number);
    rill::flush(rill::out());
  }
  if (way == "leave") rill::println(rill::out(), "library ", number);
  if (way == "last") last.wanted = true;
  if (way == "eprint") rill::eprintln("library ", number);
  if (way == "err") rill::println(rill::err(), "library ", number);
  if (way.starts_with("lose")) lose(way);
  if (way == "raise") {
    try {
      rill::raise(rill::error({rill::error_source::system, 2}, "read"));
    } catch (rill::error const&) {
    }
  }
  if (way == "scan") {
    int n = 0;
    rill::scan(n);
    rill::println("library read ", n);
  }
  return number;
}

#elif RILL_TEST_HOST == 3

// Called by a program that is linked with the library; both print at the end,
// too.
extern "C" int use(char const* how, int number);

namespace {

struct last_words {
  ~last_words() {
    rill::println("host's last");
    use("print", 99);
  }
} last;

}  // namespace

int main(int, char** arguments) {
  for (int i = 0; i != 3; ++i) {
    if (std::string_view(arguments[1]) == "leave")
      rill::println(rill::out(), "host ", i);
    else
      rill::println("host ", i);
    use(arguments[1], i);
  }
}

#else

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <exception>
#include <string>
#include <unistd.h>  // fork

namespace {

using function = int (*)(char const*, int);

struct library {
  void* handle;
  function use;
};

library open(char const* path) {
  void* const handle = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    std::fputs(::dlerror(), stderr);
    std::exit(9);
  }
  return {handle, reinterpret_cast<function>(::dlsym(handle, "use"))};
}

void say(int number) {
#if RILL_TEST_HOST == 1
  rill::println("host ", number);
#else
  std::printf("host %d\n", number);
#endif
}

}  // namespace

// HOW END LIBRARY...: the host and each library print in turn; then the
// libraries are unloaded, and the host prints again.
int main(int count, char** arguments) {
  std::string_view const end = arguments[2];
  library all[4];
  int const libraries = count - 3;
  for (int i = 0; i != libraries; ++i) all[i] = open(arguments[3 + i]);
  if (end.starts_with("host_first")) say(0);
  for (int round = 1; round != 4; ++round) {
    for (int i = 0; i != libraries; ++i)
      all[i].use(arguments[1], 10 * (i + 1) + round);
    say(round);
  }
  if (!end.ends_with("open"))
    for (int i = 0; i != libraries; ++i) ::dlclose(all[i].handle);
  for (int i = 4; i != 4000; ++i) say(i);
  if (std::string_view(arguments[1]) == "scan") {
    int number = 0;
    std::printf("host read %d\n", std::scanf("%d", &number) == 1 ? number : -1);
  }
  if (end.starts_with("fork") && ::fork() == 0) ::_exit(0);
  if (end.starts_with("quick")) std::quick_exit(0);
  if (end.starts_with("terminate")) std::terminate();
  if (end.starts_with("throw")) throw 1;
}

#endif

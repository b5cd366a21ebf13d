// Ends, forks or fails while another thread is blocked, in the way that the
// first argument names; ../ending_test.py checks the result.
//
// covers: os/c_stream.h
// covers: cstdio/standard_output.h, cstdio/c_stream_writer.h
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stdio.h>
#include <rill/stream.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

char** arguments;
std::string_view word(int i) {
  return arguments[i] ? arguments[i] : std::string_view{};
}

// Long enough for a new thread to reach the call in which it blocks.
void wait_a_moment() { ::usleep(200'000); }
template <class Work>
void in_background(Work work) {
  std::thread(work).detach();
  wait_a_moment();
}

[[noreturn]] void end(std::string_view how) {
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "terminate") std::terminate();
  std::exit(0);
}

// Starts a thread that waits for input in the way `how`.
void wait_for_input(std::string_view how) {
  in_background([how] {
    if (how == "getchar") (void)std::getchar();
    if (how == "stream") {
      std::FILE* const pipe = ::fdopen(::dup(0), "r");
      (void)std::fgetc(pipe);
    }
    int x = 0;
    if (how == "scan") (void)rill::try_scan(x);
    if (how == "in") (void)rill::try_scan(rill::in(), x);
    if (how == "lock") {
      auto const held = rill::lock(stdin);
      ::pause();
    }
  });
}

// input WAY LOSS END FILE: output is lost while a thread waits for input; the
// buffered text of another C stream is written all the same.
int lose_with_a_reader() {
  std::FILE* const beside = std::fopen(arguments[5], "w");
  std::fputs("beside\n", beside);
  wait_for_input(word(2));
  if (word(3) == "stdout") rill::println("lost");
  if (word(3) == "writer") rill::println(rill::file_writer("/dev/full"), 1);
  end(word(4));
}

struct slow {
  friend void rill_print(auto& out, slow const&) {
    out("in the hook");
    ::pause();
  }
};

// Starts a thread that keeps the lock of standard output for ever, and does not
// write.
void keep_the_lock(std::string_view how) {
  in_background([how] {
    if (how == "hook") rill::println("never ", slow{});
    auto const held = rill::lock(stdout);
    ::pause();
  });
}

// lock WAY END: another thread has the lock of standard output when the
// program ends.
int end_without_the_lock() {
  rill::println("before");
  rill::eprintln("to standard error");
  keep_the_lock(word(2));
  end(word(3));
}

// fork WAY STREAM: standard output is a pipe, which only the child reads. The
// child prints to the former standard output.
int fork_the_reader() {
  int ends[2];
  if (::pipe(ends) != 0) return 2;
  int const before = ::dup(1);
  ::dup2(ends[1], 1);
  std::string const much(100'000, 'x');
  auto const print = [&] {
    if (word(3) == "out") {
      rill::print(rill::out(), much);
      rill::flush(rill::out());
    } else {
      rill::print(much);
      rill::flush();
    }
  };
  if (word(2) == "thread") in_background(print);
  if (word(2) == "pending") {
    // Fills the pipe with 64 KiB; the rest stays in the buffer.
    std::string const all(65'536, 'p');
    if (::write(1, all.data(), all.size()) != 65'536) return 3;
    if (word(3) == "out")
      rill::print(rill::out(), std::string_view(much).substr(0, 34'464));
    else
      rill::print(std::string_view(much).substr(0, 34'464));
  }
  ::pid_t const child = ::fork();
  if (child == 0) {
    ::dup2(before, 1);
    ::close(ends[1]);
    long count = 0;
    char block[4096];
    while (count != 100'000) {
      ssize_t const got = ::read(ends[0], block, sizeof block);
      if (got <= 0) break;
      count += got;
    }
    if (word(3) == "out")
      rill::println(rill::out(), "read ", count);
    else
      rill::println("read ", count);
    std::exit(0);
  }
  rill::flush();
  int status = 1;
  ::waitpid(child, &status, 0);
  ::_exit(status);
}

// forks_in_vain STREAM: standard output is a full pipe. Prints how many of two
// forks have waited.
int fork_in_vain() {
  int ends[2];
  if (::pipe(ends) != 0) return 2;
  int const before = ::dup(1);
  ::dup2(ends[1], 1);
  std::string const all(65'536, 'p');  // the capacity of a pipe
  if (::write(1, all.data(), all.size()) != 65'536) return 3;
  if (word(2) == "out")
    rill::print(rill::out(), "pending");
  else
    rill::print("pending");
  int waits = 0;
  for (int i = 0; i != 2; ++i) {
    auto const begin = std::chrono::steady_clock::now();
    ::pid_t const child = ::fork();
    if (child == 0) ::_exit(0);
    auto const time = std::chrono::steady_clock::now() - begin;
    waits += time > std::chrono::milliseconds(800);
    ::waitpid(child, nullptr, 0);
  }
  ::dprintf(before, "%d", waits);
  ::_exit(0);
}

// fork_errors: standard error is a pipe, which only the child reads, and has a
// buffer of the program.
int fork_the_reader_of_errors() {
  static char buffer[131'072];
  std::setvbuf(stderr, buffer, _IOFBF, sizeof buffer);
  int ends[2];
  if (::pipe(ends) != 0) return 2;
  ::dup2(ends[1], 2);
  ::close(ends[1]);
  std::string const all(65'536, 'p');  // the capacity of a pipe
  if (::write(2, all.data(), all.size()) != 65'536) return 3;
  rill::print(stderr, std::string(34'464, 'x'));
  ::pid_t const child = ::fork();
  if (child != 0) {
    std::fflush(stderr);
    int status = 1;
    ::waitpid(child, &status, 0);
    ::_exit(status);
  }
  ::close(2);
  long count = 0;
  char block[4096];
  for (ssize_t got; count != 100'000; count += got)
    if ((got = ::read(ends[0], block, sizeof block)) <= 0) break;
  rill::println("read ", count);
  rill::flush();
  ::_exit(0);
}

// taken HOW END: the program ends while it reads a file, after the first item.
struct ending_item {
  friend void rill_scan(auto& in, ending_item&) {
    int x = 0;
    in(x);
    end(word(3));
  }
};

// Makes two ranges over stdin, and destroys the older one first; a third range
// is alive when the program ends.
void end_after_ranges() {
  using range = decltype(rill::lines(stdin));
  static std::optional<range> first, second;
  (void)first.emplace(rill::lines(stdin)).begin();
  (void)second.emplace(rill::lines(stdin)).begin();
  first.reset();
  second.reset();
  for (auto line : rill::lines(stdin))
    if (line == "2") break;
  end(word(3));
}

int end_in_the_middle_of_input() {
  std::string_view const how = word(2);
  ending_item item;
  if (how == "hook") rill::scan(item);
  if (how == "hook_in") rill::scan(rill::in(), item);
  if (how == "ranges") end_after_ranges();
  if (how == "lines")
    for (auto line : rill::lines(stdin)) end(line.empty() ? "" : word(3));
  if (how == "words")
    for (auto one : rill::words(stdin)) end(one.empty() ? "" : word(3));
  if (how == "values")
    for (int one : rill::values<int>(stdin)) end(one == 0 ? "" : word(3));
  return 3;
}

// slow_reader: main returns while a thread prints much more than a pipe holds.
// The end waits, because the other side reads.
int end_while_a_thread_writes() {
  in_background([] {
    for (int i = 0; i != 40'000; ++i) rill::println("line ", i);
    ::pause();
  });
  return 0;
}

// hook SINK END FILE: a hook ends the program while it is printed, in a call
// that is inside another print.
struct ending {
  friend void rill_print(auto& out, ending const&) {
    out("ends");
#if RILL_EXCEPTIONS
    if (word(3) == "throw") throw 1;
#endif
    if (word(3) == "fork") {
      if (::fork() == 0) std::exit(0);
      (void)::wait(nullptr);
      return;
    }
    end(word(3));
  }
};
template <class Sink>
struct printing {
  Sink& to;
  friend void rill_print(auto& out, printing const& p) {
    out("outer ");
    rill::println(p.to, "inner ", ending{}, " lost");
  }
};

template <class Sink>
void print_into(Sink& to) {
  rill::println(to, "first");
#if RILL_EXCEPTIONS
  try {
    rill::println(to, "begins ", printing<Sink>{to}, " lost");
  } catch (int) {
  }
#else
  rill::println(to, "begins ", printing<Sink>{to}, " lost");
#endif
}

struct hexed {
  int value;
  friend void rill_print(auto& out, hexed const& h) { out(rill::hex(h.value)); }
};

int end_in_a_hook() {
  char const* const path = arguments[4];
  std::string_view const sink = word(2);
  if (sink == "print") print_into(stdout);
  if (sink == "error") print_into(stderr);
  if (sink == "out") print_into(rill::out());
  if (sink == "stream") {
    std::FILE* stream = std::fopen(path, "w");
    print_into(stream);
    std::fclose(stream);
  }
  if (sink == "c_file") {
    static rill::c_file file = rill::c_file::create(path);
    print_into(file);
  }
  if (sink == "closed") {
    // This handler is registered after rill's and closes the stream first.
    static std::FILE* stream = std::fopen(path, "w");
    rill::println(stream, hexed{1});
    std::atexit([] { std::fclose(stream); });
    print_into(stream);
  }
  if (sink == "writer") {
    static rill::file_writer file(path);
    print_into(file);
  }
  if (sink == "locked") {
    static rill::locked<rill::file_writer> file(path);
    print_into(file);
  }
  return 0;
}

}  // namespace

int main(int, char** argv) {
  arguments = argv;
  if (word(1) == "input") return lose_with_a_reader();
  if (word(1) == "lock") return end_without_the_lock();
  if (word(1) == "fork") return fork_the_reader();
  if (word(1) == "forks_in_vain") return fork_in_vain();
  if (word(1) == "fork_errors") return fork_the_reader_of_errors();
  if (word(1) == "taken") return end_in_the_middle_of_input();
  if (word(1) == "hook") return end_in_a_hook();
  if (word(1) == "slow_reader") return end_while_a_thread_writes();
  return 9;
}

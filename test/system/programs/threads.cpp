// Threads that share a sink: threads WORK SINK PATH COUNT. Reads the lines back
// with stdio, and checks them.
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stdio.h>
#include <rill/stream.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#if defined(__GLIBC__)
#include <sys/single_threaded.h>
#endif

namespace {

constexpr int thread_count = 8;

[[noreturn]] void fail(char const* why) {
  ::dprintf(2, "%s\n", why);
  ::_exit(3);
}

// Starts all threads together: no thread ends before the last one has started.
template <class Work>
void in_threads(Work work) {
  std::vector<std::thread> threads;
  std::atomic<int> ready = 0;
  for (int t = 0; t != thread_count; ++t)
    threads.emplace_back([&ready, work, t] {
      for (++ready; ready != thread_count;) std::this_thread::yield();
      work(t);
    });
  for (std::thread& thread : threads) thread.join();
}

// Calls work(sink) for a sink that writes to the file.
template <class Work>
void with_sink(std::string_view kind, char const* path, Work work) {
  if (kind == "stdout" || kind == "cout") {
    int const handle = ::open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (handle < 0 || ::dup2(handle, 1) < 0) fail("cannot redirect");
    ::close(handle);
    work(stdout);
    rill::flush();
  } else if (kind == "FILE" || kind == "lines" || kind == "unbuffered" ||
             kind == "two") {
    FILE* const stream = ::fopen(path, "wb");
    static char two[2];
    if (kind == "lines") ::setvbuf(stream, nullptr, _IOLBF, 4096);
    if (kind == "unbuffered") ::setvbuf(stream, nullptr, _IONBF, 0);
    if (kind == "two") ::setvbuf(stream, two, _IOFBF, sizeof two);
    work(stream);
    ::fclose(stream);
  } else if (kind == "c_file") {
    auto stream = rill::c_file::create(path);
    work(stream);
    stream.close();
  } else if (kind == "writer" || kind == "small") {
    rill::locked<rill::file_writer> sink(
        path, std::size_t{kind == "small" ? 7u : 65536u});
    work(sink);
    rill::lock(sink)->close();
  } else if (kind == "ofstream") {
    rill::locked<std::ofstream> sink(path, std::ios::binary);
    work(sink);
  } else {
    fail("no such sink");
  }
}

// Checks that each line of each thread is there once, whole, and in order.
void judge_lines(char const* path, long count) {
  FILE* const in = ::fopen(path, "rb");
  std::vector<long> next(thread_count);
  char line[256];
  while (::fgets(line, sizeof line, in)) {
    int thread = 0, end = 0;
    long number = 0;
    if (std::sscanf(line, "thread %d line %ld of the test\n%n", &thread,
                    &number, &end) != 2 ||
        static_cast<std::size_t>(end) != std::strlen(line) || thread < 0 ||
        thread >= thread_count)
      fail("a line is torn");
    if (next[static_cast<std::size_t>(thread)]++ != number)
      fail("a line is lost");
  }
  ::fclose(in);
  for (long n : next)
    if (n != count) fail("lines are missing at the end");
}

void print_lines(std::string_view kind, char const* path, long count) {
  with_sink(kind, path, [&](auto& sink) {
    in_threads([&](int thread) {
      for (long i = 0; i != count; ++i)
        rill::println(sink, "thread ", thread, " line ", i, " of the test");
    });
  });
  judge_lines(path, count);
}

// Makes several calls under one guard, among single prints of other threads.
void print_guarded(std::string_view kind, char const* path, long count) {
  with_sink(kind, path, [&](auto& sink) {
    in_threads([&](int thread) {
      for (long i = 0; i != count; ++i) {
        if (thread % 2 == 0) {
          rill::println(sink, "thread ", thread, " line ", i, " of the test");
          continue;
        }
        auto const held = rill::lock(sink);
        rill::print(held, "thread ", thread);
        rill::print(*held, " line ", i);
        rill::print(sink, " of the ");  // allowed: this thread has the lock
        rill::println(held, "test");
      }
    });
  });
  judge_lines(path, count);
}

// A second thread that starts during a print, and prints.
std::thread second;
std::atomic<bool> has_begun = false;

template <class Sink>
void start_second(Sink& sink) {
  second = std::thread([&sink] {
    has_begun = true;
    rill::println(sink, "from the second thread");
  });
  while (!has_begun) std::this_thread::yield();
  ::usleep(30'000);  // time to interleave, unless the lock prevents it
}

template <class Sink>
struct starting {
  Sink& sink;
  friend void rill_print(auto& out, starting const& self) {
    start_second(self.sink);
    out("inside");
  }
};

// The same with a bound: it is written directly into the buffer's free space.
template <class Sink>
struct starting_bounded {
  Sink& sink;
  friend auto rill_print(auto& out, starting_bounded const& self) {
    start_second(self.sink);
    return out("inside");
  }
};

void judge_text(char const* path, std::string_view wanted) {
  char text[256] = {};
  FILE* const in = ::fopen(path, "rb");
  std::size_t const size = ::fread(text, 1, sizeof text, in);
  ::fclose(in);
  if (std::string_view(text, size) != wanted) fail(text);
}

void check_alone() {
#if defined(__GLIBC__)
  if (!__libc_single_threaded) fail("there are threads already");
#endif
}

void start_inside(std::string_view work, std::string_view kind,
                  char const* path) {
  check_alone();
  with_sink(kind, path, [&](auto& sink) {
    using sink_type = std::remove_reference_t<decltype(sink)>;
    rill::println(sink, "alone");
    if (work == "hook") {
      rill::println(sink, "before ", starting<sink_type>{sink}, " behind");
    } else if (work == "bounded-hook") {
      rill::println(sink, "before ", starting_bounded<sink_type>{sink},
                    " behind");
    } else {
      auto const held = rill::lock(sink);
      rill::print(held, "before ");
      start_second(sink);
      rill::println(held, "inside behind");
    }
    second.join();
  });
  judge_text(path, "alone\nbefore inside behind\nfrom the second thread\n");
}

#if defined(__GLIBC__)
// A C stream with functions of the program. During a print to the stream, its
// write function starts a thread that prints to it, too.
FILE* cooked = nullptr;
std::string cooked_text;

ssize_t cook(void*, char const* data, std::size_t size) {
  if (!has_begun) start_second(cooked);
  cooked_text.append(data, size);
  return static_cast<ssize_t>(size);
}

void start_in_cookie() {
  check_alone();
  cooked = ::fopencookie(nullptr, "w", {nullptr, cook, nullptr, nullptr});
  static char buffer[16];
  ::setvbuf(cooked, buffer, _IOFBF, sizeof buffer);
  rill::println(cooked, "before ", 12345678901234567, " behind");
  second.join();
  ::fclose(cooked);
  if (cooked_text !=
      "before 12345678901234567 behind\n"
      "from the second thread\n")
    fail(cooked_text.c_str());
}
#endif

// Forks in a program with threads. The child prints to its own sinks, and to
// the one whose lock the forking thread has.
struct forking {
  friend void rill_print(auto& out, forking const&) {
    pid_t const child = ::fork();
    if (child == 0) {
      ::alarm(20);
      out("child");
    } else {
      int status = -1;
      ::waitpid(child, &status, 0);
      out(status == 0 ? "parent" : "no child");
    }
  }
};

void fork_inside(std::string_view kind, char const* path) {
  pid_t const parent = ::getpid();
  std::atomic<bool> ended = false;
  std::string const other = std::string(path) + ".others";
  rill::locked<rill::file_writer> noise(other);
  std::thread busy([&] {
    while (!ended) rill::println(noise, "noise");
  });
  with_sink(kind, path, [&](auto& sink) {
    rill::flush(sink);
    rill::println(sink, "by the ", forking{});
    rill::println(sink, "and again");
    if (::getpid() != parent) {
      rill::locked<rill::file_writer> own(other + ".own");
      rill::println(own, "own");
      rill::lock(own)->close();
      rill::flush(sink);
      ::_exit(0);
    }
  });
  ended = true;
  busy.join();
  judge_text((other + ".own").c_str(), "own\n");
}

// Threads share the numbers of one file: each is scanned once.
void scan_numbers(std::string_view kind, char const* path, long count) {
  {
    rill::file_writer out(path);
    for (long i = 0; i != count; ++i) rill::println(out, i);
    out.close();
  }
  auto const judge = [&](auto& source) {
    std::vector<unsigned char> seen(static_cast<std::size_t>(count));
    std::atomic<long> wrong = 0;
    in_threads([&](int) {
      long n = 0;
      while (rill::scan(source, n))
        if (n < 0 || n >= count ||
            __atomic_exchange_n(&seen[static_cast<std::size_t>(n)], 1,
                                __ATOMIC_RELAXED) != 0)
          ++wrong;
    });
    for (unsigned char one : seen) wrong += one != 1;
    if (wrong != 0) fail("numbers are lost or twice there");
  };
  if (kind == "reader") {
    rill::locked<rill::file_reader> source(path);
    judge(source);
  } else if (kind == "FILE") {
    FILE* source = ::fopen(path, "rb");
    judge(source);
    ::fclose(source);
  } else {
    auto source = rill::c_file::open(path);
    judge(source);
  }
}

}  // namespace

int main(int, char** argv) {
  std::string_view const work = argv[1];
  char const* const path = argv[3];
  long const count = std::atol(argv[4]);
  if (work == "print")
    print_lines(argv[2], path, count);
  else if (work == "guarded")
    print_guarded(argv[2], path, count);
  else if (work == "fork")
    fork_inside(argv[2], path);
  else if (work == "scan")
    scan_numbers(argv[2], path, count);
#if defined(__GLIBC__)
  else if (work == "cookie")
    start_in_cookie();
#endif
  else
    start_inside(work, argv[2], path);
}

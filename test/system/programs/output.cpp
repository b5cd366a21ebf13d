// Prints in the way that its first argument names; ../*_test.py check what
// arrives, and the messages if it does not.
//
// covers: os/libc/portable.h
#include <rill/file.h>
#include <rill/iostream.h>
#include <rill/print.h>
#include <rill/stream.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

int argument_count;
char** arguments;

char const* word(int i) { return i < argument_count ? arguments[i] : ""; }
long number(int i) { return std::strtol(word(i), nullptr, 10); }

struct farewell {
  bool wanted = false;
  ~farewell() {
    if (wanted) rill::println("farewell");
  }
} last_words;

// Ends the program in the named way, with bytes in the buffer.
int end(char const* how) {
  std::string const way = how;
  if (way == "exit") std::exit(0);
  if (way == "quick_exit") std::quick_exit(0);
  if (way == "_exit") _exit(0);
  if (way == "abort") std::abort();
  if (way == "terminate") std::terminate();
  if (way == "sigterm") std::raise(SIGTERM);
#if RILL_EXCEPTIONS
  if (way == "throw") throw 42;
  if (way == "throw_in_thread") std::thread([] { throw 42; }).join();
#endif
  if (way == "static") last_words.wanted = true;
  if (way == "atexit") std::atexit([] { rill::println("farewell"); });
  return way == "three" ? 3 : 0;
}

void print_lines(long count) {
  for (long i = 0; i != count; ++i) rill::println("line ", i);
}
void print_ints(long count) {
  for (long i = 0; i != count; ++i) rill::println(i);
}
void print_long(long count) {
  for (long i = 0; i != count; ++i)
    rill::println(std::string(100000, static_cast<char>('a' + i % 26)), i);
}
void print_c_lines(long count) {
  for (long i = 0; i != count; ++i) rill::print(stdout, "line ", i, '\n');
}
void print_native(long count) {
  for (long i = 0; i != count; ++i) rill::print(rill::out(), "line ", i, '\n');
}
void print_mixed(long count) {
  for (long i = 0; i != count; ++i) {
    rill::print("rill ", i, '\n');
    std::printf("printf %ld\n", i);
    std::cout << "cout " << i << '\n';
    rill::print(stdout, "FILE ", i, '\n');
    std::fputs("fputs\n", stdout);
    rill::print(std::cout, "rill to cout ", i, '\n');
    std::putchar('c');
    rill::print('d', "\n");
  }
}

int lines_to_stdout(void (*print)(long)) {
  print(number(2));
  return end(word(3));
}

// Forks with bytes in the buffer; child and parent end in the given ways.
int forks_now() {
  pid_t const child = fork();
  if (child == 0) {
    if (std::strcmp(word(2), "_exit") != 0) rill::print("child\n");
    return end(word(2));
  }
  waitpid(child, nullptr, 0);
  if (std::strcmp(word(3), "_exit") != 0) rill::print("parent\n");
  return end(word(3));
}

int forks() {
  rill::print("before\n");
  return forks_now();
}

// Here the C library has allocated stdout's buffer before the first
// rill::print.
int late_forks() {
  std::fputs("be", stdout);
  rill::print("fore\n");
  return forks_now();
}

int native_forks() {
  rill::print(rill::out(), "before\n");
  return forks_now();
}

int many_forks() {
  for (long i = 0; i != number(2); ++i) {
    rill::println("parent ", i);
    pid_t const child = fork();
    if (child == 0) {
      rill::println("child ", i);
      return 0;
    }
    waitpid(child, nullptr, 0);
  }
  return 0;
}

int threads() {
  std::vector<std::thread> all;
  for (int t = 0; t != 8; ++t)
    all.emplace_back([t] {
      for (long i = 0; i != number(2); ++i)
        rill::println("thread ", t, " has line ", i, " of ", number(2));
    });
  for (std::thread& one : all) one.join();
  return 0;
}

// Forks while other threads print.
int threads_and_forks() {
  std::vector<std::thread> all;
  std::atomic<bool> is_over = false;
  for (int t = 0; t != 4; ++t)
    all.emplace_back([t, &is_over] {
      for (long i = 0; !is_over; ++i) {
        rill::println("thread ", t, " has line ", i);
        if (i % 100 == 0) usleep(20);
      }
    });
  for (long i = 0; i != number(2); ++i) {
    pid_t const child = fork();
    if (child == 0) std::exit(0);
    waitpid(child, nullptr, 0);
  }
  is_over = true;
  for (std::thread& one : all) one.join();
  return 0;
}

std::sig_atomic_t volatile signal_count = 0;

// C++ streams are not synchronised with C's: the text of each stream is in
// order by itself.
int unsynchronised() {
  std::ios::sync_with_stdio(false);
  for (long i = 0; i != number(2); ++i) {
    std::cout << "cout " << i << '\n';
    rill::println(std::cout, "rill to cout ", i);
  }
  std::cout.flush();
  print_lines(number(2));
  return 0;
}

// A thousand signals a second interrupt system calls, which are not restarted.
void start_storm() {
  struct sigaction action = {};
  action.sa_handler = [](int) { signal_count = signal_count + 1; };
  sigaction(SIGALRM, &action, nullptr);
  itimerval const each = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &each, nullptr);
}

int storm() {
  start_storm();
  print_lines(number(2));
  rill::flush();
  itimerval const never = {};
  setitimer(ITIMER_REAL, &never, nullptr);
  rill::eprintln(static_cast<long>(signal_count));
  return 0;
}

int eprints() {
  for (std::size_t i = 0; i != 10; ++i)
    rill::eprintln("error ", i, ": ", std::string(i * 400, 'e'), ' ', i);
  return 0;
}

// Gives stdout a buffer of the program.
int own_buffer() {
  static char buffer[1000];
  std::setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  print_mixed(number(2));
  return 0;
}

// Calls flush() and prints the error.
int asks() {
  print_lines(number(2));
#if RILL_EXCEPTIONS
  try {
    rill::flush();
  } catch (rill::error const& e) {
    rill::eprintln("told: ", e.what());
    return 5;
  }
#else
  rill::flush();
#endif
  return 0;
}

// Prints on after the reader has closed the pipe.
int deaf() {
  for (long i = 0; i != number(2); ++i) rill::println("line ", i);
  rill::eprintln("still here");
  return 0;
}

struct talkative {
  friend void rill_print(auto& out, talkative const&) {
    out("<");
    rill::print("aside ");
    std::printf("and ");
    out(">");
  }
};

// A hook that prints to the stream that is printing it.
int asides() {
  for (int i = 0; i != number(2); ++i)
    rill::print("one ", talkative(), " two\n");
  return 0;
}

int unchecked() {
  rill::flush_stdout_at_exit(false);
  return lines_to_stdout(print_lines);
}

// Here the C library has allocated stdout's buffer before the first
// rill::print.
int after_printf() {
  std::printf("line 0\n");
  for (long i = 1; i != number(2); ++i) rill::println("line ", i);
  return end(word(3));
}

// A file is open while the printed text is written.
int reserved_handles() {
  rill::file_writer out(word(2));
  rill::println(out, "in the file");
  rill::println("to standard output");
  rill::eprintln("to standard error");
  std::fflush(stdout);
  out.close();
  return 0;
}

struct action {
  char const* name;
  int (*run)();
};

constexpr action actions[] = {
    {"nothing", [] { return 0; }},
    {"lines", [] { return lines_to_stdout(print_lines); }},
    {"ints", [] { return lines_to_stdout(print_ints); }},
    {"long", [] { return lines_to_stdout(print_long); }},
    {"c_lines", [] { return lines_to_stdout(print_c_lines); }},
    {"native", [] { return lines_to_stdout(print_native); }},
    {"mixed", [] { return lines_to_stdout(print_mixed); }},
    {"own_buffer", own_buffer},
    {"unsynchronised", unsynchronised},
    {"after_printf", after_printf},
    {"unchecked", unchecked},
    {"asks", asks},
    {"deaf", deaf},
    {"asides", asides},
    {"forks", forks},
    {"late_forks", late_forks},
    {"native_forks", native_forks},
    {"many_forks", many_forks},
    {"threads", threads},
    {"threads_and_forks", threads_and_forks},
    {"storm", storm},
    {"eprints", eprints},
    {"reserved_handles", reserved_handles},
};

}  // namespace

int main(int count, char** all) {
  argument_count = count;
  arguments = all;
  for (action const& one : actions)
    if (std::strcmp(one.name, word(1)) == 0) return one.run();
  rill::eprintln("output: no such action: ", word(1));
  return 99;
}

// Uses the standard streams in the way that the first argument names;
// ../standard_test.py checks the result.
//
// covers: rill/cstdio/c_stream_reader.h
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>
#include <rill/terminal.h>
#include <rill/trace.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace {

int argument_count;
char** arguments;

std::string_view word(int i) { return i < argument_count ? arguments[i] : ""; }
long number(int i) { return std::strtol(arguments[i], nullptr, 10); }

// Reads one byte from descriptor 0 without a buffer: the test continues the
// program.
bool wait_for_watcher() {
  char byte;
  return ::read(0, &byte, 1) == 1;
}

// Prints a line to the stream that the second argument names.
void say(auto const&... pieces) {
  if (word(2) == "print") rill::println(pieces...);
  if (word(2) == "out") rill::println(rill::out(), pieces...);
  if (word(2) == "eprint") rill::eprintln(pieces...);
  if (word(2) == "err") rill::println(rill::err(), pieces...);
  if (word(2) == "err-writer")
    rill::println(static_cast<rill::writer&>(rill::err()), pieces...);
  if (word(2) == "stdout") rill::println(stdout, pieces...);
  if (word(2) == "stderr") rill::println(stderr, pieces...);
}

// say STREAM COUNT: prints lines.
int say_lines() {
  for (long i = 0; i != number(3); ++i) say("line ", i);
  return 0;
}

// large STREAM: prints a piece longer than any buffer, then short ones, and
// ends without a flush.
int large() {
  std::string const bytes(20'000, 'l');
  say(1, bytes);
  for (int i = 0; i != 5; ++i) say("line ", i);
  std::_Exit(0);
}

// lends COUNT END: prints to a traced writer over out(), then COUNT times to
// out() itself.
int lends() {
  auto traced = rill::traced(rill::out());
  rill::println(traced, "through the trace");
#if RILL_EXCEPTIONS
  for (long i = 0; i != number(2); ++i) try {
      rill::println(rill::out(), "beside it");
    } catch (rill::error const& e) {
      rill::eprintln(e.what());
    }
#endif
  if (word(3) == "exit") std::exit(0);
  return 0;
}

// dots STREAM COUNT: prints without newlines, and waits for the test each time.
int dots() {
  for (long i = 0; i != number(3); ++i) {
    if (word(2) == "print") rill::print(i, ".");
    if (word(2) == "out") rill::print(rill::out(), i, ".");
    if (word(2) == "eprint") rill::eprint(i, ".");
    if (word(2) == "err") rill::print(rill::err(), i, ".");
    if (!wait_for_watcher()) return 1;
  }
  return 0;
}

// paced STREAM COUNT: prints a line, and the next one after the test has seen
// it.
int paced() {
  for (long i = 0; i != number(3); ++i) {
    say("line ", i);
    if (!wait_for_watcher()) return 1;
  }
  return 0;
}

struct nested {
  int depth;
  friend void rill_print(auto& out, nested const& v) {
    out("<", v.depth);
    if (v.depth != 0) out(nested{v.depth - 1});
    out(">");
  }
};

// calls STREAM: prints calls of many pieces, with hooks, with newlines inside,
// and one without a newline.
int calls() {
  say("pieces ", 1, ' ', 2.5, ' ', 'c', ' ', "text");
  say("hooks ", nested{3}, " and ", nested{2});
  say("lines\nof\none\ncall ", 4);
  say("styled ", rill::styled("red", rill::red), ' ',
      rill::right(rill::styled(5, rill::bold), 3));
  say("long ", std::string(3000, 'l'), ' ', std::string(900, 'm'));
  if (word(2).starts_with("err"))
    rill::print(rill::err(), "no newline ", 6);
  else
    rill::eprint("no newline ", 6);
  return 0;
}

void end_by(std::string_view how) {
  if (how == "exit") std::exit(0);
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "_exit") ::_exit(0);
}

template <class Use>
auto with_input(std::string_view name, Use use) {
  if (name == "in") return use(rill::in());
  return use(stdin);
}

// numbers SOURCE COUNT END: reads COUNT numbers, and prints their sum.
int numbers() {
  long sum = 0;
  with_input(word(2), [&](auto&& in) {
    int n = 0;
    for (long i = 0; i != number(3) && rill::scan(in, n); ++i) sum += n;
  });
  rill::println(sum);
  end_by(word(4));
  return 0;
}

// lines SOURCE COUNT END: reads and prints COUNT lines.
int lines() {
  with_input(word(2), [&](auto&& in) {
    std::string line;
    for (long i = 0; i != number(3) && rill::scan(in, rill::line(line)); ++i)
      rill::println('[', line, ']');
  });
  end_by(word(4));
  return 0;
}

// child_ends SOURCE END: after each number a child starts and ends without
// reading.
int child_ends() {
  with_input(word(2), [&](auto&& in) {
    for (int n; rill::scan(in, n);) {
      rill::println(n);
      pid_t const child = ::fork();
      if (child == 0) {
        end_by(word(3));
        std::exit(0);
      }
      ::waitpid(child, nullptr, 0);
    }
  });
  return 0;
}

// child_reads SOURCE: reads a line, then a child reads the rest.
int child_reads() {
  with_input(word(2), [&](auto&& in) {
    std::string line;
    rill::scan(in, rill::line(line));
    rill::println('[', line, ']');
    rill::flush();
    if (std::system("cat") != 0) std::exit(1);
    if (rill::scan(in, rill::line(line))) rill::println("more: ", line);
  });
  return 0;
}

// starts STREAM HOW: prints, flushes, and starts another program, twice.
int starts() {
  for (int i = 0; i != 2; ++i) {
    say("parent ", i);
    rill::flush();
    if (word(3) == "system" && std::system("echo child") != 0) return 1;
    if (word(3) == "popen") {
      FILE* const child = ::popen("cat", "w");
      std::fputs("child\n", child);
      ::pclose(child);
    }
    char shell[] = "sh", option[] = "-c", line[] = "echo child";
    char* const command[] = {shell, option, line, nullptr};
    pid_t child = 0;
    if (word(3) == "posix_spawn" &&
        ::posix_spawnp(&child, "sh", nullptr, nullptr, command, environ) != 0)
      return 2;
    if (word(3) == "vfork") {
      child = ::vfork();
      if (child == 0) {
        ::execvp("sh", command);
        ::_exit(9);
      }
    }
    if (child != 0) ::waitpid(child, nullptr, 0);
  }
  say("the end");
  return 0;
}

// ends STREAM HOW: prints, and ends the program in the given way.
[[noreturn]] void own_handler() {
  ::write(2, "own handler\n", 12);
  std::abort();
}

[[noreturn]] void own_careful_handler() {
  rill::flush();
  std::abort();
}

struct thrower {
  bool is_wanted = false;
  ~thrower() noexcept(false) {
#if RILL_EXCEPTIONS
    if (is_wanted) throw 1;
#else
    if (is_wanted) std::terminate();
#endif
  }
} at_the_end;

struct printer {
  bool is_wanted = false;
  ~printer() {
    if (is_wanted) say("static");
  }
} late_printer;

int ends() {
  std::string_view const how = word(3);
  if (how.starts_with("lost")) {
    say("printed");
    {
      rill::println(rill::file_writer("/dev/full"), "lost");
    }
    if (how == "lost_quickly") std::quick_exit(0);
    return 0;
  }
  if (how == "error") {
    say("printed");
    rill::file const none = rill::file::open("/no/such/file");
    return none.is_open() ? 3 : 4;
  }
  if (how == "handler_before") std::set_terminate(own_handler);
  if (how == "atexit_around") std::atexit([] { say("registered before"); });
  say("printed");
  if (how == "handler_after") std::set_terminate(own_careful_handler);
  if (how.starts_with("handler")) std::terminate();
  if (how == "static_throws") at_the_end.is_wanted = true;
  if (how == "atexit_around") {
    std::atexit([] { say("registered after"); });
    late_printer.is_wanted = true;
  }
  if (how == "thread_runs") {
    std::thread([] {
      for (int i = 0;; ++i) rill::println("thread ", i);
    }).detach();
    ::usleep(20000);
  }
  if (how == "thread_waits")
    std::thread([] {
      std::string line;
      rill::scan(rill::line(line));
    }).detach();
  if (how == "thread_waits_in")
    std::thread([] {
      std::string line;
      rill::scan(rill::in(), rill::line(line));
    }).detach();
  if (how.starts_with("thread_waits")) ::usleep(20000);
  return 0;
}

// changes HOW PATH: closes, reopens or replaces stdout between two prints.
int changes() {
  std::string_view const how = word(2);
  char const* const path = arguments[3];
  if (how != "fclose_first") rill::println("first");
  if (how.starts_with("fclose")) std::fclose(stdout);
  if (how == "close") {
    rill::flush();
    ::close(1);
  }
  if (how == "freopen" && !std::freopen(path, "w", stdout)) return 1;
  if (how == "freopen_append" && !std::freopen(path, "a", stdout)) return 1;
  if (how == "dup2") {
    rill::flush();
    int const other = ::open(path, O_WRONLY | O_CREAT, 0600);
    ::dup2(other, 1);
    ::close(other);
  }
  static char buffer[100];
  if (how == "setvbuf") std::setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  if (how == "setvbuf_line") std::setvbuf(stdout, buffer, _IOLBF, 100);
  if (how == "setvbuf_none") std::setvbuf(stdout, nullptr, _IONBF, 0);
  FILE* const before = stdout;
  if (how.starts_with("assign")) stdout = std::fopen(path, "w");
  long const count = argument_count > 4 ? number(4) : 0;
  for (long i = 0; i != count; ++i) rill::println("line ", i);
  if (how == "assign") {
    std::fclose(stdout);
    stdout = before;
    rill::println("last");
  }
  if (how == "assign_and_leave") std::fclose(stdout);
  return 0;
}

// unchecked STREAM COUNT: prints with the check at exit disabled.
int unchecked() {
  rill::flush_stdout_at_exit(false);
  return say_lines();
}

// flushes STREAM: prints the errors of flush() and flush(sink).
int flushes() {
  say("lost");
#if RILL_EXCEPTIONS
  for (int i = 0; i != 2; ++i) {
    try {
      rill::flush();
      rill::println(stderr, "not told");
    } catch (rill::error const& e) {
      rill::eprintln("told: ", e.what());
    }
  }
  try {
    if (word(2) == "out")
      rill::flush(rill::out());
    else
      rill::flush(stdout);
  } catch (rill::error const& e) {
    rill::eprintln("told again: ", e.what());
  }
#endif
  return 0;
}

// copies SOURCE: copies lines, with a number before each.
int copies() {
  with_input(word(2), [&](auto&& in) {
    long count = 0;
    for (std::string_view const line : rill::lines(in))
      if (word(3) == "out")
        rill::println(rill::out(), ++count, ' ', line);
      else
        rill::println(++count, ' ', line);
  });
  return 0;
}

// prompts READER WRITER: prints three questions, and reads each answer.
int prompts() {
  for (int i = 0; i != 3; ++i) {
    if (word(3) == "out")
      rill::print(rill::out(), "question ", i, "? ");
    else
      rill::print("question ", i, "? ");
    std::string answer;
    if (word(2) == "lines") {
      for (std::string_view const line : rill::lines(stdin)) {
        answer = line;
        break;
      }
    } else if (word(2) == "words") {
      for (std::string_view const one : rill::words(stdin)) {
        answer = one;
        break;
      }
    } else if (word(2) == "read") {
      answer = rill::read<std::string>();
    } else {
      with_input(word(2), [&](auto&& in) { rill::scan(in, answer); });
    }
    if (word(3) == "out")
      rill::println(rill::out(), "it was ", answer);
    else
      rill::println("it was ", answer);
  }
  return 0;
}

struct action {
  char const* name;
  int (*run)();
};

constexpr action actions[] = {
    {"say", say_lines},         {"paced", paced},
    {"calls", calls},           {"dots", dots},
    {"numbers", numbers},       {"lines", lines},
    {"child_ends", child_ends}, {"child_reads", child_reads},
    {"starts", starts},         {"ends", ends},
    {"changes", changes},       {"unchecked", unchecked},
    {"flushes", flushes},       {"copies", copies},
    {"prompts", prompts},       {"large", large},
    {"lends", lends},           {"nothing", [] { return 0; }},
};

int run() {
  for (action const& one : actions)
    if (word(1) == one.name) return one.run();
  rill::eprintln("standard: no such action: ", word(1));
  return 99;
}

}  // namespace

int main(int count, char** all) {
  argument_count = count;
  arguments = all;
#if RILL_EXCEPTIONS
  try {
    return run();
  } catch (rill::error const& e) {
    rill::eprintln("told: ", e);
    return 2;
  }
#else
  return run();
#endif
}

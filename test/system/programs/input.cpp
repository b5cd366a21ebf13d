// Reads in the way that its first argument names, and prints what it read;
// ../input_test.py varies the input.
#include <rill/error.h>
#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <string_view>
#include <sys/time.h>

namespace {

int argument_count;
char** arguments;

char const* word(int i) { return i < argument_count ? arguments[i] : ""; }

// Calls use(source) with the source that the second argument names.
int with_source(auto use) {
  std::string_view const name = word(2);
  if (name == "stdin") return use(stdin);
  if (name == "in") return use(rill::in());
  rill::file_reader in(name, 4096);
  return use(static_cast<rill::reader&>(in));
}

int numbers() {
  return with_source([](auto&& in) {
    for (long long n; rill::scan(in, n);) rill::println(n);
    rill::println("end");
    return 0;
  });
}

int tried_numbers() {
  return with_source([](auto&& in) {
    long long n = 0;
    for (;;) {
      rill::scan_result const how = rill::try_scan(in, n);
      if (how.at_end()) break;
      if (!how) {
        rill::eprintln("told: ", how.error().what());
        return 2;
      }
      rill::println(n);
    }
    rill::println("end");
    return 0;
  });
}

int pairs() {
  return with_source([](auto&& in) {
    std::string name;
    for (int n; rill::scan(in, name, n);) rill::println(name, '=', n);
    rill::println("end");
    return 0;
  });
}

int lines() {
  return with_source([](auto&& in) {
    for (std::string_view const line : rill::lines(in))
      rill::println('[', line, ']');
    rill::println("end");
    return 0;
  });
}

int words() {
  return with_source([](auto&& in) {
    for (std::string_view const one : rill::words(in)) rill::println(one);
    rill::println("end");
    return 0;
  });
}

// Prints the peak resident memory, from /proc/self/status.
void say_most_memory() {
  rill::loaded_file const status = rill::load("/proc/self/status");
  for (std::string_view const line :
       rill::lines(std::string_view(status.data(), status.size())))
    if (line.starts_with("VmHWM")) rill::eprintln(line);
}

int line_sizes() {
  return with_source([](auto&& in) {
    unsigned long long count = 0, size = 0;
    for (std::string_view const line : rill::lines(in)) {
      ++count;
      size += line.size();
    }
    rill::println(count, ' ', size);
    say_most_memory();
    return 0;
  });
}

// Answers each value before it reads the next one.
int answers() {
  return with_source([](auto&& in) {
    for (int n; rill::scan(in, n);) {
      rill::println(2 * n);
      rill::flush();
    }
    return 0;
  });
}

int answers_to_lines() {
  return with_source([](auto&& in) {
    for (std::string_view const line : rill::lines(in)) {
      rill::println('[', line, ']');
      rill::flush();
    }
    return 0;
  });
}

int prompts() {
  return with_source([](auto&& in) {
    std::string name;
    rill::print("name? ");
    if (!rill::scan(in, name)) return 1;
    int age = 0;
    rill::print("age of ", name, "? ");
    if (!rill::scan(in, age)) return 1;
    rill::println(name, " is ", age);
    return 0;
  });
}

// Prints the prompt to out().
int native_prompts() {
  int n = 0;
  rill::print(rill::out(), "number? ");
  if (!rill::scan(rill::in(), n)) return 1;
  rill::println(rill::out(), "it is ", n);
  return 0;
}

// std::cin, C's functions and rill read parts of one input in turn: no byte is
// lost.
int mixed() {
  for (;;) {
    int a = 0, b = 0, c = 0;
    if (!(std::cin >> a)) break;
    rill::scan(b);
    if (std::scanf("%d", &c) != 1) break;
    int const d = std::getchar();
    std::string line;
    rill::scan(rill::line(line));
    std::string next;
    std::getline(std::cin, next);
    int e = 0;
    rill::scan(stdin, e);
    rill::println(a, ' ', b, ' ', c, ' ', d, ' ', line, '|', next, '|', e);
  }
  rill::println("end");
  return 0;
}

// Text that is not a number stays in the stream, and std::cin reads it.
int recovers() {
  for (;;) {
    long long n = 0;
    rill::scan_result const how = rill::try_scan(stdin, n);
    if (how.at_end()) break;
    std::string one;
    if (how)
      rill::println(n);
    else if (std::cin >> one)
      rill::println("word ", one);
    else
      break;
  }
  rill::println("end");
  return 0;
}

std::sig_atomic_t volatile signal_count = 0;

// A thousand signals a second interrupt system calls, which are not restarted.
int storm() {
  struct sigaction action = {};
  action.sa_handler = [](int) { signal_count = signal_count + 1; };
  sigaction(SIGALRM, &action, nullptr);
  itimerval const each = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &each, nullptr);
  return with_source([](auto&& in) {
    unsigned long long count = 0, sum = 0;
    for (unsigned n; rill::scan(in, n); ++count) sum += n;
    rill::println(count, ' ', sum, ' ', signal_count > 50);
    return 0;
  });
}

int load() {
  rill::loaded_file const all = rill::load(word(2));
  rill::print(std::string_view(all.data(), all.size()));
  rill::eprintln(all.size());
  return 0;
}

// The same error, uncaught.
int uncaught() {
  for (int n; rill::scan(n);) rill::println(n);
  return 0;
}

struct action {
  char const* name;
  int (*run)();
};

constexpr action actions[] = {
    {"numbers", numbers},   {"tried_numbers", tried_numbers},
    {"pairs", pairs},       {"lines", lines},
    {"words", words},       {"line_sizes", line_sizes},
    {"answers", answers},   {"answers_to_lines", answers_to_lines},
    {"prompts", prompts},   {"native_prompts", native_prompts},
    {"recovers", recovers}, {"mixed", mixed},
    {"storm", storm},       {"load", load},
    {"uncaught", uncaught},
};

int run() {
  for (action const& one : actions)
    if (std::strcmp(one.name, word(1)) == 0) return one.run();
  rill::eprintln("input: no such action: ", word(1));
  return 99;
}

}  // namespace

int main(int count, char** all) {
  argument_count = count;
  arguments = all;
#if RILL_EXCEPTIONS
  if (std::strcmp(word(1), "uncaught") == 0) return run();
  try {
    return run();
  } catch (rill::error const& e) {
    rill::eprintln("told: ", e.what());
    return 2;
  }
#else
  return run();
#endif
}
